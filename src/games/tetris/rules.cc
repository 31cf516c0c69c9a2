// Names of the rules that say when a game is lost.
#include "games/tetris/rules.h"

#include "core/text.h"

namespace stackwright::tetris {

Result<Rules> rules_named(std::string_view name) {
  if (name == "standard") return Rules::standard;
  if (name == "ia-tetris") return Rules::ia_tetris;
  constexpr std::string_view kNames[] = {"standard", "ia-tetris"};
  return unknown_name("rules", name, kNames);
}

std::string_view name_of(Rules rules) { return rules == Rules::ia_tetris ? "ia-tetris" : "standard"; }

}  // namespace stackwright::tetris
