// What tables say under the rules that count moves, against a search over positions with their counts: every position
// with every count. The rules are written again here, from their texts.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>

#include "engine/draw_rules.hpp"
#include "formats/fen.hpp"
#include "formats/numbering.hpp"
#include "probe/table_set.hpp"
#include "tests/formats/slow_numbering.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/gen/slow_solver.hpp"
#include "tests/gen/variant_names.hpp"

namespace dambase::test {
namespace {

// ---- the rules again ----

constexpr slow::CountRule until_left(int id, int moves) { return {id, 2 * moves, false, false, false}; }
constexpr slow::CountRule until_force_changes(int id, int moves) { return {id, 2 * moves, true, true, false}; }
constexpr slow::CountRule until_converted(int id, int moves) { return {id, 2 * moves, true, true, true}; }
// Longer than any play of the few pieces here.
constexpr slow::CountRule endless = until_converted(9, 100);

// How many pieces stand against a lone king, one of them a king at least; 0 if that is not so.
int against_a_lone_king(const Material& m) {
  const auto is_lone = [](int men, int kings) { return men == 0 && kings == 1; };
  if (is_lone(m.black_men, m.black_kings) && m.white_kings > 0) return m.white_men + m.white_kings;
  if (is_lone(m.white_men, m.white_kings) && m.black_kings > 0) return m.black_men + m.black_kings;
  return 0;
}

slow::CountRule international_rule(const Material& m) {
  const int pieces = against_a_lone_king(m);
  if (pieces == 1 || pieces == 2) return until_left(1, 5);
  if (pieces == 3) return until_left(2, 16);
  return until_converted(3, 25);
}

slow::CountRule brazilian_rule(const Material& m) {
  const std::string name = m.canonical().name();
  for (const char* few : {"KKvKK", "KKvK", "KKvKM", "KvK", "KMvK"}) {
    if (name == few) return until_left(1, 5);
  }
  return until_converted(2, 20);
}

slow::CountRule russian_rule(const Material& m) {
  const int pieces = against_a_lone_king(m);
  if (pieces == 1 || pieces == 2) return until_left(1, 5);
  if (pieces >= 3 && m.white_men + m.black_men == 0) return until_force_changes(2, 15);
  if (m.white_kings > 0 && m.black_kings > 0 && m.pieces() >= 4)
    return until_force_changes(3, m.pieces() <= 5 ? 30 : 60);
  return until_converted(4, 15);
}

slow::CountRule frisian_rule(const Material& m) {
  if (m.white_men + m.black_men > 0) return endless;
  if (m.pieces() == 2) return until_left(1, 2);
  return m.pieces() == 3 ? until_left(2, 7) : endless;
}

slow::CountRule pool_rule(const Material& m) {
  return against_a_lone_king(m) == 3 && m.white_men + m.black_men == 0 ? until_left(1, 13) : endless;
}

using RuleOf = std::function<slow::CountRule(const Material&)>;

RuleOf kings_alone(int moves) {
  return [moves](const Material&) { return until_converted(1, moves); };
}

const std::map<std::string, RuleOf>& rules_of_variants() {
  static const std::map<std::string, RuleOf> rules = {
      {"international", international_rule},
      {"killer", international_rule},
      {"kids", international_rule},
      {"brazilian", brazilian_rule},
      {"russian", russian_rule},
      {"frisian", frisian_rule},
      {"pool", pool_rule},
      {"english", kings_alone(40)},
      {"italian", kings_alone(40)},
      {"spanish", kings_alone(20)},
      {"czech", kings_alone(15)},
      {"flying-kings", kings_alone(25)},
  };
  return rules;
}

std::vector<std::string> variants_with_rules() {
  std::vector<std::string> names;
  for (const auto& [name, rule] : rules_of_variants()) names.push_back(name);
  return variants_among(names);
}

TEST(DrawRules, VariantsHaveThemWhereTheyAreKnown) {
  for (const Variant* variant : all_variants())
    EXPECT_EQ(!variant->draw_rules().empty(), rules_of_variants().contains(std::string(variant->name())))
        << variant->name();
}

// ---- every position with every count ----

Verdict expected_verdict(Value with_count, Value without_rules) {
  if (with_count == Value::win) return Verdict::win;
  if (with_count == Value::loss) return Verdict::loss;
  return without_rules == Value::win    ? Verdict::cursed_win
         : without_rules == Value::loss ? Verdict::blessed_loss
                                        : Verdict::draw;
}

class Comparison {
 public:
  Comparison(const std::string& name, const std::vector<Material>& materials)
      : variant_(**find_variant(name)), slow_(slow::known_rules().at(name)), materials_(materials) {
    slow_.solve(materials);
    slow_.solve_counts(rules_of_variants().at(name));
  }

  // Both sides to move are in `materials`, as twins.
  void compare(const TableSet& set) {
    for (const Material& material : materials_) {
      const SliceNumbering numbering(variant_.position_space(), material);
      for (std::uint64_t number = 0; number < numbering.positions(); ++number) {
        compare(set, numbering.unrank(number));
        if (testing::Test::HasFailure()) return;
      }
    }
    EXPECT_GT(positions_with_cursed_counts_, 0U);
  }

 private:
  void compare(const TableSet& set, const Position& position) {
    const slow::Board board = slow::board_of(variant_.shape(), position);
    const Value without_rules = slow_.value(board);
    const int limit = slow_.limit(board);
    bool is_cursed = false;
    for (int count = 0; count <= limit + 1; ++count) {
      // Where the game is over no rule counts any more.
      const Value with_count = slow_.value(board, std::min(count, limit));
      const Verdict expected = expected_verdict(with_count, without_rules);
      is_cursed |= expected == Verdict::cursed_win;
      const auto ruled = set.probe_rules(position, count);
      ASSERT_TRUE(ruled) << ruled.error().message;
      // Of a count that goes on for ever the last plies say nothing.
      if (limit == endless.limit && count > 0) break;
      ASSERT_EQ(ruled->verdict, expected) << to_fen(variant_, position) << " after " << count
                                          << " plies: " << name_of(ruled->verdict) << " for " << name_of(expected);
    }
    positions_with_cursed_counts_ += is_cursed ? 1 : 0;
  }

  const Variant& variant_;
  slow::Solver slow_;
  std::vector<Material> materials_;
  std::uint64_t positions_with_cursed_counts_ = 0;
};

// Tables of win, loss and draw, and of the metric rule, in one folder.
const std::filesystem::path& tables_with_rules(const Variant& variant, int pieces, Profile profile = Profile::fast) {
  static std::map<std::tuple<const Variant*, int, Profile>, std::unique_ptr<TemporaryFolder>> folders;
  std::unique_ptr<TemporaryFolder>& folder = folders[{&variant, pieces, profile}];
  if (folder == nullptr) {
    folder = std::make_unique<TemporaryFolder>();
    for (const Metric metric : {Metric::wld, Metric::rule})
      std::filesystem::copy(built_tables(variant, pieces, profile, metric), folder->path(),
                            std::filesystem::copy_options::recursive);
  }
  return folder->path();
}

std::vector<Material> materials_up_to(int pieces) {
  std::vector<Material> all;
  for (int n = 2; n <= pieces; ++n) std::ranges::copy(slow::materials_of(n), std::back_inserter(all));
  return all;
}

void compare_all(const std::string& name, int pieces, Profile profile = Profile::fast) {
  const auto set = TableSet::open(**find_variant(name), tables_with_rules(**find_variant(name), pieces, profile));
  ASSERT_TRUE(set);
  Comparison(name, materials_up_to(pieces)).compare(**set);
}

class LongRuleValuesOf : public testing::TestWithParam<std::string> {};

TEST_P(LongRuleValuesOf, ThreePiecesAgreeWithASearch) { compare_all(GetParam(), 3); }
TEST_P(LongRuleValuesOf, CompactTablesOfThreePiecesToo) { compare_all(GetParam(), 3, Profile::compact); }

INSTANTIATE_TEST_SUITE_P(Variants, LongRuleValuesOf, testing::ValuesIn(variants_with_rules()), name_of_test);

// Three pieces against a king, and all that their moves lead to.
std::vector<Material> against_a_king(const std::vector<std::string>& names) {
  std::vector<Material> all;
  for (const std::string& name : names) {
    const Material material = *Material::parse(name);
    all.push_back(material);
    if (!material.is_symmetric()) all.push_back(material.twin());
  }
  return all;
}

// Builds what `materials` need, all of which they hold.
void compare_built(const std::string& name, const std::vector<Material>& materials) {
  const TemporaryFolder folder;
  for (const Metric metric : {Metric::wld, Metric::rule}) {
    BuildOptions options = options_for(folder.path(), 0);
    options.variant = *find_variant(name);
    options.materials = materials;
    options.metric = metric;
    const auto built = build(options);
    ASSERT_TRUE(built) << built.error().message;
  }
  const auto set = TableSet::open(**find_variant(name), folder.path());
  ASSERT_TRUE(set);
  Comparison(name, materials).compare(**set);
}

TEST(LongRuleValues, ThreePiecesAgainstAKingOnTheSmallBoard) {
  if (!find_variant("kids")) GTEST_SKIP();
  compare_built("kids", against_a_king({"KKKvK", "KKMvK", "KMMvK", "MMMvK", "KKvK", "KMvK", "MMvK", "KvK", "KvM"}));
}

TEST(LongRuleValues, KingsAgainstAKingOn64Squares) {
  for (const std::string& name : variants_among({"brazilian", "russian", "pool", "english"}))
    compare_built(name, against_a_king({"KKKvK", "KKvK", "KvK"}));
}

TEST(LongRuleValues, KingsAgainstAKingOn100Squares) {
  compare_built("international", against_a_king({"KKKvK", "KKvK", "KvK"}));
}

// Quick enough for every run.
TEST(RuleValues, ThreePiecesOnTheSmallBoardAgreeWithASearch) {
  if (!find_variant("kids")) GTEST_SKIP();
  compare_all("kids", 3);
}

// ---- play ----

// Plays the best moves of the winner against `defence`, which picks a move, with the count kept; how many plies until
// the game is over, which the count must not end.
void play_out(const TableSet& set, Position position, int count,
              const std::function<const RuledMove&(const std::vector<RuledMove>&)>& defence) {
  const DrawRules rules = set.variant().draw_rules();
  const std::string begin = to_fen(set.variant(), position);
  const Side winner = position.side_to_move();
  int until_anew = set.probe_rules(position, count)->plies;
  while (!set.variant().value_at_end(position)) {
    const auto moves = set.probe_rule_moves(position, count);
    ASSERT_TRUE(moves && !moves->empty()) << begin << ": drawn at " << to_fen(set.variant(), position);
    const auto place_of = [](const RuledMove& move) {
      return std::tuple(move.distance->verdict, move.distance->plies);
    };
    const RuledMove& move =
        position.side_to_move() == winner ? *std::ranges::min_element(*moves, {}, place_of) : defence(*moves);
    const bool goes_on = count_goes_on(rules, position, move.move);
    count = goes_on ? count + 1 : 0;
    position = position.after(move.move);
    const auto after = set.probe_rules(position, count);
    ASSERT_EQ(after->verdict, position.side_to_move() == winner ? Verdict::win : Verdict::loss) << begin;
    if (goes_on) {
      ASSERT_LT(after->plies, until_anew) << begin;
    }
    until_anew = after->plies;
  }
}

void play_out_some(const std::string& name, int pieces) {
  const Variant& variant = **find_variant(name);
  const auto set = TableSet::open(variant, tables_with_rules(variant, pieces));
  ASSERT_TRUE(set);
  std::mt19937 random(6);
  const auto at_random = [&](const std::vector<RuledMove>& moves) -> const RuledMove& {
    return moves[random() % moves.size()];
  };
  const auto best = [](const std::vector<RuledMove>& moves) -> const RuledMove& {
    return *std::ranges::max_element(moves, {}, [](const RuledMove& move) { return move.distance->plies; });
  };
  int played = 0;
  for (const Material& material : materials_up_to(pieces)) {
    const SliceNumbering numbering(variant.position_space(), material);
    const DrawRule* const rule = governing_rule(variant.draw_rules(), material);
    for (int i = 0; i < 1000; ++i) {
      const Position position = numbering.unrank(random() % numbering.positions());
      const auto fresh = (*set)->probe_rules(position, 0);
      ASSERT_TRUE(fresh);
      if (fresh->verdict != Verdict::win) continue;
      ++played;
      // With as many plies counted as still win.
      const int most = rule == nullptr ? 0 : rule->limit - fresh->plies;
      for (const int count : {0, most}) {
        play_out(**set, position, count, best);
        play_out(**set, position, count, at_random);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
  EXPECT_GT(played, 2000);
}

class RulePlayOuts : public testing::TestWithParam<std::string> {};
TEST_P(RulePlayOuts, EndBeforeTheCountDoes) { play_out_some(GetParam(), 3); }
INSTANTIATE_TEST_SUITE_P(Variants, RulePlayOuts, testing::ValuesIn(variants_with_rules()), name_of_test);

// ---- counts, in positions that are known ----

TEST(RuleValues, TheLastPlyThatARuleAllowsStillWins) {
  const auto set = TableSet::open(international(), tables_with_rules(international(), 3));
  ASSERT_TRUE(set);
  // One move wins: it may be the tenth ply of each count, not the eleventh.
  const Position wins_at_once = *parse_fen(international(), "W:WK1,K46:BK28");
  const auto at = [&](const Position& position, int count) { return (*set)->probe_rules(position, count)->verdict; };
  ASSERT_EQ((*set)->probe_rules(wins_at_once, 0)->plies, 1);
  EXPECT_EQ(at(wins_at_once, 9), Verdict::win);
  EXPECT_EQ(at(wins_at_once, 10), Verdict::cursed_win);
  EXPECT_EQ(at(wins_at_once, 11), Verdict::cursed_win);
  // A side that cannot move has lost, whatever has been counted.
  const Position is_over = *parse_fen(international(), "W:W6:B1");
  for (const int count : {0, 49, 50, 51}) EXPECT_EQ(at(is_over, count), Verdict::loss);
}

TEST(RuleValues, WithoutAKnownRuleThatIsTheAnswer) {
  for (const std::string& name : variants_among({"losing", "breakthrough", "thai", "portuguese"})) {
    const Variant& variant = **find_variant(name);
    const auto set = TableSet::open(variant, built_tables(variant, 2));
    ASSERT_TRUE(set);
    EXPECT_EQ((*set)->probe_rules(variant.start_position(), 0).error().code, ErrorCode::no_rule_known);
    const TemporaryFolder folder;
    BuildOptions options = options_for(folder.path(), 2);
    options.variant = &variant;
    options.metric = Metric::rule;
    EXPECT_EQ(build(options).error().code, ErrorCode::no_rule_known);
  }
}

}  // namespace
}  // namespace dambase::test
