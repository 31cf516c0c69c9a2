// N-tuple networks the slow, obvious way: ranks read cell by cell, one lookup after the other, one game after the other.
#pragma once

#include <cmath>
#include <vector>

#include "core/random.h"
#include "eval/ntuple_network.h"
#include "games/twenty48/game.h"

namespace stackwright::twin {

using twenty48::Board;

class Network {
 public:
  /// Without tables it only tells where it would look.
  explicit Network(const NTupleForm& form, bool tables = true) : form_(form) {
    for (const auto& tuple : form.shape.tuples) entries_ += std::size_t{1} << (4 * tuple.size());
    if (!tables) return;
    weights.resize(entries_ * (form.stage_tiles.size() + 1));
    coherence.resize(weights.size());
  }

  std::vector<float> weights;
  std::vector<ntuple::Coherence> coherence;
  bool split = true;  // whether stages have parted

  /// Positions in `weights` of all lookups, form by form within tuple by tuple.
  std::vector<std::size_t> lookups(Board board) const {
    Board forms[twenty48::kSymmetries];
    symmetric_forms(board, forms);
    std::size_t base = 0;
    if (split) {
      for (const int tile : form_.stage_tiles) base += 1 << max_rank(board) >= tile ? entries_ : 0;
    }
    std::vector<std::size_t> out;
    for (const auto& tuple : form_.shape.tuples) {
      for (const Board form : forms) {
        std::size_t index = 0;
        for (std::size_t k = 0; k < tuple.size(); ++k) {
          const auto rank = static_cast<std::size_t>(rank_at(form, tuple[k]));
          index |= (rank & 3) << (2 * k) | (rank >> 2) << (2 * tuple.size() + 2 * k);
        }
        out.push_back(base + index);
      }
      base += std::size_t{1} << (4 * tuple.size());
    }
    return out;
  }

  /// Sums over the tuples for each form, then the forms pair by pair.
  static float total(const std::vector<float>& terms) {
    float sum[8] = {};
    for (std::size_t i = 0; i < terms.size(); ++i) sum[i % 8] = i < 8 ? terms[i] : sum[i % 8] + terms[i];
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
  }

  float value(Board board) const {
    std::vector<float> terms;
    for (const std::size_t i : lookups(board)) terms.push_back(weights[i]);
    return total(terms);
  }

  struct Step {
    Board after;
    std::int64_t gain;
  };

  void learn(const std::vector<Step>& episode, const LearnSettings& settings) {
    float target = 0;
    for (std::size_t i = episode.size(); i-- > 0;) {
      const auto at = lookups(episode[i].after);
      const float share = static_cast<float>(settings.alpha) / static_cast<float>(at.size());
      const float before = value(episode[i].after), error = target - before;
      std::vector<float> steps;
      for (const std::size_t k : at) {
        const ntuple::Coherence& c = coherence[k];
        const bool fresh = settings.method == ntuple::Method::td || c.size == 0;
        steps.push_back((fresh ? 1.0f : std::fabs(c.error) / c.size) * (share * error));
      }
      for (std::size_t k = 0; k < at.size(); ++k) {
        weights[at[k]] += steps[k];
        coherence[at[k]].error += error;
        coherence[at[k]].size += std::fabs(error);
      }
      const float change =
          settings.method == ntuple::Method::td ? share * error * static_cast<float>(at.size()) : total(steps);
      target = static_cast<float>(episode[i].gain) + (before + change);
    }
  }

  void part_stages() {
    split = true;
    for (std::size_t i = entries_; i < weights.size(); ++i) {
      weights[i] = weights[i % entries_];
      coherence[i] = coherence[i % entries_];
    }
  }

 private:
  NTupleForm form_;
  std::size_t entries_ = 0;
};

/// Plays `games` games from `first` on as a round does: two tables, moved on in turn.
inline std::vector<ntuple::GameRecord> train(Network& network, const LearnSettings& settings, std::uint64_t first,
                                             std::uint64_t games) {
  struct Table {
    std::uint64_t game = 0, drawn = 0;
    Board board;
    std::vector<Network::Step> episode;
    bool live = false;
  };
  const twenty48::Twenty48 rules;
  std::vector<ntuple::GameRecord> records(games);
  std::uint64_t begun = 0;
  const auto tile = [&](Table& t, Board b) {
    const Stream tiles(StreamKey{settings.seed, Purpose::pieces, 1, 0, first + t.game});
    return with_random_tile(b, tiles.at(t.drawn++));
  };
  const auto begin = [&](Table& t) {
    t = {};
    t.live = begun < games;
    if (!t.live) return;
    t.game = begun++;
    t.board = tile(t, tile(t, {}));
  };
  Table tables[2];
  begin(tables[0]);
  begin(tables[1]);
  while (tables[0].live || tables[1].live) {
    for (Table& t : tables) {
      if (!t.live) continue;
      using twenty48::Move;
      bool moved = false;
      float best = 0;
      Network::Step step{};
      for (const Move move : {Move::left, Move::right, Move::up, Move::down}) {
        const Board after = rules.apply(t.board, move);
        if (after == t.board) continue;
        const std::int64_t gain = rules.gain(t.board, move);
        const float value = static_cast<float>(gain) + network.value(after);
        if (!moved || value > best) best = value, step = {after, gain}, moved = true;
      }
      if (moved) {
        t.episode.push_back(step);
        t.board = tile(t, step.after);
        continue;
      }
      network.learn(t.episode, settings);
      std::int64_t score = 0;
      for (const auto& s : t.episode) score += s.gain;
      records[t.game] = {score, static_cast<std::uint32_t>(t.episode.size()), t.board};
      begin(t);
    }
  }
  return records;
}

}  // namespace stackwright::twin
