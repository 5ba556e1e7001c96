#include "tools/player/hub_level.hpp"

#include <limits>
#include <string>

#include "tools/player/hub_numbers.hpp"
#include "tools/player/time_control.hpp"

namespace dambase::player {

namespace {

// Reads arguments of one line and remembers the first that has no proper value.
class LevelReader {
 public:
  explicit LevelReader(const HubLine& line) : line_(line) {}

  std::optional<std::uint64_t> count(std::string_view name, std::uint64_t most) {
    return read(name, [most](std::string_view text) { return parse_count(text, 1, most); });
  }
  std::optional<double> seconds(std::string_view name) { return read(name, parse_seconds); }

  [[nodiscard]] const std::optional<std::string>& wrong() const { return wrong_; }

 private:
  template <class Parse>
  auto read(std::string_view name, Parse&& parse) -> decltype(parse(name)) {
    const std::optional<std::string_view> text = line_.value(name);
    if (!text) return std::nullopt;
    const auto value = parse(*text);
    if (!value && !wrong_) wrong_ = std::string(name);
    return value;
  }

  const HubLine& line_;
  std::optional<std::string> wrong_;
};

std::optional<TimeBudget> read_time(LevelReader& reader) {
  const auto move_time = reader.seconds("move-time");
  const auto left = reader.seconds("time");
  const auto increment = reader.seconds("inc");
  const auto moves = reader.count("moves", 1000);
  if (move_time) return budget_of(*move_time);
  if (!left) return std::nullopt;
  PlayerClock clock;
  clock.left = *left;
  clock.increment = increment.value_or(0);
  if (moves) clock.moves = static_cast<int>(*moves);
  return budget_for_move(clock);
}

}  // namespace

std::optional<std::string> add_level(const HubLine& line, SearchLimits& limits) {
  LevelReader reader(line);
  SearchLimits added = line.has("infinite") ? SearchLimits{} : limits;
  if (const auto depth = reader.count("depth", score::deepest_ply)) added.depth = static_cast<int>(*depth);
  if (const auto nodes = reader.count("nodes", std::numeric_limits<std::uint64_t>::max())) added.nodes = *nodes;
  if (const auto time = read_time(reader)) added.time = time;
  if (reader.wrong()) return reader.wrong();
  limits = added;
  return std::nullopt;
}

}  // namespace dambase::player
