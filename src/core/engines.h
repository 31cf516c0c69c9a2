// Random engines by name beyond the hash stream: R250/521 and the system's cryptographic source.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>

#include "core/random.h"

namespace stackwright {

/// Anything that gives 64 random bits at a time.
template <class E>
concept Engine = requires(E engine) {
  { engine.next() } -> std::same_as<std::uint64_t>;
};

/// A whole number in [0, n), n > 0.
template <Engine E>
std::uint32_t below(E& engine, std::uint32_t n) {
  return scaled(engine.next(), n);
}

/// A real number in [0, 1) with 53 random bits.
template <Engine E>
double unit(E& engine) {
  return static_cast<double>(engine.next() >> 11) * 0x1p-53;
}

/// R250/521: two shift-register generators combined by exclusive or.
///   r250: x[n] = x[n-103] ^ x[n-250]      r521: y[n] = y[n-168] ^ y[n-521]      out[n] = x[n] ^ y[n]
/// Kirkpatrick and Stoll, "A very fast shift-register sequence random number generator", J. Comput. Phys. 40 (1981);
/// the pair to break R250's three-point correlations: Heuer, Duenweg and Ferrenberg, Comput. Phys. Comm. 103 (1997).
class R250_521 {
 public:
  explicit R250_521(const Stream& seed);

  std::uint32_t next32() {
    const std::uint32_t x = x_[i_] ^= x_[i_ >= 103 ? i_ - 103 : i_ + 147];
    const std::uint32_t y = y_[j_] ^= y_[j_ >= 168 ? j_ - 168 : j_ + 353];
    i_ = i_ == 249 ? 0 : i_ + 1;
    j_ = j_ == 520 ? 0 : j_ + 1;
    return x ^ y;
  }
  /// Two words, the earlier one above.
  std::uint64_t next() {
    const std::uint64_t high = next32();
    return high << 32 | next32();
  }

  friend bool operator==(const R250_521&, const R250_521&) = default;

 private:
  std::array<std::uint32_t, 250> x_;  // x_[i_] is x[n-250], the others follow in a ring
  std::array<std::uint32_t, 521> y_;
  std::uint32_t i_ = 0;
  std::uint32_t j_ = 0;
};

/// The system's cryptographic source, getrandom(2), read in blocks. Not reproducible; throws std::system_error where
/// the system has none.
class SystemRandom {
 public:
  std::uint64_t next() {
    if (used_ == block_.size()) refill();
    return block_[used_++];
  }

 private:
  void refill();

  std::array<std::uint64_t, 32> block_{};  // 256 bytes: the most that getrandom promises to give uninterrupted
  std::size_t used_ = block_.size();
};

}  // namespace stackwright
