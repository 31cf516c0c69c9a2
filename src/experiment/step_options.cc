// From the settings of a step to what the library plays with.
#include <algorithm>

#include "core/text.h"
#include "experiment/step_settings.h"
#include "experiment/tetris_problem.h"
#include "games/tetris/sources.h"
#include "games/tetris/text.h"

namespace stackwright {
namespace {

template <class T>
Result<Done> take(const char* key, Result<T> result, T& out) {
  if (!result) return Error{std::string(key) + ": " + result.message()};
  out = *std::move(result);
  return Done{};
}

Result<Done> take_setting(const std::string& board, const std::string& rules, const std::string& piece_set,
                          tetris::Setting& out) {
  tetris::BoardSize size;
  if (auto r = take("board", tetris::parse_board_size(board), size); !r) return r;
  if (auto r = take("rules", tetris::rules_named(rules), out.rules); !r) return r;
  if (auto r = take("piece_set", tetris::piece_set(piece_set), out.pieces); !r) return r;
  out.width = size.width;
  out.height = size.height;
  return Done{};
}

/// none, bound, a feature, or a controller by name or file.
Result<ListHeuristic> heuristic_named(const std::string& name, const tetris::Setting& setting) {
  if (name == "none") return ListHeuristic{};
  if (name == "bound") return ListHeuristic{ListHeuristic::Kind::bound, {}};
  auto feature = feature_heuristic(name, setting);
  if (feature) return feature;
  const Result<Controller> controller = load_controller(name);
  if (!controller) return Error{feature.message() + " (none, bound, a feature or a controller expected)"};
  if (const auto fits = check_terms(*controller, setting); !fits) return fits.error();
  return ListHeuristic{ListHeuristic::Kind::evaluator, Linear(controller->terms, setting)};
}

}  // namespace

Result<Controller> changed_controller(Controller controller, std::string_view changes) {
  for (const std::string_view part : split(changes, ';')) {
    if (trim(part).empty()) continue;
    const auto equals = part.find('=');
    if (equals == std::string_view::npos) return Error{"expected term=weight, got " + in_quotes(trim(part))};
    Result<std::vector<Term>> terms = parse_terms(trim(part.substr(0, equals)), tetris::kMaxWidth);
    if (!terms) return terms.error();
    const Result<double> weight = parse_real(trim(part.substr(equals + 1)), trim(part.substr(0, equals)));
    if (!weight) return weight.error();
    for (Term& term : *terms) {
      const auto same = [&](const Term& t) {
        return t.feature == term.feature && t.index == term.index && t.transform == term.transform;
      };
      term.weight = *weight;
      const auto found = std::find_if(controller.terms.begin(), controller.terms.end(), same);
      if (found == controller.terms.end()) {
        controller.terms.push_back(term);
      } else {
        found->weight = *weight;
      }
    }
  }
  return controller;
}

Result<Controller> changed_controller(std::string_view text) {
  const auto brace = text.find('{');
  if (brace == std::string_view::npos) return load_controller(text);
  if (!text.ends_with("}")) return Error{"expected NAME{term=weight}, got " + in_quotes(text)};
  Result<Controller> controller = load_controller(trim(text.substr(0, brace)));
  if (!controller) return controller;
  Result<Controller> changed =
      changed_controller(*std::move(controller), text.substr(brace + 1, text.size() - brace - 2));
  if (!changed) return Error{std::string(text) + ": " + changed.message()};
  changed->name = text;
  return changed;
}

Result<PlayOptions> match_options(const MatchSettings& s, const Controller& controller) {
  PlayOptions options;
  if (auto r = take_setting(s.board, s.rules, s.piece_set, options.setting); !r) return r.error();
  if (auto r = take("pieces", tetris::parse_source(s.pieces, *options.setting.pieces), options.source); !r) {
    return r.error();
  }
  if (auto r = take("rng", tetris::rng_named(s.rng), options.rng); !r) return r.error();
  if (auto r = take("score", tetris::scoring_named(s.score), options.scoring); !r) return r.error();
  options.search = controller.search;
  if (!s.search.empty()) {
    if (auto r = take("search", search_named(s.search), options.search.kind); !r) return r.error();
  }
  if (!s.pairs.empty()) {
    if (auto r = take("pairs", pairs_named(s.pairs), options.search.pairs); !r) return r.error();
  }
  if (s.see > 0) options.search.see = s.see;
  if (auto r = check_search(options.search); !r) return Error{"see: " + r.message()};
  if (auto r = check_terms(controller, options.setting); !r) return r.error();
  options.max_pieces = static_cast<std::uint64_t>(s.max_pieces);
  options.max_lines = static_cast<std::uint64_t>(s.max_lines);
  options.misdrop = s.misdrop;
  return options;
}

Result<PlayOptions> speed_options(const SpeedSettings& s, const Controller& controller) {
  MatchSettings match;
  match.board = s.board;
  match.pieces = s.pieces;
  match.rng = s.rng;
  match.search = s.known == 2 ? "two-ply" : "greedy";
  match.see = s.known;
  Result<PlayOptions> options = match_options(match, controller);
  if (!options) return options;
  if (auto r = take("simd", simd_named(s.simd), options->simd); !r) return r.error();
  options->threads = s.threads;
  return options;
}

Result<std::vector<ListJob>> list_jobs(const ListSettings& s) {
  std::vector<ListJob> jobs;
  tetris::Setting setting;
  if (auto r = take_setting(s.board, s.rules, "tetromino", setting); !r) return r.error();
  for (const std::string& letters : names_in(s.lists)) {
    ListJob job;
    job.letters = letters;
    job.task.setting = setting;
    if (auto r = take("score", tetris::scoring_named(s.score), job.task.scoring); !r) return r.error();
    if (auto r = take("lists", tetris::parse_letters(letters, *setting.pieces), job.task.list); !r) return r.error();
    job.task.board = tetris::empty_board(setting.width, setting.height);
    if (auto r = check_task(job.task); !r) return Error{"lists: " + r.message()};
    jobs.push_back(std::move(job));
  }
  if (jobs.empty()) return Error{"lists: at least one list of pieces is needed"};
  return jobs;
}

Result<SolveOptions> list_options(const ListSettings& s, const tetris::Setting& setting, const StopToken& stop) {
  SolveOptions o;
  if (auto r = take("algorithm", algorithm_named(s.algorithm), o.algorithm); !r) return r.error();
  if (auto r = take("cost", path_cost_named(s.cost), o.cost); !r) return r.error();
  if (auto r = take("heuristic", heuristic_named(s.heuristic, setting), o.heuristic); !r) return r.error();
  if (s.ties != "random" && s.ties != "first") return optim::wrong_setting("ties", "random or first", s.ties);
  o.ties = s.ties == "first" ? Ties::first : Ties::random;
  o.limits.max_nodes = static_cast<std::uint64_t>(s.max_nodes);
  o.limits.max_seconds = s.max_seconds;
  o.limits.stop = &stop;
  o.width = static_cast<std::size_t>(s.width);
  o.children = s.k;
  o.depth = s.depth;
  return o;
}

}  // namespace stackwright
