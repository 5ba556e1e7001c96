#include "formats/rice_code.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/formats/slow_prediction.hpp"
#include "tests/formats/temporary_folder.hpp"

namespace dambase::test {
namespace {

struct Written {
  std::uint64_t value;
  unsigned parameter;
};

Bytes written(const std::vector<Written>& values) {
  Bytes bytes;
  RiceWriter writer(bytes);
  for (const Written& w : values) writer.write(w.value, w.parameter);
  return bytes;
}

TEST(RiceCode, IsWhatItsDefinitionSays) {
  // Two zeros, a one, the low three bits of 21, lowest first, which fill up a byte.
  EXPECT_EQ(written({{21, 3}}), Bytes{std::byte{0b00'101'1'00}});
  EXPECT_EQ(written({{0, 0}, {1, 0}, {2, 0}}), Bytes{std::byte{0b00'100'10'1}});
  EXPECT_TRUE(written({}).empty());
  EXPECT_EQ(rice_bits(21, 3), 6U);
  EXPECT_EQ(rice_bits(0, 0), 1U);
  EXPECT_EQ(rice_bits(100, 0), 101U);
}

std::vector<Written> random_values(std::mt19937& random) {
  std::vector<Written> values(random() % 60);
  for (Written& w : values) {
    w.parameter = static_cast<unsigned>(random() % 24);
    w.value = random() % (std::uint64_t{1} << (w.parameter + random() % 7));
  }
  return values;
}

TEST(RiceCode, ValuesAndBitsAreReadAsTheyWereWritten) {
  std::mt19937 random(21);
  for (int round = 0; round < 1000; ++round) {
    const std::vector<Written> values = random_values(random);
    Bytes bytes;
    std::uint64_t bits = 0;
    {
      RiceWriter writer(bytes);
      for (const Written& w : values) {
        writer.write_bit(w.value % 2 == 0);
        writer.write(w.value, w.parameter);
        bits += 1 + rice_bits(w.value, w.parameter);
      }
    }
    ASSERT_EQ(bytes.size(), (bits + 7) / 8);
    RiceReader reader(bytes);
    for (const Written& w : values) {
      ASSERT_EQ(reader.read_bit(), w.value % 2 == 0);
      ASSERT_EQ(reader.read(w.parameter), w.value);
    }
    ASSERT_EQ(reader.bytes_read(), bytes.size());
  }
}

TEST(RiceCode, LongRunsOfZerosAreRead) {
  for (const std::uint64_t value : {0U, 31U, 32U, 33U, 55U, 56U, 57U, 111U, 112U, 113U, 10'000U}) {
    const Bytes bytes = written({{3, 1}, {value, 0}, {7, 2}});
    RiceReader reader(bytes);
    EXPECT_EQ(reader.read(1), 3U);
    EXPECT_EQ(reader.read(0), value);
    EXPECT_EQ(reader.read(2), 7U);
  }
}

TEST(RiceCode, BehindTheEndEveryValueIsEndless) {
  RiceReader of_nothing({});
  for (const unsigned parameter : {0U, 5U, 16U}) EXPECT_EQ(of_nothing.read(parameter), RiceReader::endless);
  EXPECT_FALSE(of_nothing.read_bit());
  const Bytes bytes = written({{5, 1}});
  RiceReader reader(bytes);
  EXPECT_EQ(reader.read(1), 5U);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(reader.read(3), RiceReader::endless);
}

TEST(RiceCode, AppendsToWhatIsThere) {
  Bytes bytes{std::byte{1}, std::byte{2}};
  {
    RiceWriter writer(bytes);
    writer.write(9, 2);
  }
  ASSERT_EQ(bytes.size(), 3U);
  EXPECT_EQ(bytes[1], std::byte{2});
  EXPECT_EQ(RiceReader(std::span(bytes).subspan(2)).read(2), 9U);
}

TEST(RiceCode, AnyBytesAreReadAsTheSlowReaderDoes) {
  std::mt19937 random(22);
  for (int round = 0; round < 3000; ++round) {
    Bytes bytes(random() % 20);
    const bool few_ones = random() % 2 == 0;
    for (std::byte& byte : bytes) {
      const unsigned one = random() % 8 == 0 ? 1U << random() % 8 : 0;
      byte = static_cast<std::byte>(few_ones ? one : random() & 255);
    }
    RiceReader reader(bytes);
    slow::RiceReader slow(bytes);
    for (int i = 0; i < 40; ++i) {
      const auto parameter = static_cast<unsigned>(random() % 17);
      if (parameter == 16) {
        ASSERT_EQ(reader.read_bit(), slow.read_bit());
      } else {
        ASSERT_EQ(reader.read(parameter), slow.read(parameter));
      }
    }
  }
}

}  // namespace
}  // namespace dambase::test
