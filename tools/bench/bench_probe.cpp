// Probes of a built set, an item a probe. DAMBASE_TABLES names the folder that holds the set; its
// international tables up to four pieces must be there.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>

#include "engine/rules/international.hpp"
#include "probe/table_set.hpp"
#include "tools/bench/samples.hpp"

namespace dambase::bench {
namespace {

constexpr std::size_t sample_count = 1 << 14;

std::unique_ptr<TableSet> open_tables(std::size_t cache_bytes) {
  const char* folder = std::getenv("DAMBASE_TABLES");
  const auto variant = find_variant(International::name);
  if (folder == nullptr || !variant) return nullptr;
  auto tables = TableSet::open(**variant, folder, {cache_bytes});
  if (!tables || (*tables)->max_pieces() < 4) return nullptr;
  return std::move(*tables);
}

// One probe of each sample, and whether all had a value.
bool probe_all(const TableSet& tables, const std::vector<Position>& positions) {
  bool all = true;
  for (const Position& position : positions) {
    const auto value = tables.probe(position);
    benchmark::DoNotOptimize(value);
    all = all && value;
  }
  return all;
}

void probe_from(const TableSet* tables, benchmark::State& state, const char* material) {
  if (tables == nullptr) {
    state.SkipWithError("DAMBASE_TABLES has no international tables of 4 pieces");
    return;
  }
  const auto positions = sample_positions(International::Board::shape, *Material::parse(material), sample_count);
  if (!probe_all(*tables, positions)) {
    state.SkipWithError("a position had no value");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(probe_all(*tables, positions));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

// Every block stays in the cache; all threads share one set.
void in_cache(benchmark::State& state, const char* material) {
  static const std::unique_ptr<TableSet> tables = open_tables(std::size_t{256} << 20);
  probe_from(tables.get(), state, material);
}

// Most probes read and decode a block.
void small_cache(benchmark::State& state, const char* material) {
  const std::unique_ptr<TableSet> tables = open_tables(std::size_t{1} << 20);
  probe_from(tables.get(), state, material);
}

BENCHMARK_CAPTURE(in_cache, KKvKM, "KKvKM")->ThreadRange(1, 2)->UseRealTime();
BENCHMARK_CAPTURE(in_cache, KMvKM, "KMvKM")->ThreadRange(1, 2)->UseRealTime();
BENCHMARK_CAPTURE(small_cache, KMvKM, "KMvKM");

}  // namespace
}  // namespace dambase::bench

BENCHMARK_MAIN();
