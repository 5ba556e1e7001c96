#include "formats/content_digest.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "formats/checksum.hpp"

namespace dambase::test {
namespace {

constexpr std::size_t chunk = ContentDigest::chunk_bytes;

std::vector<std::byte> random_bytes(std::size_t count) {
  std::mt19937 random(5);
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 0xff);
  return bytes;
}

std::uint64_t digest_of(const std::vector<std::vector<std::byte>>& slices) {
  ContentDigest digest;
  for (const auto& slice : slices) {
    digest.add(slice);
    digest.end_slice();
  }
  return digest.value();
}

TEST(ContentDigest, IsTheChecksumOfThoseOfItsChunks) {
  const std::vector<std::byte> bytes = random_bytes(2 * chunk + 100);
  const std::span all(bytes);
  const std::vector<std::uint64_t> of_chunks = {checksum(all.first(chunk)), checksum(all.subspan(chunk, chunk)),
                                                checksum(all.subspan(2 * chunk))};
  EXPECT_EQ(digest_of({bytes}), checksum(std::as_bytes(std::span(of_chunks))));
  ContentDigest digest;
  for (const std::uint64_t of_chunk : of_chunks) digest.add_chunk(of_chunk);
  EXPECT_EQ(digest.value(), digest_of({bytes}));
  EXPECT_EQ(ContentDigest().value(), checksum({}));
}

TEST(ContentDigest, DoesNotDependOnThePiecesThatItIsGiven) {
  const std::vector<std::byte> bytes = random_bytes(3 * chunk);
  std::mt19937 random(6);
  for (int round = 0; round < 5; ++round) {
    ContentDigest digest;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t count = std::min<std::size_t>(random() % (chunk / 2), bytes.size() - at);
      digest.add(std::span(bytes).subspan(at, count));
      at += count;
    }
    digest.end_slice();
    EXPECT_EQ(digest.value(), digest_of({bytes}));
  }
}

TEST(ContentDigest, TellsWhereASliceEnds) {
  const std::vector<std::byte> bytes = random_bytes(1000);
  const std::vector<std::byte> first(bytes.begin(), bytes.begin() + 400);
  const std::vector<std::byte> second(bytes.begin() + 400, bytes.end());
  EXPECT_NE(digest_of({first, second}), digest_of({bytes}));
  EXPECT_NE(digest_of({first, second}), digest_of({second, first}));
  EXPECT_EQ(digest_of({bytes, {}}), digest_of({bytes}));
}

}  // namespace
}  // namespace dambase::test
