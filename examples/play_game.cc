// Plays a game of Tetris by hand-made rules: the fewest holes, then the lowest landing; takes a move back; draws the end.
#include <array>
#include <bit>
#include <cstdio>
#include <string>
#include <vector>

#include <stackwright/eval/afterstates.h>
#include <stackwright/games/tetris/history.h>
#include <stackwright/games/tetris/text.h>

using namespace stackwright;

int main() {
  tetris::HistoryStart start;
  start.setting = {10, 20, tetris::Rules::standard, &tetris::tetrominoes()};
  start.key.seed = 7;  // game 0 of seed 7, as `stackwright play --seed 7` plays it
  tetris::History game(start);

  const std::array<std::string, 2> names{"holes", "landing_height"};
  const auto columns = feature_values(names, start.setting);
  if (!columns) return std::puts(columns.message().c_str()), 2;
  const AfterstateFeatures features(*columns, start.setting);
  std::vector<float> values(static_cast<std::size_t>(tetris::slot_count(start.setting)) * features.size());

  while (game.size() < 1000) {
    // The features of every placement of the piece; the bits are the placements that do not lose.
    tetris::Slots safe = features.write(game.board(), game.piece(game.size()), values.data());
    int best = -1;
    float best_score = 0;
    for (; safe != 0; safe &= safe - 1) {
      const int slot = std::countr_zero(safe);
      const float* v = values.data() + static_cast<std::size_t>(slot) * features.size();
      const float score = -4 * v[0] - v[1];
      if (best < 0 || score > best_score) best = slot, best_score = score;
    }
    if (best < 0) break;  // every placement loses: the game is over
    if (const auto played = game.play(placement_of(start.setting, best)); !played) {
      return std::puts(played.message().c_str()), 1;
    }
  }

  const auto pieces = static_cast<unsigned long>(game.size()), lines = static_cast<unsigned long>(game.lines());
  std::printf("%lu pieces, %lu lines\n%s", pieces, lines, tetris::draw(game.board()).c_str());
  game.undo();
  std::printf("one move earlier it had %lu pieces and the same ones to come\n",
              static_cast<unsigned long>(game.size()));
  return 0;
}
