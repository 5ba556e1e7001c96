#include "tools/player/position_hash.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tools/player/history.hpp"

namespace dambase::player {
namespace {

TEST(PositionHash, DiffersWithEveryPieceSideAndRun) {
  std::set<std::uint64_t> hashes;
  dambase_position position{};
  hashes.insert(position_hash(position));
  std::size_t positions = 1;
  for (const int side : {DAMBASE_WHITE, DAMBASE_BLACK}) {
    for (int square = 0; square < 50; ++square) {
      dambase_position changed{};
      changed.men[side] = std::uint64_t{1} << square;
      hashes.insert(position_hash(changed));
      changed = {};
      changed.kings[side] = std::uint64_t{1} << square;
      hashes.insert(position_hash(changed));
      for (const int moves : {1, 2, 3}) {
        changed.runs[side] = {square + 1, moves};
        hashes.insert(position_hash(changed));
      }
      positions += 5;
    }
  }
  position.side_to_move = DAMBASE_BLACK;
  hashes.insert(position_hash(position));
  EXPECT_EQ(hashes.size(), positions + 1);
}

TEST(PositionHash, DoesNotSeeTheSquareOfARunThatIsNotCounted) {
  dambase_position position{};
  const std::uint64_t hash = position_hash(position);
  position.runs[0].square = 17;
  EXPECT_EQ(position_hash(position), hash);
}

TEST(History, CountsHowOftenAPositionStood) {
  History history;
  for (const std::uint64_t hash : {1, 2, 3, 4}) history.add(hash, false);
  EXPECT_EQ(history.repetitions(), 0);
  history.add(1, false);
  EXPECT_EQ(history.repetitions(), 1);
  for (const std::uint64_t hash : {2, 3, 4, 1}) history.add(hash, false);
  EXPECT_EQ(history.repetitions(), 2);
  history.remove_last();
  EXPECT_EQ(history.last(), 4U);
  EXPECT_EQ(history.repetitions(), 1);
}

TEST(History, LooksNoFurtherBackThanTheLastConversion) {
  History history;
  for (const std::uint64_t hash : {1, 2, 3}) history.add(hash, false);
  history.add(4, true);
  history.add(1, false);
  EXPECT_EQ(history.repetitions(), 0);
}

}  // namespace
}  // namespace dambase::player
