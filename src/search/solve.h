// Searches of a known list of pieces by name: the registry of algorithms, and one way to run them all.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "search/local.h"
#include "search/tetris_list.h"

namespace stackwright {

enum class Algorithm : std::uint8_t { exact, dfs, astar, best_first, hill_climb, best_grandchild, k_best, beam };

/// A row of the registry.
struct AlgorithmRow {
  Algorithm algorithm;
  std::string_view name;
  std::string_view definition;
};
std::span<const AlgorithmRow> algorithms();
Result<Algorithm> algorithm_named(std::string_view name);
std::string_view name_of(Algorithm algorithm);
std::string_view name_of(SearchEnd end);

/// A list to place and from where.
struct ListTask {
  tetris::Setting setting;
  tetris::Scoring scoring;
  tetris::Board board;
  std::vector<std::uint8_t> list;
};

inline constexpr std::size_t kMaxList = 200;  // the bound's tables grow with its square

/// An error where the board has full rows or cells that no piece may reach, or the list is too long.
Result<Done> check_task(const ListTask& task);

/// Nodes that A* and best-first search keep at most unless told otherwise: about 2.4 GB.
inline constexpr std::uint64_t kDefaultKeptNodes = 20'000'000;

struct SolveOptions {
  Algorithm algorithm = Algorithm::exact;
  PathCost cost = PathCost::quality;
  ListHeuristic heuristic;
  SearchLimits limits;
  std::size_t width = 1000;                          // beam
  int children = 5, depth = 4;                       // k-best
  bool replan = false;                               // local searches
  Ties ties = Ties::random;                          // local searches
  std::uint64_t seed = 1;                            // of ties
  int threads = 0;                                   // exact
  std::uint64_t max_bytes = std::uint64_t{2} << 30;  // exact
};

struct Solution {
  std::int64_t points = 0;  // of the plan
  std::int64_t bound = 0;   // no plan that places all pieces earns more
  bool complete = false;    // the plan places all pieces
  bool proved = false;      // no plan does better
  bool lost = false;        // the search came to an end without a plan that places all pieces
  std::vector<tetris::Placement> plan;
  std::uint64_t expanded = 0, generated = 0;
  SearchEnd end = SearchEnd::done;
};

/// The task must have passed check_task.
Solution solve(const ListTask& task, const SolveOptions& options);

}  // namespace stackwright
