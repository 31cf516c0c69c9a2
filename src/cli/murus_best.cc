// stackwright murus best: one decision of the engine.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/murus.h"
#include "cli/options.h"
#include "cli/report.h"
#include "core/timer.h"

namespace stackwright::cli {
namespace {

constexpr double kDefaultMs = 800;

struct BestArguments {
  std::string position;
  std::string weights = "trained";
  LimitArguments limits;
  SearchArguments search;
  bool json = false;
};

std::vector<std::string> texts_of(const murus::Murus& game, const std::vector<murus::Move>& moves) {
  std::vector<std::string> texts;
  texts.reserve(moves.size());
  for (const murus::Move& m : moves) texts.push_back(game.move_text(m));
  return texts;
}

/// "win in 5 plies", or the value in the evaluator's units.
std::string value_text(two_player::Score value, double units) {
  if (!two_player::proven(value)) return fmt::format("{:+.3f}", units);
  return fmt::format("{} in {} plies", value > 0 ? "win" : "loss", two_player::plies_to_end(value));
}

void report(const BestArguments& a, const murus::Murus& game, const murus::Position& position,
            const murus::Limits& limits, const murus::Decision& d, double units, double seconds) {
  const auto line = texts_of(game, d.line);
  const bool proven = two_player::proven(d.value);
  if (!a.json) {
    print_line(fmt::format("move   {}", game.move_text(d.move)));
    print_line(fmt::format("value  {} for {}", value_text(d.value, units),
                           position.side == murus::kRomans ? "Romans" : "Gauls"));
    print_line(fmt::format("depth  {}", d.depth));
    print_line(fmt::format("nodes  {} ({} per second)", grouped(static_cast<std::int64_t>(d.nodes)),
                           shown(rate(static_cast<double>(d.nodes), seconds))));
    print_line(fmt::format("line   {}", fmt::join(line, " ")));
    return;
  }
  Json document = envelope("stackwright.murus.best/1", 0,
                           Json{{"position", game.to_text(position)},
                                {"weights", a.weights},
                                {"limits", limits_json(limits)},
                                {"table_mb", a.search.table_mb},
                                {"threads", a.search.threads},
                                {"plain", a.search.plain}});
  document["move"] = game.move_text(d.move);
  document["value"] = proven ? (d.value > 0 ? 1e6 : -1e6) : units;
  document["proven"] = proven ? Json(d.value > 0 ? "win" : "loss") : Json(nullptr);
  document["plies_to_end"] = proven ? Json(two_player::plies_to_end(d.value)) : Json(nullptr);
  document["depth"] = d.depth;
  document["nodes"] = d.nodes;
  document["line"] = line;
  document["seconds"] = seconds;
  print_json(document);
}

Result<int> run_best(const BestArguments& a, const StopToken& stop) {
  const murus::Murus game;
  murus::Position position = game.start();
  if (!a.position.empty()) {
    const auto read = for_option("--position", game.from_text(a.position));
    if (!read) return read.error();
    position = *read;
  }
  if (game.over(position)) return Error{"--position: the game is over, there is no move"};
  const auto judgement = for_option("--weights", murus::load_judgement(a.weights));
  if (!judgement) return judgement.error();
  murus::Limits limits = limits_of(a.limits);
  if (!a.limits.any()) limits.milliseconds = kDefaultMs;
  const auto player = murus::make_player(game, *judgement, search_of(a.search));
  heed_clock(limits);
  const Timer timer;
  const murus::Decision decision = player->decide(position, limits, &stop);
  const double seconds = timer.seconds();
  report(a, game, position, limits, decision, player->in_units(decision.value), seconds);
  return stop.requested() ? kInterrupted : kDone;
}

}  // namespace

Run prepare_murus_best(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<BestArguments>();
  add_text(app, "--position", a->position,
           "rows from the Gauls' home row, T/W Roman and t/w Gallic towers and walls, digits empty; r or g to move "
           "(default: the start)");
  add_text(app, "--weights", a->weights, std::string(murus::kJudgementNames));
  add_limits(app, "", a->limits, " (default: 800 ms)");
  add_search(app, a->search);
  add_json(app, a->json);
  return [a, &stop] { return run_best(*a, stop); };
}

}  // namespace stackwright::cli
