// What the parts of a report are made of.
#include "experiment/report_blocks.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "experiment/numbers.h"

namespace stackwright {

Json to_json(const ReportSection& section) {
  return Json{{"id", section.id}, {"title", section.title}, {"text", section.text}, {"blocks", section.blocks}};
}

Json table_block(const std::string& title, const std::vector<std::string>& columns, Json rows,
                 const std::string& note) {
  return Json{{"type", "table"}, {"title", title}, {"columns", columns}, {"rows", std::move(rows)}, {"note", note}};
}

Json picture_block(const std::string& id, const std::string& kind, const std::string& title, const std::string& note) {
  return Json{{"type", "picture"}, {"id", id_of(id)}, {"kind", kind}, {"title", title}, {"note", note}};
}

Json point(double x, double y) { return Json::array({short_number(x), short_number(y)}); }

std::vector<std::size_t> thinned(std::size_t count, std::size_t most) {
  std::vector<std::size_t> indices;
  if (count <= most) {
    for (std::size_t i = 0; i < count; ++i) indices.push_back(i);
    return indices;
  }
  for (std::size_t i = 0; i < most; ++i) indices.push_back(i * (count - 1) / (most - 1));
  return indices;
}

std::vector<double> scaled_to_largest(std::span<const double> genes) {
  double largest = 0;
  for (const double gene : genes) largest = std::max(largest, std::abs(gene));
  std::vector<double> scaled;
  for (const double gene : genes) scaled.push_back(largest > 0 ? gene / largest : 0);
  return scaled;
}

std::string id_of(const std::string& text) {
  std::string id;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain) {
      id += c;
    } else if (!id.empty() && id.back() != '-') {
      id += '-';
    }
  }
  while (!id.empty() && id.back() == '-') id.pop_back();
  return id;
}

Json bars_block(const std::string& id, const std::string& title, const std::string& axis, std::span<const Bar> bars,
                const std::string& note) {
  Json picture = picture_block(id, "bars", title, note);
  Json categories = Json::array();
  Json values = Json::array();
  Json low = Json::array();
  Json high = Json::array();
  for (const Bar& bar : bars) {
    categories.push_back(bar.name);
    values.push_back(short_number(bar.value));
    low.push_back(short_number(bar.ci95.low));
    high.push_back(short_number(bar.ci95.high));
  }
  picture["y"] = Json{{"name", axis}};
  picture["categories"] = std::move(categories);
  picture["series"] = Json::array({Json{{"name", axis}, {"values", values}, {"low", low}, {"high", high}}});
  return picture;
}

void add_genomes(const std::string& id, std::span<const Genome> genomes, ReportSection& section) {
  constexpr std::size_t kMost = 16;
  if (genomes.size() < 2 || genomes[0].genes.empty()) return;
  for (const Genome& genome : genomes) {
    if (genome.genes != genomes[0].genes) return;
  }
  const std::vector<std::string>& names = genomes[0].genes;
  const std::string of =
      genomes.size() > kMost ? fmt::format(", the first {} of {}", kMost, genomes.size()) : std::string();
  Json radar = picture_block(id + "-radar", "radar", "Genomes side by side (radar)" + of,
                             "genes as shares of the largest; the inner ring is -1, the outer +1");
  Json lines =
      picture_block(id + "-genes", "lines", "Genomes side by side (lines)" + of, "genes as shares of the largest");
  Json radar_series = Json::array();
  Json line_series = Json::array();
  for (const Genome& genome : genomes.first(std::min(kMost, genomes.size()))) {
    const std::vector<double> scaled = scaled_to_largest(genome.values);
    Json values = Json::array();
    Json points = Json::array();
    for (std::size_t i = 0; i < scaled.size(); ++i) {
      values.push_back(short_number(scaled[i]));
      points.push_back(point(static_cast<double>(i), scaled[i]));
    }
    radar_series.push_back(Json{{"name", genome.name}, {"values", std::move(values)}});
    line_series.push_back(Json{{"name", genome.name}, {"data", std::move(points)}, {"symbols", true}});
  }
  radar["axes"] = names;
  radar["series"] = std::move(radar_series);
  lines["x"] = Json{{"name", "gene"}, {"labels", names}};
  lines["y"] = Json{{"name", "share of the largest gene"}};
  lines["series"] = std::move(line_series);
  if (names.size() > 2) section.blocks.push_back(std::move(radar));
  section.blocks.push_back(std::move(lines));
}

}  // namespace stackwright
