// The signature of the program's behaviour: a hash over every placement of fixed games.
#include "experiment/signature.h"

#include <string_view>
#include <vector>

#include "core/hash.h"
#include "experiment/controller.h"
#include "experiment/play_games.h"
#include "games/tetris/pieces.h"
#include "games/tetris/sources.h"

namespace stackwright {
namespace {

/// Games that are part of the signature; few enough that the slowest implementation plays them in seconds.
struct Part {
  std::string_view controller;
  SearchKind search;
  int width;
  int height;
  std::uint64_t games;
  std::uint64_t max_pieces;
  tetris::Rules rules = tetris::Rules::standard;
  std::string_view piece_set = "tetromino";
  std::string_view source = "uniform";
  double misdrop = 0;
};

constexpr SearchKind kOne = SearchKind::greedy, kTwo = SearchKind::two_ply;

constexpr Part kParts[] = {
    {"bcts", kOne, 10, 20, 4, 500},
    {"dt-20", kOne, 10, 10, 4, 400},
    {"dellacherie", kOne, 8, 16, 3, 400},
    {"bh-09", kOne, 10, 14, 3, 300},
    {"bh-04", kOne, 12, 20, 2, 250},
    {"milan-pieces", kOne, 10, 20, 3, 400},
    {"milan-extended", kOne, 10, 20, 4, 150},
    {"lisbon", kOne, 10, 18, 2, 250, tetris::Rules::ia_tetris},
    {"dt-10", kOne, 6, 12, 8, 150, tetris::Rules::standard, "tetromino", "bag"},
    {"bcts", kOne, 10, 20, 2, 250, tetris::Rules::standard, "tetromino", "uniform", 0.05},
    {"el-tetris", kOne, 16, 30, 2, 150, tetris::Rules::standard, "pentomino"},
    {"bcts", kOne, 4, 4, 8, 100, tetris::Rules::standard, "tetromino", "weighted:I=1,O=2,T=0.5"},
    {"milan-pieces", kTwo, 10, 20, 2, 60},
    {"lisbon", kTwo, 10, 18, 2, 50, tetris::Rules::ia_tetris},
    {"bcts", kTwo, 10, 10, 2, 50},
};

Result<Done> add_part(const Part& part, std::uint64_t number, PlayOptions options, const StopToken& stop,
                      Hasher& hasher) {
  const Result<Controller> controller = load_controller(part.controller);
  if (!controller) return controller.error();
  const auto set = tetris::piece_set(part.piece_set);
  if (!set) return set.error();
  const auto source = tetris::parse_source(part.source, **set);
  if (!source) return source.error();
  options.setting = {part.width, part.height, part.rules, *set};
  options.source = *source;
  options.search = controller->search;
  options.search.kind = part.search;
  options.search.see = pieces_needed(part.search);
  options.max_pieces = part.max_pieces;
  options.misdrop = part.misdrop;
  std::vector<GameJob> jobs;
  for (std::uint64_t game = 0; game < part.games; ++game) {
    jobs.push_back({&*controller, {.seed = 20, .generation = number, .game = game}});
  }
  const auto results = play_games(options, jobs, stop, nullptr);
  if (!results) return results.error();
  for (const GameResult& r : *results) {
    hasher.add(r.pieces).add(r.lines).add(static_cast<std::uint64_t>(r.ended)).add(r.hash);
  }
  return Done{};
}

}  // namespace

Result<std::uint64_t> bench_signature(Simd simd, const StopToken& stop, int threads, int lanes) {
  PlayOptions options;
  options.simd = simd;
  options.threads = threads;
  options.lanes = lanes;
  Hasher hasher;
  std::uint64_t number = 0;
  for (const Part& part : kParts) {
    if (const auto done = add_part(part, number++, options, stop, hasher); !done) return done.error();
  }
  return hasher.value();
}

}  // namespace stackwright
