// How tiles are decoded; formats/prediction.hpp has the rest.
#include <algorithm>
#include <cstring>

#include "formats/prediction.hpp"
#include "formats/rice_code.hpp"
#include "formats/tile_walk.hpp"

namespace dambase {
namespace {

// How often each degree has still to be right is counted in a field of one word, whose highest bit tells when a count
// is over; nothing is carried to the next field, also if many cells are counted at once. What does not fit waits.
constexpr std::array<unsigned, PredictionModel::degrees + 1> field_of_degree = {0, 7, 14, 21, 28, 35, 42, 51, 64};
constexpr unsigned least_field = 7;

constexpr std::uint64_t flag_of_degree(std::size_t degree) {
  return std::uint64_t{1} << (field_of_degree[degree + 1] - 1);
}
constexpr std::uint64_t one_of_degree(std::size_t degree) { return std::uint64_t{1} << field_of_degree[degree]; }

constexpr std::uint64_t all_flags = [] {
  std::uint64_t flags = 0;
  for (std::size_t degree = 0; degree < PredictionModel::degrees; ++degree) flags |= flag_of_degree(degree);
  return flags;
}();
// The next of any degree ends a count.
constexpr std::uint64_t all_over = [] {
  std::uint64_t counters = 0;
  for (std::size_t degree = 0; degree < PredictionModel::degrees; ++degree)
    counters |= flag_of_degree(degree) - one_of_degree(degree);
  return counters;
}();

// Cells of a degree that are counted at once, at most.
constexpr auto most_counted = [] {
  std::array<std::uint32_t, PredictionModel::degrees> table{};
  for (std::size_t degree = 0; degree < table.size(); ++degree)
    table[degree] = static_cast<std::uint32_t>(flag_of_degree(degree) / one_of_degree(degree));
  return table;
}();

// What stands for the rule of a cell that is not in the tile: it has no value, and is not counted.
constexpr unsigned outside = 0x80 | no_value;
// What is counted of a rule.
constexpr auto one_of_rule = [] {
  std::array<std::uint64_t, 256> table{};
  for (std::uint8_t rule = 0; rule < 0x80; ++rule) table[rule] = one_of_degree(degree_of(rule));
  return table;
}();

// The values that come where not the expected one does, by bits 0, 1 and 6 of the rule.
constexpr std::size_t surprise_of(unsigned rule) { return (rule & 3U) | (rule >> 4 & 4U); }
constexpr auto values_of_surprises = [] {
  std::array<std::array<std::uint8_t, 8>, 2> table{};
  for (const unsigned rule : {0x00U, 0x01U, 0x02U, 0x40U, 0x41U, 0x42U}) {
    table[0][surprise_of(rule)] = static_cast<std::uint8_t>(otherwise_of(static_cast<std::uint8_t>(rule)));
    table[1][surprise_of(rule)] = static_cast<std::uint8_t>(third_of(static_cast<std::uint8_t>(rule)));
  }
  return table;
}();

}  // namespace

// What happens where counts end. The counters themselves stay in a register of who decodes.
class PredictionModel::RunReader {
 public:
  RunReader(const PredictionModel& model, std::span<const std::byte> bytes) : model_(model), reader_(bytes) {
    waiting_.fill(unknown);
  }

  // What follows for a cell, or for those of four lines, a byte each, the first lowest: with the value in the low two
  // bits. And what is counted from then on.
  struct Next {
    std::uint64_t counters;
    std::uint32_t cells;
  };

  // `counters` before the cell.
  [[gnu::always_inline]] Next next(std::uint64_t counters, unsigned rule) {
    counters += one_of_rule[rule];
    if ((counters & all_flags) == 0) [[likely]]
      return {counters, rule};
    return end_count(counters, rule);
  }

  // For cells of four lines, of which at least one ends a count; `counters` before them.
  [[gnu::noinline]] Next next_four(std::uint64_t counters, std::uint32_t rules) {
    const auto of_line = [&](unsigned line) { return rules >> 8 * line & 0xffU; };
    const std::uint64_t after_0 = counters + one_of_rule[of_line(0)];
    const std::uint64_t after_1 = after_0 + one_of_rule[of_line(1)];
    const std::uint64_t after_2 = after_1 + one_of_rule[of_line(2)];
    const std::uint64_t after_3 = after_2 + one_of_rule[of_line(3)];
    const auto goes_on = [](std::uint64_t after) { return (after & all_flags) == 0 ? 1U : 0U; };
    // Once a flag is up it stays.
    unsigned line = goes_on(after_0) + goes_on(after_1) + goes_on(after_2);
    const Next first = end_count(after_3, of_line(line));
    std::uint32_t cells = rules ^ (of_line(line) ^ first.cells) << 8 * line;
    if ((first.counters & all_flags) == 0) [[likely]]
      return {first.counters, cells};
    // Another count ends, perhaps of the same degree.
    counters = first.counters;
    for (unsigned below = line + 1; below < 4; ++below) counters -= one_of_rule[of_line(below)];
    while (++line < 4) {
      const Next after = next(counters, of_line(line));
      counters = after.counters;
      cells ^= (of_line(line) ^ after.cells) << 8 * line;
    }
    return {counters, cells};
  }

 private:
  static constexpr std::uint32_t unknown = UINT32_MAX;

  // For a cell with `rule` whose degree has been right as often as was counted; `counters` with it, and perhaps with
  // cells behind it.
  [[gnu::always_inline]] Next end_count(std::uint64_t counters, unsigned rule) {
    const std::size_t degree = rule >> 3 & 7U;
    const std::uint32_t run = known_run(waiting_[degree], model_.parameters_[degree]);
    const std::uint32_t room = most_counted[degree];
    // Of a run of 0 only the count is taken back, and it is unknown again.
    const std::uint32_t taken = std::clamp(run, std::uint32_t{1}, room);
    waiting_[degree] = run - taken;
    return {counters - (std::uint64_t{taken} << field_of_degree[degree]), run == 0 ? surprise(rule) : rule};
  }

  unsigned surprise(unsigned rule) {
    const std::uint32_t run = known_run(otherwise_, model_.otherwise_parameter_);
    otherwise_ = run - 1;
    return values_of_surprises[run == 0 ? 1 : 0][surprise_of(rule)];
  }

  std::uint32_t known_run(std::uint32_t waiting, unsigned parameter) {
    if (waiting != unknown) return waiting;
    return model_.may_be_endless(parameter) ? reader_.read_behind_bit(parameter) : reader_.read(parameter);
  }

  const PredictionModel& model_;
  RiceReader reader_;
  std::array<std::uint32_t, degrees> waiting_{};  ///< of the runs, behind what is counted
  std::uint32_t otherwise_ = unknown;
};

// Decodes cell by cell, as a step of TileWalk.
class PredictionModel::CellDecoder {
 public:
  CellDecoder(RunReader& runs, const std::uint8_t* rules, std::uint64_t& counters)
      : runs_(runs), rules_(rules), counters_(counters) {}

  unsigned operator()(unsigned neighbourhood, std::uint8_t) {
    const auto next = runs_.next(counters_, rules_[neighbourhood]);
    counters_ = next.counters;
    return next.cells;
  }

 private:
  RunReader& runs_;
  const std::uint8_t* rules_;
  std::uint64_t& counters_;
};

// Four lines at once, each two columns behind the one above it. The last cells of each line are a number, the latest
// lowest. Two cells ahead, a line has over its next cell, and to the right of that, what the next line has to its left.
class PredictionModel::GroupDecoder {
 public:
  GroupDecoder(RunReader& runs, const std::uint8_t* rules, std::size_t width, std::uint64_t counters)
      : runs_(runs), rules_(rules), width_(width), counters_(counters) {}

  [[nodiscard]] static bool can_decode(const TileShape& shape) {
    return shape.width >= behind && shape.width < TileBuffer::narrow_stride;
  }

  // Decodes the four lines from `line` on.
  [[gnu::always_inline]] void run(TileBuffer& tile, std::ptrdiff_t line) {
    look_above(tile, line);
    cells_ = tile.line(line);
    last_0_ = last_1_ = last_2_ = last_3_ = no_neighbours;
    std::size_t i = 0;
    for (; i < 2; ++i) step<0, 1>(i);
    for (; i < 4; ++i) step<0, 2>(i);
    for (; i < 6; ++i) step<0, 3>(i);
    while (i + window < width_) {
      if (pass_window(i)) {
        i += window;
      } else {
        for (const std::size_t end = i + window; i < end; ++i) step<0, 4>(i);
      }
    }
    for (; i < width_; ++i) step<0, 4>(i);
    for (; i < width_ + 2; ++i) step<1, 4>(i);
    for (; i < width_ + 4; ++i) step<2, 4>(i);
    for (; i < width_ + 6; ++i) step<3, 4>(i);
  }

  // What is counted from then on.
  [[nodiscard]] std::uint64_t counters() const { return counters_; }

 private:
  static constexpr std::size_t behind = 6;
  // Steps that are passed at once where nothing changes.
  static constexpr std::size_t window = 8;
  static_assert(window * 4 <= std::size_t{1} << (least_field - 1));
  static constexpr std::ptrdiff_t stride = TileBuffer::narrow_stride - 2;  ///< to where the line below is meanwhile
  static constexpr unsigned second_up = 0x300;
  static constexpr unsigned third_up = 0xc00;

  struct Rules {
    unsigned line_0;
    unsigned line_1;
    unsigned line_2;
    unsigned line_3;
  };

  // What the neighbourhoods of the first three lines have of the lines above the group, and where these change from one
  // column to the next. These loops become vector instructions.
  [[gnu::always_inline]] void look_above(const TileBuffer& tile, std::ptrdiff_t line) {
    const std::uint8_t* const one_up = tile.line(line - 1);
    const std::uint8_t* const two_up = tile.line(line - 2);
    const std::uint8_t* const three_up = tile.line(line - 3);
    const std::size_t width = width_;
    for (std::size_t i = 0; i < width; ++i) {
      above_0_[i] = static_cast<std::uint16_t>((one_up[i + 1] & 3) << 4 | (one_up[i] & 3) << 6 | (two_up[i] & 3) << 8 |
                                               (three_up[i] & 3) << 10);
    }
    for (std::size_t i = 0; i < width; ++i)
      above_1_[i + 2] = static_cast<std::uint16_t>((one_up[i] & 3) << 8 | (two_up[i] & 3) << 10);
    for (std::size_t i = 0; i < width; ++i) above_2_[i + 4] = static_cast<std::uint16_t>((one_up[i] & 3) << 10);
    for (std::size_t i = 0; i < width; ++i)
      changes_[i] = ((one_up[i] ^ one_up[i + 1]) | (two_up[i] ^ two_up[i + 1]) | (three_up[i] ^ three_up[i + 1])) & 3;
  }

  template <unsigned First, unsigned End>
  [[nodiscard]] [[gnu::always_inline]] Rules rules_at(std::size_t i) const {
    Rules rules{outside, outside, outside, outside};
    if constexpr (First <= 0) rules.line_0 = rules_[above_0_[i] | (last_0_ & two_cells)];
    if constexpr (First <= 1 && End > 1)
      rules.line_1 = rules_[above_1_[i] | (last_0_ & two_cells) << 4 | (last_1_ & two_cells)];
    if constexpr (First <= 2 && End > 2)
      rules.line_2 =
          rules_[above_2_[i] | (last_1_ & two_cells) << 4 | (last_0_ << 2 & second_up) | (last_2_ & two_cells)];
    if constexpr (End > 3)
      rules.line_3 = rules_[(last_2_ & two_cells) << 4 | (last_1_ << 2 & second_up) | (last_0_ & third_up) |
                            (last_3_ & two_cells)];
    return rules;
  }

  [[nodiscard]] [[gnu::always_inline]] static std::uint64_t ones_of(const Rules& rules) {
    return one_of_rule[rules.line_0] + one_of_rule[rules.line_1] + one_of_rule[rules.line_2] +
           one_of_rule[rules.line_3];
  }

  // If all lines have had the same value for a while, go on with it, have the same above them all along a window from
  // step i on, and no count ends there.
  [[nodiscard]] [[gnu::always_inline]] bool pass_window(std::size_t i) {
    constexpr unsigned six_cells = 0x3ff;
    std::uint64_t changes_before = 0;
    std::uint64_t changes = 0;
    std::memcpy(&changes_before, changes_.data() + i - 4, sizeof changes);
    std::memcpy(&changes, changes_.data() + i, sizeof changes);
    const unsigned changed =
        ((last_0_ ^ last_0_ >> 2) | (last_1_ ^ last_1_ >> 2) | (last_2_ ^ last_2_ >> 2) | (last_3_ ^ last_3_ >> 2)) &
        six_cells;
    if ((changes_before | changes | changed) != 0) return false;
    const Rules rules = rules_at<0, 4>(i);
    const unsigned changing =
        ((rules.line_0 ^ last_0_) | (rules.line_1 ^ last_1_) | (rules.line_2 ^ last_2_) | (rules.line_3 ^ last_3_)) &
        3U;
    const std::uint64_t counters = counters_ + window * ones_of(rules);
    if ((changing | (counters & all_flags)) != 0) return false;
    counters_ = counters;
    const auto put = [&](unsigned line, unsigned rule) {
      const std::uint64_t eight = rule * 0x0101010101010101U;
      std::memcpy(cells_ + static_cast<std::ptrdiff_t>(i) + line * stride, &eight, sizeof eight);
    };
    put(0, rules.line_0);
    put(1, rules.line_1);
    put(2, rules.line_2);
    put(3, rules.line_3);
    return true;
  }

  // Of the lines from First to before End; those before them are over.
  template <unsigned First, unsigned End>
  [[gnu::always_inline]] void step(std::size_t i) {
    Rules rules = rules_at<First, End>(i);
    const std::uint64_t counters = counters_ + ones_of(rules);
    if ((counters & all_flags) == 0) [[likely]] {
      counters_ = counters;
    } else {
      const auto next =
          runs_.next_four(counters_, rules.line_0 | rules.line_1 << 8 | rules.line_2 << 16 | rules.line_3 << 24);
      counters_ = next.counters;
      rules = {next.cells & 0xffU, next.cells >> 8 & 0xffU, next.cells >> 16 & 0xffU, next.cells >> 24};
    }
    std::uint8_t* const cells = cells_ + i;
    if constexpr (First <= 0) put(cells, rules.line_0, last_0_);
    if constexpr (First <= 1 && End > 1) put(cells + stride, rules.line_1, last_1_);
    if constexpr (First <= 2 && End > 2) put(cells + 2 * stride, rules.line_2, last_2_);
    if constexpr (End > 3) put(cells + 3 * stride, rules.line_3, last_3_);
    if constexpr (First > 0) last_0_ = 4 * last_0_ + no_value;
    if constexpr (First > 1) last_1_ = 4 * last_1_ + no_value;
    if constexpr (First > 2) last_2_ = 4 * last_2_ + no_value;
  }
  [[gnu::always_inline]] static void put(std::uint8_t* cell, unsigned value, unsigned& last) {
    *cell = static_cast<std::uint8_t>(value);
    last = 4 * last + (value & 3U);
  }

  RunReader& runs_;
  const std::uint8_t* rules_;
  std::size_t width_;
  std::uint64_t counters_;
  std::uint8_t* cells_ = nullptr;
  unsigned last_0_ = no_neighbours;
  unsigned last_1_ = no_neighbours;
  unsigned last_2_ = no_neighbours;
  unsigned last_3_ = no_neighbours;
  // By step.
  std::array<std::uint16_t, TileBuffer::narrow_stride> above_0_;
  std::array<std::uint16_t, TileBuffer::narrow_stride + 2> above_1_;
  std::array<std::uint16_t, TileBuffer::narrow_stride + 4> above_2_;
  std::array<std::uint8_t, TileBuffer::narrow_stride> changes_;  ///< by column
};

void PredictionModel::decode(std::span<const std::byte> bytes, TileBuffer& tile) const {
  RunReader runs(*this, bytes);
  std::uint64_t counters = all_over;
  TileWalk walk(tile, CellDecoder(runs, rules_.data(), counters));
  const auto lines = static_cast<std::ptrdiff_t>(tile.shape().lines);
  std::ptrdiff_t line = 0;
  if (GroupDecoder::can_decode(tile.shape())) {
    GroupDecoder groups(runs, rules_.data(), tile.shape().width, counters);
    for (; line + walk.at_once <= lines; line += walk.at_once) groups.run(tile, line);
    counters = groups.counters();
  }
  walk.run_from(line);
  tile.keep_values();
}

}  // namespace dambase
