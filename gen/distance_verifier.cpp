#include "gen/distance_verifier.hpp"

#include <mutex>

#include "formats/content_digest.hpp"
#include "formats/fen.hpp"
#include "formats/table_files.hpp"
#include "gen/plan.hpp"
#include "gen/position_ranges.hpp"
#include "gen/position_walk.hpp"
#include "gen/stored_slice.hpp"

namespace dambase {
namespace {

std::size_t slices_of(const Material& material) { return material.is_symmetric() ? 1 : 2; }

std::string text_of(const Distance& distance) {
  if (distance.value == Value::draw) return "draw";
  return std::string(name_of(distance.value)) + " in " + std::to_string(distance.plies);
}

void add(SliceCounts& counts, LongestPlays& longest, const Distance& distance, std::uint64_t number) {
  ++counts.positions;
  switch (distance.value) {
    case Value::win:
      ++counts.wins;
      longest.win.add(distance.plies, number);
      break;
    case Value::draw: ++counts.draws; break;
    case Value::loss:
      ++counts.losses;
      longest.loss.add(distance.plies, number);
      break;
  }
}

}  // namespace

DistanceVerifier::DistanceVerifier(const Variant& variant, Metric metric, const std::filesystem::path& folder,
                                   FailureList& failures)
    : variant_(variant),
      metric_(metric),
      folder_(folder),
      failures_(failures),
      checker_(slice_checker(variant)),
      distances_(DistanceSymbols(metric, variant.value_without_moves())) {}

std::filesystem::path DistanceVerifier::path_of(const Material& material) const {
  return table_path(folder_, variant_, material, metric_);
}

bool DistanceVerifier::verify(const Material& material) {
  for (const Material& need : dependencies_of(variant_, material)) {
    if (require(need)) continue;
    failures_.add(path_of(material).string() + ": cannot be checked without " + path_of(need).filename().string());
    return false;
  }
  const auto table = TableReader::open(path_of(material));
  if (!table) {
    failures_.add(table.error().message);
    return false;
  }
  if (!bring_in(*table, material)) return false;
  const TrueDistances& distances = distances_.at(material);
  for (std::size_t slice = 0; slice < slices_of(material); ++slice) {
    // What is left out has just been made from its moves.
    if (table->info().is_stored[slice]) check_quiet_positions(*table, slice, distances);
  }
  return true;
}

bool DistanceVerifier::require(const Material& material) {
  if (distances_.has(material)) return true;
  for (const Material& need : dependencies_of(variant_, material)) {
    if (!require(need)) return false;
  }
  const auto table = TableReader::open(path_of(material));
  if (table) return bring_in(*table, material);
  failures_.add(table.error().message);
  return false;
}

// Reads what is stored, resolves captures, and checks all that the header says of the distances.
bool DistanceVerifier::bring_in(const TableReader& table, const Material& material) {
  if (distances_.has(material)) return true;
  if (auto belongs = check_belongs(table.info(), variant_, material, metric_, table.name()); !belongs) {
    failures_.add(belongs.error().message);
    return false;
  }
  TrueDistances& distances = distances_.add(variant_.position_space(), material);
  if (!resolve_slices(table, distances)) {
    distances_.drop(material);
    return false;
  }
  check_digest(table, distances);
  return true;
}

// What is left out follows from what is stored, so that comes first.
bool DistanceVerifier::resolve_slices(const TableReader& table, TrueDistances& distances) {
  for (std::size_t slice = 0; slice < slices_of(table.info().material); ++slice) {
    if (!table.info().is_stored[slice]) continue;
    const auto stored = StoredSlice::read(table, slice);
    if (!stored) {
      failures_.add(stored.error().message);
      return false;
    }
    resolve_slice(table, slice, distances,
                  [&](std::uint64_t number, const Position&) { return stored->symbol(number); });
  }
  for (std::size_t slice = 0; slice < slices_of(table.info().material); ++slice) {
    if (table.info().is_stored[slice]) continue;
    resolve_slice(table, slice, distances, [&](std::uint64_t, const Position& position) {
      return distances_.symbols().symbol_of(checker_.distance_by_quiet_moves(position, distances_));
    });
  }
  return true;
}

// Sets the distances of a slice: of captures by smaller material, of others `quiet_symbol(number, position)`.
template <class QuietSymbol>
void DistanceVerifier::resolve_slice(const TableReader& table, std::size_t slice, TrueDistances& distances,
                                     const QuietSymbol& quiet_symbol) {
  const SliceNumbering& numbering = distances.numberings[slice];
  const DistanceSymbols& symbols = distances_.symbols();
  std::mutex mutex;
  SliceCounts counts;
  LongestPlays longest;
  for_each_position_range(numbering.positions(), [&](std::uint64_t first, std::uint64_t last) {
    SliceCounts counts_here;
    LongestPlays longest_here;
    PositionWalk walk(variant_.position_space(), numbering, first);
    for (std::uint64_t number = first; number < last; ++number, walk.next()) {
      const auto capture = checker_.distance_by_captures(walk.position(), distances_);
      const DistanceSymbol symbol = capture ? symbols.symbol_of(*capture) : quiet_symbol(number, walk.position());
      distances.symbols[slice][number] = symbol;
      counts_here.captures += capture ? 1 : 0;
      add(counts_here, longest_here, symbols.distance_of(symbol), number);
    }
    const std::scoped_lock lock(mutex);
    counts += counts_here;
    longest.win.add(longest_here.win);
    longest.loss.add(longest_here.loss);
  });
  if (counts != table.info().slices[slice])
    failures_.add(table.name() + ": the values do not match the counts in the header");
  if (longest != table.info().longest[slice])
    failures_.add(table.name() + ": the distances do not match the longest plays in the header");
}

void DistanceVerifier::check_digest(const TableReader& table, const TrueDistances& distances) {
  ContentDigest digest;
  std::vector<DistanceSymbol> symbols;
  for (std::size_t slice = 0; slice < slices_of(table.info().material); ++slice) {
    const SliceNumbering& numbering = distances.numberings[slice];
    for (std::uint64_t first = 0; first < numbering.positions(); first += positions_at_once) {
      const std::uint64_t last = std::min(numbering.positions(), first + positions_at_once);
      symbols.assign(distances.symbols[slice].begin() + static_cast<std::ptrdiff_t>(first),
                     distances.symbols[slice].begin() + static_cast<std::ptrdiff_t>(last));
      PositionWalk walk(variant_.position_space(), numbering, first);
      for (DistanceSymbol& symbol : symbols) {
        if (variant_.has_capture(walk.position())) symbol = capture_symbol;
        walk.next();
      }
      digest.add(std::as_bytes(std::span(symbols)));
    }
    digest.end_slice();
  }
  if (digest.value() != table.info().content_digest)
    failures_.add(table.name() + ": the values do not match the content digest");
}

void DistanceVerifier::check_quiet_positions(const TableReader& table, std::size_t slice,
                                             const TrueDistances& distances) {
  const SliceNumbering& numbering = distances.numberings[slice];
  for_each_position_range(numbering.positions(), [&](std::uint64_t first, std::uint64_t last) {
    PositionWalk walk(variant_.position_space(), numbering, first);
    for (std::uint64_t number = first; number < last; ++number, walk.next()) {
      const Position position = walk.position();
      if (variant_.has_capture(position)) continue;
      const Distance stored = distances_.symbols().distance_of(distances.symbols[slice][number]);
      const Distance by_moves = checker_.distance_by_quiet_moves(position, distances_);
      if (stored != by_moves) fail(table, slice, position, stored, by_moves);
    }
  });
}

void DistanceVerifier::fail(const TableReader& table, std::size_t slice, const Position& position,
                            const Distance& stored, const Distance& by_moves) {
  const Position shown = slice == 0 ? position : position.turned(variant_.shape());
  failures_.add(table.name() + ": " + to_fen(variant_, shown) + " is stored as " + text_of(stored) +
                ", but its moves make it a " + text_of(by_moves));
}

}  // namespace dambase
