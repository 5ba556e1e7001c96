// What a dambase_set is, and positions of dambase.h turned into those of the engine.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "engine/position.hpp"
#include "probe/dense_board.hpp"
#include "probe/include/dambase.h"
#include "probe/table_set.hpp"

struct dambase_set {
  explicit dambase_set(std::unique_ptr<dambase::TableSet> opened)
      : tables(std::move(opened)), board(tables->variant().square_names()) {}

  [[nodiscard]] const dambase::Variant& variant() const { return tables->variant(); }

  std::unique_ptr<dambase::TableSet> tables;
  dambase::DenseBoard board;
};

namespace dambase::c_api {

/// The position that `given` stands for, whether or not its pieces may stand there by the rules. Nothing
/// if it stands for none: why_no_position tells the reason.
[[nodiscard]] std::optional<Position> position_of(const dambase_set& set, const dambase_position& given);

/// invalid_argument or illegal_position, where position_of gives nothing.
[[nodiscard]] Error why_no_position(const dambase_set& set, const dambase_position& given);

/// As position_of, and by the rules of the variant the pieces may stand there.
Result<Position> legal_position_of(const dambase_set& set, const dambase_position& given);

[[nodiscard]] dambase_position c_position_of(const dambase_set& set, const Position& position);

[[nodiscard]] dambase_move c_move_of(const dambase_set& set, const Position& before, const Move& move);

/// What is said where moves do not fit into the room for them.
dambase_status too_many(std::size_t moves, std::size_t capacity, dambase_error* error);

/// Nothing for a number that is none.
[[nodiscard]] std::optional<Metric> metric_of(dambase_metric metric);

[[nodiscard]] constexpr dambase_value c_value_of(Value value) {
  return static_cast<dambase_value>(DAMBASE_WIN - static_cast<int>(value));
}

}  // namespace dambase::c_api
