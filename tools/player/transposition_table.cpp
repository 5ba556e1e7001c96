#include "tools/player/transposition_table.hpp"

#include <algorithm>
#include <bit>

namespace dambase::player {

TranspositionTable::TranspositionTable(std::size_t bytes)
    : entries_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), 1))) {}

void TranspositionTable::clear() {
  std::fill(entries_.begin(), entries_.end(), Entry{});
  search_ = 1;
}

void TranspositionTable::begin_search() {
  if (++search_ == 0) clear();
}

std::optional<TranspositionTable::Known> TranspositionTable::find(std::uint64_t hash) const {
  const Entry& entry = entries_[index_of(hash)];
  if (entry.search == 0 || entry.hash != hash) return std::nullopt;
  Known known{{entry.score, entry.depth, entry.bound, {}}, entry.search == search_};
  known.finding.move.from = entry.from;
  known.finding.move.to = entry.to;
  known.finding.move.captured = entry.captured;
  return known;
}

void TranspositionTable::store(std::uint64_t hash, const Finding& finding) {
  Entry& entry = entries_[index_of(hash)];
  if (entry.search == search_ && entry.hash != hash && entry.depth > finding.depth) return;
  entry.hash = hash;
  entry.captured = finding.move.captured;
  entry.score = static_cast<std::int16_t>(finding.score);
  entry.search = search_;
  entry.depth = static_cast<std::uint8_t>(finding.depth);
  entry.bound = finding.bound;
  entry.from = static_cast<std::uint8_t>(finding.move.from);
  entry.to = static_cast<std::uint8_t>(finding.move.to);
}

}  // namespace dambase::player
