// What a tournament of Murus Gallicus came to: the table, which differences are real, the best White and the best Black.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/binomial.h"
#include "core/hypothesis.h"
#include "experiment/compare.h"
#include "experiment/numbers.h"
#include "experiment/tournament_step.h"

namespace stackwright {
namespace {

Json tally_json(const murus::Tally& tally) {
  const auto games = static_cast<double>(tally.games());
  return Json{{"games", tally.games()},
              {"wins", tally.wins},
              {"losses", tally.losses},
              {"ties", tally.ties},
              {"share", number_json(static_cast<double>(tally.wins) / games)},
              {"ci95", interval_json(share_interval(tally.wins, tally.games()))}};
}

Json weights_json(const murus::Judgement& judgement) {
  const auto* weights = std::get_if<murus::Weights>(&judgement);
  return weights == nullptr ? Json(nullptr) : Json::parse(murus::to_json(*weights));
}

Json row_json(const Entrant& entrant, const murus::TableRow& row) {
  Json json{{"name", entrant.name}};
  json.update(tally_json({row.wins(), row.losses(), row.ties()}));
  json["white"] = tally_json(row.white);
  json["black"] = tally_json(row.black);
  json["weights"] = weights_json(entrant.judgement);
  return json;
}

/// Every two players: their games against each other, with the sign test, corrected for the number of pairs.
Json pairs_json(const std::vector<Entrant>& entrants, const murus::Tournament& tournament,
                std::span<const TaskResult> results) {
  Json pairs = Json::array();
  std::vector<double> p;
  for (std::size_t a = 0; a < entrants.size(); ++a) {
    for (std::size_t b = a + 1; b < entrants.size(); ++b) {
      const murus::TableRow row = murus::row_against(tournament, results, a, b);
      p.push_back(sign_test(row.wins(), row.losses()));
      pairs.push_back(Json{{"a", entrants[a].name},
                           {"b", entrants[b].name},
                           {"wins", row.wins()},
                           {"losses", row.losses()},
                           {"ties", row.ties()},
                           {"p", p.back()}});
    }
  }
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < adjusted.size(); ++i) {
    const bool significant = adjusted[i] < kSignificance;
    const bool first = pairs[i].at("wins").get<std::uint64_t>() > pairs[i].at("losses").get<std::uint64_t>();
    pairs[i]["p_adjusted"] = adjusted[i];
    pairs[i]["significant"] = significant;
    pairs[i]["better"] = significant ? pairs[i].at(first ? "a" : "b") : Json(nullptr);
  }
  return pairs;
}

/// The player with weights that won most with a colour; of equals the earlier. Nobody: the number of players.
std::size_t best_with(const std::vector<Entrant>& entrants, const std::vector<murus::TableRow>& rows, bool white) {
  std::size_t best = entrants.size();
  const auto wins = [&](std::size_t i) { return white ? rows[i].white.wins : rows[i].black.wins; };
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (!std::holds_alternative<murus::Weights>(entrants[i].judgement)) continue;
    if (best == entrants.size() || wins(i) > wins(best)) best = i;
  }
  return best;
}

}  // namespace

Json tournament_json(const std::vector<Entrant>& entrants, const murus::Tournament& tournament,
                     std::span<const TaskResult> results) {
  const std::vector<murus::TableRow> rows = murus::table_of(tournament, results);
  Json controllers = Json::array();
  std::size_t winner = 0;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    controllers.push_back(row_json(entrants[i], rows[i]));
    if (rows[i].wins() > rows[winner].wins()) winner = i;
  }
  std::string summary =
      fmt::format("{} won most: {} of {} games", entrants[winner].name, rows[winner].wins(), rows[winner].games());
  Json json{{"controllers", std::move(controllers)}, {"pairs", pairs_json(entrants, tournament, results)}};
  const std::size_t white = best_with(entrants, rows, true);
  const std::size_t black = best_with(entrants, rows, false);
  if (white < entrants.size()) {
    murus::Weights both = std::get<murus::Weights>(entrants[white].judgement);
    both.of[murus::kGauls] = std::get<murus::Weights>(entrants[black].judgement).of[murus::kGauls];
    both.name = "tournament";
    both.source = fmt::format("White's weights of {}, Black's of {}", entrants[white].name, entrants[black].name);
    json["best_white"] = entrants[white].name;
    json["best_black"] = entrants[black].name;
    json["controller"] = Json::parse(murus::to_json(both));
    summary += fmt::format("; best weights for White: {} ({} of {}), for Black: {} ({} of {})", entrants[white].name,
                           rows[white].white.wins, rows[white].white.games(), entrants[black].name,
                           rows[black].black.wins, rows[black].black.games());
  }
  json["summary"] = summary;
  return json;
}

}  // namespace stackwright
