// From placements to keys: a twin that tries every sequence of keys, and a game that presses the keys found.
#include "play/path.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "games/tetris/text.h"
#include "play/strict_game.h"

namespace stackwright::play {
namespace path_test {

using tetris::Board;
using tetris::Placement;

constexpr Command kKeys[] = {Command::left, Command::right, Command::rotate_clockwise,
                             Command::rotate_counter_clockwise};

/// All placements that some sequence of keys leads to: every key at every time, with gravity when it is due.
class EveryWay {
 public:
  EveryWay(const StrictSetup& setup, const Board& board, const FallClock& clock)
      : setup_(setup), board_(board), clock_(clock) {}

  std::set<std::pair<int, int>> found;

  void from(const Falling& at, int keys) {
    if (keys > Reach::kMostKeys || !seen_.insert({at.orientation, at.column, at.row, keys}).second) return;
    note(at);
    for (const Command key : kKeys) {
      auto to = moved(setup_, board_, at, key);
      if (!to) continue;
      bool rests = false;
      for (Tick time = clock_.key * keys + 1; time <= clock_.key * (keys + 1) && !rests; ++time) {
        const bool due = clock_.delay > 0 && time >= clock_.fall && (time - clock_.fall) % clock_.delay == 0;
        if (!due) continue;
        const auto below = moved(setup_, board_, *to, Command::down);
        rests = !below;
        if (below) to = below;
      }
      if (rests) {
        note(*to);
      } else {
        from(*to, clock_.key == 0 ? 0 : keys + 1);
      }
    }
  }

 private:
  void note(const Falling& at) {
    const Falling rest = dropped(setup_.setting, board_, at);
    const auto straight = tetris::place(setup_.setting, board_, at.piece, placement_of(at));
    if (straight.landing_row == rest.row) found.insert({at.orientation, at.column});
  }

  const StrictSetup& setup_;
  const Board& board_;
  const FallClock clock_;
  std::set<std::tuple<int, int, int, int>> seen_;
};

/// Columns of random heights with some holes.
Board random_board(const Stream& chance, int width, int height, int most) {
  Board board = tetris::empty_board(width, height);
  for (int x = 0; x < width; ++x) {
    const auto h = chance.below(static_cast<std::uint64_t>(x), static_cast<std::uint32_t>(most));
    board.column[x] = (1u << h) - 1;
    board.column[x] &= ~(1u << chance.below(100 + static_cast<std::uint64_t>(x), 8));
  }
  return board;
}

TEST(Reach, FindsExactlyWhatEveryWayFinds) {
  std::uint64_t reached = 0, missed = 0, overlooked = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const Stream chance(StreamKey{.seed = seed, .purpose = Purpose::test});
    StrictSetup setup = classic_setup();
    setup.setting.width = 6 + static_cast<int>(chance.below(200, 5));
    setup.setting.height = 8 + static_cast<int>(chance.below(201, 6));
    setup.wall_kicks = seed % 2 == 0;
    const Board board = random_board(chance, setup.setting.width, setup.setting.height, setup.setting.height);
    const FallClock clocks[] = {{0, kNever, 0}, {0, 3, 10}, {40, 100, 200}, {40, 10, 50}, {70, 30, 50}};
    const FallClock clock = clocks[seed % 5];
    for (int piece = 0; piece < 7; ++piece) {
      const Falling start = appearance(setup.setting, piece);
      if (!fits(setup.setting, board, start)) continue;
      EveryWay every(setup, board, clock);
      every.from(start, 0);
      const bool timed = clock.key > 0 && clock.delay > 0;
      const Reach quick(setup, board, start, clock), reach(setup, board, start, clock, timed);
      tetris::for_each_placement(setup.setting, piece, [&](Placement p) {
        const bool expected = every.found.contains({p.orientation, p.column});
        overlooked += expected && !quick.has(p);
        EXPECT_FALSE(quick.has(p) && !expected);
        EXPECT_EQ(reach.has(p), expected) << "seed " << seed << " piece " << piece << " orientation "
                                          << int{p.orientation} << " column " << int{p.column} << "\n"
                                          << tetris::draw(board);
        ++(expected ? reached : missed);
      });
    }
  }
  EXPECT_GT(reached, 1000u);
  EXPECT_GT(missed, 1000u);
  EXPECT_LT(overlooked * 500, reached);
}

TEST(Reach, OnAnEmptyBoardEverythingIsReached) {
  const StrictSetup setup = classic_setup();
  const Board board = tetris::empty_board(10, 20);
  int placements = 0;
  for (int piece = 0; piece < 7; ++piece) {
    const Reach reach(setup, board, appearance(setup.setting, piece), {40, 500, 500});
    tetris::for_each_placement(setup.setting, piece, [&](Placement p) {
      const auto path = reach.path(p);
      ASSERT_TRUE(path);
      EXPECT_LE(path->size(), 9u);
      EXPECT_EQ(path->back().key, Command::drop);
      ++placements;
    });
  }
  EXPECT_EQ(placements, 162);
}

/// The keys pressed in a real game, at the times of the clock, bring the piece where the path says.
TEST(Reach, PathsLeadThere) {
  for (const Tick delay : {50, 120, 500}) {
    for (int piece = 0; piece < 7; ++piece) {
      StrictSetup setup = classic_setup();
      setup.source.kind = tetris::Source::Kind::list;
      setup.source.pieces.assign(2, static_cast<std::uint8_t>(piece));
      setup.first_delay = delay;
      setup.setting.height = 12;
      tetris::for_each_placement(setup.setting, piece, [&](Placement p) {
        StrictGame game(setup);
        game.command(Command::start);
        const FallClock clock{40, delay, delay};
        const Reach reach(setup, game.state().board, game.state().falling, clock);
        const auto path = reach.path(p);
        if (!path) return;
        for (std::size_t i = 0; i < path->size() && game.state().pieces == 0; ++i) {
          game.advance(static_cast<Tick>(i) * clock.key);
          if (game.state().pieces > 0) break;  // gravity was faster than the drop
          EXPECT_EQ(game.state().falling, (*path)[i].at);
          game.command((*path)[i].key);
        }
        EXPECT_EQ(game.state().board, tetris::place(setup.setting, tetris::empty_board(10, 12), piece, p).after);
      });
    }
  }
}

}  // namespace path_test
}  // namespace stackwright::play
