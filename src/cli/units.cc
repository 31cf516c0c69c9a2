// stackwright units: what the units of a network look for, and which features they resemble.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/report.h"
#include "core/text.h"
#include "experiment/controller.h"
#include "experiment/unit_file.h"
#include "experiment/unit_likeness.h"
#include "experiment/unit_words.h"

namespace stackwright::cli {
namespace {

struct UnitsArguments {
  std::string file;
  std::string player;
  SettingArguments setting;
  std::int64_t positions = 1000;
  std::int64_t seed = 1;
  bool json = false;
};

struct NetworkReport {
  Controller controller, player;
  std::vector<TermLikeness> likeness;  // of each term
};

Result<NetworkReport> examine(const UnitsArguments& a, const StopToken& stop) {
  NetworkReport report;
  if (a.file.empty()) return Error{"FILE: expected a unit network, a shipped one (units-hand) or a file"};
  auto controller = for_option("FILE", load_controller(a.file));
  if (!controller) return controller.error();
  report.controller = *std::move(controller);
  if (!has_units(report.controller.terms)) {
    return Error{"FILE: controller " + in_quotes(a.file) + " has no units, expected one of kind \"units\""};
  }
  report.player = report.controller;
  if (!a.player.empty()) {
    auto player = for_option("--player", load_controller(a.player));
    if (!player) return player.error();
    report.player = *std::move(player);
  }
  const auto setting = resolve(a.setting);
  if (!setting) return setting.error();
  const LikenessOptions options{static_cast<std::uint64_t>(a.positions), static_cast<std::uint64_t>(a.seed), 3};
  auto likeness = likenesses(report.controller, report.player, *setting, options, stop);
  if (!likeness) return likeness.error();
  report.likeness = *std::move(likeness);
  return report;
}

Json unit_json(const Term& term, const TermLikeness& likeness) {
  Json likes = Json::array();
  for (const Likeness& like : likeness.likes) {
    likes.push_back(Json{{"feature", like.feature}, {"correlation", like.correlation}});
  }
  Json unit{{"name", name_of(term)},
            {"weight", term.weight},
            {"picture", term.unit ? Json(picture(*term.unit)) : Json(nullptr)},
            {"filter", term.unit ? Json(filter_text(*term.unit)) : Json(nullptr)},
            {"responds_to", term.unit ? Json(responds_to(*term.unit)) : Json(nullptr)},
            {"gives", term.unit ? Json(gives(*term.unit)) : Json(nullptr)},
            {"mean", likeness.mean},
            {"deviation", likeness.deviation},
            {"resembles", likes.empty() ? Json(nullptr) : Json(likes[0]["feature"])},
            {"correlation", likes.empty() ? Json(nullptr) : Json(likes[0]["correlation"])},
            {"likes", std::move(likes)}};
  return unit;
}

void report_json(const UnitsArguments& a, const NetworkReport& report) {
  Json document = envelope("stackwright.units/1", static_cast<std::uint64_t>(a.seed),
                           Json{{"controller", a.file},
                                {"player", a.player.empty() ? a.file : a.player},
                                {"board", a.setting.board},
                                {"rules", a.setting.rules},
                                {"piece_set", a.setting.piece_set},
                                {"positions", a.positions}});
  document["name"] = report.controller.name;
  Json list = Json::array();
  for (std::size_t i = 0; i < report.likeness.size(); ++i) {
    list.push_back(unit_json(report.controller.terms[i], report.likeness[i]));
  }
  document["units"] = std::move(list);
  print_json(document);
}

std::string likes_text(const TermLikeness& likeness) {
  if (likeness.likes.empty()) return "always the same here, so it resembles nothing";
  std::string text = "resembles";
  for (std::size_t i = 0; i < likeness.likes.size(); ++i) {
    text += fmt::format("{} {} ({:+.3f})", i == 0 ? "" : ",", likeness.likes[i].feature, likeness.likes[i].correlation);
  }
  return text;
}

/// The picture to the left, words to the right.
void report_text(const NetworkReport& report) {
  print_line(fmt::format("{}: {} units", report.controller.name, report.likeness.size()));
  for (std::size_t i = 0; i < report.likeness.size(); ++i) {
    const Term& term = report.controller.terms[i];
    print_line(fmt::format("\n{}. {}, weight {:.4g}", i + 1, name_of(term), term.weight));
    std::vector<std::string> words;
    std::vector<std::string> lines;
    if (term.unit) {
      lines = picture(*term.unit);
      words = {"looks at " + responds_to(*term.unit), "gives " + gives(*term.unit)};
    }
    words.push_back(likes_text(report.likeness[i]));
    std::size_t wide = 0;
    for (const std::string& line : lines) wide = std::max(wide, line.size());
    for (std::size_t row = 0; row < std::max(lines.size(), words.size()); ++row) {
      const std::string line = fmt::format("   {:<{}}   {}", row < lines.size() ? lines[row] : "", wide,
                                           row < words.size() ? words[row] : "");
      print_line(line.substr(0, line.find_last_not_of(' ') + 1));
    }
  }
}

}  // namespace

Run prepare_units(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<UnitsArguments>();
  add_text(app, "FILE", a->file, "a unit network: a shipped controller or a file");
  add_text(app, "--player", a->player, "whose games the positions come from (default: the network itself)");
  add_whole(app, "--positions", a->positions, 1, 10'000'000,
            "positions of games that units and features are compared on");
  add_whole(app, "--seed", a->seed, 0, INT64_MAX, "seed of the pieces");
  add_setting(app, a->setting);
  add_json(app, a->json);
  return [a, &stop]() -> Result<int> {
    const auto report = examine(*a, stop);
    if (!report) return report.error();
    if (stop.requested()) return kInterrupted;
    if (a->json)
      report_json(*a, *report);
    else
      report_text(*report);
    return kDone;
  };
}

}  // namespace stackwright::cli
