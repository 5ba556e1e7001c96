// Runs of codes placed at any position, against a plain list.
#include "gen/slice_codes.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "tests/formats/temporary_folder.hpp"

namespace dambase::test {
namespace {

using Codes = std::vector<Code>;

Codes random_codes(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Codes codes(count);
  for (Code& code : codes) code = static_cast<Code>(random() % 4);
  return codes;
}

// Appends codes first to last - 1 to a run, in pieces of random length.
void append(CodeRun& run, const Codes& codes, std::size_t first, std::size_t last, std::mt19937& random) {
  while (first < last) {
    const std::size_t count = std::min<std::size_t>(random() % 65, last - first);
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto code = static_cast<std::uint64_t>(codes[first + i]);
      low |= (code & 1) << i;
      high |= (code >> 1) << i;
    }
    run.append(low, high, static_cast<int>(count));
    first += count;
  }
}

void expect_codes(const SliceCodes& slice, const Codes& codes) {
  ASSERT_EQ(slice.positions(), codes.size());
  ASSERT_EQ(slice.bytes().size(), (codes.size() + 3) / 4);
  for (std::size_t i = 0; i < codes.size(); ++i) ASSERT_EQ(code_at(slice.bytes(), i), codes[i]) << i;
}

// Where the codes are cut into runs.
std::vector<std::size_t> random_cuts(std::size_t count, std::size_t longest, std::mt19937& random) {
  std::vector<std::size_t> cuts = {0};
  while (cuts.back() < count) cuts.push_back(std::min(count, cuts.back() + 1 + random() % longest));
  return cuts;
}

TEST(SliceCodes, InAFileTheyAreTheSameAndLeaveNothing) {
  const TemporaryFolder folder;
  const Codes codes = random_codes(100'000, 3);
  std::mt19937 random(4);
  {
    auto slice = SliceCodes::in_file(codes.size(), folder.path());
    ASSERT_TRUE(slice) << slice.error().message;
    CodeRun run;
    const std::vector<std::size_t> cuts = random_cuts(codes.size(), 5000, random);
    for (std::size_t i = 1; i < cuts.size(); ++i) {
      run.begin(cuts[i - 1]);
      append(run, codes, cuts[i - 1], cuts[i], random);
      slice->place(run);
      slice->rest();
    }
    expect_codes(*slice, codes);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  }
  const auto nowhere = SliceCodes::in_file(codes.size(), folder.path() / "nowhere");
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, ErrorCode::file_failed);
}

TEST(SliceCodes, RunsOfAnyLengthAnywhere) {
  std::mt19937 random(21);
  for (unsigned round = 0; round < 300; ++round) {
    const Codes codes = random_codes(1 + random() % 400, round);
    SliceCodes slice(codes.size());
    std::vector<std::size_t> cuts = random_cuts(codes.size(), 1 + random() % 150, random);
    CodeRun run;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      run.begin(cuts[i]);
      append(run, codes, cuts[i], cuts[i + 1], random);
      EXPECT_EQ(run.first(), cuts[i]);
      slice.place(run);
    }
    expect_codes(slice, codes);
  }
}

TEST(SliceCodes, AnEmptyRunChangesNothing) {
  for (const std::uint64_t first : {0U, 5U, 31U, 32U, 63U}) {
    SliceCodes slice(64);
    CodeRun run;
    run.begin(first);
    run.append(0, 0, 0);
    slice.place(run);
    expect_codes(slice, Codes(64, Code::win));
  }
}

TEST(SliceCodes, RunsThatEndWithTheSlice) {
  for (const std::size_t size : {1U, 31U, 32U, 33U, 64U, 96U}) {
    const Codes codes(size, Code::capture);
    SliceCodes slice(size);
    CodeRun run;
    run.begin(0);
    for (std::size_t i = 0; i < size; ++i) run.append(1, 1, 1);
    slice.place(run);
    expect_codes(slice, codes);
  }
}

// Neighbouring runs share words.
TEST(SliceCodes, ManyThreadsPlaceRuns) {
  std::mt19937 random(22);
  const Codes codes = random_codes(50'000, 23);
  const std::vector<std::size_t> cuts = random_cuts(codes.size(), 9, random);
  SliceCodes slice(codes.size());
  std::vector<std::jthread> threads;
  for (std::size_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      std::mt19937 of_thread(static_cast<unsigned>(thread));
      CodeRun run;
      for (std::size_t i = thread; i + 1 < cuts.size(); i += 4) {
        run.begin(cuts[i]);
        append(run, codes, cuts[i], cuts[i + 1], of_thread);
        slice.place(run);
      }
    });
  }
  threads.clear();
  expect_codes(slice, codes);
}

}  // namespace
}  // namespace dambase::test
