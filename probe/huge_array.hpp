// A large array that starts as zeros and is read here and there.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace dambase {

/// Memory straight from the system, which gives it when it is first touched, in large pages where it can: a cache that
/// is read at random else pays more for finding its pages than for reading them. Throws std::bad_alloc.
template <class Element>
class HugeArray {
  static_assert(std::is_trivially_destructible_v<Element>);

 public:
  HugeArray() = default;
  explicit HugeArray(std::size_t size) : bytes_(size * sizeof(Element)) {
    void* const memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes_, MADV_HUGEPAGE);
#endif
    elements_ = static_cast<Element*>(memory);
  }
  ~HugeArray() {
    if (elements_ != nullptr) munmap(elements_, bytes_);
  }
  HugeArray(HugeArray&& other) noexcept { swap(other); }
  HugeArray& operator=(HugeArray&& other) noexcept {
    swap(other);
    return *this;
  }

  [[nodiscard]] Element& operator[](std::size_t index) const { return elements_[index]; }

 private:
  void swap(HugeArray& other) {
    std::swap(elements_, other.elements_);
    std::swap(bytes_, other.bytes_);
  }

  Element* elements_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace dambase
