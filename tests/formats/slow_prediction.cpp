#include "tests/formats/slow_prediction.hpp"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <optional>

namespace dambase::slow {
namespace {

constexpr std::uint64_t endless = std::uint64_t{1} << 30;
constexpr std::size_t degrees = 8;
constexpr std::size_t rules = 4096;

struct Rule {
  unsigned expected;
  unsigned degree;
  unsigned second;
  unsigned third;
};

class Decoder {
 public:
  Decoder(const std::vector<std::uint8_t>& model, std::uint32_t lines, std::uint32_t width,
          std::span<const std::byte> bytes)
      : model_(model), lines_(lines), width_(width), reader_(bytes), values_(std::size_t{lines} * width) {}

  std::vector<unsigned> decode() {
    for (const auto& [line, column] : cells_in_order(lines_, width_)) {
      const Rule rule = rule_at(line, column);
      std::optional<std::uint64_t>& run = runs_[rule.degree];
      if (!run) run = read_run(model_[rule.degree]);
      unsigned value = rule.expected;
      if (*run > 0) {
        --*run;
      } else {
        run.reset();
        value = surprise(rule);
      }
      values_[std::size_t{line} * width_ + column] = value;
    }
    return values_;
  }

 private:
  unsigned surprise(const Rule& rule) {
    if (!otherwise_) otherwise_ = read_run(model_[degrees]);
    if (*otherwise_ > 0) {
      --*otherwise_;
      return rule.second;
    }
    otherwise_.reset();
    return rule.third;
  }

  std::uint64_t read_run(unsigned parameter) {
    const unsigned endless_from = model_[degrees + 1];
    if (parameter >= endless_from && reader_.read_bit()) return endless;
    return reader_.read(parameter);
  }

  [[nodiscard]] Rule rule_at(std::int64_t line, std::int64_t column) const {
    const unsigned neighbours = at(line, column - 1) | at(line, column - 2) << 2 | at(line - 1, column + 1) << 4 |
                                at(line - 1, column) << 6 | at(line - 2, column) << 8 | at(line - 3, column) << 10;
    const unsigned byte = model_[degrees + 2 + neighbours];
    const unsigned expected = byte & 3;
    const unsigned next = (expected + 1) % 3;
    const unsigned last = (expected + 2) % 3;
    const bool is_last = (byte >> 6 & 1) != 0;
    return {expected, byte >> 3 & 7, is_last ? last : next, is_last ? next : last};
  }

  [[nodiscard]] unsigned at(std::int64_t line, std::int64_t column) const {
    if (line < 0 || column < 0 || column >= std::int64_t{width_}) return 3;
    return values_[static_cast<std::size_t>(line) * width_ + static_cast<std::size_t>(column)];
  }

  const std::vector<std::uint8_t>& model_;
  std::uint32_t lines_;
  std::uint32_t width_;
  RiceReader reader_;
  std::vector<unsigned> values_;
  std::array<std::optional<std::uint64_t>, degrees> runs_;
  std::optional<std::uint64_t> otherwise_;
};

}  // namespace

std::vector<Cell> cells_in_order(std::uint32_t lines, std::uint32_t width) {
  constexpr std::uint32_t group = 4;
  constexpr std::uint32_t behind = 2;
  std::vector<Cell> cells;
  std::uint32_t line = 0;
  for (; line + group <= lines; line += group) {
    for (std::uint32_t step = 0; step < width + behind * (group - 1); ++step) {
      for (std::uint32_t i = 0; i < group; ++i) {
        if (step >= behind * i && step - behind * i < width) cells.emplace_back(line + i, step - behind * i);
      }
    }
  }
  for (; line < lines; ++line) {
    for (std::uint32_t column = 0; column < width; ++column) cells.emplace_back(line, column);
  }
  return cells;
}

bool RiceReader::read_bit() {
  const std::size_t bit = at_++;
  return bit < bytes_.size() * 8 && (static_cast<unsigned>(bytes_[bit / 8]) >> bit % 8 & 1) != 0;
}

std::uint64_t RiceReader::read(unsigned parameter) {
  std::uint64_t high = 0;
  for (; !read_bit(); ++high) {
    if (is_at_end()) return endless;
  }
  std::uint64_t low = 0;
  for (unsigned i = 0; i < parameter; ++i) low |= std::uint64_t{read_bit() ? 1U : 0U} << i;
  return std::min(endless, high << parameter | low);
}

std::vector<std::uint8_t> plain_model(std::span<const std::byte> bytes) {
  std::vector<std::uint8_t> plain(degrees + 2 + rules);
  return ZSTD_decompress(plain.data(), plain.size(), bytes.data(), bytes.size()) == plain.size()
             ? plain
             : std::vector<std::uint8_t>();
}

std::vector<unsigned> decode_tile(const std::vector<std::uint8_t>& plain_model, std::uint32_t lines,
                                  std::uint32_t width, std::span<const std::byte> bytes) {
  return Decoder(plain_model, lines, width, bytes).decode();
}

}  // namespace dambase::slow
