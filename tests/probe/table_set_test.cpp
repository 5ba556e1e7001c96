// What the prober answers, and what it says when it cannot.
#include "probe/table_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "formats/fen.hpp"
#include "tests/engine/random_positions.hpp"
#include "tests/engine/tsv.hpp"
#include "tests/gen/built_tables.hpp"

namespace dambase::test {
namespace {

std::unique_ptr<TableSet> open_set(const std::filesystem::path& folder, std::size_t cache_bytes = 1 << 24) {
  auto set = TableSet::open(international(), folder, {cache_bytes});
  EXPECT_TRUE(set);
  return *std::move(set);
}

Position fen(const std::string& text) { return *parse_fen(international(), text); }

std::string probed(const TableSet& set, const std::string& text, Access access = Access::read_if_needed) {
  const auto value = set.probe(fen(text), access);
  return value ? name_of(*value) : name_of(value.error().code);
}

// ---- values ----

TEST(TableSet, AnswersPositionsThatBrokeOthers) {
  const auto set = open_set(built_tables(3));
  const std::pair<const char*, const char*> rows[] = {
      {"W:WK1:BK29,K45", "loss"},                                                 // the forced capture loses
      {"W:W31:B36", "loss"},      {"W:W11:B6", "win"},    {"W:W21:B26", "draw"},  // the opponent could capture
      {"W:W31:B4", "win"},        {"B:W47:B20", "win"},   {"B:W31:B4", "draw"},  {"W:W6:B1", "loss"},
      {"W:WK5:BK10,K14", "loss"}, {"W:WK5:BK46", "loss"}, {"W:WK10:BK5", "win"}, {"W:WK1:BK50", "draw"},
      {"B:W50:B", "loss"},        {"W:W50:B", "win"},     {"W:W:B1", "loss"},    {"W:WK36:B27", "win"},
  };
  for (const auto& [text, value] : rows) EXPECT_EQ(probed(*set, text), value) << text;
}

void compare_samples(const TableSet& set, int least_pieces) {
  int compared = 0;
  for (const Row& row : read_tsv("international-samples.tsv")) {
    const int pieces = fen(row.at(0)).count();
    if (pieces > set.max_pieces() || pieces < least_pieces) continue;
    EXPECT_EQ(probed(set, row.at(0)), row.at(1)) << row.at(0);
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

TEST(TableSet, AnswersTheSamples) { compare_samples(*open_set(built_tables(3)), 2); }
TEST(LongTableSet, AnswersTheSamplesOfFourPieces) { compare_samples(*open_set(built_tables(4)), 4); }

TEST(TableSet, MovesAreWorthWhatTheirPositionsAre) {
  const auto set = open_set(built_tables(3));
  RandomPositions random(international().shape(), 81);
  for (int i = 0; i < 3000; ++i) {
    const Position position = random.any(2 + random.below(2), 50);
    const auto moves = set->probe_moves(position);
    const auto value = set->probe(position);
    ASSERT_TRUE(moves);
    ASSERT_TRUE(value);
    Value best = Value::loss;
    for (const MoveValue& move : *moves) {
      ASSERT_TRUE(move.value);
      ASSERT_EQ(*move.value, for_opponent(*set->probe(position.after(move.move))));
      best = std::min(best, *move.value);
    }
    if (position.white().all().any() && position.black().all().any()) {
      ASSERT_EQ(*value, best);
      ASSERT_EQ(moves->size(), international().legal_moves(position).size());
    }
  }
}

TEST(TableSet, TurnedPositionsAreWorthTheSame) {
  const auto set = open_set(built_tables(3));
  RandomPositions random(international().shape(), 82);
  for (int i = 0; i < 5000; ++i) {
    const Position position = random.any(3, 50);
    ASSERT_EQ(*set->probe(position), *set->probe(position.turned(international().shape())));
  }
}

TEST(TableSet, ACacheOfOnePartGivesTheSame) {
  const auto set = open_set(built_tables(3));
  const auto tight = open_set(built_tables(3), 1);
  RandomPositions random(international().shape(), 83);
  for (int i = 0; i < 3000; ++i) {
    const Position position = random.any(2 + random.below(2), 50);
    ASSERT_EQ(*set->probe(position), *tight->probe(position));
  }
}

// ---- what cannot be answered ----

std::string message_of(const TableSet& set, const std::string& text) {
  const auto value = set.probe(fen(text));
  return value ? "" : value.error().message;
}

TEST(TableSet, ASetWithoutTablesKnowsWhatNeedsNone) {
  const TemporaryFolder folder;
  const auto set = open_set(folder.path() / "nowhere");
  EXPECT_EQ(set->max_pieces(), 0);
  EXPECT_EQ(probed(*set, "B:W50:B"), "loss");
  EXPECT_EQ(probed(*set, "W:WK36:B27"), "win");
  EXPECT_EQ(probed(*set, "W:WK5:BK46"), "missing_table");
}

TEST(TableSet, NamesTheMissingTable) {
  const TemporaryFolder folder;
  copy_built_tables(3, folder.path());
  std::filesystem::remove(table_in(folder.path(), "KvM"));
  const auto set = open_set(folder.path());
  EXPECT_EQ(probed(*set, "W:WK1:B30"), "missing_table");
  EXPECT_NE(message_of(*set, "W:WK1:B30").find("KvM.wld"), std::string::npos);
  EXPECT_NE(message_of(*set, "W:W50:BK3").find("KvM.wld"), std::string::npos);
  EXPECT_EQ(probed(*set, "W:WK1:BK50"), "draw");
  const std::string quiet = "W:WK1,K2:B26";  // stored in a larger table, which is there
  EXPECT_EQ(probed(*set, quiet), probed(*open_set(built_tables(3)), quiet));
}

// Values of captures come from smaller tables; one of them is missing.
TEST(TableSet, AWinStaysAWinWhereOtherMovesAreUnknown) {
  const TemporaryFolder folder;
  copy_built_tables(3, folder.path());
  std::filesystem::remove(table_in(folder.path(), "KvM"));
  const auto all = open_set(built_tables(3));
  const auto part = open_set(folder.path());
  RandomPositions random(international().shape(), 84);
  int wins = 0;
  int unknown = 0;
  for (int i = 0; i < 60'000; ++i) {
    const Position position = random.of(*Material::parse(random.below(2) == 0 ? "KvKM" : "MvKM"));
    if (!international().has_capture(position)) continue;
    const auto moves = part->probe_moves(position);
    ASSERT_TRUE(moves);
    const auto is_unknown = [](const MoveValue& move) { return !move.value; };
    const auto wins_surely = [](const MoveValue& move) { return move.value && *move.value == Value::win; };
    if (std::ranges::none_of(*moves, is_unknown)) continue;
    const auto value = part->probe(position);
    if (std::ranges::any_of(*moves, wins_surely)) {
      ASSERT_TRUE(value);
      ASSERT_EQ(*value, Value::win);
      ASSERT_EQ(*all->probe(position), Value::win);
      ++wins;
    } else {
      ASSERT_FALSE(value) << "a value from part of the moves";
      ASSERT_EQ(value.error().code, ErrorCode::missing_table);
      ++unknown;
    }
  }
  EXPECT_GT(wins, 0);
  EXPECT_GT(unknown, 0);
}

TEST(TableSet, TellsTooManyPiecesFromAMissingTable) {
  const auto set = open_set(built_tables(3));
  EXPECT_EQ(set->max_pieces(), 3);
  EXPECT_EQ(probed(*set, "W:WK1,K2:BK50,K49"), "too_many_pieces");
  EXPECT_EQ(probed(*set, "W:W31-50:B1-20"), "too_many_pieces");
  EXPECT_NE(message_of(*set, "W:W31-50:B1-20").find("40 pieces"), std::string::npos);
}

TEST(TableSet, RefusesIllegalPositions) {
  const auto set = open_set(built_tables(2));
  for (const char* text : {"W:W4:B49", "W:W3:BK20", "B:WK3:B46"}) {
    EXPECT_EQ(probed(*set, text), "illegal_position") << text;
    EXPECT_FALSE(set->probe_moves(fen(text)));
  }
}

// ---- only what is cached ----

TEST(TableSet, OnlyCachedNeverReads) {
  const auto set = open_set(built_tables(3));
  EXPECT_EQ(probed(*set, "W:W31:B4", Access::only_cached), "not_cached");
  EXPECT_EQ(probed(*set, "B:W50:B", Access::only_cached), "loss") << "needs no table";
  EXPECT_EQ(probed(*set, "W:WK36:B27", Access::only_cached), "win") << "needs no table";
  EXPECT_EQ(probed(*set, "W:W31:B4"), "win");
  EXPECT_EQ(probed(*set, "W:W31:B4", Access::only_cached), "win");
  EXPECT_EQ(probed(*set, "W:W32:B5", Access::only_cached), probed(*set, "W:W32:B5")) << "in the same tile";
  EXPECT_EQ(probed(*set, "W:WK1:BK50", Access::only_cached), "not_cached");
  // Another table takes the place of the first.
  const auto tight = open_set(built_tables(3), 1);
  EXPECT_EQ(probed(*tight, "W:W31:B4"), "win");
  EXPECT_EQ(probed(*tight, "W:WK1:BK50"), "draw");
  EXPECT_EQ(probed(*tight, "W:W31:B4", Access::only_cached), "not_cached");
}

// ---- folders ----

TEST(TableSet, ARelativeFolderIsResolvedWhenOpened) {
  const TemporaryFolder folder;
  copy_built_tables(2, folder.path() / "set");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto set = open_set("set");
  std::filesystem::current_path(before);
  EXPECT_EQ(probed(*set, "W:W31:B4"), "win");
}

TEST(TableSet, FoldersMayHaveAnyName) {
  const TemporaryFolder folder;
  for (const char* name : {"with spaces", "d\u00e4mm\u00e9", "trailing", "%s {} \"quoted\""}) {
    copy_built_tables(2, folder.path() / name);
    EXPECT_EQ(probed(*open_set(folder.path() / name / ""), "W:W31:B4"), "win") << name;
    EXPECT_EQ(probed(*open_set(folder.path() / name), "W:WK5:BK46"), "loss") << name;
  }
}

TEST(TableSet, AFileInPlaceOfTheFolderIsAnError) {
  const TemporaryFolder folder;
  write_bytes(variant_folder(folder.path(), international()), {});
  EXPECT_FALSE(TableSet::open(international(), folder.path()));
}

// ---- tables that are not what they should be ----

class OneBadTable : public testing::Test {
 protected:
  OneBadTable() { copy_built_tables(3, folder_.path()); }

  [[nodiscard]] std::filesystem::path path() const { return table_in(folder_.path(), "MvM"); }

  // Changes the header, with checksums that are right.
  template <class Change>
  void rewrite_header(const Change& change) const {
    Bytes bytes = read_bytes(path());
    auto header = decode_header(std::span<const std::byte, header_bytes>(bytes.data(), header_bytes));
    ASSERT_TRUE(header);
    change(header->info);
    std::ranges::copy(encode_header(header->info, header->layout), bytes.begin());
    write_bytes(path(), bytes);
  }

  // That table cannot be used, with this error that names it; the others can.
  void expect_only_this_fails(const char* code) const {
    const auto set = open_set(folder_.path());
    for (int again = 0; again < 2; ++again) {
      EXPECT_EQ(probed(*set, "W:W31:B4"), code);
      EXPECT_NE(message_of(*set, "W:W31:B4").find("MvM.wld"), std::string::npos);
      EXPECT_EQ(probed(*set, "W:WK1:BK50"), "draw");
    }
  }

  TemporaryFolder folder_;
};

TEST_F(OneBadTable, OfAnotherVariantIsRefused) {
  rewrite_header([](TableInfo& info) { info.variant_id = 77; });
  expect_only_this_fails("wrong_variant");
}

TEST_F(OneBadTable, OfOtherRulesIsRefused) {
  rewrite_header([](TableInfo& info) { ++info.rules_version; });
  expect_only_this_fails("wrong_variant");
}

TEST_F(OneBadTable, OfOtherMaterialIsRefused) {
  std::filesystem::copy_file(table_in(folder_.path(), "KvK"), path(),
                             std::filesystem::copy_options::overwrite_existing);
  expect_only_this_fails("damaged_table");
}

TEST_F(OneBadTable, CutEmptyOrZeroIsRefused) {
  const Bytes whole = read_bytes(path());
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{16}, whole.size() / 2, whole.size() - 1}) {
    write_bytes(path(), {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
    expect_only_this_fails("damaged_table");
  }
  write_bytes(path(), Bytes(whole.size()));
  expect_only_this_fails("damaged_table");
  Bytes longer = whole;
  longer.push_back(std::byte{0});
  write_bytes(path(), longer);
  expect_only_this_fails("damaged_table");
}

TEST_F(OneBadTable, AnyFlippedBitIsFoundBeforeAValueIsUsed) {
  const Bytes whole = read_bytes(path());
  std::mt19937 random(85);
  for (int i = 0; i < 300; ++i) {
    Bytes bytes = whole;
    bytes[random() % bytes.size()] ^= static_cast<std::byte>(1U << random() % 8);
    write_bytes(path(), bytes);
    // The file has one block, so every probe meets the damage.
    EXPECT_EQ(probed(*open_set(folder_.path()), "W:W31:B4"), "damaged_table");
  }
}

// ---- files that change while they are in use ----

void expect_right_or_error(const TableSet& right, const TableSet& changed, unsigned seed) {
  RandomPositions random(international().shape(), seed);
  for (int i = 0; i < 100; ++i) {
    const Position position = random.any(3, 50);
    const auto value = changed.probe(position);
    if (!value) continue;
    ASSERT_EQ(*value, *right.probe(position)) << to_fen(international(), position);
  }
}

TEST(TableSet, FilesThatChangeUnderneathGiveAnswersOrErrors) {
  const TemporaryFolder folder;
  copy_built_tables(3, folder.path());
  const auto right = open_set(built_tables(3));
  const auto changed = open_set(folder.path(), 1);
  expect_right_or_error(*right, *changed, 86);
  std::mt19937 random(87);
  for (const std::string& name : names_in(variant_folder(folder.path(), international()))) {
    const std::filesystem::path path = variant_folder(folder.path(), international()) / name;
    for (unsigned i = 0; i < 4; ++i) {
      std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(static_cast<std::streamoff>(random() % std::filesystem::file_size(path)));
      file.put(static_cast<char>(random() & 255));
      file.close();
      expect_right_or_error(*right, *changed, i);
    }
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
    expect_right_or_error(*right, *changed, 88);
    std::filesystem::remove(path);
    expect_right_or_error(*right, *changed, 89);
  }
}

}  // namespace
}  // namespace dambase::test
