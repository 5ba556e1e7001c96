// Table files behind few descriptors: the least recently read is closed when too many are open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "formats/byte_source.hpp"

namespace dambase {

/// Opens files for reading when they are read. May be used from any number of threads at once.
class FilePool {
 public:
  explicit FilePool(std::size_t most_open) : most_open_(most_open) {}

  /// The bytes of the file at `path`, as long as it is. The pool must outlive what it returns.
  Result<std::unique_ptr<ByteSource>> bytes_of(const std::filesystem::path& path);

 private:
  class PooledFile;

  Result<std::shared_ptr<const ByteSource>> open(PooledFile& file);
  void close(PooledFile& file);
  void close_least_recent();

  std::size_t most_open_;
  std::mutex mutex_;
  std::vector<PooledFile*> open_;
  std::uint64_t reads_ = 0;
};

}  // namespace dambase
