// stackwright features: the registry of features.
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/report.h"
#include "games/tetris/features.h"

namespace stackwright::cli {
namespace {

void report_json() {
  Json document = envelope("stackwright.features/1", 0, Json::object());
  Json list = Json::array();
  for (const tetris::Feature& f : tetris::features()) {
    list.push_back(Json{{"name", std::string(f.name)},
                        {"definition", std::string(f.definition)},
                        {"source", std::string(f.source)},
                        {"about", f.about == tetris::About::move ? "move" : "board"},
                        {"values", f.count(10)}});
  }
  document["features"] = std::move(list);
  print_json(document);
}

void report_text() {
  TextTable table({"name", "about", "definition", "source"});
  for (const tetris::Feature& f : tetris::features()) {
    const bool indexed = f.count(tetris::kMaxWidth) > 1;
    table.add({std::string(f.name) + (indexed ? "[i]" : ""), f.about == tetris::About::move ? "move" : "board",
               std::string(f.definition), std::string(f.source)});
  }
  table.print();
}

}  // namespace

Run prepare_features(CLI::App& app, const StopToken&) {
  auto json = std::make_shared<bool>(false);
  add_json(app, *json);
  return [json]() -> Result<int> {
    if (*json)
      report_json();
    else
      report_text();
    return kDone;
  };
}

}  // namespace stackwright::cli
