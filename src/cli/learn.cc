// stackwright learn: a network of units from nothing, round by round.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/report.h"
#include "core/text.h"
#include "core/timer.h"
#include "experiment/evolve_config.h"
#include "experiment/unit_learning.h"
#include "games/tetris/text.h"

namespace stackwright::cli {
namespace {

struct LearnArguments {
  std::string out = "network.json";
  std::string board = "10x20";
  std::vector<std::string> set;
  std::int64_t rounds = 10;
  std::int64_t seed = 1;
  std::int64_t threads = 0;
  bool resume = false;
  bool json = false;
  bool quiet = false;
  const CLI::App* app = nullptr;
};

Result<UnitLearner> new_learner(const LearnArguments& a) {
  optim::Settings pairs;
  for (const std::string& text : a.set) {
    auto pair = for_option("--set", parse_setting(text));
    if (!pair) return pair.error();
    pairs.push_back(*std::move(pair));
  }
  const auto settings =
      for_option("--set", optim::read_settings("learn", unit_learning_settings(), pairs, UnitLearningSettings{}));
  if (!settings) return settings.error();
  const auto setting = resolve(SettingArguments{.board = a.board});
  if (!setting) return setting.error();
  return UnitLearner(*settings, *setting, static_cast<std::uint64_t>(a.seed));
}

Result<UnitLearner> old_learner(const LearnArguments& a, const std::string& checkpoint) {
  for (const char* name : {"--set", "--seed", "--board"}) {
    if (was_given(*a.app, name))
      return Error{"--resume goes on with the settings of the run; " + std::string(name) + " is for new ones"};
  }
  const auto text = for_option("--resume", read_file(checkpoint));
  if (!text) return text.error();
  return for_option("--resume: " + in_quotes(checkpoint), UnitLearner::load(*text));
}

void show(const RoundReport& r, std::int64_t rounds, double seconds) {
  fmt::print(stderr,
             "round {} of {}: {} lines ({} of {} games ended), {}; best so far {}; {:.0f} % survive, {:.0f} % "
             "explained, {:.0f} s\n",
             r.round + 1, rounds, shown(r.fresh.mean()), r.fresh.ends, r.fresh.games,
             r.taken ? "taken" : "not better than before", shown(r.best.mean()), 100 * r.survival, 100 * r.explained,
             seconds);
}

void report(const LearnArguments& a, const UnitLearner& learner, bool interrupted) {
  const Trials& t = learner.trials();
  if (a.json) {
    Json settings = Json::object();
    for (const auto& row : unit_learning_settings()) settings[std::string(row.name)] = row.write(learner.settings());
    Json document =
        envelope("stackwright.learn/1", learner.seed(),
                 Json{{"board", a.board}, {"rounds", a.rounds}, {"settings", std::move(settings)}, {"out", a.out}});
    document["rounds"] = learner.rounds();
    document["lines"] = t.mean();
    document["games"] = t.games;
    document["ended"] = t.ends;
    document["interrupted"] = interrupted;
    document["network"] = learner.network().empty() ? Json(nullptr) : Json(a.out);
    print_json(document);
    return;
  }
  if (learner.network().empty()) {
    print_line("stopped before the first round was done; nothing is saved");
    return;
  }
  print_line(fmt::format("{} rounds: {} lines a game in {} trial games by which it was chosen, {} of them ended",
                         learner.rounds(), shown(t.mean()), t.games, t.ends));
  print_line("its controller file:     " + a.out);
  if (interrupted) print_line("stopped; go on with:     stackwright learn --resume --out " + a.out);
  print_line("games it has not seen:   stackwright play --controller " + a.out + " --games 20");
  print_line("what its units look for: stackwright units " + a.out);
}

/// The controller, and beside it what is needed to go on.
Result<Done> save(const LearnArguments& a, const UnitLearner& learner, const std::string& checkpoint) {
  Controller controller = controller_of(learner.network(), std::filesystem::path(a.out).stem().string());
  controller.provenance = {
      fmt::format("learn, {} rounds", learner.rounds()), std::to_string(learner.seed()),
      fmt::format("{:.0f} lines in {} trial games", learner.trials().mean(), learner.trials().games)};
  if (auto r = for_option("--out", write_file(a.out, to_json(controller))); !r) return r;
  return for_option("--out", write_file(checkpoint, learner.save()));
}

Result<int> run_learn(const LearnArguments& a, const StopToken& stop) {
  const std::string checkpoint = a.out + ".checkpoint";
  std::error_code error;
  if (!a.resume && std::filesystem::exists(checkpoint, error)) {
    return Error{"--out: " + in_quotes(checkpoint) + " is a run that can go on; --resume does, or remove it"};
  }
  auto learner = a.resume ? old_learner(a, checkpoint) : new_learner(a);
  if (!learner) return learner.error();
  Crew crew(static_cast<int>(a.threads));
  const Timer timer;
  while (learner->rounds() < static_cast<std::uint64_t>(a.rounds) && !stop.requested()) {
    const auto round = learner->next_round(crew, stop);
    if (!round) return round.error();
    if (stop.requested()) break;
    if (auto r = save(a, *learner, checkpoint); !r) return r.error();
    if (!a.quiet) show(*round, a.rounds, timer.seconds());
  }
  const bool interrupted = learner->rounds() < static_cast<std::uint64_t>(a.rounds);
  report(a, *learner, interrupted);
  return interrupted ? kInterrupted : kDone;
}

}  // namespace

Run prepare_learn(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<LearnArguments>();
  a->app = &app;
  add_text(app, "--out", a->out, "the controller file to write after every round; OUT.checkpoint beside it");
  add_whole(app, "--rounds", a->rounds, 1, 1'000'000, "rounds in all; a run with more of them goes on with --resume");
  add_text(app, "--board", a->board, "WIDTHxHEIGHT that is learned on");
  std::string keys = "change a setting, such as --set units=12:";
  for (const auto& row : unit_learning_settings()) {
    keys += fmt::format("\n{} ({}): {}", row.name, row.write(UnitLearningSettings{}), row.meaning);
  }
  add_texts(app, "--set", a->set, "KEY=VALUE", keys);
  add_whole(app, "--seed", a->seed, 0, INT64_MAX, "of everything random");
  add_whole(app, "--threads", a->threads, 0, 1024, "0: all cores; results are the same");
  add_flag(app, "--resume", a->resume, "go on from OUT.checkpoint");
  add_json(app, a->json);
  add_flag(app, "--quiet", a->quiet, "no progress on standard error");
  return [a, &stop] { return run_learn(*a, stop); };
}

}  // namespace stackwright::cli
