// stackwright perft: how many sequences of moves of each length there are.
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/report.h"
#include "core/text.h"
#include "core/timer.h"
#include "games/murus/game.h"
#include "games/perft.h"
#include "games/tetris/game.h"
#include "games/tetris/sources.h"
#include "games/twenty48/game.h"

namespace stackwright::cli {
namespace {

constexpr int kMaxDepth = 100;  // of a list; without one the counts themselves set the limit

struct PerftArguments {
  std::string game = "tetris";
  std::int64_t depth = 3;
  std::string position;
  std::string list;
  SettingArguments setting;
  bool json = false;
};

Result<std::vector<std::uint64_t>> count_tetris(const PerftArguments& a) {
  const auto setting = resolve(a.setting);
  if (!setting) return setting.error();
  tetris::Board board = tetris::empty_board(setting->width, setting->height);
  if (!a.position.empty()) {
    const auto position = for_option("--position", tetris::parse_position(a.position, *setting));
    if (!position) return position.error();
    board = *position;
  }
  const int depth = static_cast<int>(a.depth);
  if (a.list.empty()) return tetris::perft(*setting, board, depth);
  const auto list = for_option("--list", tetris::parse_letters(a.list, *setting->pieces));
  if (!list) return list.error();
  return tetris::perft(*setting, board, *list, depth);
}

Result<std::vector<std::uint64_t>> count_murus(const PerftArguments& a) {
  const murus::Murus game;
  murus::Position position = game.start();
  if (!a.position.empty()) {
    const auto read = for_option("--position", game.from_text(a.position));
    if (!read) return read.error();
    position = *read;
  }
  if (!a.list.empty()) return Error{"--list: only Tetris has pieces"};
  return perft(game, position, static_cast<int>(a.depth));
}

Result<std::vector<std::uint64_t>> count_twenty48(const PerftArguments& a) {
  if (!a.list.empty()) return Error{"--list: only Tetris has pieces"};
  const int depth = static_cast<int>(a.depth);
  if (a.position.empty()) return twenty48::perft_from_start(depth);
  const auto board = for_option("--position", twenty48::Twenty48{}.from_text(a.position));
  if (!board) return board.error();
  return twenty48::perft(*board, depth);
}

Result<std::vector<std::uint64_t>> count(const PerftArguments& a) {
  constexpr std::array<std::string_view, 3> kGames{"tetris", "2048", "murus"};
  if (a.game == "tetris") return count_tetris(a);
  if (a.game == "2048") return count_twenty48(a);
  if (a.game == "murus") return count_murus(a);
  return Error{"--game: " + unknown_name("game", a.game, kGames).message};
}

Result<int> run_perft(const PerftArguments& a) {
  const Timer timer;
  const auto counts = count(a);
  if (!counts) return counts.error();
  if (a.json) {
    Json document = envelope("stackwright.perft/1", 0,
                             Json{{"game", a.game},
                                  {"depth", a.depth},
                                  {"position", a.position.empty() ? "start" : a.position},
                                  {"list", a.list.empty() ? Json(nullptr) : Json(a.list)},
                                  {"board", a.setting.board},
                                  {"rules", a.setting.rules},
                                  {"piece_set", a.setting.piece_set}});
    document["counts"] = *counts;
    document["seconds"] = timer.seconds();
    print_json(document);
    return kDone;
  }
  TextTable table({"depth", "sequences"});
  for (std::size_t i = 0; i < counts->size(); ++i) {
    table.add({std::to_string(i + 1), grouped(static_cast<std::int64_t>((*counts)[i]))});
  }
  table.print();
  return kDone;
}

}  // namespace

Run prepare_perft(CLI::App& app, const StopToken&) {
  auto a = std::make_shared<PerftArguments>();
  add_text(app, "--game", a->game, "tetris, 2048 or murus");
  add_whole(app, "--depth", a->depth, 1, kMaxDepth, "longest sequences to count");
  add_text(app, "--position", a->position,
           "where to begin (default the start); rows top to bottom, separated by / (Murus Gallicus: then r or g)");
  add_text(app, "--list", a->list, "Tetris: the pieces in order (default: every piece at each step)");
  add_setting(app, a->setting);
  add_json(app, a->json);
  return [a] { return run_perft(*a); };
}

}  // namespace stackwright::cli
