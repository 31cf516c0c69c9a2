// Placements as numbers, boards and sets of placements as bytes.
#include "games/tetris/slots.h"

#include <array>
#include <bit>
#include <cstring>
#include <string>

namespace stackwright::tetris {
namespace {

static_assert(std::endian::native == std::endian::little, "bytes are written eight at a time");

constexpr std::uint64_t kEveryByte = 0x0101010101010101ULL;

/// The bits of a byte as eight bytes of 0 or 1, the lowest first.
constexpr std::uint64_t spread_bits(std::uint64_t byte) {
  const std::uint64_t one_each = byte * kEveryByte & 0x8040201008040201ULL;
  return (one_each + 0x7f * kEveryByte) >> 7 & kEveryByte;
}

/// Bit j of byte i becomes bit i of byte j.
constexpr std::uint64_t transpose_bits(std::uint64_t x) {
  std::uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aaULL;
  x ^= t ^ t << 7;
  t = (x ^ x >> 14) & 0x0000cccc0000ccccULL;
  x ^= t ^ t << 14;
  t = (x ^ x >> 28) & 0x00000000f0f0f0f0ULL;
  return x ^ t ^ t << 28;
}

}  // namespace

SlotTable::SlotTable(const Setting& setting) : setting_(setting), low_(row_limit(setting) - setting.pieces->cells) {
  for (int piece = 0; piece < setting.pieces->size(); ++piece) {
    Slots slots = 0;
    for_each_placement(setting, piece, [&](Placement move) { slots |= Slots{1} << slot_of(setting, move); });
    all_.push_back(slots);
  }
}

/// All columns of an orientation side by side, which compilers make vectors of.
Slots SlotTable::safe_on_high(const Board& board, int piece) const {
  std::array<std::int8_t, kMaxWidth + kMaxPieceCells> height{};
  for (int x = 0; x < board.width; ++x) {
    height[static_cast<std::size_t>(x)] = static_cast<std::int8_t>(column_height(board, x));
  }
  const Piece& p = setting_.pieces->pieces[static_cast<std::size_t>(piece)];
  Slots slots = 0;
  for (int o = 0; o < p.orientations; ++o) {
    const Orientation& turn = p.orientation[static_cast<std::size_t>(o)];
    std::array<std::int8_t, kMaxWidth> rest{};  // the row at which the box comes to rest
    for (std::size_t i = 0; i < static_cast<std::size_t>(turn.width); ++i) {
      for (std::size_t x = 0; x < kMaxWidth; ++x) {
        const auto y = static_cast<std::int8_t>(height[x + i] - turn.bottom[i]);
        rest[x] = y > rest[x] ? y : rest[x];
      }
    }
    const int highest = row_limit(setting_) - turn.height;
    Slots columns = 0;
    for (int x = 0; x < columns_for(turn, setting_.width); ++x) {
      columns |= Slots{rest[static_cast<std::size_t>(x)] <= highest} << x;
    }
    slots |= columns << (o * setting_.width);
  }
  return slots;
}

Result<Done> check_pieces_fit(const Setting& setting) {
  const Board board = empty_board(setting.width, setting.height);
  const SlotTable table(setting);
  for (int piece = 0; piece < setting.pieces->size(); ++piece) {
    if (table.safe(board, piece) != 0) continue;
    return Error{std::string("piece ") + setting.pieces->pieces[static_cast<std::size_t>(piece)].letter +
                 " does not fit on an empty board of " + std::to_string(setting.width) + "x" +
                 std::to_string(setting.height)};
  }
  return Done{};
}

void write_bits(Slots bits, int count, std::uint8_t* out) {
  int done = 0;
  for (; done + 8 <= count; done += 8, bits >>= 8) {
    const std::uint64_t bytes = spread_bits(bits & 0xff);
    std::memcpy(out + done, &bytes, 8);
  }
  const std::uint64_t bytes = spread_bits(bits & 0xff);
  std::memcpy(out + done, &bytes, static_cast<std::size_t>(count - done));
}

void write_cells(const Board& board, std::uint8_t* out) {
  constexpr int kRowBlocks = (kMaxHeight + 7) / 8, kColumnBlocks = kMaxWidth / 8;
  static_assert(kRowBlocks * 8 == 32);
  // Eight rows of eight columns at a time become one byte per row.
  std::uint8_t rows[kColumnBlocks][kRowBlocks * 8] = {};
  const int row_blocks = (board.height + 7) / 8, column_blocks = (board.width + 7) / 8;
  for (int c = 0; c < column_blocks; ++c) {
    for (int r = 0; r < row_blocks; ++r) {
      std::uint64_t block = 0;
      for (int i = 0; i < 8; ++i) {
        block |= std::uint64_t{board.column[static_cast<std::size_t>(8 * c + i)] >> (8 * r) & 0xff} << (8 * i);
      }
      block = transpose_bits(block);
      std::memcpy(rows[c] + 8 * r, &block, 8);
    }
  }
  // Every row is written eight bytes at a time; what is too much is overwritten by the next row or not copied.
  std::uint8_t cells[kMaxWidth * kMaxHeight + 8];
  std::uint8_t* to = cells;
  for (int row = board.height - 1; row >= 0; --row, to += board.width) {
    for (int c = 0; c < column_blocks; ++c) {
      const std::uint64_t bytes = spread_bits(rows[c][row]);
      std::memcpy(to + 8 * c, &bytes, 8);
    }
  }
  std::memcpy(out, cells, static_cast<std::size_t>(board.width) * board.height);
}

}  // namespace stackwright::tetris
