/* Prints the value of positions and their best moves: probe_fens VARIANT TABLES FEN... */
#include <dambase.h>
#include <stdio.h>

static int complain(dambase_status status, const dambase_error* error) {
  fprintf(stderr, "probe_fens: %s: %s\n", dambase_status_name(status), error->text);
  return 1;
}

/* The moves that keep the value, each after a blank. */
static dambase_status print_best_moves(const dambase_set* set, const dambase_position* position, dambase_value value,
                                       dambase_error* error) {
  dambase_move_value moves[DAMBASE_MOST_MOVES];
  size_t count, i;
  dambase_status status = dambase_probe_moves(set, position, moves, DAMBASE_MOST_MOVES, &count, error);
  for (i = 0; status == DAMBASE_OK && i < count; ++i) {
    char text[DAMBASE_MOVE_BYTES];
    if (moves[i].status != DAMBASE_OK || moves[i].value != value) break;
    status = dambase_write_move(set, position, &moves[i].move, text, sizeof text, error);
    if (status == DAMBASE_OK) printf(" %s", text);
  }
  return status;
}

static dambase_status print_answer(const dambase_set* set, const char* fen, dambase_error* error) {
  dambase_position position;
  dambase_value value;
  dambase_status status = dambase_parse_fen(set, fen, &position, error);
  if (status == DAMBASE_OK) status = dambase_probe(set, &position, &value, error);
  if (status != DAMBASE_OK) return status;
  printf("%s %s", fen, dambase_value_name(value));
  status = print_best_moves(set, &position, value, error);
  printf("\n");
  return status;
}

int main(int argc, char** argv) {
  dambase_set* set;
  dambase_error error;
  dambase_status status;
  int i;
  if (argc < 4) {
    fprintf(stderr, "usage: probe_fens VARIANT TABLES FEN...\n");
    return 2;
  }
  status = dambase_open(argv[1], argv[2], NULL, &set, &error);
  if (status != DAMBASE_OK) return complain(status, &error);
  for (i = 3; i < argc && status == DAMBASE_OK; ++i) status = print_answer(set, argv[i], &error);
  dambase_close(set);
  return status == DAMBASE_OK ? 0 : complain(status, &error);
}
