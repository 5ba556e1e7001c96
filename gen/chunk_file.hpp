// Files on the way from one process to another: streams of bytes in compressed chunks with checksums. Other programs do
// not read them; one of another version of this format is made again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "formats/atomic_file.hpp"
#include "formats/byte_source.hpp"

namespace dambase {

/// What a file is, by its name; one that is anything else is taken for damaged, and made again.
using ChunkFileIdentity = std::array<std::byte, 32>;

class ChunkFileWriter {
 public:
  /// Begins the file `path`, under a temporary name.
  static Result<ChunkFileWriter> create(const std::filesystem::path& path, const ChunkFileIdentity& identity);

  /// Appends a chunk to a stream. May be called from any number of threads; chunks of a stream are in the order in
  /// which calls end.
  Result<void> append(std::uint32_t stream, std::span<const std::byte> chunk);
  /// The same of several chunks, in their order, which are compressed on the threads of the current arena.
  Result<void> append_all(std::uint32_t stream, std::span<const std::span<const std::byte>> chunks);

  /// Puts the file in place, with some more bytes that are read when it is opened; returns its size.
  Result<std::uint64_t> finish(std::span<const std::byte> info);

  /// A bound on what appending takes beside chunks of so many bytes: of one thread, or a chunk of append_all().
  [[nodiscard]] static std::uint64_t bytes_beside(std::size_t chunk_bytes);

 private:
  struct Frame {
    std::vector<std::byte> bytes;
    std::uint64_t raw_bytes;
  };

  ChunkFileWriter(AtomicFile file, const ChunkFileIdentity& identity);
  static Result<Frame> compress(std::span<const std::byte> chunk);
  Result<void> write(std::uint32_t stream, const Frame& frame);

  AtomicFile file_;
  ChunkFileIdentity identity_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();  ///< of what follows
  std::vector<std::byte> directory_;
  std::uint64_t offset_;
};

/// May be used from any number of threads at once.
class ChunkFileReader {
 public:
  /// Checks header, identity and directory: missing_table, damaged_table, file_failed.
  static Result<ChunkFileReader> open(const std::filesystem::path& path, const ChunkFileIdentity& identity);
  /// The same, and reads and checks all chunks on the threads of the current arena.
  static Result<ChunkFileReader> open_sound(const std::filesystem::path& path, const ChunkFileIdentity& identity);

  [[nodiscard]] std::uint64_t file_bytes() const { return source_->size(); }
  [[nodiscard]] std::span<const std::byte> info() const { return info_; }
  [[nodiscard]] std::size_t chunks(std::uint32_t stream) const {
    return stream < streams_.size() ? streams_[stream].size() : 0;
  }
  /// Reads and checks a chunk. damaged_table, file_failed, out_of_memory.
  Result<std::vector<std::byte>> read(std::uint32_t stream, std::size_t chunk) const;
  /// The same into `bytes`, which must be as many.
  Result<void> read_into(std::span<std::byte> bytes, std::uint32_t stream, std::size_t chunk) const;

  /// What is said of a file whose contents cannot be: damaged_table.
  [[nodiscard]] Error damaged(const char* what) const;

 private:
  struct Entry {
    std::uint64_t offset;
    std::uint64_t bytes;
    std::uint64_t raw_bytes;
    std::uint64_t checksum;
  };

  ChunkFileReader() = default;
  Result<void> read_header(const ChunkFileIdentity& identity);
  void read_directory(std::span<const std::byte> directory);

  std::unique_ptr<ByteSource> source_;
  std::filesystem::path path_;
  std::vector<std::byte> info_;
  std::vector<std::vector<Entry>> streams_;
};

}  // namespace dambase
