#include "formats/prediction.hpp"

#include <zstd.h>

#include <algorithm>
#include <utility>

#include "formats/rice_code.hpp"

namespace dambase {
namespace {

constexpr unsigned no_value = TileBuffer::no_value;
constexpr unsigned two_cells = 0xf;
constexpr unsigned no_neighbours = 0xffff;

// A rule in a byte: bits 0 and 1 what is expected, 3 to 5 the degree, 6 which of the two other values comes otherwise.
constexpr unsigned expected_of(std::uint8_t rule) { return rule & 3U; }
constexpr unsigned degree_of(std::uint8_t rule) { return rule >> 3 & 7U; }
constexpr unsigned otherwise_of(std::uint8_t rule) { return (expected_of(rule) + 1 + (rule >> 6 & 1U)) % 3; }
constexpr unsigned third_of(std::uint8_t rule) { return (expected_of(rule) + 2 - (rule >> 6 & 1U)) % 3; }

using Four = std::array<unsigned, 4>;
using FourCells = std::array<std::uint8_t, 4>;

// A step of TileWalk from a function that goes from cell to cell.
template <class StepOfOne>
class OneByOne {
 public:
  explicit OneByOne(StepOfOne step) : step_(std::move(step)) {}

  unsigned operator()(unsigned neighbourhood, std::uint8_t cell) { return step_(neighbourhood, cell); }
  Four operator()(const Four& around, const FourCells& cells) {
    return {step_(around[0], cells[0]), step_(around[1], cells[1]), step_(around[2], cells[2]),
            step_(around[3], cells[3])};
  }

 private:
  StepOfOne step_;
};

// Calls `step(neighbourhood, cell)` for the cells of a tile in the order in which they are coded; the low two bits of
// what it returns are the value that its neighbours shall see. Where four lines are walked at once it is called for a
// cell of each. A neighbourhood has the left neighbour in bits 0 and 1, the second to the left in 2 and 3, the one
// above and to the right in 4 and 5, the one above in 6 and 7, and those above that in 8 to 11.
template <class Step>
class TileWalk {
 public:
  TileWalk(TileBuffer& tile, Step step) : tile_(tile), step_(std::move(step)), width_(tile.shape().width) {}

  [[gnu::always_inline]] void run() {
    const auto lines = static_cast<std::ptrdiff_t>(tile_.shape().lines);
    std::ptrdiff_t line = 0;
    for (; line + at_once <= lines; line += at_once) walk_group(line);
    for (; line < lines; ++line) walk_single(line);
  }

 private:
  static constexpr std::ptrdiff_t at_once = 4;
  // Where a neighbourhood has the second and the third cell above.
  static constexpr unsigned second = 0x300;
  static constexpr unsigned third = 0xc00;

  [[gnu::always_inline]] void walk_single(std::ptrdiff_t line) {
    look_above(line);
    std::uint8_t* const cells = tile_.line(line);
    unsigned left = no_neighbours;
    for (std::size_t i = 0; i < width_; ++i) left = take(tile_.above(0)[i] | (left & two_cells), cells[i], left);
  }

  // Four lines, each two cells behind the one above it. `lefts` holds the last eight cells of each, the latest lowest:
  // two cells ahead, a line has over its next cell, and to the right of that, what the next line has to its left.
  [[gnu::always_inline]] void walk_group(std::ptrdiff_t line) {
    look_above(line);
    std::array<unsigned, at_once> lefts;
    lefts.fill(no_neighbours);
    const std::array cells{tile_.line(line), tile_.line(line + 1), tile_.line(line + 2), tile_.line(line + 3)};
    constexpr std::size_t behind = 2 * (at_once - 1);
    std::size_t i = 0;
    for (; i < behind; ++i) walk_column_at_edge(i, cells, lefts);
    for (; i < width_; ++i) {
      const auto values =
          step_(neighbourhoods(i, lefts), {cells[0][i], cells[1][i - 2], cells[2][i - 4], cells[3][i - 6]});
      for (std::size_t k = 0; k < cells.size(); ++k) lefts[k] = put(values[k], cells[k][i - 2 * k], lefts[k]);
    }
    for (; i < width_ + behind; ++i) walk_column_at_edge(i, cells, lefts);
  }

  [[nodiscard]] [[gnu::always_inline]] Four neighbourhoods(std::size_t i,
                                                           const std::array<unsigned, at_once>& lefts) const {
    const auto base = [&](unsigned line) { return lefts[line] & two_cells; };
    const auto over = [&](unsigned line) { return (lefts[line] & two_cells) << 4; };
    return {tile_.above(0)[i] | base(0), tile_.above(1)[i - 2] | over(0) | base(1),
            tile_.above(2)[i - 4] | over(1) | (lefts[0] << 2 & second) | base(2),
            over(2) | (lefts[1] << 2 & second) | (lefts[0] & third) | base(3)};
  }

  // The same where a line has not begun, or is over.
  void walk_column_at_edge(std::size_t i, const std::array<std::uint8_t*, at_once>& cells,
                           std::array<unsigned, at_once>& lefts) {
    const std::array before = lefts;
    const auto at = [&](std::size_t line) { return i - 2 * line; };
    const auto is_in = [&](std::size_t line) { return i >= 2 * line && at(line) < width_; };
    const auto go = [&](std::size_t line, unsigned above) {
      if (is_in(line)) {
        lefts[line] = take(above | (before[line] & two_cells), cells[line][at(line)], before[line]);
      } else if (i >= 2 * line) {
        lefts[line] = before[line] << 2 | no_value;
      }
    };
    const auto over = [&](unsigned line) { return (before[line] & two_cells) << 4; };
    go(0, is_in(0) ? tile_.above(0)[i] : 0U);
    go(1, is_in(1) ? tile_.above(1)[at(1)] | over(0) : 0U);
    go(2, is_in(2) ? tile_.above(2)[at(2)] | over(1) | (before[0] << 2 & second) : 0U);
    go(3, over(2) | (before[1] << 2 & second) | (before[0] & third));
  }

  // What the neighbourhoods of a line and of the two below it have of the lines above the first. These loops become
  // vector instructions.
  void look_above(std::ptrdiff_t line) {
    const std::uint8_t* const one_up = tile_.line(line - 1);
    const std::uint8_t* const two_up = tile_.line(line - 2);
    const std::uint8_t* const three_up = tile_.line(line - 3);
    std::uint16_t* const above = tile_.above(0);
    std::uint16_t* const above_next = tile_.above(1);
    std::uint16_t* const above_third = tile_.above(2);
    for (std::size_t i = 0; i < width_; ++i) {
      above[i] = static_cast<std::uint16_t>((one_up[i + 1] & 3) << 4 | (one_up[i] & 3) << 6 | (two_up[i] & 3) << 8 |
                                            (three_up[i] & 3) << 10);
    }
    for (std::size_t i = 0; i < width_; ++i)
      above_next[i] = static_cast<std::uint16_t>((one_up[i] & 3) << 8 | (two_up[i] & 3) << 10);
    for (std::size_t i = 0; i < width_; ++i) above_third[i] = static_cast<std::uint16_t>((one_up[i] & 3) << 10);
  }

  [[gnu::always_inline]] unsigned take(unsigned neighbours, std::uint8_t& cell, unsigned left) {
    return put(step_(neighbours, cell), cell, left);
  }
  [[gnu::always_inline]] static unsigned put(unsigned value, std::uint8_t& cell, unsigned left) {
    cell = static_cast<std::uint8_t>(value);
    return 4 * left + (value & 3U);
  }

  TileBuffer& tile_;
  Step step_;
  std::size_t width_;
};

template <class Step>
void walk_tile(TileBuffer& tile, Step step) {
  TileWalk<Step>(tile, std::move(step)).run();
}

Error damaged(const char* what) { return {ErrorCode::damaged_table, what}; }

}  // namespace

// ---- encoding ----

// Run lengths are written in the order in which the decoder asks for them: that of a degree when the first cell of the
// run comes, while its length is known only at its end.
class PredictionModel::Encoder {
 public:
  explicit Encoder(const PredictionModel& model) : model_(model) { open_.fill(none); }

  unsigned next(unsigned neighbours, std::uint8_t code) {
    const std::uint8_t rule = model_.rules_[neighbours];
    const unsigned degree = degree_of(rule);
    if (open_[degree] == none) begin(open_[degree], model_.parameters_[degree]);
    if (code == expected_of(rule) || code == static_cast<std::uint8_t>(Code::capture)) {
      ++runs_[open_[degree]].length;
      return expected_of(rule);
    }
    end(open_[degree]);
    if (open_otherwise_ == none) begin(open_otherwise_, model_.otherwise_parameter_);
    if (code == otherwise_of(rule)) {
      ++runs_[open_otherwise_].length;
    } else {
      end(open_otherwise_);
    }
    return code;
  }

  // Runs that never end need not be written behind the last that does. One before it is made longer where that
  // is free.
  void write(std::vector<std::byte>& bytes) {
    RiceWriter writer(bytes);
    for (std::size_t i = 0; i < needed_; ++i) {
      const Run& run = runs_[i];
      if (model_.may_be_endless(run.parameter)) writer.write_bit(!run.has_ended);
      if (run.has_ended) {
        writer.write(run.length, run.parameter);
      } else if (!model_.may_be_endless(run.parameter)) {
        const std::uint64_t ones = (std::uint64_t{1} << run.parameter) - 1;
        writer.write((run.length + ones) & ~ones, run.parameter);
      }
    }
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  struct Run {
    std::uint32_t length;
    std::uint8_t parameter;
    bool has_ended;
  };

  void begin(std::uint32_t& open, std::uint8_t parameter) {
    open = static_cast<std::uint32_t>(runs_.size());
    runs_.push_back({0, parameter, false});
  }
  void end(std::uint32_t& open) {
    runs_[open].has_ended = true;
    needed_ = std::max<std::size_t>(needed_, open + 1);
    open = none;
  }

  const PredictionModel& model_;
  std::vector<Run> runs_;
  std::array<std::uint32_t, degrees> open_{};
  std::uint32_t open_otherwise_ = none;
  std::size_t needed_ = 0;
};

void PredictionModel::encode(TileBuffer& tile, std::vector<std::byte>& bytes) const {
  Encoder encoder(*this);
  walk_tile(tile, OneByOne([&](unsigned neighbours, std::uint8_t code) { return encoder.next(neighbours, code); }));
  encoder.write(bytes);
}

// ---- decoding ----

constexpr auto one_of_degree = [] {
  std::array<std::uint64_t, PredictionModel::degrees> table{};
  for (std::size_t degree = 0; degree < table.size(); ++degree) table[degree] = std::uint64_t{1} << 8 * degree;
  return table;
}();

// How often each degree has still to be right is counted in one byte of a word each: up to 127, so that the high bit
// tells when a count is over, and nothing is carried to the next byte. What does not fit waits.
class PredictionModel::Decoder {
 public:
  Decoder(const PredictionModel& model, std::span<const std::byte> bytes) : model_(model), reader_(bytes) {}

  // What follows for a cell: its value, and what is counted from then on.
  struct Next {
    std::uint64_t counters;
    unsigned value;
  };

  static constexpr std::uint64_t all_high = 0x8080808080808080U;
  static constexpr std::uint64_t all_over = all_high - all_high / 0x80;  ///< the next of any degree ends a count

  struct NextFour {
    std::uint64_t counters;
    Four values;
  };

  Next next(std::uint64_t counters, std::uint8_t rule) {
    counters += one_of_degree[degree_of(rule)];
    if ((counters & all_high) == 0) [[likely]]
      return {counters, rule};
    return at_end_of_count(counters, rule);
  }

  [[gnu::noinline]] NextFour one_by_one(std::uint64_t counters, const Four& rules) {
    NextFour result{counters, {}};
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const Next one = next(result.counters, static_cast<std::uint8_t>(rules[i]));
      result.counters = one.counters;
      result.values[i] = one.value;
    }
    return result;
  }

 private:
  // For a cell with `rule` whose degree has been right as often as was counted.
  Next at_end_of_count(std::uint64_t counters, std::uint8_t rule) {
    const unsigned degree = degree_of(rule);
    Run& run = runs_[degree];
    if (!run.is_known) {
      run.waiting = read_run(model_.parameters_[degree]);
      run.is_known = true;
    }
    if (run.waiting > 0) {
      const std::uint32_t counted = std::min(run.waiting - 1, most_counted);
      run.waiting -= counted + 1;
      return {counters - (std::uint64_t{counted + 1} << 8 * degree), expected_of(rule)};
    }
    run.is_known = false;
    return {counters - (std::uint64_t{1} << 8 * degree), surprise(rule)};
  }

  static constexpr std::uint32_t most_counted = 127;
  struct Run {
    std::uint32_t waiting = 0;
    bool is_known = false;
  };

  std::uint32_t read_run(unsigned parameter) {
    return model_.may_be_endless(parameter) && reader_.read_bit() ? RiceReader::endless : reader_.read(parameter);
  }

  unsigned surprise(std::uint8_t rule) {
    if (!otherwise_.is_known) {
      otherwise_.waiting = read_run(model_.otherwise_parameter_);
      otherwise_.is_known = true;
    }
    if (otherwise_.waiting > 0) {
      --otherwise_.waiting;
      return otherwise_of(rule);
    }
    otherwise_.is_known = false;
    return third_of(rule);
  }

  const PredictionModel& model_;
  RiceReader reader_;
  std::array<Run, degrees> runs_{};
  Run otherwise_;
};

// Keeps the counters in a register: every cell is counted, and few are at the end of a count.
class PredictionModel::DecodingStep {
 public:
  DecodingStep(Decoder& decoder, const std::uint8_t* rules) : decoder_(decoder), rules_(rules) {}

  [[gnu::always_inline]] unsigned operator()(unsigned neighbourhood, std::uint8_t) {
    return decode(rules_[neighbourhood]);
  }
  // All at once if none of them ends a count, as nearly always.
  [[gnu::always_inline]] Four operator()(const Four& around, const FourCells&) {
    const Four rules = {rules_[around[0]], rules_[around[1]], rules_[around[2]], rules_[around[3]]};
    std::uint64_t counters = counters_;
    for (const unsigned rule : rules) counters += one_of_degree[degree_of(static_cast<std::uint8_t>(rule))];
    if ((counters & Decoder::all_high) == 0) [[likely]] {
      counters_ = counters;
      return rules;
    }
    const auto next = decoder_.one_by_one(counters_, rules);
    counters_ = next.counters;
    return next.values;
  }

 private:
  unsigned decode(std::uint8_t rule) {
    const auto next = decoder_.next(counters_, rule);
    counters_ = next.counters;
    return next.value;
  }

  Decoder& decoder_;
  const std::uint8_t* rules_;
  std::uint64_t counters_ = Decoder::all_over;
};

void PredictionModel::decode(std::span<const std::byte> bytes, TileBuffer& tile) const {
  Decoder decoder(*this, bytes);
  walk_tile(tile, DecodingStep(decoder, rules_.data()));
  tile.keep_values();
}

// ---- the model ----

void PredictionModel::set_rules(const std::array<Rule, neighbourhoods>& rules,
                                const std::array<std::uint8_t, degrees>& parameters, std::uint8_t otherwise_parameter) {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Rule& rule = rules[i];
    const bool is_second = rule.otherwise == (rule.expected + 2) % 3;
    rules_[i] = static_cast<std::uint8_t>(rule.expected | rule.degree << 3 | (is_second ? 0x40 : 0));
  }
  parameters_ = parameters;
  otherwise_parameter_ = otherwise_parameter;
}

PredictionModel PredictionModel::with_endless_runs(std::uint8_t from) const {
  PredictionModel model = *this;
  model.endless_from_ = from;
  return model;
}

// The parameters, a byte each, and the rules.
std::vector<std::byte> PredictionModel::to_bytes() const {
  std::vector<std::uint8_t> plain(parameters_.begin(), parameters_.end());
  plain.push_back(otherwise_parameter_);
  plain.push_back(endless_from_);
  plain.insert(plain.end(), rules_.begin(), rules_.end());
  std::vector<std::byte> bytes(ZSTD_compressBound(plain.size()));
  constexpr int level = 19;
  const std::size_t size = ZSTD_compress(bytes.data(), bytes.size(), plain.data(), plain.size(), level);
  if (ZSTD_isError(size) != 0) return {};
  bytes.resize(size);
  return bytes;
}

Result<PredictionModel> PredictionModel::from_bytes(std::span<const std::byte> bytes) {
  std::array<std::uint8_t, degrees + 2 + neighbourhoods> plain{};
  const std::size_t size = ZSTD_decompress(plain.data(), plain.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0 || size != plain.size()) return damaged("a model that cannot be read");
  const auto is_rule = [](std::uint8_t rule) { return expected_of(rule) < 3 && (rule & 0x84U) == 0; };
  const auto rules = std::span(plain).subspan(degrees + 2);
  const auto parameters = std::span(plain).first(degrees + 2);
  if (!std::ranges::all_of(rules, is_rule) ||
      !std::ranges::all_of(parameters, [](std::uint8_t p) { return p <= most_parameter; }))
    return damaged("a model that cannot be");
  PredictionModel model;
  std::ranges::copy(rules, model.rules_.begin());
  std::ranges::copy(parameters.first(degrees), model.parameters_.begin());
  model.otherwise_parameter_ = plain[degrees];
  model.endless_from_ = plain[degrees + 1];
  return model;
}

// ---- learning ----

namespace {

// A Rice parameter and the rarest surprises that it is best for: one in so many tenths of cells, where it costs as
// much as the next; the last is for all that are rarer. Whole numbers, because the same tables must come from every
// machine.
struct ParameterRange {
  std::uint8_t parameter;
  std::uint64_t tenths;
};

constexpr std::array<ParameterRange, PredictionModel::degrees> ranges_of_degrees = {
    {{0, 26}, {1, 47}, {2, 88}, {3, 171}, {4, 450}, {6, 1785}, {8, 9217}, {11, 0}}};
constexpr std::array<ParameterRange, 8> ranges_of_otherwise = {
    {{0, 26}, {1, 47}, {2, 88}, {3, 171}, {4, 338}, {5, 670}, {6, 1335}, {7, 0}}};

// The best of `ranges` where `surprises` came in `cells`, with a little doubt where few were seen.
std::uint8_t best_range(std::uint64_t surprises, std::uint64_t cells, std::span<const ParameterRange> ranges) {
  std::uint8_t best = 0;
  while (best + 1U < ranges.size() && 50 * (cells + 1) > ranges[best].tenths * (5 * surprises + 2)) ++best;
  return best;
}

}  // namespace

void PredictionTrainer::learn(TileBuffer& tile) {
  unsigned last = static_cast<unsigned>(Code::draw);
  const auto step = [&](unsigned neighbours, std::uint8_t code) {
    Counts& counts = counts_[neighbours];
    if (code == static_cast<std::uint8_t>(Code::capture)) {
      ++counts.free;
      return is_first_round_ ? last : unsigned{expected_[neighbours]};
    }
    ++counts.stored[code];
    last = code;
    return last;
  };
  walk_tile(tile, OneByOne(step));
}

void PredictionTrainer::finish_round() {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const auto& stored = counts_[i].stored;
    const bool is_seen = stored[0] + stored[1] + stored[2] > 0;
    const auto most = std::ranges::max_element(stored) - stored.begin();
    expected_[i] = static_cast<std::uint8_t>(is_seen ? most : static_cast<std::ptrdiff_t>(Code::draw));
  }
  last_round_ = counts_;
  counts_ = {};
  is_first_round_ = false;
}

PredictionModel PredictionTrainer::model() const {
  std::array<PredictionModel::Rule, PredictionModel::neighbourhoods> rules{};
  std::uint64_t surprises = 0;
  std::uint64_t third_values = 0;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Counts& counts = last_round_[i];
    const unsigned expected = expected_[i];
    const std::array others{(expected + 1) % 3, (expected + 2) % 3};
    const bool first_is_more = counts.stored[others[0]] >= counts.stored[others[1]];
    const std::uint64_t surprises_here = counts.stored[others[0]] + counts.stored[others[1]];
    const std::uint64_t cells = surprises_here + counts.stored[expected] + counts.free;
    rules[i].expected = static_cast<std::uint8_t>(expected);
    rules[i].otherwise = static_cast<std::uint8_t>(first_is_more ? others[0] : others[1]);
    // What was never seen takes one rule, so that the model is small.
    rules[i].degree = cells == 0 ? std::uint8_t{0} : best_range(surprises_here, cells, ranges_of_degrees);
    surprises += surprises_here;
    third_values += std::min(counts.stored[others[0]], counts.stored[others[1]]);
  }
  std::array<std::uint8_t, PredictionModel::degrees> parameters{};
  std::ranges::transform(ranges_of_degrees, parameters.begin(), &ParameterRange::parameter);
  PredictionModel model;
  model.set_rules(rules, parameters,
                  ranges_of_otherwise[best_range(third_values, surprises, ranges_of_otherwise)].parameter);
  return model;
}

}  // namespace dambase
