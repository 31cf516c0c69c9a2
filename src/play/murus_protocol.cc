// The lines that a referee of Murus Gallicus and a program exchange.
#include "play/murus_protocol.h"

#include <array>
#include <utility>

#include "core/text.h"

namespace stackwright::murus {
namespace {

constexpr std::array<std::pair<std::string_view, Said>, 7> kWords{{{"YOUR_TURN", Said::your_turn},
                                                                   {"VALID_MOVE", Said::valid_move},
                                                                   {"ILLEGAL_MOVE", Said::illegal_move},
                                                                   {"VICTORY", Said::victory},
                                                                   {"DEFEAT", Said::defeat},
                                                                   {"TIE", Said::tie},
                                                                   {"TIMEOUT", Said::timeout}}};

}  // namespace

Result<RefereeLine> parse_referee_line(const Murus& game, std::string_view line) {
  constexpr std::string_view kMove = "OPPONENT_MOVE ";
  RefereeLine out;
  for (const auto& [word, said] : kWords) {
    if (line == word) return RefereeLine{said, kRomans, {}};
  }
  if (line == "MESSAGE" || line.starts_with("MESSAGE ")) return out;
  if (line == "WELCOME White" || line == "WELCOME Black") {
    return RefereeLine{Said::welcome, line.ends_with("White") ? kRomans : kGauls, {}};
  }
  if (line.starts_with(kMove)) {
    const auto move = game.move_from_text(trim(line.substr(kMove.size())));
    if (!move) return move.error();
    return RefereeLine{Said::opponent_move, kRomans, *move};
  }
  return Error{"unknown line " + in_quotes(line)};
}

Result<Move> parse_move_line(const Murus& game, std::string_view line) {
  constexpr std::string_view kMove = "MOVE ";
  if (!line.starts_with(kMove)) return Error{"MOVE <row><column>,<direction> expected, got " + in_quotes(line)};
  return game.move_from_text(line.substr(kMove.size()));
}

std::string move_line(const Murus& game, Move move) { return "MOVE " + game.move_text(move); }

}  // namespace stackwright::murus
