// The verifier passes what is right, and finds what is wrong: bytes, counts, and single values.
#include "gen/verifier.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "formats/fen.hpp"
#include "tests/gen/changed_table.hpp"

namespace dambase::test {
namespace {

class SilentObserver final : public PositionObserver {
 public:
  void progress(const Material&, std::uint64_t, std::uint64_t) override {}
};

constexpr bool deep = true;

VerifyReport verify(const std::filesystem::path& folder, bool deeply, std::vector<Material> materials = {}) {
  VerifyOptions options;
  options.variant = &international();
  options.folder = folder;
  options.deep = deeply;
  options.threads = 2;
  options.materials = std::move(materials);
  SilentObserver observer;
  const auto report = verify_tables(options, observer);
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : VerifyReport{};
}

bool names(const VerifyReport& report, const std::string& text) {
  return std::ranges::any_of(report.failures, [&](const std::string& line) { return line.find(text) != line.npos; });
}

TEST(Verifier, PassesWhatWasBuilt) {
  for (const bool deeply : {!deep, deep}) {
    const VerifyReport report = verify(built_tables(3), deeply);
    EXPECT_EQ(report.failure_count, 0U) << report.failures.front();
    EXPECT_EQ(report.tables, 9U);
    EXPECT_EQ(report.positions, 8'845U + 806'300U);
  }
}

TEST(LongVerifier, PassesFourPieces) {
  const VerifyReport report = verify(built_tables(4), deep);
  EXPECT_EQ(report.failure_count, 0U);
  EXPECT_EQ(report.tables, 23U);
}

TEST(Verifier, AFolderWithoutTablesHasNoFailures) {
  const TemporaryFolder folder;
  EXPECT_EQ(verify(folder.path(), deep).failure_count, 0U);
}

TEST(Verifier, PassesCompactTables) {
  for (const bool deeply : {!deep, deep}) {
    const VerifyReport report = verify(built_tables(3, Profile::compact), deeply);
    EXPECT_EQ(report.failure_count, 0U) << report.failures.front();
    EXPECT_EQ(report.tables, 9U);
    EXPECT_EQ(report.positions, 8'845U + 806'300U);
  }
}

TEST(LongVerifier, PassesFourPiecesOfCompactTables) {
  const VerifyReport report = verify(built_tables(4, Profile::compact), deep);
  EXPECT_EQ(report.failure_count, 0U);
  EXPECT_EQ(report.tables, 23U);
}

class WrongTable : public testing::Test {
 protected:
  explicit WrongTable(Profile profile = Profile::fast) { copy_built_tables(3, folder_.path(), profile); }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

class WrongCompactTable : public WrongTable {
 protected:
  WrongCompactTable() : WrongTable(Profile::compact) {}
};

// ---- bytes ----

TEST_F(WrongTable, DamageIsReportedAndNamed) {
  const std::filesystem::path path = table_in(folder(), "KMvK");
  Bytes bytes = read_bytes(path);
  bytes[400] ^= std::byte{1};
  write_bytes(path, bytes);
  for (const bool deeply : {!deep, deep}) {
    const VerifyReport report = verify(folder(), deeply);
    EXPECT_GE(report.failure_count, 1U);
    EXPECT_TRUE(names(report, "KMvK.wld")) << report.failures.front();
  }
  // The others are verified all the same.
  EXPECT_EQ(verify(folder(), !deep).tables, 8U);
}

TEST_F(WrongTable, CutEmptyAndForeignFilesAreReported) {
  std::filesystem::resize_file(table_in(folder(), "KvK"), 100);
  write_bytes(table_in(folder(), "KvM"), {});
  std::filesystem::copy_file(table_in(folder(), "KKvK"), table_in(folder(), "KKvM"),
                             std::filesystem::copy_options::overwrite_existing);
  const VerifyReport report = verify(folder(), !deep);
  EXPECT_EQ(report.failure_count, 3U);
  for (const char* name : {"KvK.wld", "KvM.wld", "KKvM.wld"}) EXPECT_TRUE(names(report, name)) << name;
}

TEST_F(WrongTable, AMissingDependencyIsReported) {
  std::filesystem::remove(table_in(folder(), "KvM"));
  const VerifyReport report = verify(folder(), deep, {*Material::parse("KMvM")});
  EXPECT_GE(report.failure_count, 1U);
  EXPECT_TRUE(names(report, "KvM.wld"));
  EXPECT_TRUE(names(report, "KMvM.wld"));
  EXPECT_EQ(report.tables, 0U);
}

TEST_F(WrongTable, OneThatIsAskedForAndNotThereIsReported) {
  std::filesystem::remove(table_in(folder(), "KvM"));
  for (const bool deeply : {!deep, deep}) {
    const VerifyReport report = verify(folder(), deeply, {*Material::parse("KvM")});
    EXPECT_EQ(report.failure_count, 1U);
    EXPECT_TRUE(names(report, "KvM.wld"));
  }
}

// ---- values ----

Value other_than(Code code, std::mt19937& random) {
  return static_cast<Value>((static_cast<unsigned>(code) + 1 + random() % 2) % 3);
}

// A slice that is stored.
std::size_t random_slice(const ChangedTable& table, std::mt19937& random) {
  const std::size_t slice = random() % table.slices();
  return table.info().is_stored[slice] ? slice : 1 - slice;
}

// A stored position.
std::uint64_t random_quiet(const ChangedTable& table, std::size_t slice, std::mt19937& random) {
  for (;;) {
    const std::uint64_t number = random() % table.numbering(slice).positions();
    if (table.code(slice, number) != Code::capture) return number;
  }
}

TEST_F(WrongTable, WritingTheSameValuesGivesTheSameFile) {
  const Bytes before = read_bytes(table_in(folder(), "KMvM"));
  ChangedTable table(folder(), "KMvM");
  table.write();
  EXPECT_EQ(read_bytes(table_in(folder(), "KMvM")), before);
}

TEST_F(WrongCompactTable, WritingTheSameValuesGivesTheSameFile) {
  for (const char* name : {"KvK", "KvM", "KMvM", "KMvK"}) {
    const Bytes before = read_bytes(table_in(folder(), name));
    ChangedTable table(folder(), name);
    table.write();
    EXPECT_EQ(read_bytes(table_in(folder(), name)), before) << name;
  }
}

void expect_single_mistakes_found(const std::filesystem::path& folder, const char* name, int mistakes) {
  std::mt19937 random(61);
  ChangedTable table(folder, name);
  const Material material = *Material::parse(name);
  for (int i = 0; i < mistakes; ++i) {
    const std::size_t slice = random_slice(table, random);
    const std::uint64_t number = random_quiet(table, slice, random);
    const Code right = table.code(slice, number);
    table.set(slice, number, other_than(right, random));
    table.write();
    EXPECT_EQ(verify(folder, !deep, {material}).failure_count, 0U) << "only a deep look can tell";
    const VerifyReport report = verify(folder, deep, {material});
    const std::string fen = to_fen(international(), table.position(slice, number));
    EXPECT_GE(report.failure_count, 1U) << fen;
    EXPECT_TRUE(report.failure_count > 100 || names(report, fen + " is stored")) << fen;
    table.set(slice, number, static_cast<Value>(right));
  }
  table.write();
}

TEST_F(WrongTable, EverySingleWrongValueIsFound) {
  expect_single_mistakes_found(folder(), "KvK", 40);
  expect_single_mistakes_found(folder(), "KvM", 40);
  expect_single_mistakes_found(folder(), "MvM", 40);
  expect_single_mistakes_found(folder(), "KKvM", 4);
  expect_single_mistakes_found(folder(), "MMvM", 4);
  EXPECT_EQ(verify(folder(), deep).failure_count, 0U);
}

TEST_F(WrongCompactTable, EverySingleWrongValueIsFound) {
  expect_single_mistakes_found(folder(), "KvK", 20);
  expect_single_mistakes_found(folder(), "KvM", 20);
  expect_single_mistakes_found(folder(), "MvM", 20);
  expect_single_mistakes_found(folder(), "KKvM", 2);
  expect_single_mistakes_found(folder(), "MMvM", 2);
  EXPECT_EQ(verify(folder(), deep).failure_count, 0U);
}

TEST_F(WrongTable, ManyWrongValuesAreFound) {
  std::mt19937 random(62);
  for (const char* name : {"KvK", "MvM", "KMvK"}) {
    ChangedTable table(folder(), name);
    std::set<std::pair<std::size_t, std::uint64_t>> changed;
    for (int i = 0; i < 200; ++i) {
      const std::size_t slice = random_slice(table, random);
      const std::uint64_t number = random_quiet(table, slice, random);
      if (!changed.emplace(slice, number).second) continue;
      table.set(slice, number, other_than(table.code(slice, number), random));
    }
    table.write();
    const VerifyReport report = verify(folder(), deep, {*Material::parse(name)});
    EXPECT_GE(report.failure_count, changed.size() / 2) << name;
    EXPECT_LE(report.failures.size(), 100U);
  }
}

TEST_F(WrongTable, WrongValuesOfAnotherTableAreNotBlamedOnThisOne) {
  ChangedTable table(folder(), "KKvK");
  std::mt19937 random(63);
  const std::uint64_t number = random_quiet(table, 0, random);
  table.set(0, number, other_than(table.code(0, number), random));
  table.write();
  EXPECT_EQ(verify(folder(), deep, {*Material::parse("KvM")}).failure_count, 0U);
}

TEST_F(WrongTable, CountsAndDigestsAreChecked) {
  const ChangedTable table(folder(), "KvK");
  const auto rewritten = [&](auto change) {
    TableInfo info = table.info();
    change(info);
    table.write_as(info);
  };
  rewritten([](TableInfo& info) { ++info.content_digest; });
  EXPECT_TRUE(names(verify(folder(), deep, {*Material::parse("KvK")}), "digest"));
  rewritten([](TableInfo& info) { --info.slices[0].captures; });
  EXPECT_TRUE(names(verify(folder(), deep, {*Material::parse("KvK")}), "counts"));
  rewritten([](TableInfo& info) { --info.slices[0].wins, ++info.slices[0].draws; });
  EXPECT_TRUE(names(verify(folder(), deep, {*Material::parse("KvK")}), "counts"));
  rewritten([](TableInfo&) {});
  EXPECT_EQ(verify(folder(), deep, {*Material::parse("KvK")}).failure_count, 0U);
}

// ---- values that support each other ----

// Drawn positions of two kings against one, such that if all of them were called won and lost, each
// would follow from the others: a win moves to a "loss", all moves out of a loss lead to "wins".
class Conspiracy {
 public:
  explicit Conspiracy(ChangedTable& table) : table_(table) {
    for (std::size_t slice = 0; slice < 2; ++slice) {
      for (std::uint64_t number = 0; number < table.numbering(slice).positions(); ++number)
        members_[slice].push_back(table.code(slice, number) == Code::draw);
    }
    while (drop_what_does_not_follow()) {
    }
  }

  std::size_t join() {
    std::size_t joined = 0;
    for (std::size_t slice = 0; slice < 2; ++slice) {
      for (std::uint64_t number = 0; number < members_[slice].size(); ++number) {
        if (!members_[slice][number]) continue;
        table_.set(slice, number, slice == 0 ? Value::win : Value::loss);
        ++joined;
      }
    }
    return joined;
  }

 private:
  bool drop_what_does_not_follow() {
    bool dropped = false;
    for (std::size_t slice = 0; slice < 2; ++slice) {
      for (std::uint64_t number = 0; number < members_[slice].size(); ++number) {
        if (!members_[slice][number] || follows(slice, number)) continue;
        members_[slice][number] = false;
        dropped = true;
      }
    }
    return dropped;
  }

  [[nodiscard]] bool follows(std::size_t slice, std::uint64_t number) const {
    const Position position = table_.numbering(slice).unrank(number);
    const auto leads_on = [&](const Move& move) {
      const Position next = position.after(move).turned(international().shape());
      const std::size_t other = 1 - slice;
      const std::uint64_t after = table_.numbering(other).rank(next.white(), next.black());
      return members_[other][after] || *right_->probe(next) == (slice == 0 ? Value::loss : Value::win);
    };
    const std::vector<Move> moves = international().legal_moves(position);
    return slice == 0 ? std::ranges::any_of(moves, leads_on) : std::ranges::all_of(moves, leads_on);
  }

  ChangedTable& table_;
  std::unique_ptr<TableSet> right_ = *TableSet::open(international(), built_tables(3));
  std::array<std::vector<bool>, 2> members_;
};

TEST_F(WrongTable, WinsThatOnlySupportEachOtherAreFound) {
  ChangedTable table(folder(), "KKvK");
  ASSERT_GT(Conspiracy(table).join(), 0U);
  table.write();
  EXPECT_GT(verify(folder(), deep, {*Material::parse("KKvK")}).failure_count, 0U);
}

}  // namespace
}  // namespace dambase::test
