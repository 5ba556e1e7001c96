// Reading bytes at offsets, wherever they lie: a file, memory, or a fuzzer's fake.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "engine/result.hpp"

namespace dambase {

/// Access to the bytes of a table. Implementations may be used from any number of threads at once.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Fills `bytes` from `offset` on. file_failed if that is past the end or cannot be read.
  virtual Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) const = 0;
};

/// A plain file, opened now and read at offsets. missing_table if it is not there, file_failed if it
/// cannot be opened.
Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path);

/// The bytes of a file that is mapped into memory now, as the system brings them in; no descriptor stays open.
/// The file must not be cut while it is mapped: reading what is gone ends the process. Errors as open_file,
/// and out_of_memory where there are no addresses left.
Result<std::unique_ptr<ByteSource>> map_file(const std::filesystem::path& path);

/// The bytes of a file that is read whole, now. Errors as open_file.
Result<std::unique_ptr<ByteSource>> read_whole_file(const std::filesystem::path& path);

/// Bytes in memory.
[[nodiscard]] std::unique_ptr<ByteSource> bytes_in_memory(std::vector<std::byte> bytes);

}  // namespace dambase
