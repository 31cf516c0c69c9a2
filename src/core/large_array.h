// A large array of plain numbers, all zero at first, on huge pages where the system has them.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace stackwright {

namespace large_memory {
/// Zeroed memory, aligned to 2 MB; throws std::bad_alloc when there is none.
void* allocate(std::size_t bytes);
void release(void* memory, std::size_t bytes);
}  // namespace large_memory

/// Random accesses to hundreds of megabytes miss the translation caches on 4 KB pages; huge pages mend that.
template <class T>
class LargeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t size)
      : data_(size == 0 ? nullptr : static_cast<T*>(large_memory::allocate(size * sizeof(T)))), size_(size) {}
  LargeArray(LargeArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  LargeArray& operator=(LargeArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~LargeArray() {
    if (data_ != nullptr) large_memory::release(data_, size_ * sizeof(T));
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace stackwright
