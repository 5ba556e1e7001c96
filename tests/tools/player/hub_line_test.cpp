#include "tools/player/hub_line.hpp"

#include <gtest/gtest.h>

namespace dambase::player {
namespace {

TEST(HubLine, HoldsACommandAndItsArguments) {
  const auto line = HubLine::parse("set-param name=variant value=\"a b=c\" flag");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->command(), "set-param");
  EXPECT_EQ(line->value("name"), "variant");
  EXPECT_EQ(line->value("value"), "a b=c");
  EXPECT_EQ(line->value("flag"), "");
  EXPECT_TRUE(line->has("flag"));
  EXPECT_FALSE(line->has("other"));
  EXPECT_FALSE(line->value("set-param"));
}

TEST(HubLine, BlanksMeanNothing) {
  const auto line = HubLine::parse(" \t go   think  depth = 4 name = \"x\"\r");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->text(), "go think=\"\" depth=4 name=x");
}

TEST(HubLine, TheFirstOfTwoArgumentsCounts) { EXPECT_EQ(HubLine::parse("x a=1 a=2")->value("a"), "1"); }

TEST(HubLine, RefusesWhatHasNoNameOrNoEnd) {
  for (const char* text : {"", "  ", "=", "=3", "\"go\"", "go =3", "go a=", "go a==", "go a=\"", "go a=\"x", "go \"x\"",
                           "go a=\"x\"\"", "\x01", "go a=\x02"})
    EXPECT_FALSE(HubLine::parse(text)) << text;
}

TEST(HubLine, WritesWhatItReadsAgain) {
  HubLine line("info");
  line.add("depth", "3").add("pv", "32-28 19x23x28").add("empty", "").add("folder", "/a=b/c");
  EXPECT_EQ(line.text(), "info depth=3 pv=\"32-28 19x23x28\" empty=\"\" folder=\"/a=b/c\"");
  EXPECT_EQ(HubLine::parse(line.text())->text(), line.text());
}

TEST(HubLine, NoValueCanBreakALine) {
  EXPECT_EQ(HubLine("error").add("message", "a\nb\"c\x01").text(), "error message=\"a b'c \"");
}

}  // namespace
}  // namespace dambase::player
