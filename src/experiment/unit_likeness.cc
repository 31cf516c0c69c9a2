// Correlations of terms with features over the placements that were possible in real games.
#include "experiment/unit_likeness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "core/random.h"
#include "games/tetris/features.h"

namespace stackwright {
namespace {

/// A value of the registry: a feature, or one of an indexed one.
std::vector<Term> registry_values(int width) {
  std::vector<Term> values;
  for (std::size_t f = 0; f < tetris::features().size(); ++f) {
    for (int i = 0; i < tetris::features()[f].count(width); ++i) {
      Term term;
      term.feature = static_cast<int>(f);
      term.index = i;
      values.push_back(term);
    }
  }
  return values;
}

/// Sums for correlations of each term with each feature.
class Sums {
 public:
  Sums(std::size_t terms, std::size_t features) : a_(terms), b_(features), products_(terms * features) {}

  void add(const std::vector<double>& a, const std::vector<double>& b) {
    ++count_;
    for (std::size_t i = 0; i < a.size(); ++i) a_[i].add(a[i]);
    for (std::size_t j = 0; j < b.size(); ++j) b_[j].add(b[j]);
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < b.size(); ++j) products_[i * b.size() + j] += a[i] * b[j];
    }
  }
  double mean(std::size_t term) const { return count_ > 0 ? a_[term].sum / count_ : 0; }
  double deviation(std::size_t term) const { return count_ > 0 ? std::sqrt(a_[term].variance(count_)) : 0; }
  /// 0 where one of the two never changes.
  double correlation(std::size_t term, std::size_t feature) const {
    if (count_ == 0) return 0;
    const double covariance =
        products_[term * b_.size() + feature] / count_ - a_[term].sum / count_ * (b_[feature].sum / count_);
    const double scale = std::sqrt(a_[term].variance(count_) * b_[feature].variance(count_));
    return scale > 0 ? covariance / scale : 0;
  }

 private:
  struct Moments {
    double sum = 0, squares = 0;

    void add(double x) {
      sum += x;
      squares += x * x;
    }
    double variance(double n) const {
      const double v = squares / n - sum / n * (sum / n);
      return v > 1e-9 * (1 + squares / n) ? v : 0;  // what is left of rounding is no variance
    }
  };

  double count_ = 0;
  std::vector<Moments> a_, b_;
  std::vector<double> products_;
};

std::vector<Likeness> most_like(const Sums& sums, std::size_t term, const std::vector<Term>& features,
                                std::size_t wanted) {
  std::vector<Likeness> likes;
  for (std::size_t j = 0; j < features.size(); ++j) {
    const double r = sums.correlation(term, j);
    if (r != 0) likes.push_back({name_of(features[j]), r});
  }
  std::ranges::stable_sort(
      likes, [](const Likeness& a, const Likeness& b) { return std::abs(a.correlation) > std::abs(b.correlation); });
  if (likes.size() > wanted) likes.resize(wanted);
  return likes;
}

}  // namespace

Result<std::vector<TermLikeness>> likenesses(const Controller& controller, const Controller& player,
                                             const tetris::Setting& setting, const LikenessOptions& options,
                                             const StopToken& stop) {
  if (auto fits = check_terms(controller, setting); !fits) return fits.error();
  if (auto fits = check_terms(player, setting); !fits) return fits.error();
  auto tables = make_tables(Simd::automatic, setting, Linear(player.terms, setting), 1);
  if (!tables) return tables.error();
  for (int t = 1; t < (*tables)->size(); ++t) (*tables)->set_active(t, false);
  const auto seats = static_cast<std::size_t>((*tables)->size());
  const std::vector<Term> features = registry_values(setting.width);
  Sums sums(controller.terms.size(), features.size());
  const Stream pieces({options.seed, Purpose::pieces, 0, 0, 0});
  std::vector<std::uint8_t> piece(seats);
  std::vector<Choice> choice(seats);
  std::vector<double> a(controller.terms.size()), b(features.size());
  tetris::Board board = tetris::empty_board(setting.width, setting.height);
  for (std::uint64_t n = 0; n < options.positions && !stop.requested(); ++n) {
    piece[0] = static_cast<std::uint8_t>(pieces.below(n, static_cast<std::uint32_t>(setting.pieces->size())));
    tetris::for_each_placement(setting, piece[0], [&](tetris::Placement move) {
      const tetris::Transition t = tetris::place(setting, board, piece[0], move);
      if (t.lost) return;
      for (std::size_t i = 0; i < a.size(); ++i) a[i] = value_of(controller.terms[i], t);
      for (std::size_t j = 0; j < b.size(); ++j) b[j] = value_of(features[j], t);
      sums.add(a, b);
    });
    (*tables)->set_board(0, board);
    (*tables)->choose(piece, choice);
    board = choice[0].lost ? tetris::empty_board(setting.width, setting.height)
                           : tetris::place(setting, board, piece[0], choice[0].move).after;
  }
  std::vector<TermLikeness> all;
  for (std::size_t i = 0; i < controller.terms.size(); ++i) {
    all.push_back({sums.mean(i), sums.deviation(i), most_like(sums, i, features, options.likes)});
  }
  return all;
}

}  // namespace stackwright
