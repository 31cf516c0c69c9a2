// What a run keeps between batches, as JSON; and its figure in words.
#include "experiment/evolve_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json.h"
#include "core/text.h"
#include "experiment/evolve.h"
#include "experiment/numbers.h"
#include "optim/state.h"

namespace stackwright {
namespace {

constexpr std::array<std::string_view, 3> kStages{"training", "finals", "held-out"};

std::string big_number(double value) {
  if (!std::isfinite(value)) return "unknown";
  if (std::fabs(value) >= 1e6) return fmt::format("{:.3g} million", value / 1e6);
  return fmt::format("{:.6g}", value);
}

}  // namespace

void EvolveState::remember(const optim::Champion& candidate, std::size_t places) {
  const auto same = std::find_if(hall.begin(), hall.end(), [&](const auto& c) { return c.genes == candidate.genes; });
  if (same != hall.end()) {
    if (same->fitness >= candidate.fitness) return;
    hall.erase(same);
  }
  const auto place =
      std::find_if(hall.begin(), hall.end(), [&](const auto& c) { return c.fitness < candidate.fitness; });
  hall.insert(place, candidate);
  if (hall.size() > places) hall.pop_back();
}

void EvolveState::remember_latest(const optim::Champion& latest, std::size_t places) {
  std::erase_if(hall, [&](const optim::Champion& one) { return one.genes == latest.genes; });
  hall.insert(hall.begin(), latest);
  if (hall.size() > places) hall.pop_back();
}

void EvolveState::crown(const optim::Space& space, std::span<const optim::Genes> candidates,
                        std::span<const Evaluation> evaluations) {
  const std::size_t parts = optim::parts_of(space);
  champion.resize(space.size());
  champion_fitness = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    const auto reached = [&](std::size_t i) {
      return parts == 1 ? evaluations[i].fitness : evaluations[i].parts[part];
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < evaluations.size(); ++i) {
      if (reached(i) > reached(best)) best = i;
    }
    champion_fitness += reached(best);
    for (std::size_t gene = 0; gene < space.size(); ++gene) {
      if (space.genes[gene].part == part) champion[gene] = candidates[best][gene];
    }
  }
}

std::string to_json(const EvolveState& state) {
  Json json;
  json["stage"] = std::string(kStages[static_cast<std::size_t>(state.stage)]);
  json["optimiser"] = state.optimiser;
  Json hall = Json::array();
  for (const optim::Champion& one : state.hall) {
    Json row{{"generation", one.generation}, {"index", one.index}};
    optim::put(row, "fitness", one.fitness);
    optim::put(row, "genes", one.genes);
    hall.push_back(std::move(row));
  }
  json["hall"] = std::move(hall);
  json["reason"] = state.reason;
  optim::put(json, "champion", state.champion);
  optim::put(json, "champion_fitness", state.champion_fitness);
  return json_text(json, -1);
}

Result<EvolveState> evolve_state_from_json(std::string_view text, std::size_t genes) {
  const Result<Json> json = parse_json(text, "state of the run");
  if (!json) return json.error();
  const Fields fields(*json);
  EvolveState state;
  const Result<std::string> stage = fields.text("stage");
  if (!stage) return stage.error();
  const auto at = std::find(kStages.begin(), kStages.end(), *stage);
  if (at == kStages.end()) return fields.wrong("stage", "training, finals or held-out");
  state.stage = static_cast<Stage>(at - kStages.begin());
  const Result<std::string> optimiser = fields.text("optimiser");
  if (!optimiser) return optimiser.error();
  state.optimiser = *optimiser;
  const Result<std::string> reason = fields.text("reason");
  if (!reason) return reason.error();
  state.reason = *reason;
  const Result<std::vector<Fields>> hall = fields.objects("hall");
  if (!hall) return hall.error();
  for (const Fields& row : *hall) {
    optim::Champion one;
    if (auto r = optim::load_number(row, "fitness", one.fitness); !r) return r.error();
    if (auto r = optim::load_numbers(row, "genes", genes, one.genes); !r) return r.error();
    if (auto r = optim::load_word(row, "generation", one.generation); !r) return r.error();
    if (auto r = optim::load_word(row, "index", one.index); !r) return r.error();
    state.hall.push_back(std::move(one));
  }
  const std::size_t champion = state.stage == Stage::held_out ? genes : 0;
  if (auto r = optim::load_numbers(fields, "champion", champion, state.champion); !r) return r.error();
  if (auto r = optim::load_number(fields, "champion_fitness", state.champion_fitness); !r) return r.error();
  return state;
}

std::string in_words(const HeldOut& figure) {
  std::string text = fmt::format("{} {} a game (95 %: {} to {})", big_number(figure.mean), figure.unit,
                                 big_number(figure.ci95.low), big_number(figure.ci95.high));
  if (!std::isfinite(figure.ci95.high)) {
    text = fmt::format("more than {} {} a game (95 %)", big_number(figure.ci95.low), figure.unit);
  }
  if (figure.games == 0) return text + " by splitting" + (figure.doubt.empty() ? "" : ", but " + figure.doubt);
  text += fmt::format(" in {} games", figure.games);
  if (figure.points_per_piece > 0 && figure.unit == "points") {
    text += fmt::format(", {} of them lost, {:.3f} points per piece", figure.games - figure.censored,
                        figure.points_per_piece);
  } else if (figure.censored > 0) {
    text += fmt::format(", {} of them cut off by the limit", figure.censored);
  }
  if (!figure.remark.empty()) text += ", " + figure.remark;
  return text;
}

Json held_out_json(const HeldOut& figure) {
  Json json{{"mean", number_json(figure.mean)}, {"ci95", interval_json(figure.ci95)},          {"games", figure.games},
            {"cut_off", figure.censored},       {"points_per_piece", figure.points_per_piece}, {"unit", figure.unit}};
  if (!figure.remark.empty()) json["remark"] = figure.remark;
  return json;
}

Json champion_json(const EvolveOutcome& outcome, const std::string& path) {
  Json champion{{"genes", outcome.champion}, {"fitness", number_json(outcome.fitness)}};
  if (outcome.held_out) champion["held_out"] = held_out_json(*outcome.held_out);
  champion["controller"] = path;
  return champion;
}

std::string free_champion_path(const Store& store, const RunRow& run, const std::string& content) {
  const std::filesystem::path folder = std::filesystem::path(store.path()).parent_path();
  for (int number = 1;; ++number) {
    const std::filesystem::path path = folder / (run.name + (number == 1 ? "" : fmt::format("-{}", number)) + ".json");
    std::error_code error;
    if (!std::filesystem::exists(std::filesystem::symlink_status(path, error))) return path.string();
    if (const Result<std::string> there = read_file(path.string()); there && *there == content) return path.string();
  }
}

}  // namespace stackwright
