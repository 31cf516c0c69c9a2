// A setup of strict play as JSON: the head of a game file.
#pragma once

#include <string>

#include "core/json.h"
#include "play/strict_rules.h"

namespace stackwright::play {

/// All of a setup but the seed, which stands beside it in every document.
Json to_json(const StrictSetup& setup);

/// Reads everything that to_json() writes, and checks it. The source is an empty list with the text as written: nothing is
/// read from files that the text may name.
Result<Done> read_setup(const Fields& fields, StrictSetup& setup);

/// The value of a text field through a function that reads names.
template <class T>
Result<Done> read_named(const Fields& fields, std::string_view field, Result<T> (*read)(std::string_view), T& out) {
  const Result<std::string> name = fields.text(field);
  if (!name) return name.error();
  Result<T> value = read(*name);
  if (!value) return Error{"field '" + fields.path_of(field) + "': " + value.message()};
  out = *std::move(value);
  return Done{};
}

}  // namespace stackwright::play
