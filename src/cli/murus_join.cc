// stackwright murus join: the engine plays on a referee's server.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/murus.h"
#include "cli/options.h"
#include "cli/report.h"
#include "play/murus_client.h"

namespace stackwright::cli {
namespace {

constexpr double kDefaultJoinMs = 800;  // under a clock of one second
constexpr int kConnectMs = 10'000;

struct JoinArguments {
  std::string address;
  std::string weights = "trained";
  LimitArguments limits;
  SearchArguments search;
  bool json = false;
};

int complain_join(const std::string& what) {
  fmt::print(stderr, "stackwright murus: {}\n", what);
  return kFailed;
}

void report_join(const JoinArguments& a, const murus::Limits& limits, const std::vector<murus::JoinedGame>& games) {
  if (!a.json) {
    for (std::size_t i = 0; i < games.size(); ++i) {
      print_line(fmt::format("game {} as {}: {} after {} plies", i + 1,
                             games[i].colour == murus::kRomans ? "White" : "Black",
                             games[i].result.empty() ? "connection lost" : games[i].result, games[i].moves.size()));
    }
    return;
  }
  const murus::Murus game;
  Json document = envelope("stackwright.murus.join/1", 0,
                           Json{{"address", a.address},
                                {"weights", a.weights},
                                {"limits", limits_json(limits)},
                                {"table_mb", a.search.table_mb},
                                {"threads", a.search.threads}});
  Json list = Json::array();
  for (const murus::JoinedGame& g : games) {
    Json moves = Json::array();
    for (const murus::Move& m : g.moves) moves.push_back(game.move_text(m));
    list.push_back(Json{{"colour", g.colour == murus::kRomans ? "white" : "black"},
                        {"result", g.result.empty() ? Json(nullptr) : Json(g.result)},
                        {"moves", std::move(moves)}});
  }
  document["games"] = std::move(list);
  print_json(document);
}

Result<int> run_join(const JoinArguments& a, const StopToken& stop) {
  if (a.address.empty()) return Error{"the address of a referee is needed, such as 127.0.0.1:4000"};
  const auto address = play::parse_address(a.address);
  if (!address) return address.error();
  const auto judgement = for_option("--weights", murus::load_judgement(a.weights));
  if (!judgement) return judgement.error();
  murus::Limits limits = limits_of(a.limits);
  if (!a.limits.any()) limits.milliseconds = kDefaultJoinMs;
  const murus::Murus game;
  const auto player = murus::make_player(game, *judgement, search_of(a.search));
  heed_clock(limits);
  auto socket = play::connect_to(*address, kConnectMs, stop);
  if (!socket) return complain_join(socket.message());
  play::LineConnection line(std::move(socket).value());
  const auto games =
      murus::join(line, game, *player, limits, stop, [](const std::string& text) { fmt::print(stderr, "{}\n", text); });
  if (!games) return complain_join(games.message());
  report_join(a, limits, *games);
  if (stop.requested()) return kInterrupted;
  const bool whole = !games->empty() && !games->back().result.empty();
  return whole ? kDone : complain_join("the referee closed the connection before the end of a game");
}

}  // namespace

Run prepare_murus_join(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<JoinArguments>();
  add_text(app, "address", a->address, "HOST:PORT of the referee");
  add_text(app, "--weights", a->weights, std::string(murus::kJudgementNames));
  add_limits(app, "", a->limits, " (default: 800 ms)");
  add_search(app, a->search);
  add_json(app, a->json);
  return [a, &stop] { return run_join(*a, stop); };
}

}  // namespace stackwright::cli
