// A report's section about a tournament: the table, pairs, shares by colour, weights.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "experiment/numbers.h"
#include "experiment/report_blocks.h"

namespace stackwright {
namespace {

std::string won_of(const Json& games) {
  return fmt::format("{} of {}", games.value("wins", 0), games.value("games", 0));
}

Json tournament_table(const Json& controllers) {
  Json rows = Json::array();
  for (const Json& row : controllers) {
    rows.push_back(Json::array({row.at("name"), won_of(row), fmt::format("{:.3f}", number_at(row, "share")),
                                interval_text(interval_at(row, "ci95")), won_of(row.at("white")),
                                won_of(row.at("black")), row.at("ties")}));
  }
  return table_block("Table", {"player", "won", "share", "95 % interval", "won as White", "won as Black", "ties"},
                     std::move(rows));
}

Json meetings_table(const Json& pairs) {
  Json rows = Json::array();
  const auto p_text = [](double p) { return p < 0.0001 ? std::string("< 0.0001") : fmt::format("{:.2g}", p); };
  for (const Json& pair : pairs) {
    rows.push_back(Json::array({pair.at("a"), pair.at("b"), pair.at("wins"), pair.at("losses"), pair.at("ties"),
                                p_text(number_at(pair, "p")), p_text(number_at(pair, "p_adjusted")),
                                pair.at("better").is_null() ? Json("no difference shown") : pair.at("better")}));
  }
  return table_block("Pairs", {"a", "b", "a won", "b won", "ties", "p (sign test)", "p for all pairs (Holm)", "better"},
                     std::move(rows));
}

/// The weights of a player with one colour.
Genome genome_with(const Json& row, const char* colour, const char* word) {
  Genome genome{row.at("name").get<std::string>() + " " + word, {}, {}};
  for (const auto& item : row.at("weights").at(colour).items()) {
    genome.genes.push_back(item.key());
    genome.values.push_back(item.value().get<double>());
  }
  return genome;
}

}  // namespace

void add_tournament(const RunRow& run, const Json& result, const std::string& title,
                    std::vector<ReportSection>& sections) {
  ReportSection section{id_of(run.name), title, {}, {}};
  section.text.push_back(result.value("summary", "") + ".");
  const Json& controllers = result.at("controllers");
  section.blocks.push_back(tournament_table(controllers));
  std::vector<Bar> bars;
  std::vector<Genome> genomes;
  for (const Json& row : controllers) {
    const std::string name = row.at("name").get<std::string>();
    for (const auto& [key, word] : {std::pair{"white", "as White"}, {"black", "as Black"}}) {
      bars.push_back({name + " " + word, number_at(row.at(key), "share"), interval_at(row.at(key), "ci95")});
    }
    if (row.at("weights").is_null()) continue;
    genomes.push_back(genome_with(row, "romans", "as White"));
    genomes.push_back(genome_with(row, "gauls", "as Black"));
  }
  section.blocks.push_back(
      bars_block(section.id + "-shares", "Games won", "share of games", bars, "with 95 % intervals"));
  section.blocks.push_back(meetings_table(result.at("pairs")));
  add_genomes(section.id, genomes, section);
  sections.push_back(std::move(section));
}

}  // namespace stackwright
