// The features of every board that a piece can lead to, as rows of numbers: what learners of afterstate values look at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "games/tetris/features.h"
#include "games/tetris/slots.h"

namespace stackwright {

/// One value of a feature.
struct FeatureValue {
  int feature = 0;  // id in tetris::features()
  int index = 0;

  friend bool operator==(const FeatureValue&, const FeatureValue&) = default;
};

/// "holes", "column_height[3]"; the name of an indexed feature alone stands for all its values. Errors name the feature.
Result<std::vector<FeatureValue>> feature_values(std::span<const std::string> names, const tetris::Setting& setting);
std::string name_of(const FeatureValue& value);

/// The values of features that speak of the board alone, of a board that just lies there.
void write_board_features(std::span<const FeatureValue> values, const tetris::Board& board, float* out);
/// An error that names a feature that speaks of the move.
Result<Done> check_board_features(std::span<const FeatureValue> values);

/// Writes the features of all placements of a piece. Features that are sums over columns are looked at only where the piece
/// changes something; all others are asked of the registry. Values are those of the registry, as floats.
class AfterstateFeatures {
 public:
  AfterstateFeatures(std::vector<FeatureValue> values, const tetris::Setting& setting);

  std::size_t size() const { return values_.size(); }
  /// For every placement that does not lose, size() numbers at out + slot * size(); the other rows are 0. Gives the slots
  /// that were filled.
  tetris::Slots write(const tetris::Board& board, int piece, float* out) const;

 private:
  static constexpr std::size_t kKnown = 9;  // values that are computed without the registry
  struct Part;
  struct Base;

  void write_placement(const Base& base, int piece, tetris::Placement move, int row, float* out) const;

  std::vector<FeatureValue> values_;
  std::vector<std::uint8_t> known_;  // by value; kKnown: of the registry
  bool registry_ = false;            // whether any value is
  tetris::Setting setting_;
};

}  // namespace stackwright
