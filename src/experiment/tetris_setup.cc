// Tetris as a problem: from the settings' texts to what is played.
#include "experiment/tetris_problem.h"
#include "games/tetris/pieces.h"
#include "games/tetris/text.h"

namespace stackwright {
namespace {

template <class T>
Result<Done> take(const char* key, Result<T> result, T& out) {
  if (!result) return Error{std::string(key) + ": " + result.message()};
  out = *std::move(result);
  return Done{};
}

}  // namespace

Result<Done> TetrisProblem::set_up_play() {
  const TetrisSettings& s = settings_;
  tetris::BoardSize size;
  tetris::Setting& setting = options_.setting;
  if (auto r = take("board", tetris::parse_board_size(s.board), size); !r) return r;
  if (auto r = take("rules", tetris::rules_named(s.rules), setting.rules); !r) return r;
  if (auto r = take("piece_set", tetris::piece_set(s.piece_set), setting.pieces); !r) return r;
  setting.width = size.width;
  setting.height = size.height;
  if (!s.final_board.empty()) {
    if (auto r = take("final_board", tetris::parse_board_size(s.final_board), size); !r) return r;
  }
  final_setting_ = setting;
  final_setting_.width = size.width;
  final_setting_.height = size.height;
  if (auto r = take("pieces", tetris::parse_source(s.pieces, *setting.pieces), options_.source); !r) return r;
  if (auto r = take("rng", tetris::rng_named(s.rng), options_.rng); !r) return r;
  if (auto r = take("score", tetris::scoring_named(s.score), options_.scoring); !r) return r;
  if (auto r = take("search", search_named(s.search), options_.search.kind); !r) return r;
  if (auto r = take("pairs", pairs_named(s.pairs), options_.search.pairs); !r) return r;
  if (!s.plan.empty()) {
    Algorithm algorithm{};
    if (auto r = take("plan", algorithm_named(s.plan), algorithm); !r) return r;
    if (algorithm < Algorithm::hill_climb) {
      return optim::wrong_setting("plan", "hill-climb, best-grandchild, k-best or beam", s.plan);
    }
    if (s.max_pieces < 1 || static_cast<std::size_t>(s.max_pieces) > kMaxList) {
      return optim::wrong_setting("max_pieces", "from 1 to " + std::to_string(kMaxList) + " with a plan",
                                  std::to_string(s.max_pieces));
    }
    if (static_cast<std::size_t>(s.held_out_pieces) > kMaxList) {
      return optim::wrong_setting("held_out_pieces", "at most " + std::to_string(kMaxList) + " with a plan",
                                  std::to_string(s.held_out_pieces));
    }
    plan_ = algorithm;
  }
  options_.search.see = s.see;
  options_.search.width = s.width;
  if (!s.safe.empty()) {
    Controller safe;
    if (auto r = take("safe", load_controller(s.safe), safe); !r) return r;
    safe_ = {s.safe_above, safe.terms};
  }
  if (s.restart && s.max_pieces == 0) {
    return optim::wrong_setting("max_pieces", "above 0 where lost games begin again", "0");
  }
  options_.misdrop = s.misdrop;
  if (auto r = check_search(options_.search); !r) return Error{"see: " + r.message()};
  return measures() ? check_measuring() : Result<Done>(Done{});
}

}  // namespace stackwright
