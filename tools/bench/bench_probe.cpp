// Probes of a built set, an item a probe. DAMBASE_TABLES names the folder that holds the set; its
// international tables up to four pieces must be there.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>

#include "engine/rules/international.hpp"
#include "engine/rules/italian.hpp"
#include "probe/c_api_set.hpp"
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

// ---- by dambase.h ----

std::vector<dambase_position> c_positions(const dambase_set& set, const char* material) {
  std::vector<dambase_position> positions;
  for (const Position& position : sample_positions(set.variant().shape(), *Material::parse(material), sample_count))
    positions.push_back(c_api::c_position_of(set, position));
  return positions;
}

// The same probes as in_cache, by the C interface.
void in_cache_by_c(benchmark::State& state, const char* material) {
  static const dambase_set set(open_tables(std::size_t{256} << 20));
  const auto positions = c_positions(set, material);
  for (auto _ : state) {
    for (const dambase_position& position : positions) {
      dambase_value value = DAMBASE_DRAW;
      benchmark::DoNotOptimize(dambase_probe(&set, &position, &value, nullptr));
      benchmark::DoNotOptimize(value);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

// Positions of the C interface as the engine has them, checked.
template <class Rules>
void conversion(benchmark::State& state) {
  const auto variant = find_variant(Rules::name);
  auto tables = variant ? TableSet::open(**variant, "/nowhere") : Result<std::unique_ptr<TableSet>>(variant.error());
  if (!tables) {
    state.SkipWithError("this build does not have the variant");
    return;
  }
  const dambase_set set(*std::move(tables));
  auto positions = c_positions(set, "KMvKM");
  positions.resize(256);  // near at hand, as in an engine
  for (auto _ : state) {
    for (const dambase_position& position : positions) benchmark::DoNotOptimize(c_api::position_of(set, position));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

BENCHMARK_TEMPLATE(conversion, International);
BENCHMARK_TEMPLATE(conversion, Italian);
BENCHMARK_CAPTURE(in_cache, KKvKM, "KKvKM")->ThreadRange(1, 2)->UseRealTime();
BENCHMARK_CAPTURE(in_cache, KMvKM, "KMvKM")->ThreadRange(1, 2)->UseRealTime();
BENCHMARK_CAPTURE(in_cache_by_c, KKvKM, "KKvKM");
BENCHMARK_CAPTURE(in_cache_by_c, KMvKM, "KMvKM");
BENCHMARK_CAPTURE(small_cache, KMvKM, "KMvKM");

}  // namespace
}  // namespace dambase::bench

BENCHMARK_MAIN();
