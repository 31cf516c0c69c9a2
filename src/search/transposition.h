// A transposition table: what was found out about positions, shared by all threads of a search without locks.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>

#include "search/two_player.h"

namespace stackwright::two_player {

enum class Bound : std::uint8_t { none, lower, upper, exact };

struct Entry {
  Score value = 0;  // proven results count from the position itself
  int depth = 0;
  Bound bound = Bound::none;
  int move = kNoMove;  // the number of the best move in the game's order

  static constexpr int kNoMove = 255;
};

/// Proven results as distances from the position that is stored, not from the root.
constexpr Score to_table(Score value, int ply) {
  return proven(value) ? (value > 0 ? value + ply : value - ply) : value;
}
constexpr Score from_table(Score value, int ply) {
  return proven(value) ? (value > 0 ? value - ply : value + ply) : value;
}

/// Buckets of four entries in one cache line. An entry is two words, the key xored with the data (Hyatt and Mann, "A
/// lock-less transposition table implementation for parallel search", ICGA Journal 25, 2002): a torn entry has no owner.
class TranspositionTable {
 public:
  /// At most so many bytes, rounded down to a power of two; at least one bucket.
  explicit TranspositionTable(std::size_t bytes)
      : buckets_(std::bit_floor(bytes < sizeof(Bucket) ? std::size_t{1} : bytes / sizeof(Bucket))),
        table_(std::make_unique<Bucket[]>(buckets_)) {}

  void clear() {
    for (std::size_t b = 0; b < buckets_; ++b) {
      for (Slot& slot : table_[b].slots) {
        slot.check.store(0, std::memory_order_relaxed);
        slot.data.store(0, std::memory_order_relaxed);
      }
    }
    age_.store(0, std::memory_order_relaxed);
  }
  /// Entries of earlier decisions give way first.
  void next_decision() { age_.store((age() + 1) & 63, std::memory_order_relaxed); }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&bucket(hash)); }

  /// Bound::none when nothing is known.
  Entry find(std::uint64_t hash) const {
    for (const Slot& slot : bucket(hash).slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ data) == hash) return unpack(data);
    }
    return {};
  }

  void store(std::uint64_t hash, const Entry& entry) {
    Slot* worst = nullptr;
    int least = 1 << 30;
    for (Slot& slot : bucket(hash).slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ data) == hash) {
        worst = &slot;
        break;
      }
      const int worth = data == 0 ? -1 : (unpack(data).depth + 1) * 2 - (age_of(data) == age() ? 0 : 256) + 512;
      if (worth < least) least = worth, worst = &slot;
    }
    const std::uint64_t data = pack(entry);
    worst->check.store(hash ^ data, std::memory_order_relaxed);
    worst->data.store(data, std::memory_order_relaxed);
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> data{0};
  };
  struct alignas(64) Bucket {
    Slot slots[4];
  };

  std::uint32_t age() const { return age_.load(std::memory_order_relaxed); }
  const Bucket& bucket(std::uint64_t hash) const { return table_[hash & (buckets_ - 1)]; }
  Bucket& bucket(std::uint64_t hash) { return table_[hash & (buckets_ - 1)]; }

  /// Value, depth, move, bound and age, from the low bits up; never zero, as a stored bound is not none.
  std::uint64_t pack(const Entry& e) const {
    return std::uint64_t{static_cast<std::uint32_t>(e.value)} |
           std::uint64_t{static_cast<std::uint8_t>(e.depth)} << 32 |
           std::uint64_t{static_cast<std::uint8_t>(e.move)} << 40 | static_cast<std::uint64_t>(e.bound) << 48 |
           std::uint64_t{age()} << 50;
  }
  static Entry unpack(std::uint64_t data) {
    return Entry{static_cast<Score>(static_cast<std::uint32_t>(data)), static_cast<std::int8_t>(data >> 32 & 255),
                 static_cast<Bound>(data >> 48 & 3), static_cast<int>(data >> 40 & 255)};
  }
  static std::uint32_t age_of(std::uint64_t data) { return static_cast<std::uint32_t>(data >> 50 & 63); }

  std::size_t buckets_;
  std::unique_ptr<Bucket[]> table_;
  std::atomic<std::uint32_t> age_ = 0;
};

}  // namespace stackwright::two_player
