// Weighted features of 2048 boards: a linear evaluator of afterstates with a name for every weight.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "games/twenty48/board.h"

namespace stackwright {

/// A feature: a line-by-line sum over the four rows and four columns, or a look at the whole board.
struct Twenty48Feature {
  std::string_view name;
  std::string_view definition;
  double (*of_line)(const std::array<int, 4>& ranks);  // null: of_board
  double (*of_board)(twenty48::Board board);
};
std::span<const Twenty48Feature> twenty48_features();
Result<int> twenty48_feature_named(std::string_view name);

struct Twenty48Term {
  int feature = 0;
  double weight = 0;

  friend bool operator==(const Twenty48Term&, const Twenty48Term&) = default;
};

/// The value of a feature by its definition.
double feature_value(int feature, twenty48::Board board);

/// A weighted sum of features; all line features together are one table of 65 536 rows.
class Twenty48Linear {
 public:
  explicit Twenty48Linear(std::vector<Twenty48Term> terms);

  const std::vector<Twenty48Term>& terms() const { return terms_; }
  float value(twenty48::Board after) const;
  void values(std::span<const twenty48::Board> after, std::span<float> out) const {
    for (std::size_t i = 0; i < after.size(); ++i) out[i] = value(after[i]);
  }

 private:
  std::vector<Twenty48Term> terms_;
  std::vector<Twenty48Term> board_terms_;
  std::vector<float> lines_;
};

/// Weights found by a short random search for greedy play: what ships as `features`.
std::vector<Twenty48Term> twenty48_shipped_weights();

}  // namespace stackwright
