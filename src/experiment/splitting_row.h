// One core's row of particles: games and their copies side by side on the tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/random.h"
#include "eval/tables.h"
#include "experiment/splitting.h"
#include "search/decider.h"

namespace stackwright {

/// Runs one batch at a time (Villen-Altamirano and Villen-Altamirano, "RESTART: a method for accelerating rare event
/// simulations", 1991). A particle that rises from a level to a higher one is copied so that the expected number is
/// the ratio of the factors; a copy is born at the level it crossed and ends when it falls below it. Copies wait on a
/// stack; they have precedence over main paths, so that the stack stays small.
class SplittingRow {
 public:
  /// How many tables a row has: by search only, so that who sits where is the same on every processor.
  static int tables_for(const SearchSpec& search);

  SplittingRow(const SplittingGame& game, std::unique_ptr<Decider> decider);

  /// False where the limit came first.
  bool run(ParticleBatch& batch, const Ladder& ladder, std::uint64_t steps, std::uint64_t most_steps,
           const Limit& limit, Survey* survey, Progress* progress);

 private:
  static constexpr std::uint32_t kCopy = ~std::uint32_t{0};  // in place of the number of a main path
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  struct Particle {
    Position position;
    std::uint8_t birth = 0;
    std::uint64_t excursion = 0;  // number of the main path and of its excursion
  };

  void begin(ParticleBatch& batch, const Ladder& ladder, std::uint64_t steps, Survey* survey);
  void finish(std::uint64_t steps);
  void abandon();
  void fill_tables();
  void step();
  void draw();
  void misdrop();
  void look();
  void changed(std::uint32_t table, int level);
  void died(std::uint32_t table);
  void split(std::uint32_t table, int from, int to);
  void sit_down(std::uint32_t table, const Position& position);
  void seat_copy(std::uint32_t table);
  void seat_main(std::uint32_t table);
  void save_main(std::uint32_t table);
  Position position_at(std::uint32_t table) const;
  void new_game(Position& position);
  std::uint64_t random() { return extra_.at(extra_used_++); }
  std::span<std::uint8_t> known(std::size_t ahead) { return {pieces_.data() + ahead * size_, size_}; }

  const SplittingGame& game_;
  const std::unique_ptr<Decider> decider_;
  Tables* const tables_;
  const std::size_t size_;
  const std::size_t see_;

  ParticleBatch* batch_ = nullptr;
  const Ladder* ladder_ = nullptr;
  Survey* survey_ = nullptr;
  std::vector<double> weight_;  // of a particle, by level
  std::uint64_t step_ = 0;
  Stream extra_;  // copies, misdrops, new games
  std::uint64_t extra_used_ = 0;
  std::unordered_map<std::uint64_t, double> excursions_;  // weights of ends

  std::vector<Particle> waiting_;            // copies; the last comes first
  std::deque<std::uint32_t> waiting_mains_;  // numbers; the first comes first
  std::vector<std::uint64_t> left_;          // by main path: steps to go
  std::vector<std::uint32_t> live_, free_, idle_;

  std::vector<std::uint8_t> pieces_;  // rows of known pieces, tables side by side; the first is placed now

  // One entry per table.
  std::vector<Stream> stream_;
  std::vector<tetris::PieceChance::Memory> memory_;
  std::vector<std::uint8_t> level_, birth_;
  std::vector<std::uint32_t> main_;   // number of the main path, or kCopy
  std::vector<std::uint64_t> until_;  // the step at which a main path rests
  std::vector<std::uint64_t> excursion_;
  std::vector<Choice> choice_;
  std::vector<tetris::Placement> move_;
  std::vector<std::int8_t> lines_;
  std::vector<Heights> heights_;
};

}  // namespace stackwright
