// What `stackwright evolve` says in the end: the champion for people or as JSON, and the keys that can be set.
#include "cli/evolve_report.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/report.h"
#include "experiment/evolve_state.h"

namespace stackwright::cli {

Result<Done> report_evolution_json(const Store& store, const OpenedEvolution& opened, const EvolveOutcome& outcome,
                                   const std::string& path) {
  const Result<std::vector<GenerationRow>> rows = store.generations(opened.run.id);
  if (!rows) return rows.error();
  Json document = envelope("stackwright.evolve/1", opened.run.seed, to_json(opened.config));
  document["run"] = opened.run.name;
  document["state"] = outcome.interrupted ? "stopped" : "finished";
  Json generations = Json::array();
  for (const GenerationRow& row : *rows) {
    generations.push_back(Json{{"best", row.best}, {"mean", row.mean}, {"worst", row.worst}, {"genes", row.genes}});
  }
  document["generations"] = std::move(generations);
  document["reason"] = outcome.reason;
  document["champion"] = outcome.interrupted ? Json(nullptr) : champion_json(outcome, path);
  print_json(document);
  return Done{};
}

Result<Done> report_evolution_text(const OpenedEvolution& opened, const EvolveOutcome& outcome,
                                   const std::string& path) {
  const Result<std::unique_ptr<Problem>> problem = make_problem(opened.config, opened.run.seed);
  if (!problem) return problem.error();
  print_line(fmt::format("{} is finished: {}", opened.run.name, outcome.reason));
  TextTable table({"gene", "weight"});
  for (std::size_t i = 0; i < outcome.champion.size(); ++i) {
    table.add({(*problem)->space().genes[i].name, fmt::format("{:.6g}", outcome.champion[i])});
  }
  table.print();
  print_line("on games it has not seen: " + in_words(*outcome.held_out));
  print_line("its controller file:      " + path);
  print_line("let it play:              " + (*problem)->command(path));
  if (opened.config.run.game == "tetris")
    print_line("watch it:                 stackwright watch --controller " + path);
  return Done{};
}

void report_evolve_keys(const std::string& game, const std::string& optimiser, bool json) {
  const std::vector<optim::SettingInfo> keys = evolve_keys(game, optimiser);
  if (json) {
    Json document = envelope("stackwright.evolve-keys/1", 0, Json{{"game", game}, {"optimiser", optimiser}});
    Json list = Json::array();
    for (const optim::SettingInfo& key : keys) {
      list.push_back(Json{{"name", key.name}, {"value", key.value}, {"meaning", key.meaning}});
    }
    document["keys"] = std::move(list);
    print_json(document);
    return;
  }
  TextTable table({"key", "default", "meaning"});
  for (const optim::SettingInfo& key : keys) table.add({key.name, key.value, key.meaning});
  table.print();
  print_line("A gene can have values of its own: gene.NAME.low, .high, .init_low, .init_high, .kind, .start, .frozen");
}

}  // namespace stackwright::cli
