// Many threads on one set get what one thread gets.
#include <gtest/gtest.h>

#include <latch>
#include <thread>

#include "formats/fen.hpp"
#include "probe/table_set.hpp"
#include "tests/engine/random_positions.hpp"
#include "tests/gen/built_tables.hpp"

namespace dambase::test {
namespace {

std::unique_ptr<TableSet> open_set(const std::filesystem::path& folder, std::size_t cache_bytes) {
  auto set = TableSet::open(international(), folder, {cache_bytes});
  EXPECT_TRUE(set);
  return *std::move(set);
}

constexpr std::size_t cache_sizes[] = {1, 1 << 24};

std::string answer(const TableSet& set, const Position& position) {
  const auto value = set.probe(position);
  return value ? name_of(*value) : value.error().message;
}

// What many threads answer that all ask at the same moment.
std::vector<std::string> answers_at_once(const TableSet& set, const Position& position) {
  constexpr std::size_t count = 64;
  std::vector<std::string> answers(count);
  std::latch start(count);
  std::vector<std::jthread> threads;
  for (std::string& slot : answers) {
    threads.emplace_back([&set, &position, &start, &slot] {
      start.arrive_and_wait();
      slot = answer(set, position);
    });
  }
  threads.clear();
  return answers;
}

TEST(TableSetThreads, TheVeryFirstProbeIsTheSameInAll) {
  const Position position = *parse_fen(international(), "W:W31:B4");
  for (const std::size_t cache : cache_sizes) {
    for (int round = 0; round < 10; ++round) {
      const auto set = open_set(built_tables(2), cache);
      for (const std::string& text : answers_at_once(*set, position)) ASSERT_EQ(text, "win");
    }
  }
}

TEST(TableSetThreads, TheVeryFirstProbeOfADamagedTableFailsInAll) {
  const Position position = *parse_fen(international(), "W:W31:B4");
  const TemporaryFolder folder;
  copy_built_tables(2, folder.path());
  const Bytes whole = read_bytes(table_in(folder.path(), "MvM"));
  for (const std::size_t place : {std::size_t{20}, std::size_t{300}, whole.size() - 1}) {
    Bytes bytes = whole;
    bytes[place] ^= std::byte{8};
    write_bytes(table_in(folder.path(), "MvM"), bytes);
    const auto set = open_set(folder.path(), 1 << 20);
    const std::vector<std::string> answers = answers_at_once(*set, position);
    EXPECT_NE(answers.front().find("MvM.wld: damaged"), std::string::npos) << answers.front();
    for (const std::string& text : answers) ASSERT_EQ(text, answers.front());
  }
}

struct Question {
  Position position;
  Value value;
};

std::vector<Question> questions(int count) {
  const auto set = open_set(built_tables(3), 1 << 24);
  RandomPositions random(international().shape(), 91);
  std::vector<Question> list;
  for (int i = 0; i < count; ++i) {
    const Position position = random.any(2 + random.below(2), 50);
    list.push_back({position, *set->probe(position)});
  }
  return list;
}

class TableSetThreadsOf : public testing::TestWithParam<Profile> {};

TEST_P(TableSetThreadsOf, RandomProbesAreThoseOfOneThread) {
  const std::vector<Question> list = questions(3000);
  for (const std::size_t cache : cache_sizes) {
    const auto set = open_set(built_tables(3, GetParam()), cache);
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < 8; ++thread) {
      threads.emplace_back([&, thread] {
        for (std::size_t i = 0; i < list.size(); ++i) {
          const Question& question = list[(i * 7 + thread * 311) % list.size()];
          const bool only_cached = i % 3 == 0;
          const auto value = set->probe(question.position, only_cached ? Access::only_cached : Access::read_if_needed);
          ASSERT_TRUE(value || only_cached);
          if (value) {
            ASSERT_EQ(*value, question.value);
          }
        }
      });
    }
  }
}

// Sixty-four threads on caches of one part: every value is read, and many are pushed out while they are read.
TEST(LongTableSetThreads, ProfilesAgreeUnderManyThreads) {
  constexpr std::size_t threads = 64;
  constexpr int probes = 20'000;
  for (const Reading reading : {Reading::plain, Reading::mapped, Reading::whole}) {
    const auto fast = TableSet::open(international(), built_tables(4), {1, reading});
    const auto compact = TableSet::open(international(), built_tables(4, Profile::compact), {1, reading});
    ASSERT_TRUE(fast && compact);
    std::vector<std::jthread> running;
    for (std::size_t thread = 0; thread < threads; ++thread) {
      running.emplace_back([&, thread] {
        RandomPositions random(international().shape(), 100 + thread);
        for (int i = 0; i < probes; ++i) {
          const Position position = random.any(2 + random.below(3), 50);
          const auto one = (*fast)->probe(position);
          const auto other = (*compact)->probe(position);
          ASSERT_TRUE(one && other);
          ASSERT_EQ(*one, *other) << to_fen(international(), position);
        }
      });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, TableSetThreadsOf, testing::Values(Profile::fast, Profile::compact));

}  // namespace
}  // namespace dambase::test
