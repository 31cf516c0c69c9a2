// Hashes of words and texts; part of signatures, so frozen by tests.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "core/random.h"

namespace stackwright {

/// A hash that grows word by word; the order of the words matters, and a change of one word always changes the hash.
class Hasher {
 public:
  constexpr Hasher& add(std::uint64_t word) {
    value_ = mix(value_ * 0xd1342543de82ef95ULL + word + 0x9e3779b97f4a7c15ULL);
    return *this;
  }
  constexpr Hasher& add(std::string_view text) {
    std::uint64_t word = 0;
    int bytes = 0;
    for (const char c : text) {
      word = word << 8 | static_cast<unsigned char>(c);
      if (++bytes % 8 == 0) add(word), word = 0;
    }
    return add(word).add(text.size());
  }
  constexpr std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

constexpr std::uint64_t hash_words(std::initializer_list<std::uint64_t> words) {
  Hasher hasher;
  for (const std::uint64_t word : words) hasher.add(word);
  return hasher.value();
}

constexpr std::uint64_t hash_text(std::string_view text) { return Hasher().add(text).value(); }

}  // namespace stackwright
