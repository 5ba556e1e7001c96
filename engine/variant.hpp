// The run-time face of a rule set, for code that need not be fast per call: parsing, notation,
// command line. Hot code is a template over the rule set instead (engine/movegen.hpp).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/draw_rules.hpp"
#include "engine/position.hpp"
#include "engine/position_space.hpp"
#include "engine/result.hpp"
#include "engine/square_names.hpp"
#include "engine/value.hpp"

namespace dambase {

/// One complete rule set. Objects are static, immutable and may be used from any thread.
class Variant {
 public:
  /// Called with a legal capture and the squares it lands on, `to` last.
  using VisitPath = std::function<void(const Move&, std::span<const Square>)>;

  virtual ~Variant() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::uint32_t id() const = 0;
  [[nodiscard]] virtual std::uint32_t rules_version() const = 0;
  [[nodiscard]] virtual const BoardShape& shape() const = 0;
  /// What its squares are called in text. Mind that shape() numbers them as on a board whose bottom left
  /// corner is playable, which is another numbering than FEN's where the real board is a mirror image.
  [[nodiscard]] virtual const SquareNames& square_names() const = 0;
  [[nodiscard]] virtual PositionSpace position_space() const = 0;
  /// Whether kings take part in the game; if not, the first promotion has ended it.
  [[nodiscard]] virtual bool has_kings() const = 0;
  /// Its rules that count moves; none if none are known.
  [[nodiscard]] virtual DrawRules draw_rules() const = 0;
  /// One that they lack; without a name if there is none.
  [[nodiscard]] virtual UncountedRule uncounted_rule() const = 0;
  [[nodiscard]] virtual std::uint32_t draw_rules_version() const = 0;
  [[nodiscard]] virtual Position start_position() const = 0;

  /// Whether `position` can stand on the board by these rules; says which piece may not stand where.
  virtual Result<void> check(const Position& position) const = 0;
  [[nodiscard]] virtual bool has_capture(const Position& position) const = 0;
  /// The value for the side to move if the game is over: it cannot move, or the pieces alone end the game.
  [[nodiscard]] virtual std::optional<Value> value_at_end(const Position& position) const = 0;
  /// The value for a side that has no legal move, or no piece.
  [[nodiscard]] virtual Value value_without_moves() const = 0;
  /// The legal moves, each once, in no particular order; none means that the side to move has lost.
  [[nodiscard]] virtual std::vector<Move> legal_moves(const Position& position) const = 0;
  /// Calls `visit` for every path of every legal capture.
  virtual void for_each_capture_path(const Position& position, const VisitPath& visit) const = 0;
  /// Leaf nodes of the tree of legal moves `depth` plies deep; 1 at depth 0.
  [[nodiscard]] virtual std::uint64_t perft(const Position& position, int depth) const = 0;
};

/// All variants of this build, in the order of their list.
[[nodiscard]] std::span<const Variant* const> all_variants();

/// The variant called `name`; wrong_variant, with the names there are, if there is none.
Result<const Variant*> find_variant(std::string_view name);

}  // namespace dambase
