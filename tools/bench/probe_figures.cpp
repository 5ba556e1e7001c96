// What probes cost: probe_figures PIECES FOLDER... prints a table for each folder, which holds international tables.
// Positions are drawn evenly from all that have so many pieces, the same in every run. Columns are processor time a
// probe, with one thread and with two, which is the same if nothing stands in the way of either; and the time that
// passed with two.
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "engine/rules/international.hpp"
#include "formats/numbering.hpp"
#include "probe/table_set.hpp"

namespace dambase::bench {
namespace {

constexpr std::size_t sample_count = 200'000;
constexpr std::size_t hot_count = 2'000;
constexpr int hot_rounds = 50;
constexpr int hot_rounds_of_threads = 1'000;

using Clock = std::chrono::steady_clock;

double ns_since(Clock::time_point begin, std::size_t probes) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / static_cast<double>(probes);
}

struct Samples {
  std::vector<Position> quiet;
  std::vector<Position> captures;
  std::vector<Position> all;
};

std::vector<Material> materials_of(int pieces) {
  std::vector<Material> materials;
  for (int white = 1; white < pieces; ++white) {
    for (int white_kings = 0; white_kings <= white; ++white_kings) {
      for (int black_kings = 0; black_kings <= pieces - white; ++black_kings)
        materials.push_back({white - white_kings, white_kings, pieces - white - black_kings, black_kings});
    }
  }
  return materials;
}

Samples draw(const Variant& variant, int pieces) {
  std::vector<SliceNumbering> numberings;
  std::vector<double> weights;
  for (const Material& material : materials_of(pieces)) {
    numberings.emplace_back(variant.position_space(), material);
    weights.push_back(static_cast<double>(numberings.back().positions()));
  }
  std::mt19937_64 random(20);  // NOLINT(cert-msc51-cpp): the same positions every time is the point
  std::discrete_distribution<std::size_t> pick(weights.begin(), weights.end());
  Samples samples;
  for (std::size_t i = 0; i < sample_count; ++i) {
    const SliceNumbering& numbering = numberings[pick(random)];
    const Position position = numbering.unrank(random() % numbering.positions());
    samples.all.push_back(position);
    (variant.has_capture(position) ? samples.captures : samples.quiet).push_back(position);
  }
  return samples;
}

struct Cost {
  double wall_ns;  ///< a probe
  double cpu_ns;
};

// One probe of each position in each round, dealt out to `threads`.
Cost probe_each(const TableSet& set, const std::vector<Position>& positions, std::size_t threads, int rounds = 1) {
  const std::size_t probes = positions.size() * static_cast<std::size_t>(rounds);
  const std::clock_t cpu_begin = std::clock();
  const auto begin = Clock::now();
  {
    std::vector<std::jthread> running;
    for (std::size_t first = 0; first < threads; ++first) {
      running.emplace_back([&, first] {
        for (int round = 0; round < rounds; ++round) {
          for (std::size_t i = first; i < positions.size(); i += threads) {
            if (!set.probe(positions[i], {Access::read_if_needed, Messages::left_out})) std::abort();
          }
        }
      });
    }
  }
  const double cpu = static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC;
  return {ns_since(begin, probes), cpu * 1e9 / static_cast<double>(probes)};
}

std::unique_ptr<TableSet> open(const Variant& variant, const std::string& folder, std::size_t cache_bytes,
                               Reading reading) {
  auto set = TableSet::open(variant, folder, {cache_bytes, reading});
  return set ? *std::move(set) : nullptr;
}

void print_cold(const Variant& variant, const std::string& folder, const Samples& samples) {
  fmt::print("  {:>9} {:>9} {:>8} {:>8} {:>8} {:>9} {:>8} {:>10} {:>8}\n", "cache MiB", "reading", "quiet", "capture",
             "all", "2 threads", "2 passed", "hit rate %", "B/probe");
  for (const std::size_t mib : {1, 16, 256}) {
    for (const Reading reading : {Reading::plain, Reading::mapped, Reading::whole}) {
      const auto set = open(variant, folder, mib << 20, reading);
      // Opens the tables, and fills the cache with what such positions leave there.
      probe_each(*set, samples.all, 1);
      const double quiet = probe_each(*set, samples.quiet, 1).cpu_ns;
      const double captures = probe_each(*set, samples.captures, 1).cpu_ns;
      const ProbeStatistics before = set->statistics();
      const double all = probe_each(*set, samples.all, 1).cpu_ns;
      const ProbeStatistics after = set->statistics();
      const Cost both = probe_each(*set, samples.all, 2);
      const auto probes = static_cast<double>(samples.all.size());
      fmt::print("  {:>9} {:>9} {:>8.0f} {:>8.0f} {:>8.0f} {:>9.0f} {:>8.0f} {:>10.1f} {:>8.0f}\n", mib,
                 reading == Reading::plain    ? "plain"
                 : reading == Reading::mapped ? "mapped"
                                              : "whole",
                 quiet, captures, all, both.cpu_ns, both.wall_ns,
                 100 - 100 * static_cast<double>(after.tiles_decoded - before.tiles_decoded) / probes,
                 static_cast<double>(after.bytes_read - before.bytes_read) / probes);
    }
  }
}

// Everything in the cache, and what ranking alone takes.
void print_hot(const Variant& variant, const std::string& folder, const Samples& samples) {
  const auto set = open(variant, folder, std::size_t{64} << 20, Reading::plain);
  std::vector<Position> positions(samples.quiet.begin(), samples.quiet.begin() + hot_count);
  std::vector<SliceNumbering> numberings;
  for (const Position& position : positions) numberings.emplace_back(variant.position_space(), Material::of(position));
  for (int round = 0; round < 3; ++round) probe_each(*set, positions, 1);
  double probing = 1e9;
  double ranking = 1e9;
  for (int round = 0; round < hot_rounds; ++round) {
    auto begin = Clock::now();
    for (const Position& position : positions) {
      if (!set->probe(position, {Access::only_cached, Messages::left_out})) std::abort();
    }
    probing = std::min(probing, ns_since(begin, positions.size()));
    begin = Clock::now();
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < positions.size(); ++i)
      sum += numberings[i].rank(positions[i].white(), positions[i].black());
    if (sum == 1) std::abort();  // so that the sum is needed
    ranking = std::min(ranking, ns_since(begin, positions.size()));
  }
  const Cost one = probe_each(*set, positions, 1, hot_rounds_of_threads);
  const Cost two = probe_each(*set, positions, 2, hot_rounds_of_threads);
  fmt::print(
      "  hot: {:.1f} ns a quiet probe, {:.1f} ns to rank it alone; {:.1f} and {:.1f} a thread of one and of two\n",
      probing, ranking, one.cpu_ns, two.cpu_ns);
}

int run(int pieces, const std::vector<std::string>& folders) {
  const auto variant = find_variant(International::name);
  if (!variant) return 1;
  const Samples samples = draw(**variant, pieces);
  for (const std::string& folder : folders) {
    const auto set = open(**variant, folder, 1 << 20, Reading::plain);
    if (set == nullptr || set->max_pieces() < pieces) {
      fmt::print(stderr, "probe_figures: {} has no international tables of {} pieces\n", folder, pieces);
      return 1;
    }
    fmt::print("{}, {} pieces, ns a probe:\n", folder, pieces);
    print_cold(**variant, folder, samples);
    print_hot(**variant, folder, samples);
  }
  return 0;
}

}  // namespace
}  // namespace dambase::bench

int main(int argc, char** argv) {
  int pieces = 0;
  if (argc >= 3) std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), pieces);
  if (pieces < 2 || pieces > 8) {
    std::fputs("usage: probe_figures PIECES FOLDER...\n", stderr);
    return 2;
  }
  return dambase::bench::run(pieces, {argv + 2, argv + argc});
}
