// Scores by units: lanes are filled with placements, and judged when they are full or the evaluator changes.
#include "eval/units/unit_scorer.h"

#include <algorithm>
#include <array>

#include "eval/units/kernels.h"

namespace stackwright::units {

const Kernels& kernels_for(Simd simd) {
  if (simd == Simd::automatic) simd = best_simd();
  switch (simd) {
#if defined(__x86_64__)
    case Simd::avx2:
      return lanes_avx2::kUnitKernels;
    case Simd::avx512:
      return lanes_avx512::kUnitKernels;
#endif
    default:
      return lanes_plain::kUnitKernels;
  }
}

Network::Network(const Linear& linear, const tetris::Setting& setting) : evaluator(linear) {
  const std::vector<Term>& terms = linear.terms();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!terms[i].unit) {
      features.push_back(i);
      continue;
    }
    sees_piece = sees_piece || terms[i].unit->input == Input::piece;
    parts.push_back({plan_of(*terms[i].unit, setting.width, setting.height), linear.quantised(i),
                     about(terms[i]) == tetris::About::move});
  }
  std::stable_partition(parts.begin(), parts.end(), [](const Part& part) { return part.about_move; });
}

std::shared_ptr<const Network> NetworkCache::get(const Linear& evaluator) {
  if (!last_ || last_->evaluator.terms() != evaluator.terms()) {
    last_ = std::make_shared<const Network>(evaluator, setting_);
  }
  return last_;
}

/// What is called "boolean" elsewhere has no units: the plain kernel stands in.
UnitScorer::UnitScorer(Simd simd, const tetris::Setting& setting)
    : simd_(simd == Simd::boolean ? Simd::plain : simd), kernels_(&kernels_for(simd)), setting_(setting), boards_{} {}

void UnitScorer::add(const Network& network, const tetris::Board& board, int piece, std::uint32_t owner) {
  if (done_) {
    scores_.clear();
    done_ = false;
  }
  if (filled_ > 0 && network_ != &network) flush();
  network_ = &network;
  std::array<int, tetris::kMaxWidth> height{};
  for (int x = 0; x < setting_.width; ++x) height[static_cast<std::size_t>(x)] = tetris::column_height(board, x);
  spread(board);
  const tetris::Piece& p = setting_.pieces->pieces[static_cast<std::size_t>(piece)];
  const int limit = tetris::row_limit(setting_);
  for (int o = 0; o < p.orientations; ++o) {
    const tetris::Orientation& shape = p.orientation[static_cast<std::size_t>(o)];
    const int columns = tetris::columns_for(shape, setting_.width);
    evaluated_ += static_cast<std::uint64_t>(columns);
    for (int x = 0; x < columns; ++x) {
      int row = 0;
      for (int i = 0; i < shape.width; ++i) {
        row = std::max(row, height[static_cast<std::size_t>(x + i)] - shape.bottom[static_cast<std::size_t>(i)]);
      }
      if (row + shape.height > limit) continue;
      add_lane(board, piece, {static_cast<std::int8_t>(o), static_cast<std::int8_t>(x)}, row, owner);
    }
  }
}

/// The board before the move in all lanes that are still free.
void UnitScorer::spread(const tetris::Board& board) {
  for (int x = 0; x < setting_.width; ++x) {
    const std::uint32_t column = board.column[static_cast<std::size_t>(x)];
    for (int lane = filled_; lane < kLanes; ++lane) boards_.column[1][x][lane] = column;
  }
}

void UnitScorer::add_lane(const tetris::Board& board, int piece, tetris::Placement move, int row, std::uint32_t owner) {
  const int lane = filled_++;
  const tetris::Orientation& shape =
      setting_.pieces->pieces[static_cast<std::size_t>(piece)].orientation[static_cast<std::size_t>(move.orientation)];
  for (int i = 0; i < shape.width; ++i) {
    const std::uint32_t cells = std::uint32_t{shape.column[static_cast<std::size_t>(i)]} << row;
    boards_.column[1][move.column + i][lane] |= cells;
    boards_.column[0][move.column + i][lane] = cells;
  }
  scores_.push_back({owner, move, 0, 0});
  if (!network_->features.empty()) transitions_.push_back(tetris::place(setting_, board, piece, move));
  if (filled_ < kLanes) return;
  flush();
  spread(board);
}

void UnitScorer::flush() {
  if (filled_ == 0) return;
  remove_full_rows();
  alignas(64) std::int32_t moves[kLanes] = {}, scores[kLanes];
  auto part = network_->parts.begin();
  for (; part != network_->parts.end() && part->about_move; ++part) {
    kernels_->scores(part->plan, boards_, part->weight, filled_, moves);
  }
  std::copy(std::begin(moves), std::end(moves), scores);
  for (; part != network_->parts.end(); ++part) kernels_->scores(part->plan, boards_, part->weight, filled_, scores);
  PlacementScore* const waiting = scores_.data() + (scores_.size() - static_cast<std::size_t>(filled_));
  for (int i = 0; i < filled_; ++i) {
    waiting[i].score = scores[i];
    waiting[i].moves = moves[i];
  }
  add_features();
  for (int x = 0; x < setting_.width; ++x) std::ranges::fill(boards_.column[0][x], 0u);
  filled_ = 0;
}

/// Terms that are not units, the slow way.
void UnitScorer::add_features() {
  if (transitions_.empty()) return;
  PlacementScore* const scores = scores_.data() + (scores_.size() - static_cast<std::size_t>(filled_));
  for (std::size_t i = 0; i < transitions_.size(); ++i) {
    for (const std::size_t f : network_->features) {
      const Term& term = network_->evaluator.terms()[f];
      const std::int32_t score = network_->evaluator.term_score(f, value_of(term, transitions_[i]));
      scores[i].score += score;
      if (about(term) == tetris::About::move) scores[i].moves += score;
    }
  }
  transitions_.clear();
}

void UnitScorer::remove_full_rows() {
  alignas(64) std::uint32_t full[kLanes];
  kernels_->full_rows(boards_, setting_.width, setting_.height, full);
  for (int lane = 0; lane < filled_; ++lane) {
    if (full[lane] == 0) continue;
    tetris::Board after = tetris::empty_board(setting_.width, setting_.height);
    for (int x = 0; x < setting_.width; ++x) after.column[static_cast<std::size_t>(x)] = boards_.column[1][x][lane];
    tetris::remove_rows(after, full[lane]);
    for (int x = 0; x < setting_.width; ++x) boards_.column[2][x][lane] = after.column[static_cast<std::size_t>(x)];
  }
}

const std::vector<PlacementScore>& UnitScorer::finish() {
  if (done_) scores_.clear();
  flush();
  done_ = true;
  network_ = nullptr;
  return scores_;
}

}  // namespace stackwright::units
