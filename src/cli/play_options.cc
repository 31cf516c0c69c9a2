// The options of commands that play games: read from the command line, made into what the library wants.
#include "cli/play_options.h"

#include <limits>
#include <string_view>

#include <nlohmann/json.hpp>

namespace stackwright::cli {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::int64_t kMostGames = 10'000'000;  // results are kept in memory

}  // namespace

void add_play_options(CLI::App& app, PlayArguments& out) {
  add_setting(app, out.setting);
  add_text(app, "--pieces", out.pieces,
           "uniform, weighted:I=1,S=0.5 (not named: 0), bag, cycle:SZ, list:TTITI, file:PATH or digits:PATH");
  add_text(app, "--rng", out.rng, "random engine: fast, r250 or crypto (not reproducible)");
  add_whole(app, "--seed", out.seed, 0, std::numeric_limits<std::int64_t>::max(), "the pieces follow from it");
  add_whole(app, "--games", out.games, 1, kMostGames, "how many games");
  add_whole(app, "--max-pieces", out.max_pieces, 0, kMost, "end a game after so many pieces; 0: no limit");
  add_whole(app, "--max-lines", out.max_lines, 0, kMost, "end a game after so many lines; 0: no limit");
  add_real(app, "--misdrop", out.misdrop, 0, 1, "probability that another placement is executed than the chosen one");
  add_whole(app, "--see", out.see, 1, kMaxSee,
            "known pieces, the current one included (default: as the controller says)");
  add_text(app, "--search", out.search, "greedy, two-ply, beam or expectimax (default: as the controller says)");
  add_whole(app, "--beam-width", out.beam_width, 1, kMaxBeamWidth,
            "plans that beam and expectimax follow after each placement (default: as the controller says)");
  add_text(app, "--pairs", out.pairs,
           "score of a plan: the sum of its moves' scores, or final (default: as the controller says)");
  add_text(app, "--score", out.score, "lines, milan, nes, ia-tetris or pieces");
  add_text(app, "--simd", out.simd, "auto, boolean, plain, avx2 or avx512");
  add_whole(app, "--threads", out.threads, 0, 4096, "0: one per core");
}

Result<SearchSpec> resolve_search(const PlayArguments& arguments, const Controller& controller) {
  SearchSpec search = controller.search;
  if (!arguments.search.empty()) {
    const auto kind = for_option("--search", search_named(arguments.search));
    if (!kind) return kind.error();
    search.kind = *kind;
  }
  if (!arguments.pairs.empty()) {
    const auto pairs = for_option("--pairs", pairs_named(arguments.pairs));
    if (!pairs) return pairs.error();
    search.pairs = *pairs;
  }
  if (arguments.see) search.see = static_cast<int>(*arguments.see);
  if (arguments.beam_width) search.width = static_cast<int>(*arguments.beam_width);
  if (const auto enough = for_option("--see", check_search(search)); !enough) return enough.error();
  return search;
}

Result<Simd> resolve_simd(const std::string& name) {
  auto simd = for_option("--simd", simd_named(name));
  if (!simd) return simd;
  if (*simd == Simd::automatic) return best_simd();
  if (!has_simd(*simd))
    return Error{"--simd: this processor has no " + name + "; it can run " + std::string(name_of(best_simd())) +
                 ", plain and boolean"};
  return simd;
}

Result<PlayOptions> resolve(const PlayArguments& arguments, const Controller& controller) {
  PlayOptions options;
  const auto setting = resolve(arguments.setting);
  if (!setting) return setting.error();
  options.setting = *setting;
  const auto source = for_option("--pieces", tetris::parse_source(arguments.pieces, *setting->pieces));
  if (!source) return source.error();
  options.source = *source;
  const auto rng = for_option("--rng", tetris::rng_named(arguments.rng));
  if (!rng) return rng.error();
  options.rng = *rng;
  const auto scoring = for_option("--score", tetris::scoring_named(arguments.score));
  if (!scoring) return scoring.error();
  options.scoring = *scoring;
  const auto search = resolve_search(arguments, controller);
  if (!search) return search.error();
  options.search = *search;
  const auto simd = resolve_simd(arguments.simd);
  if (!simd) return simd.error();
  options.simd = *simd;
  options.max_pieces = static_cast<std::uint64_t>(arguments.max_pieces);
  options.max_lines = static_cast<std::uint64_t>(arguments.max_lines);
  options.misdrop = arguments.misdrop;
  options.threads = static_cast<int>(arguments.threads);
  return options;
}

Json configuration(const PlayArguments& arguments, const PlayOptions& options) {
  return Json{{"controller", arguments.controller}, {"board", arguments.setting.board},
              {"rules", arguments.setting.rules},   {"piece_set", arguments.setting.piece_set},
              {"pieces", arguments.pieces},         {"rng", arguments.rng},
              {"games", arguments.games},           {"max_pieces", arguments.max_pieces},
              {"max_lines", arguments.max_lines},   {"misdrop", arguments.misdrop},
              {"see", options.search.see},          {"search", std::string(name_of(options.search.kind))},
              {"beam_width", options.search.width}, {"pairs", std::string(name_of(options.search.pairs))},
              {"score", arguments.score},           {"simd", std::string(name_of(options.simd))},
              {"threads", arguments.threads}};
}

}  // namespace stackwright::cli
