// The searches of play behind one seam: on the tables themselves, by looking ahead, and with another evaluator in danger.
#include "search/decider.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "search/lookahead.h"

namespace stackwright {
namespace {

/// Greedy and two-ply: the tables know them.
class TableDecider final : public Decider {
 public:
  TableDecider(std::unique_ptr<Tables> tables, const SearchSpec& search)
      : tables_(std::move(tables)), search_(search), single_(static_cast<std::size_t>(tables_->size())) {}

  Tables& tables() override { return *tables_; }
  void set_evaluator(int table, const Linear& evaluator, const Linear*) override {
    tables_->set_evaluator(table, evaluator);
  }
  std::uint64_t evaluated() const override { return tables_->evaluated(); }

  void choose(const Preview& preview, std::span<const std::uint32_t> live, std::span<Choice> out) override {
    if (search_.kind == SearchKind::greedy) {
      tables_->choose(preview.row(0), out);
      return;
    }
    tables_->choose_pairs(preview.row(0), preview.row(1), search_.pairs, out);
    if (preview.known.empty()) return;
    tables_->choose(preview.row(0), single_);
    for (const std::uint32_t t : live) {
      if (preview.known[t] < 2) out[t] = single_[t];
    }
  }

 private:
  std::unique_ptr<Tables> tables_;
  SearchSpec search_;
  std::vector<Choice> single_;
};

/// Beam and expectimax: games with equal weights are looked at together.
class LookaheadDecider final : public Decider {
 public:
  LookaheadDecider(std::unique_ptr<Tables> tables, const DeciderOptions& options, const Linear& evaluator)
      : tables_(std::move(tables)),
        setting_(options.setting),
        simd_(options.simd),
        see_(static_cast<std::size_t>(options.search.see)),
        lookahead_(options.setting,
                   {options.search.width, options.search.pairs,
                    options.search.kind == SearchKind::expectimax ? options.odds : std::vector<std::uint32_t>{}}),
        judge_of_(static_cast<std::size_t>(tables_->size()), 0) {
    judges_.push_back({evaluator.terms(), make_judge(simd_, setting_, evaluator), {}});
  }

  Tables& tables() override { return *tables_; }
  void set_evaluator(int table, const Linear& evaluator, const Linear*) override {
    const auto same = std::ranges::find(judges_, evaluator.terms(), &Bench::terms);
    judge_of_[static_cast<std::size_t>(table)] = static_cast<std::size_t>(same - judges_.begin());
    if (same != judges_.end()) return;
    judges_.push_back({evaluator.terms(), make_judge(simd_, setting_, evaluator), {}});
  }
  std::uint64_t evaluated() const override {
    std::uint64_t sum = 0;
    for (const Bench& bench : judges_) sum += bench.judge->evaluated();
    return sum;
  }

  void choose(const Preview& preview, std::span<const std::uint32_t> live, std::span<Choice> out) override {
    for (const std::uint32_t t : live) {
      const std::size_t known = preview.known.empty() ? see_ : preview.known[t];
      Question question{tables_->board(static_cast<int>(t)), std::vector<std::uint8_t>(known), &out[t]};
      for (std::size_t i = 0; i < known; ++i) question.pieces[i] = preview.at(i, t);
      judges_[judge_of_[t]].questions.push_back(std::move(question));
    }
    for (Bench& bench : judges_) {
      lookahead_.choose(bench.questions, *bench.judge);
      bench.questions.clear();
    }
  }

 private:
  /// One evaluator and the games that wait for its judgement.
  struct Bench {
    std::vector<Term> terms;
    std::unique_ptr<Judge> judge;
    std::vector<Question> questions;
  };

  std::unique_ptr<Tables> tables_;
  tetris::Setting setting_;
  Simd simd_;
  std::size_t see_;
  Lookahead lookahead_;
  std::vector<Bench> judges_;
  std::vector<std::size_t> judge_of_;  // by table
};

/// Another evaluator with the same search where the pile is high.
class SafeDecider final : public Decider {
 public:
  SafeDecider(std::unique_ptr<Decider> usual, std::unique_ptr<Decider> safe, int above)
      : usual_(std::move(usual)), safe_(std::move(safe)), above_(above) {
    const int size = usual_->tables().size();
    for (int t = 0; t < size; ++t) safe_->tables().set_active(t, false);
    in_danger_.resize(static_cast<std::size_t>(size));
    choice_.resize(static_cast<std::size_t>(size));
  }

  Tables& tables() override { return usual_->tables(); }
  void set_evaluator(int table, const Linear& evaluator, const Linear* safe) override {
    usual_->set_evaluator(table, evaluator, nullptr);
    if (safe != nullptr) safe_->set_evaluator(table, *safe, nullptr);
  }
  std::uint64_t evaluated() const override { return usual_->evaluated() + safe_->evaluated(); }

  void choose(const Preview& preview, std::span<const std::uint32_t> live, std::span<Choice> out) override {
    std::swap(high_, before_);
    high_.clear();
    low_.clear();
    for (const std::uint32_t t : before_) in_danger_[t] = false;
    for (const std::uint32_t t : live) {
      const tetris::Board board = tables().board(static_cast<int>(t));
      const bool danger = tetris::max_height(board) > above_;
      (danger ? high_ : low_).push_back(t);
      if (!danger) continue;
      in_danger_[t] = true;
      safe_->tables().set_active(static_cast<int>(t), true);
      safe_->tables().set_board(static_cast<int>(t), board);
    }
    for (const std::uint32_t t : before_) {
      if (!in_danger_[t]) safe_->tables().set_active(static_cast<int>(t), false);
    }
    if (!low_.empty()) usual_->choose(preview, low_, out);
    if (high_.empty()) return;
    safe_->choose(preview, high_, choice_);
    for (const std::uint32_t t : high_) out[t] = choice_[t];
  }

 private:
  std::unique_ptr<Decider> usual_, safe_;
  int above_;
  std::vector<bool> in_danger_;
  std::vector<std::uint32_t> high_, low_, before_;  // before: high in the last step
  std::vector<Choice> choice_;
};

bool looks_ahead(SearchKind kind) { return kind == SearchKind::beam || kind == SearchKind::expectimax; }

/// Games side by side where each decision is long: few enough that a stop is heard soon.
constexpr int kMostLookaheadTables = 64;

}  // namespace

int pieces_used(const SearchSpec& search) {
  switch (search.kind) {
    case SearchKind::greedy:
      return 1;
    case SearchKind::two_ply:
      return 2;
    case SearchKind::beam:
    case SearchKind::expectimax:
      return search.see;
  }
  return 1;
}

Result<std::unique_ptr<Decider>> make_decider(const DeciderOptions& options, const Linear& evaluator) {
  DeciderOptions fixed = options;
  if (fixed.simd == Simd::automatic) fixed.simd = best_simd();
  auto tables = make_tables(fixed.simd, fixed.setting, evaluator, fixed.lanes);
  if (tables && fixed.lanes == 0 && looks_ahead(fixed.search.kind) && (*tables)->size() > kMostLookaheadTables) {
    tables = make_tables(fixed.simd, fixed.setting, evaluator, kMostLookaheadTables);
  }
  if (!tables) return tables.error();
  fixed.lanes = (*tables)->size();
  std::unique_ptr<Decider> usual;
  if (looks_ahead(fixed.search.kind)) {
    usual = std::make_unique<LookaheadDecider>(std::move(*tables), fixed, evaluator);
  } else {
    usual = std::make_unique<TableDecider>(std::move(*tables), fixed.search);
  }
  if (fixed.safe == nullptr) return usual;
  const Linear& safe_evaluator = *fixed.safe;
  fixed.safe = nullptr;
  auto safe = make_decider(fixed, safe_evaluator);
  if (!safe) return safe.error();
  return std::unique_ptr<Decider>(
      std::make_unique<SafeDecider>(std::move(usual), std::move(*safe), options.safe_above));
}

std::vector<std::uint32_t> piece_odds(const tetris::Source& source, const tetris::PieceSet& set) {
  std::vector<std::uint32_t> odds(static_cast<std::size_t>(set.size()), 1);
  if (source.kind == tetris::Source::Kind::weighted) {
    const double sum = std::accumulate(source.weights.begin(), source.weights.end(), 0.0);
    for (std::size_t i = 0; i < odds.size(); ++i) {
      const double share = std::round(source.weights[i] / sum * 65536);
      odds[i] = source.weights[i] > 0 ? std::max(1u, static_cast<std::uint32_t>(share)) : 0;
    }
  } else if (source.kind == tetris::Source::Kind::cycle) {
    std::ranges::fill(odds, 0u);
    for (const std::uint8_t piece : source.pieces) ++odds[piece];
  }
  return odds;
}

}  // namespace stackwright
