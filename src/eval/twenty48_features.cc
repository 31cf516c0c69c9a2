// Weighted features of 2048 boards: the registry, and the table that adds them up.
#include "eval/twenty48_features.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text.h"

namespace stackwright {
namespace {

using Line = std::array<int, 4>;

double empty_cells(const Line& line) { return static_cast<double>(std::count(line.begin(), line.end(), 0)) / 2; }

/// Pairs of equal tiles with nothing between them: what a move would merge.
double merges(const Line& line) {
  int count = 0, last = 0;
  for (const int rank : line) {
    if (rank == 0) continue;
    count += rank == last ? 1 : 0;
    last = rank == last ? 0 : rank;
  }
  return count;
}

/// How much ranks rise against the better direction; a monotone line has none.
double disorder(const Line& line) {
  int up = 0, down = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    up += std::max(0, line[i + 1] - line[i]);
    down += std::max(0, line[i] - line[i + 1]);
  }
  return std::min(up, down);
}

double roughness(const Line& line) {
  double sum = 0;
  int last = 0;
  for (const int rank : line) {
    if (rank == 0) continue;
    if (last != 0) sum += std::abs(rank - last);
    last = rank;
  }
  return sum;
}

double corner(twenty48::Board board) {
  const int highest = twenty48::max_rank(board);
  for (const int cell : {0, 3, 12, 15}) {
    if (twenty48::rank_at(board, cell) == highest) return highest;
  }
  return 0;
}

Line line_of(std::uint32_t row) {
  return {static_cast<int>(row & 15u), static_cast<int>(row >> 4 & 15u), static_cast<int>(row >> 8 & 15u),
          static_cast<int>(row >> 12 & 15u)};
}

}  // namespace

std::span<const Twenty48Feature> twenty48_features() {
  static constexpr Twenty48Feature kFeatures[] = {
      {"empty", "number of empty cells", empty_cells, nullptr},
      {"merges", "pairs of equal tiles in a row or column with nothing between them", merges, nullptr},
      {"disorder", "monotonicity: over rows and columns, the smaller of all rises and all falls of the ranks", disorder,
       nullptr},
      {"roughness", "smoothness: sum of rank differences between neighbouring tiles in rows and columns", roughness,
       nullptr},
      {"corner", "rank of the highest tile if it stands in a corner, else 0", nullptr, corner},
  };
  return kFeatures;
}

Result<int> twenty48_feature_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Twenty48Feature& feature : twenty48_features()) {
    if (feature.name == name) return static_cast<int>(names.size());
    names.push_back(feature.name);
  }
  return unknown_name("feature", name, names);
}

double feature_value(int feature, twenty48::Board board) {
  const Twenty48Feature& f = twenty48_features()[static_cast<std::size_t>(feature)];
  if (f.of_line == nullptr) return f.of_board(board);
  double sum = 0;
  for (int r = 0; r < twenty48::kSide; ++r) {
    sum += f.of_line(line_of(row_of(board, r))) + f.of_line(line_of(row_of(transposed(board), r)));
  }
  return sum;
}

Twenty48Linear::Twenty48Linear(std::vector<Twenty48Term> terms) : terms_(std::move(terms)), lines_(65536) {
  std::vector<Twenty48Term> line_terms;
  for (const Twenty48Term& term : terms_) {
    const bool line = twenty48_features()[static_cast<std::size_t>(term.feature)].of_line != nullptr;
    (line ? line_terms : board_terms_).push_back(term);
  }
  for (std::uint32_t row = 0; row < lines_.size(); ++row) {
    double sum = 0;
    for (const Twenty48Term& term : line_terms) {
      sum += term.weight * twenty48_features()[static_cast<std::size_t>(term.feature)].of_line(line_of(row));
    }
    lines_[row] = static_cast<float>(sum);
  }
}

float Twenty48Linear::value(twenty48::Board after) const {
  const twenty48::Board turned = transposed(after);
  float sum = 0;
  for (int r = 0; r < twenty48::kSide; ++r) sum += lines_[row_of(after, r)] + lines_[row_of(turned, r)];
  for (const Twenty48Term& term : board_terms_) {
    sum +=
        static_cast<float>(term.weight * twenty48_features()[static_cast<std::size_t>(term.feature)].of_board(after));
  }
  return sum;
}

std::vector<Twenty48Term> twenty48_shipped_weights() {
  const std::pair<std::string_view, double> weights[] = {
      {"empty", 326}, {"merges", 448}, {"disorder", -145}, {"roughness", -28}, {"corner", 71}};
  std::vector<Twenty48Term> terms;
  for (const auto& [name, weight] : weights) terms.push_back({*twenty48_feature_named(name), weight});
  return terms;
}

}  // namespace stackwright
