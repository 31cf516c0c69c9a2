// The plain truth about a list of pieces: every plan is tried, by the rules and nothing else.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "core/random.h"
#include "games/tetris/rules.h"
#include "games/tetris/scoring.h"
#include "search/solve.h"

namespace stackwright::test {

/// The most points that placing all pieces of a list can earn; nothing where no plan places them all. What follows from a
/// board is remembered, which changes nothing but the time.
class BruteForce {
 public:
  explicit BruteForce(const ListTask& task) : task_(task) {}

  std::optional<std::int64_t> best() { return from(task_.board, 0); }

 private:
  std::optional<std::int64_t> from(const tetris::Board& board, std::size_t placed) {
    if (placed == task_.list.size()) return 0;
    const auto key = std::make_pair(placed, board.column);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    std::optional<std::int64_t> best;
    tetris::for_each_placement(task_.setting, task_.list[placed], [&](tetris::Placement move) {
      const tetris::Transition t = tetris::place(task_.setting, board, task_.list[placed], move);
      if (t.lost) return;
      const auto rest = from(t.after, placed + 1);
      if (!rest) return;
      const std::int64_t points =
          *rest + task_.scoring.points[static_cast<std::size_t>(t.lines)] + task_.scoring.per_piece;
      if (!best || points > *best) best = points;
    });
    known_.emplace(key, best);
    return best;
  }

  const ListTask& task_;
  std::map<std::pair<std::size_t, decltype(tetris::Board::column)>, std::optional<std::int64_t>> known_;
};

/// What a plan earns by the rules; nothing where it loses or is too long.
inline std::optional<std::int64_t> replayed(const ListTask& task, std::span<const tetris::Placement> plan) {
  if (plan.size() > task.list.size()) return std::nullopt;
  tetris::Board board = task.board;
  std::int64_t points = 0;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const tetris::Transition t = tetris::place(task.setting, board, task.list[i], plan[i]);
    if (t.lost) return std::nullopt;
    points += task.scoring.points[static_cast<std::size_t>(t.lines)] + task.scoring.per_piece;
    board = t.after;
  }
  return points;
}

/// A random task: board, rules, table and pieces all follow from the stream. `fill` of 16 cells of the lower half are filled.
inline ListTask random_task(const Stream& stream, int width, int height, int pieces, unsigned fill,
                            const tetris::PieceSet& set = tetris::tetrominoes()) {
  std::uint64_t drawn = 0;
  ListTask task;
  task.setting.width = width;
  task.setting.height = height;
  task.setting.pieces = &set;
  task.setting.rules = stream.below(drawn++, 2) == 0 ? tetris::Rules::standard : tetris::Rules::ia_tetris;
  constexpr std::string_view kTables[] = {"lines", "milan", "nes", "ia-tetris", "pieces"};
  task.scoring = *tetris::scoring_named(kTables[stream.below(drawn++, 5)]);
  task.board = tetris::empty_board(width, height);
  for (int x = 0; x < width; ++x) {
    for (int row = 0; row < height / 2; ++row) {
      if (stream.below(drawn++, 16) < fill) tetris::fill(task.board, x, row);
    }
  }
  tetris::remove_rows(task.board, tetris::full_rows(task.board));
  for (int i = 0; i < pieces; ++i) {
    task.list.push_back(static_cast<std::uint8_t>(stream.below(drawn++, static_cast<std::uint32_t>(set.size()))));
  }
  return task;
}

}  // namespace stackwright::test
