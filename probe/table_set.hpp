// The prober: a folder of tables of one variant, opened for reading.
//
//   auto set = TableSet::open(**find_variant("international"), "tables");
//   if (!set) return report(set.error());
//   Result<Value> value = (*set)->probe(position);
//
// A TableSet is exact for every legal position whose tables are there, captures included: it
// resolves captures itself. All functions may be called from any number of threads at once. Nothing
// here exits, throws or prints.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/variant.hpp"
#include "formats/distance_symbol.hpp"
#include "formats/table_header.hpp"

namespace dambase {

/// How table files are read; formats/byte_source.hpp has more of each.
enum class Reading : std::uint8_t {
  plain,   ///< as needed, through few descriptors
  mapped,  ///< from the memory that they are mapped to
  whole,   ///< all at once, when a table is first used
};

struct TableSetOptions {
  std::size_t cache_bytes = std::size_t{64} << 20;  ///< decoded blocks kept, at most
  Reading reading = Reading::plain;
};

/// Whether a probe may read from disk.
enum class Access : std::uint8_t {
  read_if_needed,
  only_cached,  ///< not_cached instead of reading: for quiescence search
};

/// Whether errors of a probe say more than their code. To word one takes longer than most probes.
enum class Messages : std::uint8_t { wanted, left_out };

/// How to probe.
struct ProbeMode {
  constexpr ProbeMode(Access how, Messages which = Messages::wanted)  // NOLINT(google-explicit-constructor)
      : access(how), messages(which) {}

  /// An error of the prober, whose message is left out unless it is wanted.
  template <class Word>
  [[nodiscard]] Error error(ErrorCode code, const Word& word) const {
    return {code, messages == Messages::wanted ? word() : std::string()};
  }

  Access access;
  Messages messages;
};

/// What probes that the cache could not answer have cost so far.
struct ProbeStatistics {
  std::uint64_t tiles_decoded = 0;
  std::uint64_t bytes_read = 0;
};

/// A legal move and its value for the side that plays it; `value` is an error where a table is
/// missing or damaged.
struct MoveValue {
  Move move;
  Result<Value> value;
};

/// A legal move and how far it is for the side that plays it, the move itself included; an error where a table is
/// missing or damaged.
struct MoveDistance {
  Move move;
  Result<Distance> distance;
};

/// What a game comes to for the side to move under the rules that count moves, from best to worst. Three of these are
/// draws: a cursed win would be won without such rules, a blessed loss lost.
enum class Verdict : std::uint8_t { win, cursed_win, draw, blessed_loss, loss };

/// `win`, `cursed win`, `draw`, `blessed loss` or `loss`.
[[nodiscard]] const char* name_of(Verdict verdict);
/// The verdict of the opponent.
[[nodiscard]] constexpr Verdict for_opponent(Verdict verdict) {
  return static_cast<Verdict>(static_cast<int>(Verdict::loss) - static_cast<int>(verdict));
}

/// A verdict, and of a win or a loss the plies until the count that runs is over for good: a new one begins or the game
/// ends, with the winner always in time. Otherwise 0.
struct RuledDistance {
  Verdict verdict = Verdict::draw;
  int plies = 0;

  [[nodiscard]] bool operator==(const RuledDistance&) const = default;
};

/// A legal move, and what it comes to for the side that plays it, the move itself included.
struct RuledMove {
  Move move;
  Result<RuledDistance> distance;
};

class TableSet {
 public:
  /// Opens the tables of `variant` in `folder`, which holds one folder a variant. Table files are
  /// opened on first use. `folder` may be relative: it is resolved now. A folder without tables is
  /// an empty set, in which only positions that need no table have values.
  static Result<std::unique_ptr<TableSet>> open(const Variant& variant, const std::filesystem::path& folder,
                                                const TableSetOptions& options = {});

  virtual ~TableSet() = default;

  /// The value for the side to move; by tables of win, loss and draw, or where there are none by those of distances.
  /// Errors: illegal_position, missing_table (which), too_many_pieces
  /// (more than any table here has), damaged_table (which, where), not_cached, out_of_memory.
  virtual Result<Value> probe(const Position& position, ProbeMode mode = Access::read_if_needed) const = 0;

  /// Starts to fetch what a probe of `position` touches in memory. Never reads or decodes, and does nothing
  /// for a position that has no value of its own in a table.
  virtual void prefetch(const Position& position) const = 0;

  /// Every legal move with its value for the side that plays it, in no particular order.
  virtual Result<std::vector<MoveValue>> probe_moves(const Position& position) const = 0;

  /// Value and distance for the side to move, by the tables of `metric`, which is not wld, alone. For Metric::rule they
  /// are those of a count that begins here. Errors as probe().
  virtual Result<Distance> probe_distance(const Position& position, Metric metric,
                                          ProbeMode mode = Access::read_if_needed) const = 0;

  /// Every legal move with its distance, in no particular order.
  virtual Result<std::vector<MoveDistance>> probe_move_distances(const Position& position, Metric metric) const = 0;

  /// What the rest of the game comes to if the rule that governs `position` has counted `count` plies, which is 0 or
  /// more (docs/draw-rules.md). By tables of Metric::rule; a draw by those needs others too, to tell whether it would
  /// be won without the rules. Errors as probe(), no_rule_known.
  virtual Result<RuledDistance> probe_rules(const Position& position, int count) const = 0;

  /// Every legal move with that, in no particular order; none if the count has reached its limit, since the game is
  /// over.
  virtual Result<std::vector<RuledMove>> probe_rule_moves(const Position& position, int count) const = 0;

  /// Whether there is a table of this metric.
  [[nodiscard]] virtual bool has_metric(Metric metric) const = 0;

  [[nodiscard]] virtual const Variant& variant() const = 0;
  [[nodiscard]] virtual ProbeStatistics statistics() const = 0;
  /// Pieces of the largest material that has a table here, but for those of Metric::rule, which probe() cannot use; 0
  /// if there is none.
  [[nodiscard]] virtual int max_pieces() const = 0;
  /// Whether there is a table of `material`, or of its twin, of any metric but rule. Its file may still turn out to be
  /// damaged.
  [[nodiscard]] virtual bool has_table(const Material& material) const = 0;
};

}  // namespace dambase
