// TOML as JSON values: recipes, with tables in lists.
#pragma once

#include <string_view>

#include "core/json.h"
#include "core/result.h"

namespace stackwright {

/// `what` names the text in errors. Names of a table come in alphabetical order; dates and times are refused.
Result<Json> parse_toml(std::string_view text, std::string_view what);

}  // namespace stackwright
