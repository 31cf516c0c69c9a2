// One of many games of Tetris: how it begins, what an action does to it, and what a learner sees of it.
#include <algorithm>
#include <array>
#include <cstddef>

#include "experiment/vector_tetris.h"

namespace stackwright {

/// The first episode of game g of a seed is the game that the command line plays; later ones have streams of their own.
void VectorTetris::begin(Game& game) const {
  const StreamKey key{game.seed.seed, Purpose::pieces, 0, game.episode, game.seed.game};
  game.stream = tetris::open_stream(options_.source, *options_.setting.pieces, options_.rng, key);
  game.exploring = Stream({game.seed.seed, Purpose::exploring, 0, game.episode, game.seed.game});
  game.board = tetris::empty_board(options_.setting.width, options_.setting.height);
  game.placed = 0;
  game.lines = game.score = 0;
  game.over = false;
}

/// The pieces that are told; false where there is no piece to place.
bool VectorTetris::read_pieces(std::size_t i, Game& game) {
  std::array<std::uint8_t, 65> pieces;
  const std::size_t told = static_cast<std::size_t>(options_.preview) + 1;
  const std::size_t there = game.stream->read(game.placed, std::span(pieces).first(told));
  std::int64_t* out = arrays_.pieces.data() + i * told;
  const std::int64_t none = options_.setting.pieces->size();
  for (std::size_t k = 0; k < told; ++k) out[k] = k < there ? pieces[k] : none;
  if (there > 0) game.piece = pieces[0];
  game.allowed = there > 0 ? table_.safe(game.board, game.piece) : 0;
  return there > 0;
}

void VectorTetris::step_game(std::size_t i, std::int64_t action) {
  Game& game = games_[i];
  const bool was_over = game.over;
  bool lost = false, cut = false;
  std::int64_t points = 0;
  if (was_over) {
    ++game.episode;
    begin(game);
    (void)read_pieces(i, game);
  } else if (action < 0 || action >= slots_ || (game.allowed >> action & 1) == 0) {  // others may write to the actions
    lost = true;
    game.allowed = 0;
  } else {
    const tetris::Placement move = placement_of(options_.setting, static_cast<int>(action));
    const tetris::Transition t = place(options_.setting, game.board, game.piece, move);
    points = options_.scoring.points[static_cast<std::size_t>(std::min(t.lines, 6))] + options_.scoring.per_piece;
    game.board = t.after;
    game.lines += t.lines;
    game.score += points;
    ++game.placed;
    const bool more = read_pieces(i, game);
    lost = more && game.allowed == 0;
    cut = !more || (options_.max_pieces != 0 && game.placed >= options_.max_pieces && !lost);
  }
  arrays_.rewards[i] = static_cast<double>(points);
  arrays_.terminated[i] = lost;
  arrays_.truncated[i] = cut;
  arrays_.placed[i] = static_cast<std::int64_t>(game.placed);
  arrays_.lines[i] = game.lines;
  arrays_.score[i] = game.score;
  game.over = lost || cut;
  if (game.over && options_.autoreset == Autoreset::same_step) {
    write_state(i, game);
    keep_final(i);
    ++game.episode;
    begin(game);
    (void)read_pieces(i, game);
  }
  write_state(i, game);
}

/// All but the pieces, which are written when they are read.
void VectorTetris::write_state(std::size_t i, Game& game) {
  const std::size_t slots = static_cast<std::size_t>(slots_);
  tetris::write_bits(game.allowed, slots_, arrays_.masks.data() + i * slots);
  if (!arrays_.boards.empty()) tetris::write_cells(game.board, arrays_.boards.data() + i * cells_);
  const std::size_t told = options_.board_features.size();
  if (told > 0) write_board_features(options_.board_features, game.board, arrays_.board_features.data() + i * told);
  if (features_.size() > 0) {
    float* out = arrays_.after_features.data() + i * slots * features_.size();
    if (game.allowed != 0) {
      features_.write(game.board, game.piece, out);
    } else {
      std::fill_n(out, slots * features_.size(), 0.0F);
    }
  }
  if (arrays_.after_boards.empty()) return;
  std::uint8_t* out = arrays_.after_boards.data() + i * slots * cells_;
  for (int slot = 0; slot < slots_; ++slot, out += cells_) {
    if ((game.allowed >> slot & 1) == 0) {
      std::fill_n(out, cells_, std::uint8_t{0});
    } else {
      tetris::write_cells(place(options_.setting, game.board, game.piece, placement_of(options_.setting, slot)).after,
                          out);
    }
  }
}

void VectorTetris::keep_final(std::size_t i) {
  const auto copy_row = [this, i](const auto& from, auto& to) {
    const std::size_t row = from.size() / games_.size();
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(i * row), row,
                to.begin() + static_cast<std::ptrdiff_t>(i * row));
  };
  copy_row(arrays_.boards, arrays_.final_boards);
  copy_row(arrays_.pieces, arrays_.final_pieces);
  copy_row(arrays_.board_features, arrays_.final_features);
}

void VectorTetris::forget_final(std::size_t i) {
  const auto clear_row = [this, i](auto& array) {
    const std::size_t row = array.size() / games_.size();
    std::fill_n(array.begin() + static_cast<std::ptrdiff_t>(i * row), row, 0);
  };
  clear_row(arrays_.final_boards);
  clear_row(arrays_.final_pieces);
  clear_row(arrays_.final_features);
}

}  // namespace stackwright
