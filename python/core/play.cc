// Python: whole games on all cores by a controller, with the results of every game.
#include "common.h"
#include "experiment/play_games.h"
#include "experiment/play_summary.h"

namespace stackwright::python {
namespace {

const char* ended_word(Ended ended) { return ended == Ended::top ? "top" : ended == Ended::limit ? "limit" : "list"; }

Simd simd_of(const std::string& name) {
  const Simd simd = take(simd_named(name));
  if (simd == Simd::automatic) return best_simd();
  if (!has_simd(simd)) throw py::value_error("this processor has no " + name);
  return simd;
}

SearchSpec changed_search(SearchSpec search, const py::dict& given) {
  if (!given["search"].is_none()) search.kind = take(search_named(given["search"].cast<std::string>()));
  if (!given["pairs"].is_none()) search.pairs = take(pairs_named(given["pairs"].cast<std::string>()));
  if (!given["see"].is_none()) search.see = given["see"].cast<int>();
  if (!given["beam_width"].is_none()) search.width = given["beam_width"].cast<int>();
  take(check_search(search));
  return search;
}

PlayOptions play_options(const PySetting& s, const Controller& controller, const py::dict& given) {
  PlayOptions o;
  o.setting = s.setting;
  o.source = take(tetris::parse_source(given["pieces"].cast<std::string>(), *s.setting.pieces));
  o.rng = take(tetris::rng_named(given["rng"].cast<std::string>()));
  o.scoring = take(tetris::scoring_named(given["score"].cast<std::string>()));
  o.search = changed_search(controller.search, given);
  o.max_pieces = given["max_pieces"].cast<std::uint64_t>();
  o.max_lines = given["max_lines"].cast<std::uint64_t>();
  o.misdrop = given["misdrop"].cast<double>();
  o.simd = simd_of(given["simd"].cast<std::string>());
  o.threads = given["threads"].cast<int>();
  take(check_options(o));
  return o;
}

py::dict results_of(const std::vector<GameResult>& games) {
  const auto n = static_cast<py::ssize_t>(games.size());
  py::array_t<std::int64_t> pieces(n), lines(n), score(n), clears({n, py::ssize_t{4}});
  py::array_t<std::uint64_t> hash(n);
  py::list ended;
  for (py::ssize_t i = 0; i < n; ++i) {
    const GameResult& g = games[static_cast<std::size_t>(i)];
    pieces.mutable_at(i) = static_cast<std::int64_t>(g.pieces);
    lines.mutable_at(i) = static_cast<std::int64_t>(g.lines);
    score.mutable_at(i) = g.score;
    hash.mutable_at(i) = g.hash;
    for (py::ssize_t k = 0; k < 4; ++k) {
      clears.mutable_at(i, k) = static_cast<std::int64_t>(g.clears[static_cast<std::size_t>(k)]);
    }
    ended.append(ended_word(g.ended));
  }
  const PlaySummary s = summarise_games(games);
  return py::dict("pieces"_a = pieces, "lines"_a = lines, "score"_a = score, "clears"_a = clears, "ended"_a = ended,
                  "hash"_a = hash, "mean_lines"_a = s.mean_lines, "mean_pieces"_a = s.mean_pieces,
                  "mean_score"_a = s.mean_score, "censored"_a = s.censored,
                  "ci95_lines"_a = py::make_tuple(s.ci95_lines.low, s.ci95_lines.high),
                  "points_per_piece"_a = s.points_per_piece);
}

/// Game i of the seed for each controller; `controllers` all have the same terms, each plays all games.
py::list play_all(const std::vector<Controller>& controllers, const py::object& setting, std::uint64_t seed,
                  std::uint64_t games, const py::dict& given) {
  constexpr std::uint64_t kMost = 10'000'000;
  if (controllers.empty()) throw py::value_error("at least one controller expected");
  if (games < 1 || games > kMost / controllers.size()) throw py::value_error("games: from 1 to 10 million expected");
  const PySetting s = setting_of(setting);
  const PlayOptions options = play_options(s, controllers[0], given);
  std::vector<GameJob> jobs(controllers.size() * games);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i].controller = &controllers[i / games];
    jobs[i].key.seed = seed;
    jobs[i].key.game = i % games;
  }
  auto results = stoppable([&](const StopToken& stop) { return play_games(options, jobs, stop, nullptr); });
  const std::vector<GameResult> all = take(std::move(results));
  py::list out;
  for (std::size_t c = 0; c < controllers.size(); ++c) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(c * games);
    out.append(results_of({first, first + static_cast<std::ptrdiff_t>(games)}));
  }
  return out;
}

}  // namespace

void bind_play(py::module_& m) {
  m.def("play_controllers", &play_all, "controllers"_a, "setting"_a, "seed"_a, "games"_a, "options"_a,
        "Every controller plays the same games; controllers must have the same terms up to weights.");
}

}  // namespace stackwright::python
