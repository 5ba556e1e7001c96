#include "formats/prediction.hpp"

#include <zstd.h>

#include <algorithm>
#include <utility>

#include "formats/rice_code.hpp"

namespace dambase {
namespace {

constexpr unsigned no_value = TileBuffer::no_value;
constexpr unsigned two_cells = 0xf;
constexpr unsigned no_neighbours = no_value | no_value << 2;

// Calls `step(neighbourhood, cell)` for the cells of a tile in the order in which they are coded; it returns
// the value that its neighbours shall see. A neighbourhood has the left neighbour in bits 0 and 1, the second to the left
// in 2 and 3, the one above and to the right in 4 and 5, the one above in 6 and 7, and those above that in 8 to 11.
template <class Step>
class TileWalk {
 public:
  TileWalk(TileBuffer& tile, Step step) : tile_(tile), step_(std::move(step)), width_(tile.shape().width) {}

  [[gnu::always_inline]] void run() {
    const auto lines = static_cast<std::ptrdiff_t>(tile_.shape().lines);
    std::ptrdiff_t line = 0;
    for (; line + 1 < lines; line += 2) walk_pair(line);
    if (line < lines) walk_single(line);
  }

 private:
  // The three lines above a line, the nearest first.
  struct Above {
    const std::uint8_t* first;
    const std::uint8_t* second;
    const std::uint8_t* third;
  };

  [[nodiscard]] Above above(std::ptrdiff_t line) const {
    return {tile_.line(line - 1), tile_.line(line - 2), tile_.line(line - 3)};
  }

  [[gnu::always_inline]] void walk_single(std::ptrdiff_t line) {
    unsigned left = no_neighbours;
    for (std::size_t i = 0; i < width_; ++i) left = upper(tile_.line(line), above(line), i, left);
  }

  [[gnu::always_inline]] void walk_pair(std::ptrdiff_t line) {
    std::uint8_t* const cells = tile_.line(line);
    std::uint8_t* const below = tile_.line(line + 1);
    const Above over = above(line);
    unsigned left = no_neighbours;
    unsigned left_below = no_neighbours;
    std::size_t i = 0;
    for (; i < 2 && i < width_; ++i) left = upper(cells, over, i, left);
    if (width_ == 1) left = (left << 2 | no_value) & two_cells;
    for (i = 2; i < width_; ++i) {
      const unsigned over_below = left;
      left = upper(cells, over, i, left);
      left_below = lower(below, over, i - 2, over_below, left_below);
    }
    for (i = std::max<std::size_t>(i, 2); i < width_ + 2; ++i) {
      left_below = lower(below, over, i - 2, left, left_below);
      left = (left << 2 | no_value) & two_cells;
    }
  }

  [[gnu::always_inline]] unsigned upper(std::uint8_t* cells, const Above& above, std::size_t i, unsigned left) {
    const unsigned neighbours = left | static_cast<unsigned>(above.first[i + 1] << 4) |
                                static_cast<unsigned>(above.first[i] << 6) |
                                static_cast<unsigned>(above.second[i] << 8) |
                                static_cast<unsigned>(above.third[i] << 10);
    return take(neighbours, cells[i], left);
  }

  // The cell below one of the upper line; `over` has that and the next as if these were the two to the left of a third.
  [[gnu::always_inline]] unsigned lower(std::uint8_t* cells, const Above& above, std::size_t i, unsigned over,
                                        unsigned left) {
    const unsigned neighbours = left | over << 4 | static_cast<unsigned>(above.first[i] << 8) |
                                static_cast<unsigned>(above.second[i] << 10);
    return take(neighbours, cells[i], left);
  }

  [[gnu::always_inline]] unsigned take(unsigned neighbours, std::uint8_t& cell, unsigned left) {
    const unsigned value = step_(neighbours, cell);
    cell = static_cast<std::uint8_t>(value);
    return (left << 2 | value) & two_cells;
  }

  TileBuffer& tile_;
  Step step_;
  std::size_t width_;
};

template <class Step>
void walk_tile(TileBuffer& tile, Step step) {
  TileWalk<Step>(tile, std::move(step)).run();
}

constexpr unsigned expected_of(std::uint8_t rule) { return rule & 3U; }
constexpr unsigned degree_of(std::uint8_t rule) { return rule >> 3 & 7U; }
constexpr unsigned otherwise_of(std::uint8_t rule) { return rule >> 6; }

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
  walk_tile(tile, [&](unsigned neighbours, std::uint8_t code) { return encoder.next(neighbours, code); });
  encoder.write(bytes);
}

// ---- decoding ----

// How many more times each degree is right is counted down in one byte of a word each, with the high bit set, so that
// nothing is borrowed from the next byte; what does not fit waits.
class PredictionModel::Decoder {
 public:
  Decoder(const PredictionModel& model, std::span<const std::byte> bytes) : model_(model), reader_(bytes) {}

  // What follows for a cell: its value, and what is counted from then on.
  struct Next {
    std::uint64_t counters;
    unsigned value;
  };

  static constexpr std::uint64_t all_high = 0x8080808080808080U;

  // For a cell with `rule` whose degree has been right as often as was counted: its byte in `counters` is one below
  // that of an empty count.
  [[gnu::noinline]] Next at_end_of_count(std::uint64_t counters, std::uint8_t rule) {
    const unsigned degree = degree_of(rule);
    Run& run = runs_[degree];
    if (!run.is_known) {
      run.waiting = read_run(model_.parameters_[degree]);
      run.is_known = true;
    }
    if (run.waiting > 0) {
      const std::uint32_t counted = std::min(run.waiting - 1, most_counted);
      run.waiting -= counted + 1;
      return {counters + (std::uint64_t{counted + 1} << 8 * degree), expected_of(rule)};
    }
    run.is_known = false;
    return {counters + (std::uint64_t{1} << 8 * degree), surprise(rule)};
  }

 private:
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
    return 3 - expected_of(rule) - otherwise_of(rule);
  }

  const PredictionModel& model_;
  RiceReader reader_;
  std::array<Run, degrees> runs_{};
  Run otherwise_;
};

void PredictionModel::decode(std::span<const std::byte> bytes, TileBuffer& tile) const {
  Decoder decoder(*this, bytes);
  // Kept in a register: every cell counts down, and few are at the end of a count.
  std::uint64_t counters = Decoder::all_high;
  walk_tile(tile, [&decoder, counters, rules = rules_.data()](unsigned neighbours, std::uint8_t) mutable {
    const std::uint8_t rule = rules[neighbours];
    counters -= std::uint64_t{1} << (rule & 0x38U);
    if ((~counters & Decoder::all_high) == 0) [[likely]]
      return expected_of(rule);
    const auto next = decoder.at_end_of_count(counters, rule);
    counters = next.counters;
    return next.value;
  });
}

// ---- the model ----

void PredictionModel::set_rules(const std::array<Rule, neighbourhoods>& rules,
                                const std::array<std::uint8_t, degrees>& parameters, std::uint8_t otherwise_parameter,
                                std::uint8_t endless_from) {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Rule& rule = rules[i];
    rules_[i] = static_cast<std::uint8_t>(rule.expected | rule.degree << 3 | rule.otherwise << 6);
  }
  parameters_ = parameters;
  otherwise_parameter_ = otherwise_parameter;
  endless_from_ = endless_from;
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
  const auto is_rule = [](std::uint8_t rule) {
    return expected_of(rule) < 3 && otherwise_of(rule) < 3 && expected_of(rule) != otherwise_of(rule) &&
           (rule & 4U) == 0;
  };
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
// much as the next; the last is for all that are rarer. Whole numbers, because the same tables must come from every machine.
struct ParameterRange {
  std::uint8_t parameter;
  std::uint64_t tenths;
};

constexpr std::array<ParameterRange, PredictionModel::degrees> ranges_of_degrees = {
    {{0, 26}, {1, 47}, {2, 88}, {3, 171}, {4, 450}, {6, 1785}, {8, 9217}, {11, 0}}};
constexpr std::array<ParameterRange, 8> ranges_of_otherwise = {
    {{0, 26}, {1, 47}, {2, 88}, {3, 171}, {4, 338}, {5, 670}, {6, 1335}, {7, 0}}};

// The smaller a tile, the shorter the runs that go on to its end. By measurement.
constexpr std::uint8_t endless_from(std::uint32_t tile_positions) {
  return tile_positions <= 1024 ? 6 : tile_positions <= 2048 ? 8 : 11;
}

// The best of `ranges` where `surprises` came in `cells`, with a little doubt where few were seen.
std::uint8_t best_range(std::uint64_t surprises, std::uint64_t cells, std::span<const ParameterRange> ranges) {
  std::uint8_t best = 0;
  while (best + 1U < ranges.size() && 50 * (cells + 1) > ranges[best].tenths * (5 * surprises + 2)) ++best;
  return best;
}

}  // namespace

void PredictionTrainer::learn(TileBuffer& tile) {
  unsigned last = static_cast<unsigned>(Code::draw);
  auto step = [&](unsigned neighbours, std::uint8_t code) {
    Counts& counts = counts_[neighbours];
    if (code == static_cast<std::uint8_t>(Code::capture)) {
      ++counts.free;
      return is_first_round_ ? last : unsigned{expected_[neighbours]};
    }
    ++counts.stored[code];
    last = code;
    return last;
  };
  walk_tile(tile, step);
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

PredictionModel PredictionTrainer::model(std::uint32_t tile_positions) const {
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
                  ranges_of_otherwise[best_range(third_values, surprises, ranges_of_otherwise)].parameter,
                  endless_from(tile_positions));
  return model;
}

}  // namespace dambase
