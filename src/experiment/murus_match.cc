// Games of Murus Gallicus between two players.
#include "experiment/murus_match.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "core/binomial.h"

namespace stackwright::murus {
namespace {

/// Both contenders of one thread, with tables of their own.
using Pair = std::array<std::unique_ptr<Player>, 2>;

MatchGame play_one(const std::array<const Contender*, 2>& contenders, Pair& players, const MatchOptions& options,
                   std::uint64_t number, const StopToken& stop) {
  const int first_plays = options.alternate && number % 2 == 1 ? kGauls : kRomans;
  const auto white = static_cast<std::size_t>(first_plays == kRomans ? 0 : 1);
  const Opening opening{options.seed, 0, options.alternate ? number / 2 : number, options.opening_plies};
  MatchGame result =
      play_game(options.game, {players[white].get(), contenders[white]->limits},
                {players[1 - white].get(), contenders[1 - white]->limits}, opening, options.max_plies, stop);
  result.first_plays = first_plays;
  return result;
}

}  // namespace

MatchGame play_game(const Murus& game, const Seat& romans, const Seat& gauls, const Opening& opening, int max_plies,
                    const StopToken& stop) {
  MatchGame result;
  result.moves = random_opening(game, opening);
  Position p = game.start();
  for (const Move& m : result.moves) p = game.apply(p, m);
  for (const Seat* seat : {&romans, &gauls}) seat->player->new_game();
  while (!game.over(p) && static_cast<int>(result.moves.size()) < max_plies) {
    const Seat& seat = p.side == kRomans ? romans : gauls;
    const Decision decision = seat.player->decide(p, seat.limits, &stop);
    if (stop.requested()) return result;
    result.moves.push_back(decision.move);
    p = game.apply(p, decision.move);
  }
  result.plies = static_cast<int>(result.moves.size());
  result.winner = game.winner(p);
  result.finished = true;
  return result;
}

std::vector<Move> random_opening(const Murus& game, const Opening& opening) {
  constexpr std::uint64_t kTries = 1000;
  std::vector<Move> moves;
  for (std::uint64_t attempt = 0; attempt < kTries; ++attempt) {
    const Stream random(StreamKey{opening.seed, Purpose::opening, opening.generation, attempt, opening.number});
    Position p = game.start();
    moves.clear();
    for (int ply = 0; ply < opening.plies && !game.over(p); ++ply) {
      const auto list = actions_of(game, p);
      moves.push_back(list[random.below(static_cast<std::uint64_t>(ply), static_cast<std::uint32_t>(list.size()))]);
      p = game.apply(p, moves.back());
    }
    if (!game.over(p) && !game.wins_now(p)) return moves;
  }
  moves.clear();
  return moves;
}

std::vector<MatchGame> play_match(const Contender& first, const Contender& second, const MatchOptions& options,
                                  const StopToken& stop, Progress* progress) {
  std::vector<MatchGame> games(static_cast<std::size_t>(options.games));
  if (progress != nullptr) progress->total = games.size();
  std::atomic<std::size_t> next{0};
  const std::array<const Contender*, 2> contenders{&first, &second};
  const auto work = [&] {
    Pair players;
    for (std::size_t i = 0; i < 2; ++i) {
      players[i] = make_player(options.game, contenders[i]->judgement, contenders[i]->search);
    }
    for (std::size_t g; !stop.requested() && (g = next++) < games.size();) {
      games[g] = play_one(contenders, players, options, g, stop);
      if (progress != nullptr) ++progress->done;
    }
  };
  const int threads = std::clamp(options.threads, 1, options.games);
  {
    std::vector<std::jthread> helpers;
    for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
    work();
  }
  return games;
}

MatchScore score_of(const std::vector<MatchGame>& games, std::optional<int> colour) {
  MatchScore score;
  for (const MatchGame& game : games) {
    if (!game.finished || (colour && game.first_plays != *colour)) continue;
    score.wins += game.first_won();
    score.losses += game.second_won();
    score.ties += !game.winner;
  }
  score.p = sign_test(static_cast<std::uint64_t>(score.wins), static_cast<std::uint64_t>(score.losses));
  return score;
}

}  // namespace stackwright::murus
