// A large array of plain numbers, all zero at first, on huge pages where the system has them.
#include "core/large_array.h"

#include <cstdint>
#include <new>

#include <sys/mman.h>

namespace stackwright::large_memory {
namespace {

constexpr std::size_t kHuge = std::size_t{2} << 20;

std::size_t rounded_up(std::size_t bytes) { return (bytes + kHuge - 1) / kHuge * kHuge; }

}  // namespace

void* allocate(std::size_t bytes) {
  if (bytes > SIZE_MAX / 2) throw std::bad_alloc();
  const std::size_t wanted = rounded_up(bytes);
  void* const memory = ::mmap(nullptr, wanted + kHuge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  const std::size_t past = reinterpret_cast<std::uintptr_t>(memory) % kHuge;
  const std::size_t before = past == 0 ? 0 : kHuge - past;
  char* const start = static_cast<char*>(memory) + before;
  if (before > 0) ::munmap(memory, before);
  if (before < kHuge) ::munmap(start + wanted, kHuge - before);
  ::madvise(start, wanted, MADV_HUGEPAGE);  // only a wish: without huge pages everything is the same, but slower
  return start;
}

void release(void* memory, std::size_t bytes) { ::munmap(memory, rounded_up(bytes)); }

}  // namespace stackwright::large_memory
