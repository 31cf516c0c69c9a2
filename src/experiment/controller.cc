// Controllers: names of searches, and the way from a name or path to a controller.
#include "experiment/controller.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/text.h"
#include "games/tetris/features.h"

namespace stackwright {
namespace {

constexpr std::array<std::string_view, 4> kSearches{"greedy", "two-ply", "beam", "expectimax"};
constexpr std::array<int, 4> kNeeded{1, 2, 2, 1};
constexpr std::array<std::string_view, 2> kPairs{"sum", "final"};
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 20;

/// The position of a name in a list, as the enum it stands for.
template <class Enum, std::size_t N>
Result<Enum> named(std::string_view what, std::string_view name, const std::array<std::string_view, N>& known) {
  const auto found = std::find(known.begin(), known.end(), name);
  if (found == known.end()) return unknown_name(what, name, known);
  return static_cast<Enum>(found - known.begin());
}

}  // namespace

Result<SearchKind> search_named(std::string_view name) { return named<SearchKind>("search", name, kSearches); }
std::string_view name_of(SearchKind kind) { return kSearches[static_cast<std::size_t>(kind)]; }
int pieces_needed(SearchKind kind) { return kNeeded[static_cast<std::size_t>(kind)]; }

Result<PairScore> pairs_named(std::string_view name) { return named<PairScore>("pair score", name, kPairs); }
std::string_view name_of(PairScore pairs) { return kPairs[static_cast<std::size_t>(pairs)]; }

Result<Done> check_search(const SearchSpec& search) {
  const std::string name = "search " + std::string(name_of(search.kind));
  const int needed = pieces_needed(search.kind);
  if (search.see < needed) {
    return Error{name + " needs " + std::to_string(needed) + " known pieces, but see gives " +
                 std::to_string(search.see)};
  }
  const int levels = search.kind == SearchKind::expectimax ? search.see + 1 : pieces_used(search);
  if (levels > kMaxSeeWithoutWidth && search.width == 0) {
    return Error{name + " with see " + std::to_string(search.see) + " needs a width: all plans are too many"};
  }
  return Done{};
}

std::string name_of(const Term& term) {
  if (term.unit) return "unit " + units::short_name(*term.unit);
  const tetris::Feature& feature = tetris::features()[static_cast<std::size_t>(term.feature)];
  std::string name(feature.name);
  if (feature.count(tetris::kMaxWidth) > 1) name += "[" + std::to_string(term.index) + "]";
  switch (term.transform) {
    case Transform::none:
      return name;
    case Transform::square:
      return name + "^2";
    case Transform::cube:
      return name + "^3";
    case Transform::log:
      return "log(" + name + ")";
  }
  return name;
}

Result<Done> check_terms(const Controller& controller, const tetris::Setting& setting) {
  for (const std::vector<Term>* terms : {&controller.terms, &controller.safe.terms}) {
    for (const Term& term : *terms) {
      if (term.unit) {
        if (auto fits = units::check_unit(*term.unit, setting); !fits) {
          return Error{"controller " + controller.name + ": " + fits.message()};
        }
        continue;
      }
      const tetris::Feature& feature = tetris::features()[static_cast<std::size_t>(term.feature)];
      if (term.index < 0 || term.index >= feature.count(setting.width)) {
        return Error{"controller " + controller.name + ": there is no " + name_of(term) + " on a board " +
                     std::to_string(setting.width) + " columns wide"};
      }
    }
  }
  return Done{};
}

Result<Controller> load_controller(std::string_view name_or_path) {
  const bool is_path = name_or_path.find('/') != std::string_view::npos || name_or_path.ends_with(".json");
  if (is_path) {
    const std::string path(name_or_path);
    const Result<std::string> text = read_file(path, kMaxFileBytes);
    if (!text) return text.error();
    Result<Controller> controller = controller_from_json(*text);
    if (!controller) return Error{path + ": " + controller.message()};
    if (controller->name.empty()) controller->name = path;
    return controller;
  }
  std::vector<std::string_view> names;
  for (const Controller& c : shipped_controllers()) {
    if (c.name == name_or_path) return c;
    names.push_back(c.name);
  }
  return unknown_name("controller", name_or_path, names);
}

}  // namespace stackwright
