/*
 * Dambase: endgame databases for draughts, for engines in any language that can call C.
 *
 *   dambase_set *set;
 *   dambase_error error;
 *   if (dambase_open("international", "tables", NULL, &set, &error) != DAMBASE_OK)
 *     return complain(error.text);
 *   dambase_value value;
 *   if (dambase_probe_fen(set, "W:W31:B4", &value, &error) == DAMBASE_OK && value == DAMBASE_WIN) ...
 *   dambase_close(set);
 *
 * A set is a folder of tables of one variant, opened for reading. There is no global state: any number of sets, of
 * the same or of several variants, may be open at once. Values are exact for every legal position whose tables are
 * there, captures included: the library resolves captures by itself.
 *
 * Status and value are different things: every function that can fail returns a dambase_status, and what it computes
 * goes to where its last pointers point, untouched unless the status is DAMBASE_OK. Any of them may also fail with
 * OUT_OF_MEMORY. Nothing here exits, aborts, throws or prints.
 *
 * Threads: all functions that take a `const dambase_set *` may be called for one set from any number of threads at
 * once; probes that find what they need in the cache take no lock. dambase_close must not run while the set is used.
 * Functions without a set may be called by any thread at any time.
 *
 * Squares are FEN numbers, 1 at the top left, row by row, White at the bottom. In a bitboard, bit n stands for
 * square n + 1; there are no gaps.
 *
 * Compatibility: within one major version functions and constants are only added, and structures that the caller
 * fills begin with their size. Before version 1 a minor version may change the interface, as the name of the shared
 * library shows.
 */
#ifndef DAMBASE_H
#define DAMBASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(DAMBASE_BUILDS_LIBRARY) && defined(__GNUC__)
#define DAMBASE_API __attribute__((visibility("default")))
#else
#define DAMBASE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; dambase_version tells that of the library. */
#define DAMBASE_VERSION_MAJOR 0
#define DAMBASE_VERSION_MINOR 4
#define DAMBASE_VERSION_PATCH 0

/* Room for the legal moves of any position that comes up in play. Positions made up for the purpose have more (407 were
 * found, with 23 pieces): dambase_moves counts them. */
#define DAMBASE_MOST_MOVES 256

/* Bytes, ending zero included, that hold any FEN and any move that this library writes. */
#define DAMBASE_FEN_BYTES 512
#define DAMBASE_MOVE_BYTES 256

typedef enum dambase_status {
  DAMBASE_OK = 0,
  /* The caller's input. */
  DAMBASE_INVALID_ARGUMENT = 1, /* a null pointer, a number out of range, a buffer that is too small */
  DAMBASE_INVALID_FEN = 2,
  DAMBASE_ILLEGAL_POSITION = 3, /* it cannot stand on the board by the rules of the variant */
  DAMBASE_INVALID_MOVE = 4,     /* not legal in the position, or ambiguous */
  DAMBASE_WRONG_VARIANT = 5,    /* no such variant, or a table of another one */
  /* The question is sound, but this set cannot answer it. */
  DAMBASE_TOO_MANY_PIECES = 16, /* more than any table of the set has */
  DAMBASE_MISSING_TABLE = 17,
  DAMBASE_DAMAGED_TABLE = 18,
  DAMBASE_NOT_CACHED = 19,    /* only from dambase_probe_cached */
  DAMBASE_NO_RULE_KNOWN = 20, /* only from dambase_probe_rules: none of the variant is known that counts moves */
  /* The environment. */
  DAMBASE_FILE_FAILED = 32,
  DAMBASE_OUT_OF_MEMORY = 33
} dambase_status;

/* For the side to move, with perfect play and without any rule that counts moves. */
typedef enum dambase_value { DAMBASE_LOSS = -1, DAMBASE_DRAW = 0, DAMBASE_WIN = 1 } dambase_value;

/* What tables of distances count, in plies: moves of either side. */
typedef enum dambase_metric {
  DAMBASE_DTC = 1, /* to the next conversion, a capture or a move of a man */
  DAMBASE_DTW = 2, /* to the end of the game */
  DAMBASE_RULE = 3 /* to the end of a count that begins now, with values under the rules that count moves */
} dambase_metric;

/* A value, and in how many plies by a metric, if the winner hurries and the loser delays as that metric counts. */
typedef struct dambase_distance {
  dambase_value value;
  int32_t plies; /* 0: the game is over; -1 of a draw */
} dambase_distance;

/* What a game comes to for the side to move under the rules of the variant that count moves. Three of these are draws:
 * a cursed win would be won without such rules, a blessed loss lost. */
typedef enum dambase_verdict {
  DAMBASE_VERDICT_LOSS = -2,
  DAMBASE_VERDICT_BLESSED_LOSS = -1,
  DAMBASE_VERDICT_DRAW = 0,
  DAMBASE_VERDICT_CURSED_WIN = 1,
  DAMBASE_VERDICT_WIN = 2
} dambase_verdict;

/* A verdict, and in how many plies the count that runs is over for good, if the winner hurries and the loser delays. */
typedef struct dambase_ruled_distance {
  dambase_verdict verdict;
  int32_t plies; /* 0: the game is over; -1 of all kinds of draws */
} dambase_ruled_distance;

typedef enum dambase_side { DAMBASE_WHITE = 0, DAMBASE_BLACK = 1 } dambase_side;

/* What failed, for a person: one line that names what and where, without a line end, cut if it is longer. */
typedef struct dambase_error {
  char text[512];
} dambase_error;

typedef struct dambase_set dambase_set;

/* Quiet moves in a row by one king, where the rules count them (frisian); elsewhere moves is 0. */
typedef struct dambase_king_run {
  int32_t square; /* where the king stands, a FEN number; means nothing if moves is 0 */
  int32_t moves;  /* 0: none is counted */
} dambase_king_run;

typedef struct dambase_position {
  uint64_t men[2];          /* bitboards, by dambase_side */
  uint64_t kings[2];        /* bitboards, by dambase_side */
  dambase_king_run runs[2]; /* by dambase_side */
  int32_t side_to_move;     /* a dambase_side */
  int32_t reserved;         /* 0 */
} dambase_position;

/* A legal move. Two moves with equal from, to and captured set are the same move. */
typedef struct dambase_move {
  int32_t from, to;       /* FEN numbers */
  uint64_t captured;      /* bitboard of the pieces taken; 0 for a quiet move */
  int32_t promotes;       /* 1 if a man is a king afterwards */
  int32_t reserved;       /* 0 */
  dambase_position after; /* the opponent to move */
} dambase_move;

/* A legal move and what it is worth to the side that plays it. */
typedef struct dambase_move_value {
  dambase_move move;
  dambase_status status; /* of this move: a table may be missing for one and there for another */
  dambase_value value;   /* only if status is DAMBASE_OK */
} dambase_move_value;

/* A legal move and how far it is for the side that plays it, the move itself included. */
typedef struct dambase_move_distance {
  dambase_move move;
  dambase_status status;     /* as in dambase_move_value */
  dambase_distance distance; /* only if status is DAMBASE_OK */
} dambase_move_distance;

/* A legal move and what it comes to under the rules that count moves for the side that plays it, the move included. */
typedef struct dambase_ruled_move {
  dambase_move move;
  dambase_status status;           /* as in dambase_move_value */
  dambase_ruled_distance distance; /* only if status is DAMBASE_OK */
} dambase_ruled_move;

/* How table files are read. */
typedef enum dambase_reading {
  DAMBASE_READ_PLAIN = 0,  /* read as needed, with few descriptors open; a file cut underneath is an error */
  DAMBASE_READ_MAPPED = 1, /* mapped into memory; files must not be cut while the set is open */
  DAMBASE_READ_WHOLE = 2   /* read whole into memory, besides the cache, when a table is first used */
} dambase_reading;

typedef struct dambase_options {
  size_t size;        /* sizeof(dambase_options); set by dambase_default_options */
  size_t cache_bytes; /* decoded values kept, at most; 64 MiB unless set */
  int32_t reading;    /* a dambase_reading; plain unless set */
  int32_t reserved;   /* 0 */
} dambase_options;

/* The version of the library as "major.minor.patch"; static. */
DAMBASE_API const char* dambase_version(void);

/* What `status` is called, for instance "missing_table"; static, "unknown_status" for a number that is none. */
DAMBASE_API const char* dambase_status_name(dambase_status status);

/* "win", "draw" or "loss"; static. */
DAMBASE_API const char* dambase_value_name(dambase_value value);

/* "win", "cursed win", "draw", "blessed loss" or "loss"; static. */
DAMBASE_API const char* dambase_verdict_name(dambase_verdict verdict);

/* The name of variant `index`, from 0; null behind the last. Static. */
DAMBASE_API const char* dambase_variant_name(size_t index);

DAMBASE_API dambase_options dambase_default_options(void);

/*
 * Opens the tables of `variant` in `folder`, which holds one folder a variant; a relative one is resolved now. Table
 * files are opened on first use. A folder without tables of the variant is an empty set, in which only positions that
 * need no table have values. `options` may be null for the defaults. Close *set with dambase_close.
 * Fails: INVALID_ARGUMENT, WRONG_VARIANT (no such variant), FILE_FAILED.
 */
DAMBASE_API dambase_status dambase_open(const char* variant, const char* folder, const dambase_options* options,
                                        dambase_set** set, dambase_error* error);

/* Closes a set and frees all that it holds. Null is allowed. */
DAMBASE_API void dambase_close(dambase_set* set);

/* The variant that the set was opened for; lives as long as the set. */
DAMBASE_API const char* dambase_set_variant(const dambase_set* set);

/* Squares of a side of the board: 10 for 10x10. */
DAMBASE_API int dambase_board_side(const dambase_set* set);

/* Pieces of the largest material that has a table in the set, but for those of DAMBASE_RULE; 0 if there is none. */
DAMBASE_API int dambase_max_pieces(const dambase_set* set);

/* 1 if the set has tables of this metric, else 0. Those of DTC and DTW tell values as well: dambase_probe falls back on
 * them. */
DAMBASE_API int dambase_has_metric(const dambase_set* set, dambase_metric metric);

/* 1 if the set has a table for this material, whose sides may be given either way round, else 0. The file may still
 * turn out to be damaged. Captures need tables of fewer pieces as well. */
DAMBASE_API int dambase_has_table(const dambase_set* set, int white_men, int white_kings, int black_men,
                                  int black_kings);

/* The position in which a game of the variant begins. */
DAMBASE_API dambase_position dambase_start_position(const dambase_set* set);

/*
 * Reads a PDN FEN, for instance "W:W31-35,K50:B1-5,K7".
 * Fails: INVALID_FEN (which token), INVALID_ARGUMENT. Whether the pieces may stand there is asked when the position is
 * used.
 */
DAMBASE_API dambase_status dambase_parse_fen(const dambase_set* set, const char* fen, dambase_position* position,
                                             dambase_error* error);

/*
 * The plies that the field H of a PDN FEN has counted, as in "W:WK1:BK50:H12:F40"; -1 goes to *count if there is none.
 * Fails: INVALID_FEN (also if there are more than an int holds), INVALID_ARGUMENT.
 */
DAMBASE_API dambase_status dambase_parse_fen_count(const dambase_set* set, const char* fen, int* count,
                                                   dambase_error* error);

/*
 * Writes the FEN of `position`, with an ending zero, into `bytes` bytes at `fen`; DAMBASE_FEN_BYTES are enough.
 * Fails: INVALID_ARGUMENT, ILLEGAL_POSITION (pieces off the board or on one square, an impossible run).
 */
DAMBASE_API dambase_status dambase_write_fen(const dambase_set* set, const dambase_position* position, char* fen,
                                             size_t bytes, dambase_error* error);

/*
 * The value of `position` for the side to move. Reads table files if the cache does not have what is needed. Fails:
 * ILLEGAL_POSITION, TOO_MANY_PIECES, MISSING_TABLE (which), DAMAGED_TABLE (which, where), WRONG_VARIANT, FILE_FAILED,
 * INVALID_ARGUMENT. `error` may be null here and below: then no text is made, which is quicker.
 */
DAMBASE_API dambase_status dambase_probe(const dambase_set* set, const dambase_position* position, dambase_value* value,
                                         dambase_error* error);

/* As dambase_probe, but never reads a file and never decodes: NOT_CACHED instead. For quiescence search. */
DAMBASE_API dambase_status dambase_probe_cached(const dambase_set* set, const dambase_position* position,
                                                dambase_value* value, dambase_error* error);

/* As dambase_parse_fen and dambase_probe. */
DAMBASE_API dambase_status dambase_probe_fen(const dambase_set* set, const char* fen, dambase_value* value,
                                             dambase_error* error);

/* A hint that `position` will be probed soon: starts to fetch what that touches in memory, reads and decodes nothing.
 * Worth its time if other work lies between it and the probe. */
DAMBASE_API void dambase_prefetch(const dambase_set* set, const dambase_position* position);

/*
 * The legal moves of `position`, each once, in no particular order: how many goes to *count, and they to `moves`, which
 * has room for `capacity`; if `moves` is null they are counted only. None means that the game is over: see
 * dambase_is_over.
 * Needs no table. Fails: ILLEGAL_POSITION, INVALID_ARGUMENT (also if there are more than `capacity`).
 */
DAMBASE_API dambase_status dambase_moves(const dambase_set* set, const dambase_position* position, dambase_move* moves,
                                         size_t capacity, size_t* count, dambase_error* error);

/*
 * Whether the game has ended in `position`, whose value then is *value: 1 or 0 goes to *is_over. A side that cannot
 * move has lost in most variants, has won in `losing`; in `breakthrough` a king ends the game.
 * Needs no table. Fails: ILLEGAL_POSITION, INVALID_ARGUMENT.
 */
DAMBASE_API dambase_status dambase_is_over(const dambase_set* set, const dambase_position* position, int* is_over,
                                           dambase_value* value, dambase_error* error);

/*
 * As dambase_moves, with values, best first: wins, draws, losses, then moves without a value, whose `status` tells why.
 * The first move is a best one for certain if it wins, or if all moves have a value. Win/loss/draw alone does not tell
 * which winning move makes progress: dambase_probe_move_distances does.
 */
DAMBASE_API dambase_status dambase_probe_moves(const dambase_set* set, const dambase_position* position,
                                               dambase_move_value* moves, size_t capacity, size_t* count,
                                               dambase_error* error);

/*
 * Value and distance of `position` for the side to move, by the tables of `metric`. Reads table files if needed.
 * Fails as dambase_probe; INVALID_ARGUMENT too if `metric` is no dambase_metric.
 */
DAMBASE_API dambase_status dambase_probe_distance(const dambase_set* set, const dambase_position* position,
                                                  dambase_metric metric, dambase_distance* distance,
                                                  dambase_error* error);

/*
 * As dambase_probe_moves, with distances, best first: wins from short to long, draws, losses from long to short, then
 * moves without a distance. Playing the first move again and again wins a won position: by DTW in as many plies as
 * told, by DTC with as many plies as told to each conversion.
 */
DAMBASE_API dambase_status dambase_probe_move_distances(const dambase_set* set, const dambase_position* position,
                                                        dambase_metric metric, dambase_move_distance* moves,
                                                        size_t capacity, size_t* count, dambase_error* error);

/*
 * What a game comes to in which the rule that governs `position` has counted `count` plies: those since its material
 * arose, or since what starts that count anew, such as the last capture or move of a man; 0 if one begins here. Needs
 * tables of DAMBASE_RULE; of a draw by these, others too, which tell whether it would be won without the rules.
 * Fails as dambase_probe; NO_RULE_KNOWN; INVALID_ARGUMENT too if `count` is negative.
 */
DAMBASE_API dambase_status dambase_probe_rules(const dambase_set* set, const dambase_position* position, int count,
                                               dambase_ruled_distance* distance, dambase_error* error);

/*
 * As dambase_probe_move_distances, under the rules that count moves: wins from short to long, cursed wins, draws,
 * blessed losses, losses from long to short, then moves without an answer. None where the game is over, also by the
 * count. Playing the first move again and again, with `count` kept, wins a position that is won.
 */
DAMBASE_API dambase_status dambase_probe_rule_moves(const dambase_set* set, const dambase_position* position, int count,
                                                    dambase_ruled_move* moves, size_t capacity, size_t* moves_count,
                                                    dambase_error* error);

/*
 * Plies after which the rule that governs `position` ends the game as a draw; 0 goes to *limit if none does. After
 * `move`, which is legal there, the count goes on (1 to *goes_on) or begins anew at 0 (0); both may be null. Fails:
 * ILLEGAL_POSITION, INVALID_MOVE, NO_RULE_KNOWN, INVALID_ARGUMENT.
 */
DAMBASE_API dambase_status dambase_rule_at(const dambase_set* set, const dambase_position* position,
                                           const dambase_move* move, int* limit, int* goes_on, dambase_error* error);

/*
 * Writes a legal move of `position` as text, "31-27" or "13x4" (all squares of a capture where it would be ambiguous),
 * into `bytes` bytes at `text`; DAMBASE_MOVE_BYTES are enough. Fails: INVALID_MOVE, ILLEGAL_POSITION, INVALID_ARGUMENT.
 */
DAMBASE_API dambase_status dambase_write_move(const dambase_set* set, const dambase_position* position,
                                              const dambase_move* move, char* text, size_t bytes, dambase_error* error);

/* Reads a legal move of `position`: from and to where that is unambiguous, or the full path of a capture.
 * Fails: INVALID_MOVE (malformed, not legal, ambiguous), ILLEGAL_POSITION, INVALID_ARGUMENT. */
DAMBASE_API dambase_status dambase_parse_move(const dambase_set* set, const dambase_position* position,
                                              const char* text, dambase_move* move, dambase_error* error);

#ifdef __cplusplus
}
#endif

#endif
