// Reports of runs: the document, its page, its Markdown.
#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/paths.h"
#include "core/text.h"
#include "experiment/numbers.h"
#include "experiment/report.h"
#include "experiment/report_blocks.h"

namespace stackwright {
namespace {

Result<Done> add_run(const Store& store, const RunRow& run, std::vector<ReportSection>& sections) {
  if (run.kind == "experiment") return add_experiment(store, run, sections);
  if (run.kind == "evolve") return add_evolution(store, run, sections);
  if (run.kind != "play" && run.kind != "compare" && run.kind != "tournament") {
    return Error{"run " + run.name + " is of kind " + run.kind +
                 ", of which there are no reports; give its experiment"};
  }
  const Result<Json> result = parse_json(run.result, "result of run " + run.name);
  if (!result) return Error{"run " + run.name + " is not finished: there is nothing to report yet"};
  if (run.kind == "tournament") {
    add_tournament(run, *result, "Tournament: " + run.name, sections);
    return Done{};
  }
  return add_match(store, run, *result, "Match: " + run.name, sections);
}

/// A finished evolution as if it were a step, so that several can be shown side by side.
std::optional<StepRecord> as_step(const Store& store, const RunRow& run) {
  Result<Json> result = parse_json(run.result, "result");
  const Result<std::vector<GenerationRow>> rows = store.generations(run.id);
  const Result<std::vector<std::string>> names = gene_names(run);
  if (!result || !rows || rows->empty() || !names || !result->contains("genes") || !result->contains("held_out"))
    return {};
  const auto best = std::max_element(rows->begin(), rows->end(), [](auto& a, auto& b) { return a.best < b.best; });
  double seconds = 0;
  for (const GenerationRow& row : *rows) seconds += row.seconds;
  (*result)["gene_names"] = *names;
  (*result)["best"] = number_json(best->best);
  (*result)["best_generation"] = best->generation;
  (*result)["generations"] = rows->size();
  (*result)["seconds"] = seconds;
  StepRecord record{{}, run.id, std::make_shared<const Json>(*std::move(result))};
  record.step.group = "runs";
  record.step.name = record.step.label = run.name;
  return record;
}

void add_comparison(const Store& store, std::span<const RunRow> runs, std::vector<ReportSection>& sections) {
  std::vector<StepRecord> records;
  for (const RunRow& run : runs) {
    if (run.kind != "evolve") continue;
    if (auto record = as_step(store, run)) records.push_back(*std::move(record));
  }
  if (records.size() > 1) add_evolution_group("runs", records, store, sections);
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string cell_text(const Json& cell) {
  std::string text = cell.is_string() ? cell.get<std::string>() : cell.is_null() ? "" : cell.dump();
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.replace(at, 1, "\\|");
  return text;
}

}  // namespace

Result<Json> report_document(const Store& store, std::span<const RunRow> runs) {
  std::vector<ReportSection> sections;
  try {
    add_comparison(store, runs, sections);
    for (const RunRow& run : runs) {
      if (auto added = add_run(store, run, sections); !added) return added.error();
    }
  } catch (const nlohmann::json::exception& wrong) {
    return Error{std::string("what the store keeps does not fit this program: ") + wrong.what()};
  }
  Json document{
      {"format", "stackwright.report/1"}, {"title", ""}, {"subtitle", ""}, {"version", std::string(version())}};
  std::string title;
  for (const RunRow& run : runs) title += (title.empty() ? "" : ", ") + run.name;
  document["title"] = title;
  document["subtitle"] =
      runs.empty() ? "" : fmt::format("Stackwright {}, last change {}", version(), runs.back().updated);
  Json list = Json::array();
  std::map<std::string, int> taken;
  for (ReportSection& section : sections) {
    for (Json& block : section.blocks) {
      if (!block.contains("id")) continue;
      const std::string id = block["id"].get<std::string>();
      if (const int n = taken[id]++; n > 0) block["id"] = fmt::format("{}-{}", id, n + 1);
    }
    list.push_back(to_json(section));
  }
  document["sections"] = std::move(list);
  return document;
}

Result<std::string> report_page(const Json& document) {
  const std::string path = (std::filesystem::path(data_folder()) / "web" / "dist" / "report.js").string();
  const Result<std::string> program = read_file(path);
  if (!program)
    return Error{"the page of reports is not built (make builds it, with Node 18 or later): " + program.message()};
  std::string data = json_text(document, -1);
  for (std::size_t at = 0; (at = data.find('<', at)) != std::string::npos;) data.replace(at, 1, "\\u003c");
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" "
      "href=\"data:,\">\n<title>{}</title>\n</head>\n<body>\n"
      "<noscript>This report draws its tables and pictures with JavaScript, all of it in this file.</noscript>\n"
      "<main id=\"report\"></main>\n<script id=\"data\" "
      "type=\"application/json\">{}</script>\n<script>{}</script>\n</body>\n</html>\n",
      escaped(document.value("title", "")), data, *program);
}

std::string report_markdown(const Json& document, int level) {
  std::string out;
  const std::string marks(static_cast<std::size_t>(level), '#');
  for (const Json& section : document.at("sections")) {
    out += fmt::format("{} {}\n\n", marks, section.value("title", ""));
    for (const Json& paragraph : section.at("text")) out += paragraph.get<std::string>() + "\n\n";
    for (const Json& block : section.at("blocks")) {
      if (block.value("type", "") != "table") continue;
      out += fmt::format("**{}**\n\n|", block.value("title", ""));
      for (const Json& column : block.at("columns")) out += " " + cell_text(column) + " |";
      out += "\n|";
      for (std::size_t i = 0; i < block.at("columns").size(); ++i) out += " --- |";
      for (const Json& row : block.at("rows")) {
        out += "\n|";
        for (const Json& cell : row) out += " " + cell_text(cell) + " |";
      }
      out += "\n\n";
      if (const std::string note = block.value("note", ""); !note.empty()) out += note + "\n\n";
    }
  }
  return out;
}

}  // namespace stackwright
