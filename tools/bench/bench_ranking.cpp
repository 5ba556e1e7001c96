// Rank and unrank of positions spread over a slice, an item a position.
#include <benchmark/benchmark.h>

#include "engine/rules/international.hpp"
#include "tools/bench/samples.hpp"

namespace dambase::bench {
namespace {

using Board = International::Board;

constexpr std::size_t sample_count = 1 << 14;  // few enough to stay in the cache

Material material(const char* name) { return *Material::parse(name); }

void rank(benchmark::State& state, const char* name, BitPath path) {
  if (path == BitPath::bmi2 && best_bit_path() != BitPath::bmi2) {
    state.SkipWithError("this processor has no BMI2");
    return;
  }
  const SliceNumbering numbering(Board::shape, material(name), path);
  const auto positions = sample_positions(Board::shape, material(name), sample_count);
  for (auto _ : state) {
    for (const Position& position : positions)
      benchmark::DoNotOptimize(numbering.rank(position.white(), position.black()));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

void unrank(benchmark::State& state, const char* name) {
  const SliceNumbering numbering(Board::shape, material(name));
  const auto numbers = sample_numbers(numbering.positions(), sample_count);
  for (auto _ : state) {
    for (std::uint64_t number : numbers) benchmark::DoNotOptimize(numbering.unrank(number));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(numbers.size()));
}

BENCHMARK_CAPTURE(rank, KKMvKM_bmi2, "KKMvKM", BitPath::bmi2);
BENCHMARK_CAPTURE(rank, KKMvKM_portable, "KKMvKM", BitPath::portable);
BENCHMARK_CAPTURE(rank, MMMvMM_bmi2, "MMMvMM", BitPath::bmi2);
BENCHMARK_CAPTURE(rank, MMMvMM_portable, "MMMvMM", BitPath::portable);
BENCHMARK_CAPTURE(unrank, KKMvKM, "KKMvKM");
BENCHMARK_CAPTURE(unrank, MMMvMM, "MMMvMM");

}  // namespace
}  // namespace dambase::bench
