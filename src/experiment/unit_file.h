// Units in controller files: an object with names, or the genes of one.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "eval/linear.h"
#include "games/tetris/text.h"

namespace stackwright {

inline constexpr std::size_t kMaxUnits = 256;

/// The field `units`, an array of {input, shape, filter, bias, sides, ends, reduce, direction, counts, mirror, weight} or of
/// {genes, decoding, board}; added to the terms. `inputs` are the names of the three inputs, `board` what genes are made for
/// that do not say it.
Result<Done> read_units(const Fields& file, std::vector<Term>& terms,
                        std::span<const std::string_view> inputs = units::kInputNames,
                        tetris::BoardSize board = {10, 20});

/// A unit with its weight as such an object, on one line.
std::string unit_text(const Term& term, std::span<const std::string_view> inputs = units::kInputNames);

/// ".../+-+/...": the filter as it is written in files. A 3x3 filter line by line.
std::string filter_text(const units::Unit& unit);

}  // namespace stackwright
