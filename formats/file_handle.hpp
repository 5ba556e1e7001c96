// An open file descriptor and its owner.
#pragma once

#include <utility>

namespace dambase {

/// Closes its descriptor when it goes. -1 is none.
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
  FileHandle(FileHandle&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileHandle();

  [[nodiscard]] int get() const { return descriptor_; }
  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  /// Closes now; false if the system reports that written data may be lost.
  bool close();

 private:
  int descriptor_ = -1;
};

}  // namespace dambase
