// Random streams by hashing: every number is addressed by (key, index), so order and threads never matter.
#pragma once

#include <cstdint>
#include <string_view>

namespace stackwright {

/// The finaliser of SplitMix64 (Stafford's variant 13): a bijection of 64-bit words that scatters every bit.
constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

/// The whole part of n * bits / 2^64: random bits scaled to [0, n), with a bias below n / 2^64.
constexpr std::uint32_t scaled(std::uint64_t bits, std::uint32_t n) {
  return static_cast<std::uint32_t>(((bits >> 32) * n + ((bits & 0xffffffffULL) * n >> 32)) >> 32);
}

/// What a stream is for; part of the key, so that no two uses ever share numbers.
enum class Purpose : std::uint64_t {
  pieces = 1,
  misdrop = 2,
  optimiser = 3,
  bootstrap = 4,
  tie = 5,
  test = 6,
  opening = 20,
  splitting = 30,  // pieces of particles
  rounding = 31,   // copies, misdrops and new games of particles
  exploring = 40   // random actions of learners
};

/// Names one stream of a run. Streams are derived by hashing all five parts, never by seed + index.
struct StreamKey {
  std::uint64_t seed = 1;
  Purpose purpose = Purpose::pieces;
  std::uint64_t generation = 0;
  std::uint64_t candidate = 0;
  std::uint64_t game = 0;
};

/// A random sequence that can be read at any index. A start and an odd step per stream (128 bits of identity), so
/// that streams do not run into each other.
struct Stream {
  std::uint64_t start = 0;
  std::uint64_t step = 1;

  constexpr Stream() = default;
  constexpr explicit Stream(const StreamKey& key) {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
    std::uint64_t h = mix(key.seed + kGolden);
    h = mix(h ^ (static_cast<std::uint64_t>(key.purpose) + kGolden));
    h = mix(h + kGolden + key.generation * 0xd1342543de82ef95ULL);
    h = mix(h + kGolden + key.candidate * 0xd1342543de82ef95ULL);
    h = mix(h + kGolden + key.game * 0xd1342543de82ef95ULL);
    start = mix(h + kGolden);
    step = mix(h + 2 * kGolden) | 1;
  }

  constexpr std::uint64_t at(std::uint64_t index) const { return mix(start + (index + 1) * step); }

  /// A whole number in [0, n), n > 0.
  constexpr std::uint32_t below(std::uint64_t index, std::uint32_t n) const { return scaled(at(index), n); }

  /// A real number in [0, 1) with 53 random bits.
  constexpr double unit(std::uint64_t index) const { return static_cast<double>(at(index) >> 11) * 0x1p-53; }
};

}  // namespace stackwright
