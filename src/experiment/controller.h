// A controller: an evaluator and the search that uses it, by name or from a file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "eval/linear.h"
#include "eval/tables.h"
#include "search/decider.h"

namespace stackwright {

Result<SearchKind> search_named(std::string_view name);
std::string_view name_of(SearchKind kind);
/// How many known pieces a search cannot do without.
int pieces_needed(SearchKind kind);

Result<PairScore> pairs_named(std::string_view name);
std::string_view name_of(PairScore pairs);

inline constexpr int kMaxSee = 64;  // more pieces than any preview shows
inline constexpr int kMaxBeamWidth = 1 << 16;
inline constexpr int kMaxSeeWithoutWidth = 3;  // all plans over more pieces are too many

/// An error where a search needs more pieces than it is given, or would follow too many plans.
Result<Done> check_search(const SearchSpec& search);

/// Where weights come from.
struct Provenance {
  std::string run;
  std::string seed;
  std::string result;
};

/// Other weights for high piles, played by the same search.
struct SafeMode {
  int above = 0;            // the height of the highest column above which they decide
  std::vector<Term> terms;  // none: there is no safe mode

  friend bool operator==(const SafeMode&, const SafeMode&) = default;
};

struct Controller {
  std::string name;
  std::string game = "tetris";
  std::string kind = "linear";  // or "units", where some term is a unit
  std::vector<Term> terms;
  SearchSpec search;
  SafeMode safe;
  std::string source;     // the paper
  std::string published;  // the published result, in words
  Provenance provenance;
};

/// All controllers that ship with the program.
std::span<const Controller> shipped_controllers();

/// "column_height[3]^2": a term without its weight, as people write it.
std::string name_of(const Term& term);

/// An error where a term's index does not exist on a board of this width.
Result<Done> check_terms(const Controller& controller, const tetris::Setting& setting);

/// Reads and writes the JSON form; errors name the field and its value. Reading what was written gives the same again.
Result<Controller> controller_from_json(std::string_view text);
std::string to_json(const Controller& controller);

/// A shipped name, or the path of a controller file (what has a slash or ends in .json is a path).
Result<Controller> load_controller(std::string_view name_or_path);

}  // namespace stackwright
