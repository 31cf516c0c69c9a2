// stackwright murus referee: a server for games between programs.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/murus.h"
#include "cli/options.h"
#include "cli/report.h"
#include "play/murus_referee.h"

namespace stackwright::cli {
namespace {

struct RefereeArguments {
  std::string host = "127.0.0.1";
  std::int64_t port = 4000;
  std::int64_t move_ms = 1000;
  std::int64_t max_plies = 300;
  std::int64_t games = 1;
  std::int64_t players = 0;
  bool json = false;
};

Json game_json(const murus::Murus& game, const murus::RefereedGame& g) {
  Json moves = Json::array();
  for (const murus::Move& m : g.moves) moves.push_back(game.move_text(m));
  return Json{{"white", g.guests[0]},
              {"black", g.guests[1]},
              {"winner", !g.winner ? Json(nullptr) : Json(*g.winner == murus::kRomans ? "white" : "black")},
              {"reason", g.reason},
              {"plies", g.moves.size()},
              {"moves", std::move(moves)}};
}

void report_referee(const RefereeArguments& a, int port, const murus::Murus& game,
                    const std::vector<murus::RefereedGame>& games, bool interrupted) {
  const auto rows = murus::standings(games);
  if (!a.json) {
    TextTable table({"program", "points", "wins", "losses", "ties", "wins as White", "as Black"});
    for (const murus::Standing& s : rows) {
      table.add({std::to_string(s.guest), fmt::format("{:.1f}", s.wins + s.ties / 2.0), std::to_string(s.wins),
                 std::to_string(s.losses), std::to_string(s.ties), std::to_string(s.as_white),
                 std::to_string(s.as_black)});
    }
    table.print();
    return;
  }
  Json document = envelope("stackwright.murus.referee/1", 0,
                           Json{{"host", a.host},
                                {"port", port},
                                {"move_ms", a.move_ms},
                                {"max_plies", a.max_plies},
                                {"games", a.games},
                                {"players", a.players}});
  Json list = Json::array(), table = Json::array();
  for (const murus::RefereedGame& g : games) list.push_back(game_json(game, g));
  for (const murus::Standing& s : rows) {
    table.push_back(Json{{"program", s.guest}, {"wins", s.wins}, {"losses", s.losses}, {"ties", s.ties}});
  }
  document["games"] = std::move(list);
  document["table"] = std::move(table);
  document["interrupted"] = interrupted;
  print_json(document);
}

Result<int> run_referee(const RefereeArguments& a, const StopToken& stop) {
  if (a.players == 1) return Error{"--players must be 0 (pairs as they come) or at least 2, got 1"};
  murus::RefereeOptions options;
  options.address = {a.host, static_cast<int>(a.port)};
  options.move_ms = static_cast<int>(a.move_ms);
  options.max_plies = static_cast<int>(a.max_plies);
  options.games = static_cast<int>(a.games);
  options.players = static_cast<int>(a.players);
  auto referee = murus::Referee::open(options);
  if (!referee) return referee.error();
  const int port = referee->port();
  const murus::Log log = [](const std::string& line) {
    fmt::print(stderr, "{}\n", line);
    std::fflush(stderr);
  };
  log(fmt::format("listening on {}:{}", a.host, port));
  const auto games = referee->run(stop, log);
  report_referee(a, port, options.game, games, stop.requested());
  return stop.requested() ? kInterrupted : kDone;
}

}  // namespace

Run prepare_murus_referee(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<RefereeArguments>();
  add_text(app, "--host", a->host, "the address to listen on; 0.0.0.0 for all");
  add_whole(app, "--port", a->port, 0, 65535, "0: any free one, told on standard error");
  add_whole(app, "--move-ms", a->move_ms, 1, 86'400'000, "milliseconds for a move");
  add_whole(app, "--max-plies", a->max_plies, 1, 100'000, "a longer game is a tie");
  add_whole(app, "--games", a->games, 0, 1'000'000,
            "games in all, 0 without end; in a tournament: games of each pair, colours alternating");
  add_whole(app, "--players", a->players, 0, 256,
            "a round-robin tournament of so many programs; 0: pairs as they come");
  add_json(app, a->json);
  return [a, &stop] { return run_referee(*a, stop); };
}

}  // namespace stackwright::cli
