// Lessons: positions of noisy games, placements, and games that go on from them.
#include "experiment/unit_lessons.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>
#include <utility>

#include "core/random.h"
#include "eval/tables.h"

namespace stackwright {
namespace {

constexpr int kTables = 128;                      // games side by side
constexpr int kNoiseGames = 64;                   // that a noise is judged by
constexpr double kHigh = 0.6;                     // of the board's height: where positions are taken from
constexpr std::uint32_t kTakenOf = 5;             // one of so many positions
constexpr int kFirst = 4;                         // pieces before the first position of a game
constexpr std::size_t kPlacementsOfAThread = 64;  // placements whose games a thread plays together

enum class Use : std::uint64_t { noise, positions, rollouts };

Stream stream_of(const LessonPlan& plan, Use use, std::uint64_t number, std::uint64_t which = 0) {
  return Stream(
      StreamKey{plan.seed, Purpose::exploring, plan.round * 4 + static_cast<std::uint64_t>(use), number, which});
}

/// Games side by side that are played by a network, or by chance.
class Walk {
 public:
  Walk(const LessonPlan& plan, int tables) : setting_(plan.setting), by_chance_(plan.player.empty()) {
    tables_ = make_tables(Simd::automatic, setting_, Linear(terms_of(plan.player), setting_), tables).value();
    const auto n = static_cast<std::size_t>(tables_->size());
    seats_.resize(n);
    pieces_.resize(n);
    choices_.resize(n);
    moves_.resize(n);
    lines_.resize(n);
    for (std::size_t i = 0; i < n; ++i) leave(i);
  }

  std::size_t size() const { return seats_.size(); }
  tetris::Board board(std::size_t i) const { return tables_->board(static_cast<int>(i)); }
  int age(std::size_t i) const { return seats_[i].age; }
  int next_piece(std::size_t i) const { return static_cast<int>(seats_[i].pieces.below(index(i), kinds())); }

  void sit(std::size_t i, const tetris::Board& board, const Stream& pieces, const Stream& chance) {
    seats_[i] = {true, 0, pieces, chance};
    tables_->set_board(static_cast<int>(i), board);
    tables_->set_active(static_cast<int>(i), true);
  }
  void leave(std::size_t i) {
    seats_[i] = {};
    tables_->set_board(static_cast<int>(i), tetris::empty_board(setting_.width, setting_.height));
    tables_->set_active(static_cast<int>(i), false);
  }

  /// A piece at every table; `ended(i)` is called where it lost.
  template <class F>
  void step(double noise, F&& ended) {
    for (std::size_t i = 0; i < size(); ++i) {
      pieces_[i] = static_cast<std::uint8_t>(seats_[i].taken ? next_piece(i) : 0);
    }
    if (!by_chance_) tables_->choose(pieces_, choices_);
    for (std::size_t i = 0; i < size(); ++i) moves_[i] = seats_[i].taken ? move(i, noise) : tetris::Placement{};
    tables_->apply(pieces_, moves_, lines_);
    for (std::size_t i = 0; i < size(); ++i) {
      if (!seats_[i].taken) {
        tables_->set_board(static_cast<int>(i), tetris::empty_board(setting_.width, setting_.height));
      } else if (lines_[i] < 0) {
        ended(i);
      } else {
        ++seats_[i].age;
      }
    }
  }

 private:
  struct Seat {
    bool taken = false;
    int age = 0;
    Stream pieces, chance;
  };

  std::uint32_t kinds() const { return static_cast<std::uint32_t>(setting_.pieces->pieces.size()); }
  std::uint64_t index(std::size_t i) const { return static_cast<std::uint64_t>(seats_[i].age); }

  tetris::Placement move(std::size_t i, double noise) {
    const Stream& chance = seats_[i].chance;
    if (!by_chance_ && (noise <= 0 || chance.unit(2 * index(i)) >= noise)) return choices_[i].move;
    any_.clear();
    tetris::for_each_placement(setting_, pieces_[i], [&](tetris::Placement p) { any_.push_back(p); });
    return any_[chance.below(2 * index(i) + 1, static_cast<std::uint32_t>(any_.size()))];
  }

  const tetris::Setting setting_;
  const bool by_chance_;
  std::unique_ptr<Tables> tables_;
  std::vector<Seat> seats_;
  std::vector<std::uint8_t> pieces_;
  std::vector<Choice> choices_;
  std::vector<tetris::Placement> moves_, any_;
  std::vector<std::int8_t> lines_;
};

struct Taken {
  tetris::Board board;
  int piece = 0;
};

/// Games of this noise, one after another at every table.
std::vector<Taken> take_positions(const LessonPlan& plan, const StopToken& stop) {
  Walk walk(plan, kTables);
  const auto wanted = static_cast<std::size_t>(plan.settings.positions);
  const auto empty = tetris::empty_board(plan.setting.width, plan.setting.height);
  std::uint64_t games = 0;
  const auto begin = [&](std::size_t i) {
    walk.sit(i, empty, stream_of(plan, Use::positions, games, 0), stream_of(plan, Use::positions, games, 1));
    ++games;
  };
  for (std::size_t i = 0; i < walk.size(); ++i) begin(i);
  const Stream chosen = stream_of(plan, Use::positions, 0, 2);
  const double high = plan.player.empty() ? 0 : kHigh * plan.setting.height;
  std::vector<Taken> taken;
  for (std::uint64_t looked = 0; taken.size() < wanted && !stop.requested();) {
    for (std::size_t i = 0; i < walk.size() && taken.size() < wanted; ++i) {
      if (chosen.below(looked++, kTakenOf) != 0 || walk.age(i) < kFirst) continue;
      const tetris::Board board = walk.board(i);
      if (tetris::max_height(board) >= high) taken.push_back({board, walk.next_piece(i)});
    }
    walk.step(plan.noise, begin);
  }
  return taken;
}

struct Tried {
  std::uint32_t position = 0;
  tetris::Transition move;
  std::uint64_t lasted = 0;  // pieces of all rollouts
};

/// Every placement that does not lose, where there is a choice.
std::vector<Tried> all_placements(const LessonPlan& plan, const std::vector<Taken>& taken) {
  std::vector<Tried> tried;
  for (std::uint32_t k = 0; k < taken.size(); ++k) {
    const std::size_t before = tried.size();
    tetris::for_each_placement(plan.setting, taken[k].piece, [&](tetris::Placement move) {
      const tetris::Transition t = tetris::place(plan.setting, taken[k].board, taken[k].piece, move);
      if (!t.lost) tried.push_back({k, t});
    });
    if (tried.size() < before + 2) tried.resize(before);
  }
  return tried;
}

/// All rollouts of tried[first] to tried[last - 1].
void play_on(const LessonPlan& plan, std::vector<Tried>& tried, std::size_t first, std::size_t last,
             const StopToken& stop) {
  Walk walk(plan, kTables);
  const auto rollouts = static_cast<std::size_t>(plan.settings.rollouts);
  std::size_t next = first * rollouts, live = 0;
  std::vector<std::size_t> job(walk.size());
  const auto seat = [&](std::size_t i) {
    if (next == last * rollouts) {
      walk.leave(i);
      return false;
    }
    job[i] = next++;
    const Tried& t = tried[job[i] / rollouts];
    const std::uint64_t game = t.position * rollouts + job[i] % rollouts;  // the same pieces for all its placements
    walk.sit(i, t.move.after, stream_of(plan, Use::rollouts, game, 0), stream_of(plan, Use::rollouts, game, 1));
    return true;
  };
  for (std::size_t i = 0; i < walk.size(); ++i) live += seat(i) ? 1 : 0;
  const auto finish = [&](std::size_t i) {
    tried[job[i] / rollouts].lasted += static_cast<std::uint64_t>(walk.age(i));
    if (!seat(i)) --live;
  };
  std::vector<std::size_t> ended;
  while (live > 0 && !stop.requested()) {
    ended.clear();
    walk.step(0, [&](std::size_t i) { ended.push_back(i); });
    for (const std::size_t i : ended) finish(i);
    for (std::size_t i = 0; i < walk.size() && live > 0; ++i) {
      if (walk.age(i) >= plan.settings.horizon) finish(i);
    }
  }
}

/// Values above the mean of their position. Positions where all is at stake would drown the others: a position's values are
/// divided by their own deviation, and half of the usual one, as small differences are mostly chance.
void set_values(const LessonPlan& plan, const std::vector<Tried>& tried, Lessons& lessons) {
  const double most = static_cast<double>(plan.settings.rollouts) * plan.settings.horizon;
  std::vector<double> deviations;  // by placement
  double all = 0;
  for (std::size_t i = 0; i < tried.size();) {
    std::size_t end = i;
    double sum = 0, squares = 0;
    while (end < tried.size() && tried[end].position == tried[i].position) {
      sum += static_cast<double>(tried[end++].lasted) / most;
    }
    const auto count = static_cast<double>(end - i);
    for (; i < end; ++i) {
      const double value = static_cast<double>(tried[i].lasted) / most - sum / count;
      lessons.value.push_back(static_cast<float>(value));
      lessons.position.push_back(tried[i].position);
      squares += value * value;
    }
    deviations.insert(deviations.end(), static_cast<std::size_t>(count), std::sqrt(squares / count));
    lessons.survival += sum;
    all += squares;
  }
  const double count = std::max<double>(1, static_cast<double>(tried.size()));
  lessons.survival /= count;
  const double usual = std::sqrt(all / count);
  if (usual <= 0) return;
  for (std::size_t i = 0; i < tried.size(); ++i) {
    lessons.value[i] = static_cast<float>(lessons.value[i] / (deviations[i] + 0.5 * usual));
  }
}

Lessons lessons_of(const LessonPlan& plan, const std::vector<Tried>& tried) {
  Lessons lessons;
  lessons.setting = plan.setting;
  lessons.boards.resize((tried.size() + units::kLanes - 1) / units::kLanes);
  for (units::LaneBoards& b : lessons.boards) b = {};
  for (std::size_t i = 0; i < tried.size(); ++i) {
    const tetris::Transition& t = tried[i].move;
    units::LaneBoards& b = lessons.boards[i / units::kLanes];
    const std::size_t lane = i % units::kLanes;
    for (std::size_t x = 0; x < static_cast<std::size_t>(plan.setting.width); ++x) {
      b.column[0][x][lane] = t.placed.column[x] & ~t.before.column[x];
      b.column[1][x][lane] = t.placed.column[x];
      b.column[2][x][lane] = t.after.column[x];
    }
  }
  set_values(plan, tried, lessons);
  return lessons;
}

}  // namespace

std::vector<Term> terms_of(const UnitNetwork& network) {
  std::vector<Term> terms;
  for (const units::WeightedUnit& one : network) {
    Term term;
    term.weight = one.weight;
    term.unit = one.unit;
    terms.push_back(std::move(term));
  }
  return terms;
}

double noise_for(const LessonPlan& plan) {
  constexpr double kLeast = 0.04, kMost = 0.5, kRatio = 1.25;
  double noise = kLeast;
  for (; noise < kMost; noise *= kRatio) {
    Walk walk(plan, kNoiseGames);
    const auto empty = tetris::empty_board(plan.setting.width, plan.setting.height);
    for (std::size_t i = 0; i < walk.size(); ++i) {
      walk.sit(i, empty, stream_of(plan, Use::noise, i, 0), stream_of(plan, Use::noise, i, 1));
    }
    std::uint64_t pieces = 0;
    std::size_t live = walk.size();
    const std::uint64_t enough = walk.size() * static_cast<std::uint64_t>(plan.settings.rough_game);
    while (live > 0 && pieces < enough) {
      pieces += live;
      walk.step(noise, [&](std::size_t i) {
        walk.leave(i);
        --live;
      });
    }
    if (live == 0) break;
  }
  return noise;
}

Lessons make_lessons(const LessonPlan& plan, Crew& crew, const StopToken& stop) {
  std::vector<Tried> tried = all_placements(plan, take_positions(plan, stop));
  crew.run((tried.size() + kPlacementsOfAThread - 1) / kPlacementsOfAThread, [&](std::size_t part) {
    play_on(plan, tried, part * kPlacementsOfAThread, std::min(tried.size(), (part + 1) * kPlacementsOfAThread), stop);
  });
  return lessons_of(plan, tried);
}

}  // namespace stackwright
