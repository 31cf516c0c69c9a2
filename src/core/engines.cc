// Random engines by name beyond the hash stream: seeding of R250/521, reading of the system's source.
#include "core/engines.h"

#include <cerrno>
#include <span>
#include <system_error>

#include <sys/random.h>

namespace stackwright {
namespace {

/// Makes the 32 bit columns of a register linearly independent, so that no bit of the output is a sum of others: word
/// 7k + 3 gets bit 31-k set and all higher bits cleared, a triangle (Maier, "A fast pseudo random number generator",
/// Dr. Dobb's Journal, May 1991).
void make_independent(std::span<std::uint32_t> words) {
  for (std::size_t k = 0; k < 32; ++k) {
    const std::uint32_t diagonal = 0x80000000u >> k;
    std::uint32_t& word = words[7 * k + 3];
    word = (word & (diagonal - 1)) | diagonal;
  }
}

}  // namespace

R250_521::R250_521(const Stream& seed) {
  std::uint64_t index = 0;
  for (std::uint32_t& word : x_) word = static_cast<std::uint32_t>(seed.at(index++) >> 32);
  for (std::uint32_t& word : y_) word = static_cast<std::uint32_t>(seed.at(index++) >> 32);
  make_independent(x_);
  make_independent(y_);
}

void SystemRandom::refill() {
  std::size_t filled = 0;
  auto* bytes = reinterpret_cast<unsigned char*>(block_.data());
  while (filled < sizeof block_) {
    const ssize_t n = ::getrandom(bytes + filled, sizeof block_ - filled, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw std::system_error(errno, std::generic_category(), "getrandom");
    filled += static_cast<std::size_t>(n);
  }
  used_ = 0;
}

}  // namespace stackwright
