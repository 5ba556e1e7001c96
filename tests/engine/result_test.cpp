#include "engine/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "engine/in_quotes.hpp"

namespace dambase {
namespace {

TEST(ResultTest, HoldsAValueOrAnError) {
  const Result<int> seven = 7;
  ASSERT_TRUE(seven);
  EXPECT_EQ(*seven, 7);
  const Result<int> failed = Error{ErrorCode::missing_table, "KvK.wld is missing"};
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::missing_table);
  EXPECT_EQ(failed.error().message, "KvK.wld is missing");
}

TEST(ResultTest, HoldsWhatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  ASSERT_TRUE(result);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 3);
}

TEST(ResultTest, OfNothingIsSuccessUnlessAnError) {
  EXPECT_TRUE(Result<void>());
  EXPECT_FALSE(Result<void>(Error{ErrorCode::file_failed, "no"}));
}

TEST(ResultTest, EveryCodeHasItsOwnName) {
  std::set<std::string> names;
  const int codes = static_cast<int>(ErrorCode::stopped) + 1;
  for (int code = 0; code < codes; ++code) names.insert(name_of(static_cast<ErrorCode>(code)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(codes));
  EXPECT_FALSE(names.contains("unknown"));
  for (const char* name :
       {"invalid_fen", "illegal_position", "too_many_pieces", "missing_table", "damaged_table", "wrong_variant"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(InQuotes, IsOneShortPrintableLine) {
  EXPECT_EQ(in_quotes("31-27"), "'31-27'");
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes(std::string_view("\0\n\x7f\xc3", 4)), "'\\x00\\x0a\\x7f\\xc3'");
  const std::string cut = in_quotes(std::string(1'000'000, '\xff'));
  EXPECT_LT(cut.size(), 200U);
  EXPECT_TRUE(cut.ends_with("...'"));
}

}  // namespace
}  // namespace dambase
