// stackwright estimate: the expected length of games that cannot be played out.
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/play_options.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "core/timer.h"
#include "experiment/estimate.h"

namespace stackwright::cli {
namespace {

struct EstimateArguments : PlayArguments {
  double precision = 0.02;
  double max_seconds = 600;
  std::int64_t max_simulated = 0;
  std::string method = "auto";
  std::string levels = "value";
  bool alone = false;
  bool json = false;
  bool quiet = false;
};

Result<EstimateOptions> resolve_estimate(const EstimateArguments& a, const Controller& controller) {
  EstimateOptions options;
  const auto play = resolve(a, controller);
  if (!play) return play.error();
  options.play = *play;
  const auto method = for_option("--method", estimate_method_named(a.method));
  if (!method) return method.error();
  options.method = *method;
  const auto levels = for_option("--levels", level_kind_named(a.levels));
  if (!levels) return levels.error();
  options.levels = *levels;
  options.seed = static_cast<std::uint64_t>(a.seed);
  options.precision = a.precision;
  options.max_seconds = a.max_seconds;
  options.max_pieces = static_cast<std::uint64_t>(a.max_simulated);
  options.second_opinion = !a.alone;
  return options;
}

/// An unknown end or figure is null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json figure_json(const Figure& figure) {
  return Json{{"lines", number(figure.lines)},
              {"ci95_lines", {number(figure.ci95_lines.low), number(figure.ci95_lines.high)}},
              {"pieces", number(figure.pieces)},
              {"relative_error", figure.relative_error}};
}

Json configuration_of(const EstimateArguments& a, const EstimateOptions& options) {
  Json json = configuration(a, options.play);
  for (const char* key : {"games", "max_pieces", "max_lines", "score", "rng"}) json.erase(key);
  json["precision"] = a.precision;
  json["max_seconds"] = a.max_seconds;
  json["max_simulated"] = a.max_simulated;
  json["method"] = a.method;
  json["levels"] = a.levels;
  json["second_opinion"] = !a.alone;
  return json;
}

void report_json(const EstimateArguments& a, const EstimateOptions& options, const Estimate& e, double seconds) {
  Json document = envelope("stackwright.estimate/1", options.seed, configuration_of(a, options));
  document.update(figure_json(e.figure));
  document["method"] = std::string(name_of(e.method));
  document["pieces_simulated"] = e.pieces_simulated;
  document["game_overs"] = e.ends;
  Json levels = Json::array();
  for (const LevelRow& row : e.levels) {
    levels.push_back(Json{{"factor", row.factor}, {"visits", row.visits}, {"game_overs", row.deaths}});
  }
  document["levels"] = std::move(levels);
  document["largest_share"] = e.largest_share;
  document["gain"] = e.gain;
  document["trusted"] = e.trusted;
  document["reason"] = e.trusted ? Json(nullptr) : Json(e.reason);
  document["advice"] = e.advice.empty() ? Json(nullptr) : Json(e.advice);
  document["second_opinion"] = nullptr;
  if (e.second_opinion) {
    Json second = figure_json(e.second_opinion->figure);
    second["levels"] = std::string(name_of(e.second_opinion->levels));
    second["agrees"] = e.second_opinion->agrees;
    document["second_opinion"] = std::move(second);
  }
  document["seconds"] = seconds;
  document["interrupted"] = e.interrupted;
  print_json(document);
}

std::string in_words(const Figure& figure) {
  if (!std::isfinite(figure.lines) && figure.ci95_lines.low <= 0) return "nothing is known yet";
  if (!std::isfinite(figure.lines)) {
    return fmt::format("unknown, above {} lines a game (95 %)", shown(figure.ci95_lines.low));
  }
  return fmt::format("{} lines a game (95 %: {} to {}), relative error {:.3f}", shown(figure.lines),
                     shown(figure.ci95_lines.low), shown(figure.ci95_lines.high), figure.relative_error);
}

void report_text(const EstimateArguments& a, const EstimateOptions& options, const Controller& controller,
                 const Estimate& e, double seconds) {
  print_line(fmt::format("{} on {}, {} pieces, {} known, search {}, seed {}", controller.name, a.setting.board,
                         a.pieces, options.play.search.see, name_of(options.play.search.kind), a.seed));
  print_line(fmt::format("by {:<14} {}", name_of(e.method), in_words(e.figure)));
  if (e.second_opinion) {
    print_line(fmt::format("second opinion    {}; {}", in_words(e.second_opinion->figure),
                           e.second_opinion->agrees ? "they agree" : "they do not agree"));
  }
  print_line(e.trusted ? "trusted           yes" : "trusted           NO: " + e.reason);
  if (!e.advice.empty()) print_line("note              " + e.advice);
  const double pieces = static_cast<double>(e.pieces_simulated);
  print_line(fmt::format("cost              {} million pieces in {:.1f} s ({} million per second)", shown(pieces / 1e6),
                         seconds, shown(rate(pieces, seconds) / 1e6)));
  if (e.method == EstimateMethod::splitting && e.gain > 0) {
    print_line(fmt::format("largest share     {:.4f} of the sum in one excursion", e.largest_share));
    print_line(fmt::format("gain              {} times less than playing for the same error", shown(e.gain)));
  }
}

Result<int> run_estimate(const EstimateArguments& a, const StopToken& stop) {
  const auto controller = for_option("--controller", load_controller(a.controller));
  if (!controller) return controller.error();
  const auto options = resolve_estimate(a, *controller);
  if (!options) return options.error();
  Progress progress;
  const Timer timer;
  const auto result = [&] {
    const ProgressLine line(
        [&progress, &timer] {
          const double pieces = static_cast<double>(progress.pieces.load(std::memory_order_relaxed));
          return fmt::format("{} million pieces simulated, {} million per second, {:.0f} s", shown(pieces / 1e6),
                             shown(rate(pieces, timer.seconds()) / 1e6), timer.seconds());
        },
        a.quiet);
    return estimate(*options, *controller, stop, &progress);
  }();
  if (!result) return result.error();
  if (a.json) {
    report_json(a, *options, *result, timer.seconds());
  } else {
    report_text(a, *options, *controller, *result, timer.seconds());
  }
  return result->interrupted ? kInterrupted : kDone;
}

}  // namespace

Run prepare_estimate(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<EstimateArguments>();
  add_text(app, "--controller", a->controller, "a shipped controller (see stackwright controllers) or a file");
  add_setting(app, a->setting);
  add_text(app, "--pieces", a->pieces, "uniform, weighted:I=1,S=0.5 (not named: 0) or bag");
  add_whole(app, "--see", a->see, 1, kMaxSee,
            "known pieces, the current one included (default: as the controller says)");
  add_text(app, "--search", a->search, "greedy, two-ply, beam or expectimax (default: as the controller says)");
  add_whole(app, "--beam-width", a->beam_width, 1, kMaxBeamWidth, "as for play");
  add_text(app, "--pairs", a->pairs, "as for play");
  add_real(app, "--misdrop", a->misdrop, 0, 1, "probability that another placement is executed than the chosen one");
  add_whole(app, "--seed", a->seed, 0, std::numeric_limits<std::int64_t>::max(), "everything random follows from it");
  add_whole(app, "--threads", a->threads, 0, 4096, "0: one per core");
  add_text(app, "--simd", a->simd, "auto, boolean, plain, avx2 or avx512");
  add_real(app, "--precision", a->precision, 0.001, 0.2, "wanted standard error / mean");
  add_real(app, "--max-seconds", a->max_seconds, 0, 1e8, "report what is known after so many seconds; 0: no limit");
  add_whole(app, "--max-simulated", a->max_simulated, 0, std::numeric_limits<std::int64_t>::max() / 4,
            "end the main run after about so many pieces (reproducible, unlike seconds); 0: no limit");
  add_text(app, "--method", a->method, "splitting, playing, or auto: playing where games are short");
  add_text(app, "--levels", a->levels, "what copies are made by: height, or value (height and the controller's score)");
  add_flag(app, "--no-second-opinion", a->alone, "leave out the check with other levels and random numbers");
  add_json(app, a->json);
  add_flag(app, "--quiet", a->quiet, "no progress on standard error");
  return [a, &stop] { return run_estimate(*a, stop); };
}

}  // namespace stackwright::cli
