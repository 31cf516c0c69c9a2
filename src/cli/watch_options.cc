// The options of stackwright watch, and the setup of a strict game that they make.
#include <algorithm>
#include <limits>

#include "cli/options.h"
#include "cli/watch.h"
#include "core/text.h"

namespace stackwright::cli {
namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 53;

}  // namespace

void add_watch_options(CLI::App& app, WatchArguments& out) {
  PlayArguments& play = out.play;
  add_text(app, "--controller", play.controller, "who plays: a shipped controller or a file");
  add_flag(app, "--person", out.person, "play yourself: arrows move and turn, space drops, p pauses, q leaves");
  add_text(app, "--replay", out.replay, "a recorded game; the file says everything about it");
  add_text(app, "--record", out.record, "write the game to a file that --replay reads");
  add_text(app, "--speed", out.speed, "game time per wall time, or max: as fast as it goes (keys + and - change it)");
  add_whole(app, "--level", out.level, 1, 1000, "the first level");
  add_whole(app, "--rows-per-level", out.rows_per_level, 0, 1'000'000, "removed rows to the next level; 0: it stays");
  add_setting(app, play.setting);
  add_text(app, "--pieces", play.pieces,
           "uniform, weighted:I=1,S=0.5 (not named: 0), bag, cycle:SZ, list:TTITI, file:PATH or digits:PATH");
  add_text(app, "--rng", play.rng, "random engine: fast, r250 or crypto (not reproducible)");
  add_whole(app, "--seed", play.seed, 0, std::numeric_limits<std::int64_t>::max(),
            "the pieces follow from it, as in play");
  add_whole(app, "--game", out.game, 0, kMost, "which game of the seed, as in play --games");
  add_text(app, "--score", play.score, "lines, milan, nes (times the level), ia-tetris or pieces");
  add_text(app, "--search", play.search, "greedy, two-ply, beam or expectimax (default: as the controller says)");
  add_whole(app, "--see", play.see, 1, kMaxSee, "known pieces (default: as the controller says)");
  add_whole(app, "--beam-width", play.beam_width, 1, kMaxBeamWidth, "width of a beam");
  add_text(app, "--pairs", play.pairs, "two-ply: sum or final (default: as the controller says)");
  add_whole(app, "--max-pieces", out.max_pieces, 0, kMost,
            "end after so many pieces; 0: no limit (default: no limit on a terminal, 1000 elsewhere)");
  add_whole(app, "--max-lines", play.max_lines, 0, kMost, "end after so many lines; 0: no limit");
  add_whole(app, "--preview", out.preview, 0, play::kMaxPreview, "next pieces that are shown");
  add_flag(app, "--hold", out.hold, "a piece can be put aside (key c)");
  add_whole(app, "--drop-points", out.drop_points, 0, 1000, "points for every row of a drop");
  add_flag(app, "--no-gravity", out.no_gravity, "pieces wait");
  add_whole(app, "--key-ms", out.key_ms, 0, 10'000, "an agent's time from key to key; 0: all keys of a piece at once");
  add_whole(app, "--think-ms", out.think_ms, 0, 10'000, "an agent's least time for a decision");
  add_whole(app, "--frames", out.frames, 0, kMost, "without a terminal: a picture after every so many pieces; 0: one");
  add_flag(app, "--plain", out.plain, "as if there were no terminal");
  add_flag(app, "--no-color", out.no_color, "letters instead of colours (also by the variable NO_COLOR)");
  add_json(app, out.json);
}

Result<double> resolve_speed(const std::string& text) {
  if (text == "max") return std::numeric_limits<double>::infinity();
  auto speed = parse_real(text, "--speed");
  using play::Driver;
  if (!speed || *speed < Driver::kSlowest || *speed > Driver::kFastest) {
    return Error{"--speed must be max or a number from 0.05 to 1000, got " + in_quotes(text)};
  }
  return speed;
}

Result<play::StrictSetup> resolve_setup(const WatchArguments& a, const SearchSpec& search) {
  play::StrictSetup setup = play::classic_setup();
  const auto setting = resolve(a.play.setting);
  if (!setting) return setting.error();
  setup.setting = *setting;
  const auto source = for_option("--pieces", tetris::parse_source(a.play.pieces, *setting->pieces));
  if (!source) return source.error();
  setup.source = *source;
  const auto rng = for_option("--rng", tetris::rng_named(a.play.rng));
  if (!rng) return rng.error();
  setup.rng = *rng;
  const auto scoring = for_option("--score", tetris::scoring_named(a.play.score));
  if (!scoring) return scoring.error();
  setup.scoring = *scoring;
  setup.key.seed = static_cast<std::uint64_t>(a.play.seed);
  setup.key.game = static_cast<std::uint64_t>(a.game);
  setup.first_level = static_cast<int>(a.level);
  setup.rows_per_level = static_cast<int>(a.rows_per_level);
  setup.preview = std::max(static_cast<int>(a.preview), std::min(search.see - 1, play::kMaxPreview));
  setup.hold = a.hold;
  setup.drop_points = static_cast<int>(a.drop_points);
  if (a.no_gravity) setup.first_delay = 0;
  setup.max_pieces = static_cast<std::uint64_t>(a.max_pieces.value_or(0));
  setup.max_lines = static_cast<std::uint64_t>(a.play.max_lines);
  if (const auto fine = play::check(setup); !fine) return fine.error();
  return setup;
}

}  // namespace stackwright::cli
