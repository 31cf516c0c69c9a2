// The settings of an experiment's steps that are not evolutions: names, ranges, meanings.
#include "experiment/step_settings.h"

#include <array>

#include "core/text.h"

namespace stackwright {
namespace {

constexpr int kMost = 2'000'000'000;
constexpr int kMostGames = 10'000'000;
constexpr std::array<std::string_view, 3> kMeasureNames{"lines", "pieces", "score"};

}  // namespace

const std::vector<optim::SettingRow<MatchSettings>>& match_settings() {
  using namespace optim;
  using S = MatchSettings;
  static const std::vector<SettingRow<S>> rows{
      text<S>("controllers", &S::controllers, "controllers",
              "names, files, @STEP for the champions of an evolution, NAME{term=weight} for another weight"),
      text<S>("board", &S::board, "columns x rows", "board, such as 10x20"),
      text<S>("rules", &S::rules, "a rule set", "standard or ia-tetris"),
      text<S>("piece_set", &S::piece_set, "a piece set", "tetromino, pentomino or hexomino"),
      text<S>("pieces", &S::pieces, "a piece source", "uniform, weighted:I=1,S=0.5, bag, cycle:SZ, file:PATH ..."),
      text<S>("rng", &S::rng, "a random engine", "fast, r250 or crypto (not reproducible)"),
      text<S>("score", &S::score, "a scoring table", "lines, milan, nes, ia-tetris or pieces"),
      text<S>("search", &S::search, "a search, or empty",
              "greedy, two-ply, beam or expectimax; empty: as the controller says"),
      text<S>("pairs", &S::pairs, "sum or final, or empty", "two-ply: how the score of a pair is made"),
      whole<S>("see", &S::see, 0, kMaxSee, "known pieces; 0: as the controller says"),
      whole<S>("games", &S::games, 1, kMostGames, "sequences that every player plays"),
      whole<S>("max_pieces", &S::max_pieces, 0, kMost, "a game ends after so many pieces; 0: never"),
      whole<S>("max_lines", &S::max_lines, 0, kMost, "a game ends after so many lines; 0: never"),
      real<S>("misdrop", &S::misdrop, 0, 1, "probability that another placement is executed than the chosen one"),
      choice<S, Measure>("by", &S::by, kMeasureNames, "what players are measured by"),
  };
  return rows;
}

const std::vector<optim::SettingRow<SpeedSettings>>& speed_settings() {
  using namespace optim;
  using S = SpeedSettings;
  static const std::vector<SettingRow<S>> rows{
      text<S>("controller", &S::controller, "a controller", "who plays"),
      text<S>("board", &S::board, "columns x rows", "board, such as 10x20"),
      text<S>("pieces", &S::pieces, "a piece source", "uniform, weighted:I=1,S=0.5, ..."),
      text<S>("rng", &S::rng, "a random engine", "fast, r250 or crypto"),
      text<S>("simd", &S::simd, "an implementation", "auto, boolean, plain, avx2 or avx512"),
      whole<S>("known", &S::known, 1, 2, "pieces known: 1 (greedy) or 2 (all pairs)"),
      whole<S>("threads", &S::threads, 0, 4096, "0: one per core"),
      real<S>("seconds", &S::seconds, 0, 3600, "how long a try lasts"),
      whole<S>("tries", &S::tries, 1, 1000, "so many counts: their mean, and an interval from how much they differ"),
  };
  return rows;
}

const std::vector<optim::SettingRow<ListSettings>>& list_settings() {
  using namespace optim;
  using S = ListSettings;
  static const std::vector<SettingRow<S>> rows{
      text<S>("lists", &S::lists, "lists of pieces", "letters of the pieces in order"),
      text<S>("board", &S::board, "columns x rows", "board, such as 10x18"),
      text<S>("rules", &S::rules, "a rule set", "standard or ia-tetris"),
      text<S>("score", &S::score, "a scoring table", "lines, milan, nes, ia-tetris or pieces"),
      text<S>("algorithm", &S::algorithm, "a search",
              "exact, dfs, astar, best-first, hill-climb, best-grandchild, k-best or beam"),
      text<S>("cost", &S::cost, "a path cost", "quality or opportunity-cost"),
      text<S>("heuristic", &S::heuristic, "a heuristic", "none, bound, a feature or a controller"),
      text<S>("ties", &S::ties, "random or first", "local searches: how ties are broken"),
      whole<S>("width", &S::width, 1, kMaxBeamWidth, "beam"),
      whole<S>("k", &S::k, 1, 1000, "k-best: children of each parent"),
      whole<S>("depth", &S::depth, 1, 20, "k-best: levels"),
      whole<S>("tries", &S::tries, 1, 10'000, "seeds of the ties of a local search"),
      whole<S>("max_nodes", &S::max_nodes, 0, kMost, "stop after so many nodes; 0: no limit"),
      real<S>("max_seconds", &S::max_seconds, 0, 1e6, "stop after so many seconds (not reproducible); 0: no limit"),
  };
  return rows;
}

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  for (const std::string_view part : split(list, ',')) {
    if (const std::string_view name = trim(part); !name.empty()) names.emplace_back(name);
  }
  return names;
}

}  // namespace stackwright
