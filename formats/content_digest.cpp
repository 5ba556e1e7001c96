#include "formats/content_digest.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "formats/checksum.hpp"

namespace dambase {

static_assert(std::endian::native == std::endian::little, "the checksum of checksums is taken of them as they lie");

void ContentDigest::add(std::span<const std::byte> contents) {
  while (!contents.empty()) {
    const std::span some = contents.first(std::min(chunk_bytes - pending_.size(), contents.size()));
    contents = contents.subspan(some.size());
    if (some.size() == chunk_bytes) {
      add_chunk(checksum(some));
      continue;
    }
    pending_.insert(pending_.end(), some.begin(), some.end());
    if (pending_.size() == chunk_bytes) end_slice();
  }
}

void ContentDigest::end_slice() {
  if (pending_.empty()) return;
  add_chunk(checksum(pending_));
  pending_.clear();
}

std::uint64_t ContentDigest::value() const {
  assert(pending_.empty());
  return checksum(std::as_bytes(std::span(chunks_)));
}

}  // namespace dambase
