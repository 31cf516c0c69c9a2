// Looking ahead in play: levels of plans, many games at a time so that batches are full.
#include "search/lookahead.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace stackwright {
namespace {

constexpr std::size_t kBatchSize = Batch::kSize;
constexpr std::size_t kPlansAtOnce = 4096;  // boards of so many fit into a processor's second cache
constexpr std::size_t kMostPlacements =
    34;  // of a tetromino on 10 columns; only a guess of how many plans there will be

tetris::Placement first_placement(const tetris::Setting& setting, int piece) {
  const tetris::Piece& p = setting.pieces->pieces[static_cast<std::size_t>(piece)];
  std::int8_t o = 0;
  while (tetris::columns_for(p.orientation[static_cast<std::size_t>(o)], setting.width) == 0) ++o;
  return {o, 0};
}

std::int32_t clamped(std::int64_t score) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::clamp(score, -kMost, kMost));
}

}  // namespace

Lookahead::Lookahead(const tetris::Setting& setting, LookaheadOptions options)
    : setting_(setting), options_(std::move(options)) {
  for (std::size_t piece = 0; piece < options_.odds.size(); ++piece) {
    total_odds_ += options_.odds[piece];
    if (options_.odds[piece] > 0) unknown_.push_back(static_cast<std::uint8_t>(piece));
  }
}

/// Games with equally many known pieces go together; those with the same last piece side by side.
void Lookahead::choose(std::span<Question> questions, Judge& judge) {
  std::sort(questions.begin(), questions.end(), [](const Question& a, const Question& b) {
    if (a.pieces.size() != b.pieces.size()) return a.pieces.size() < b.pieces.size();
    return a.pieces.back() < b.pieces.back();
  });
  for (std::size_t begin = 0; begin < questions.size();) {
    const std::size_t known = questions[begin].pieces.size();
    const std::size_t most = std::min(questions.size(), begin + games_at_once(known));
    std::size_t end = begin;
    while (end < most && questions[end].pieces.size() == known) ++end;
    choose_together(questions.subspan(begin, end - begin), judge);
    begin = end;
  }
}

std::size_t Lookahead::games_at_once(std::size_t levels) const {
  std::size_t plans = 1;
  const std::size_t most = options_.width > 0 ? static_cast<std::size_t>(options_.width) : kPlansAtOnce;
  for (std::size_t i = 0; i < levels && plans < most; ++i) plans *= kMostPlacements;
  return std::clamp<std::size_t>(kPlansAtOnce / std::min(plans, most), 1, kBatchSize);
}

void Lookahead::choose_together(std::span<Question> questions, Judge& judge) {
  const std::size_t known = questions[0].pieces.size();
  const bool expect = !unknown_.empty();
  plans_.clear();
  batches_.clear();
  best_.assign(questions.size(), {});
  for (std::uint32_t game = 0; game < questions.size(); ++game) {
    if (game % kBatchSize == 0) batches_.emplace_back();
    batches_.back().add(questions[game].board, questions[game].pieces[0]);
    plans_.push_back({0, game, 0});
    *questions[game].answer = {first_placement(setting_, questions[game].pieces[0]), true, 0};
  }
  // 1. Levels of placements; after each, the best plan so far answers for games in which nothing better follows.
  const std::size_t levels = expect ? known : std::max<std::size_t>(1, known - 1);
  for (std::size_t level = 0; level < levels && extend(questions, level, judge); ++level) {
    for (std::size_t game = 0; game < questions.size(); ++game) {
      if (!best_[game].found) continue;
      *questions[game].answer = {placement_of(best_[game].first), false, clamped(best_[game].score)};
      best_[game] = {};
    }
  }
  // 2. What follows the last level.
  if (expect) {
    weigh_unknown(judge);
  } else if (known > 1) {
    weigh_known(questions, judge);
  }
  for (std::size_t game = 0; game < questions.size(); ++game) {
    if (!best_[game].found) continue;
    const std::int64_t unit = expect ? static_cast<std::int64_t>(total_odds_) : 1;
    *questions[game].answer = {placement_of(best_[game].first), false, clamped(best_[game].score / unit)};
  }
}

/// Places the piece of a level in all plans and follows the best; false when no plan goes on.
bool Lookahead::extend(std::span<const Question> questions, std::size_t level, Judge& judge) {
  const bool final = options_.pairs == PairScore::final;
  next_plans_.clear();
  next_batches_.clear();
  next_slots_.clear();
  steps_.clear();
  std::uint32_t game = 0;
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    Batch& batch = batches_[b];
    for (int i = 0; i < batch.count; ++i) {
      batch.pieces[i] = questions[plans_[b * kBatchSize + static_cast<std::size_t>(i)].game].pieces[level];
    }
    scored_.clear();
    judge.placements(batch, final, scored_);
    for (const Scored& s : scored_) {
      const auto at = static_cast<std::uint32_t>(b * kBatchSize + s.board);
      if (plans_[at].game != game) {
        follow(steps_, game, level == 0);
        steps_.clear();
        game = plans_[at].game;
      }
      steps_.push_back({plans_[at].sum + s.score, plans_[at].sum + (final ? s.moves : s.score), at, s.slot});
    }
  }
  follow(steps_, game, level == 0);
  for (std::size_t b = 0; b < next_batches_.size(); ++b) judge.place(next_batches_[b], &next_slots_[b * kBatchSize]);
  std::swap(plans_, next_plans_);
  std::swap(batches_, next_batches_);
  return !plans_.empty();
}

/// Keeps the best steps of one game, in their order, and makes plans of them.
void Lookahead::follow(std::span<Step> steps, std::uint32_t game, bool first_level) {
  if (steps.empty()) return;
  const auto better = [](const Step& a, const Step& b) {
    if (a.rank != b.rank) return a.rank > b.rank;
    return a.plan != b.plan ? a.plan < b.plan : a.slot < b.slot;
  };
  const Step& best = *std::min_element(steps.begin(), steps.end(), better);
  best_[game] = {best.rank, 0, first_level ? best.slot : plans_[best.plan].first, true};
  const auto width = static_cast<std::size_t>(options_.width);
  if (width > 0 && steps.size() > width) {
    std::nth_element(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(width - 1), steps.end(), better);
    steps = steps.first(width);
    std::sort(steps.begin(), steps.end(),
              [](const Step& a, const Step& b) { return a.plan != b.plan ? a.plan < b.plan : a.slot < b.slot; });
  }
  for (const Step& step : steps) {
    const std::uint8_t first = first_level ? step.slot : plans_[step.plan].first;
    add_plan({step.sum, game, first}, step, batches_[step.plan / kBatchSize]);
  }
}

void Lookahead::add_plan(const Plan& plan, const Step& step, const Batch& parents) {
  if (next_plans_.size() % kBatchSize == 0) next_batches_.emplace_back();
  const int parent = static_cast<int>(step.plan % kBatchSize);
  next_batches_.back().add(parents, parent, setting_.width, parents.pieces[parent]);
  next_plans_.push_back(plan);
  next_slots_.push_back(step.slot);
}

/// The last known piece is only looked at: its best placement decides.
void Lookahead::weigh_known(std::span<const Question> questions, Judge& judge) {
  std::int32_t best[1][kBatchSize];
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    const auto last = [&](int i) {
      return questions[plans_[b * kBatchSize + static_cast<std::size_t>(i)].game].pieces.back();
    };
    // Plans of a game stand together, and so do games with the same last piece.
    for (int begin = 0; begin < batches_[b].count;) {
      const std::uint8_t piece = last(begin);
      judge.answers(batches_[b], {&piece, 1}, best);
      for (; begin < batches_[b].count && last(begin) == piece; ++begin) {
        const Plan& plan = plans_[b * kBatchSize + static_cast<std::size_t>(begin)];
        if (best[0][begin] != lanes::kLost) offer(plan, 0, plan.sum + best[0][begin]);
      }
    }
  }
}

void Lookahead::weigh_unknown(Judge& judge) {
  std::vector<std::int32_t> room(unknown_.size() * kBatchSize);
  auto* best = reinterpret_cast<std::int32_t(*)[kBatchSize]>(room.data());
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    judge.answers(batches_[b], unknown_, best);
    for (std::size_t i = 0; i < static_cast<std::size_t>(batches_[b].count); ++i) {
      const Plan& plan = plans_[b * kBatchSize + i];
      std::uint64_t loss = 0;
      std::int64_t score = plan.sum * static_cast<std::int64_t>(total_odds_);
      for (std::size_t p = 0; p < unknown_.size(); ++p) {
        const std::uint32_t odds = options_.odds[unknown_[p]];
        if (best[p][i] == lanes::kLost) {
          loss += odds;
        } else {
          score += std::int64_t{best[p][i]} * odds;
        }
      }
      if (loss < total_odds_) offer(plan, loss, score);
    }
  }
}

void Lookahead::offer(const Plan& plan, std::uint64_t loss, std::int64_t score) {
  Best& best = best_[plan.game];
  if (best.found && (loss > best.loss || (loss == best.loss && score <= best.score))) return;
  best = {score, loss, plan.first, true};
}

}  // namespace stackwright
