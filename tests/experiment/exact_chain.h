// The exact mean length of games on a small board: all positions that can come, and the equations between their means.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "eval/tables.h"
#include "experiment/play_games.h"

namespace stackwright::test {

/// Solves E(s) = P(survives) + sum over next positions, by repeated substitution.
class ExactChain {
 public:
  ExactChain(const PlayOptions& options, const Controller& controller)
      : options_(options),
        tables_(*make_tables(Simd::plain, options.setting, Linear(controller.terms, options.setting), 1)) {}

  /// Expected pieces of a game, the one that ends it not counted.
  double expected_pieces() {
    std::vector<std::pair<double, std::size_t>> starts;
    const Place fresh{tetris::empty_board(options_.setting.width, options_.setting.height), 0, 0};
    if (options_.search.see == 1) {
      starts.emplace_back(1, index_of(fresh));
    } else {
      for (const auto& [piece, chance, memory] : draws(0)) {
        starts.emplace_back(chance, index_of({fresh.board, memory, piece}));
      }
    }
    for (std::size_t i = 0; i < places_.size(); ++i) explore(i);
    std::vector<double> mean(places_.size(), 0.0);
    for (double change = 1; change > 1e-11;) {
      change = 0;
      for (std::size_t i = mean.size(); i-- > 0;) {
        double next = 0;
        for (const auto& [chance, to] : moves_[i]) next += chance * (1 + mean[to]);
        change = std::max(change, std::fabs(next - mean[i]) / (1 + next));
        mean[i] = next;
      }
    }
    double sum = 0;
    for (const auto& [chance, at] : starts) sum += chance * mean[at];
    return sum;
  }
  std::size_t positions() const { return places_.size(); }

 private:
  struct Place {
    tetris::Board board;
    std::uint64_t bag = 0;
    int known = 0;  // the piece to place, where it is known before the next one is drawn
  };
  struct Draw {
    int piece;
    double chance;
    std::uint64_t bag;
  };

  std::vector<Draw> draws(std::uint64_t bag) const {
    const int pieces = options_.setting.pieces->size();
    std::vector<Draw> all;
    if (options_.source.kind == tetris::Source::Kind::bag) {
      if (bag == 0) bag = (std::uint64_t{1} << pieces) - 1;
      int left = 0;
      for (int p = 0; p < pieces; ++p) left += static_cast<int>(bag >> p & 1);
      for (int p = 0; p < pieces; ++p) {
        if ((bag >> p & 1) != 0) all.push_back({p, 1.0 / left, bag & ~(std::uint64_t{1} << p)});
      }
      return all;
    }
    double sum = 0;
    for (const double w : options_.source.weights) sum += w;
    for (int p = 0; p < pieces; ++p) {
      const double chance = sum > 0 ? options_.source.weights[static_cast<std::size_t>(p)] / sum : 1.0 / pieces;
      if (chance > 0) all.push_back({p, chance, 0});
    }
    return all;
  }

  std::size_t index_of(const Place& place) {
    std::vector<std::uint64_t> key(place.board.column.begin(), place.board.column.end());
    key.push_back(place.bag);
    key.push_back(static_cast<std::uint64_t>(place.known));
    const auto [at, is_new] = index_.emplace(std::move(key), places_.size());
    if (is_new) places_.push_back(place);
    return at->second;
  }

  void explore(std::size_t i) {
    const Place place = places_[i];
    std::map<std::size_t, double> next;
    for (const Draw& drawn : draws(place.bag)) {
      const bool two = options_.search.see > 1;
      const std::uint8_t piece = static_cast<std::uint8_t>(two ? place.known : drawn.piece);
      const std::uint8_t after = static_cast<std::uint8_t>(drawn.piece);
      tables_->set_board(0, place.board);
      std::vector<Choice> choice(1);
      if (two) {
        tables_->choose_pairs({&piece, 1}, {&after, 1}, options_.search.pairs, choice);
      } else {
        tables_->choose({&piece, 1}, choice);
      }
      std::vector<tetris::Transition> others;
      tetris::for_each_placement(options_.setting, piece, [&](tetris::Placement move) {
        const auto t = tetris::place(options_.setting, place.board, piece, move);
        if (move != choice[0].move && !t.lost) others.push_back(t);
      });
      const auto add = [&](const tetris::Transition& t, double chance) {
        if (!t.lost) next[index_of({t.after, drawn.bag, two ? drawn.piece : 0})] += chance;
      };
      const double stray = others.empty() ? 0 : options_.misdrop;
      add(tetris::place(options_.setting, place.board, piece, choice[0].move), drawn.chance * (1 - stray));
      for (const auto& t : others) {
        if (stray > 0) add(t, drawn.chance * stray / static_cast<double>(others.size()));
      }
    }
    moves_.resize(std::max(moves_.size(), i + 1));
    for (const auto& [to, chance] : next) moves_[i].emplace_back(chance, to);
  }

  const PlayOptions& options_;
  std::unique_ptr<Tables> tables_;
  std::map<std::vector<std::uint64_t>, std::size_t> index_;
  std::vector<Place> places_;
  std::vector<std::vector<std::pair<double, std::size_t>>> moves_;
};

}  // namespace stackwright::test
