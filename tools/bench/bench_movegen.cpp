// Legal moves and the test for a capture, an item a position; perft from the start, an item a leaf.
#include <benchmark/benchmark.h>

#include "engine/movegen.hpp"
#include "engine/rules/international.hpp"
#include "engine/variant.hpp"
#include "tools/bench/samples.hpp"

namespace dambase::bench {
namespace {

using Rules = International;

constexpr std::size_t sample_count = 1 << 14;

std::vector<Position> positions_of(const char* name) {
  return sample_positions(Rules::Board::shape, *Material::parse(name), sample_count);
}

void all_moves(benchmark::State& state, const char* name) {
  const auto positions = positions_of(name);
  std::vector<Move> moves;
  for (auto _ : state) {
    for (const Position& position : positions) {
      legal_moves<Rules>(position, moves);
      benchmark::DoNotOptimize(moves.data());
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

void capture_test(benchmark::State& state, const char* name) {
  const auto positions = positions_of(name);
  for (auto _ : state) {
    for (const Position& position : positions) benchmark::DoNotOptimize(has_capture<Rules>(position));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

void perft(benchmark::State& state) {
  const Variant& variant = **find_variant("international");
  const Position start = variant.start_position();
  std::uint64_t leaves = 0;
  for (auto _ : state) leaves += variant.perft(start, static_cast<int>(state.range(0)));
  state.SetItemsProcessed(static_cast<std::int64_t>(leaves));
}

BENCHMARK_CAPTURE(all_moves, KKMvKM, "KKMvKM");
BENCHMARK_CAPTURE(all_moves, MMMvMM, "MMMvMM");
BENCHMARK_CAPTURE(capture_test, KKMvKM, "KKMvKM");
BENCHMARK_CAPTURE(capture_test, MMMvMM, "MMMvMM");
BENCHMARK(perft)->Arg(6)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dambase::bench
