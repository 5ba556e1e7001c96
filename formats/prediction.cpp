#include "formats/prediction.hpp"

#include <zstd.h>

#include <algorithm>

#include "formats/rice_code.hpp"
#include "formats/tile_walk.hpp"
#include "formats/zstandard.hpp"

namespace dambase {
namespace {

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
  if (auto read = decompress_frame(bytes, std::as_writable_bytes(std::span(plain))); !read) {
    return read.error().code == ErrorCode::damaged_table ? damaged("a model that cannot be read") : read.error();
  }
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
