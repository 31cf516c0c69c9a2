// The board of 2048 in one word: 4 bits a cell, cell 0 top left, row by row; 0 empty, n the tile 2^n.
#pragma once

#include <bit>
#include <cstdint>

namespace stackwright::twenty48 {

inline constexpr int kSide = 4;
inline constexpr int kCells = kSide * kSide;
inline constexpr int kMaxRank = 15;  // the tile 32768; two of them do not merge (README)

struct Board {
  std::uint64_t cells = 0;

  friend constexpr bool operator==(Board, Board) = default;
};

/// The rank n of the tile 2^n on a cell, 0 where it is empty.
constexpr int rank_at(Board b, int cell) { return static_cast<int>(b.cells >> (4 * cell) & 15u); }
constexpr Board with_rank(Board b, int cell, int rank) {
  const int shift = 4 * cell;
  return {(b.cells & ~(std::uint64_t{15} << shift)) | static_cast<std::uint64_t>(rank) << shift};
}
/// Row r as 16 bits, the left cell lowest.
constexpr std::uint16_t row_of(Board b, int row) { return static_cast<std::uint16_t>(b.cells >> (16 * row)); }

/// One bit in every cell that is empty, its lowest.
constexpr std::uint64_t empty_bits(Board b) {
  std::uint64_t x = b.cells;
  x |= x >> 2;
  x |= x >> 1;
  return ~x & 0x1111111111111111ULL;
}
constexpr int count_empty(Board b) { return std::popcount(empty_bits(b)); }

/// The n-th empty cell (from 0) of a board that is not wholly empty, without a loop: the product counts, in every cell,
/// the empty ones up to it, and the first cell that says n + 1 is the one.
constexpr int nth_empty(std::uint64_t empty, int n) {
  constexpr std::uint64_t kOnes = 0x1111111111111111ULL;
  const std::uint64_t differs = empty * kOnes ^ kOnes * static_cast<std::uint64_t>(n + 1);
  return std::countr_zero((differs - kOnes) & ~differs & (kOnes << 3)) / 4;
}

/// Probabilities of the tile that appears: 2 in nine cases of ten, 4 in one.
inline constexpr double kProbabilityOfTwo = 0.9, kProbabilityOfFour = 0.1;

/// The board with a tile on a random empty cell, as a function of 64 random bits: laid out over all empty cells they give
/// the cell, and what is left over within the cell gives the tile. Part of the definition of a game's random streams.
constexpr Board with_random_tile(Board b, std::uint64_t bits) {
  constexpr std::uint64_t kTwoBelow = 0xe666666666666666ULL;  // 0.9 * 2^64
  const std::uint64_t empty = empty_bits(b);
  const auto cells = static_cast<std::uint64_t>(std::popcount(empty));
  const std::uint64_t low = (bits & 0xffffffffULL) * cells, high = (bits >> 32) * cells + (low >> 32);
  const int n = static_cast<int>(high >> 32);
  const std::uint64_t left_over = high << 32 | (low & 0xffffffffULL);
  const int cell = cells == kCells ? n : nth_empty(empty, n);
  return {b.cells | std::uint64_t{left_over < kTwoBelow ? 1u : 2u} << (4 * cell)};
}

/// Rows become columns.
constexpr Board transposed(Board b) {
  std::uint64_t x = b.cells;
  std::uint64_t t = (x ^ x >> 12) & 0x0000f0f00000f0f0ULL;
  x ^= t ^ t << 12;
  t = (x ^ x >> 24) & 0x00000000ff00ff00ULL;
  return {x ^ t ^ t << 24};
}

namespace parts {
/// Neighbouring cells change places: 0 with 1, 2 with 3.
constexpr std::uint64_t swap_cells(std::uint64_t x) {
  return (x >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
}
/// Halves of rows change places.
constexpr std::uint64_t swap_halves(std::uint64_t x) {
  return (x >> 8 & 0x00ff00ff00ff00ffULL) | (x & 0x00ff00ff00ff00ffULL) << 8;
}
/// All bytes in reverse order; compilers know this as one instruction.
constexpr std::uint64_t reverse_bytes(std::uint64_t x) { return __builtin_bswap64(x); }
}  // namespace parts

/// Left and right change places.
constexpr Board mirrored(Board b) { return {parts::swap_halves(parts::swap_cells(b.cells))}; }
/// Top and bottom change places.
constexpr Board flipped(Board b) { return {parts::reverse_bytes(parts::swap_halves(b.cells))}; }

inline constexpr int kSymmetries = 8;

/// The board in its eight symmetric forms: itself, mirrored, flipped, both; then the same of the transposed board.
constexpr void symmetric_forms(Board b, Board (&out)[kSymmetries]) {
  const auto four = [](std::uint64_t x, Board* to) {
    const std::uint64_t swapped = parts::swap_cells(x);
    to[0] = {x};
    to[1] = {parts::swap_halves(swapped)};
    to[2] = {parts::reverse_bytes(parts::swap_halves(x))};
    to[3] = {parts::reverse_bytes(swapped)};
  };
  four(b.cells, out);
  four(transposed(b).cells, out + 4);
}

/// The rank of the highest tile.
constexpr int max_rank(Board b) {
  int best = 0;
  for (std::uint64_t x = b.cells; x != 0; x >>= 4)
    best = static_cast<int>(x & 15u) > best ? static_cast<int>(x & 15u) : best;
  return best;
}

/// The sum of all tiles.
constexpr std::int64_t tile_sum(Board b) {
  std::int64_t sum = 0;
  for (std::uint64_t x = b.cells; x != 0; x >>= 4) sum += (x & 15u) != 0 ? std::int64_t{1} << (x & 15u) : 0;
  return sum;
}

}  // namespace stackwright::twenty48
