// stackwright controllers: what ships with the program, and any controller as a file.
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/report.h"
#include "experiment/controller.h"

namespace stackwright::cli {
namespace {

struct ControllersArguments {
  std::string show;
  bool json = false;
};

void report_json() {
  Json document = envelope("stackwright.controllers/1", 0, Json::object());
  Json list = Json::array();
  for (const Controller& c : shipped_controllers()) {
    Json features = Json::array(), weights = Json::array();
    for (const Term& term : c.terms) {
      features.push_back(name_of(term));
      weights.push_back(term.weight);
    }
    list.push_back(Json{{"name", c.name},
                        {"features", std::move(features)},
                        {"weights", std::move(weights)},
                        {"see", c.search.see},
                        {"search", std::string(name_of(c.search.kind))},
                        {"width", c.search.width},
                        {"pairs", std::string(name_of(c.search.pairs))},
                        {"source", c.source},
                        {"published", c.published}});
  }
  document["controllers"] = std::move(list);
  print_json(document);
}

void report_text() {
  TextTable table({"name", "features", "see", "search", "published"});
  for (const Controller& c : shipped_controllers()) {
    table.add({c.name, std::to_string(c.terms.size()), std::to_string(c.search.see),
               std::string(name_of(c.search.kind)), c.published});
  }
  table.print();
}

}  // namespace

Run prepare_controllers(CLI::App& app, const StopToken&) {
  auto a = std::make_shared<ControllersArguments>();
  add_text(app, "--show", a->show, "print one controller (a name or a file) as a controller file");
  add_json(app, a->json);
  return [a]() -> Result<int> {
    if (!a->show.empty()) {
      const auto controller = for_option("--show", load_controller(a->show));
      if (!controller) return controller.error();
      fmt::print("{}", to_json(*controller));
    } else if (a->json) {
      report_json();
    } else {
      report_text();
    }
    return kDone;
  };
}

}  // namespace stackwright::cli
