// A solved part of a slice on its way: the words of its configurations, and where the sides can capture. Made by one
// process, read by those that solve the next level, and by the one that makes the table.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "engine/variant.hpp"
#include "formats/atomic_file.hpp"
#include "formats/byte_source.hpp"
#include "gen/word_layout.hpp"

namespace dambase {

/// One word of a configuration, and its squares from which the side to move can capture.
struct PartWord {
  Words values;
  std::uint64_t white_captures = 0;
  std::uint64_t black_captures = 0;
};

/// Stands for the table that is made from the parts, in place of the number of one.
inline constexpr int table_of_parts = -1;

/// Which part of which table: part `index` of the cut of `material` (canonical) into `wanted` (see cut_slice).
struct PartIdentity {
  const Variant* variant = nullptr;
  Material material;
  int wanted = 0;
  int index = 0;
};

/// Writes the configurations of a part in the order in which they are solved, level by level.
class PartWriter {
 public:
  static Result<PartWriter> create(const std::filesystem::path& path, const PartIdentity& identity,
                                   std::size_t words_per_configuration);

  /// Appends whole configurations. Compresses on the threads of the current arena, within buffer_bytes().
  Result<void> append(std::span<const PartWord> configurations);
  [[nodiscard]] static std::uint64_t buffer_bytes(std::size_t words_per_configuration);
  /// Puts the file in place; returns its size in bytes.
  Result<std::uint64_t> finish();

 private:
  PartWriter(AtomicFile file, const PartIdentity& identity, std::size_t words_per_configuration);
  Result<void> write_chunks(std::span<const PartWord> words);

  AtomicFile file_;
  PartIdentity identity_;
  std::size_t words_per_configuration_;
  std::size_t chunk_words_;
  std::vector<PartWord> pending_;  ///< less than a chunk
  std::vector<std::byte> directory_;
  std::uint64_t configurations_ = 0;
  std::uint64_t offset_;
};

/// May be used from any number of threads at once.
class PartReader {
 public:
  /// Checks header and directory: missing_table, damaged_table, file_failed, and wrong_variant for another part.
  static Result<PartReader> open(const std::filesystem::path& path, const PartIdentity& identity);

  [[nodiscard]] std::uint64_t configurations() const { return configurations_; }
  [[nodiscard]] std::uint64_t file_bytes() const { return source_->size(); }
  [[nodiscard]] std::size_t chunks() const { return entries_.size(); }
  /// Configurations of each chunk but the last.
  [[nodiscard]] std::size_t configurations_per_chunk() const { return chunk_configurations_; }
  /// Reads and checks the words of all configurations of a chunk. damaged_table, file_failed.
  Result<std::vector<PartWord>> read(std::size_t chunk) const;

 private:
  struct Entry {
    std::uint64_t offset;
    std::uint64_t bytes;
    std::uint64_t checksum;
  };

  PartReader() = default;

  std::unique_ptr<ByteSource> source_;
  std::filesystem::path path_;
  std::uint64_t configurations_ = 0;
  std::size_t words_per_configuration_ = 0;
  std::size_t chunk_configurations_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace dambase
