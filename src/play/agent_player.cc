// An agent as a player: asks its controller about every piece, and presses the keys that lead to the answer.
#include "play/agent_player.h"

#include <algorithm>
#include <string>
#include <utility>

#include "games/tetris/game.h"
#include "play/thinker.h"

namespace stackwright::play {

Result<std::unique_ptr<AgentPlayer>> AgentPlayer::make(const Controller& controller, const SearchSpec& search,
                                                       const StrictSetup& setup, const AgentOptions& options) {
  auto decider = make_decider(controller, search, setup.setting, setup.source);
  if (!decider) return decider.error();
  if ((*decider)->see() > setup.preview + 1) {
    return Error{"search " + std::string(name_of(search.kind)) + " needs " + std::to_string((*decider)->see()) +
                 " known pieces, but the game shows " + std::to_string(setup.preview) + " next"};
  }
  return std::make_unique<AgentPlayer>(*std::move(decider), Linear(controller.terms, setup.setting), options);
}

AgentPlayer::AgentPlayer(std::unique_ptr<Decider> decider, Linear evaluator, const AgentOptions& options)
    : options_(options),
      evaluator_(std::move(evaluator)),
      thinker_(std::make_unique<Thinker>(std::move(decider), options.own_thread)) {}

AgentPlayer::~AgentPlayer() = default;

bool AgentPlayer::thinking() const { return thinker_->thinking(); }

void AgentPlayer::wait() { thinker_->wait(); }

void AgentPlayer::on_event(const Event& event, const StrictGame& game) {
  const auto* change = std::get_if<BoardChanged>(&event);
  if (change == nullptr) return;
  if (!wanted_) {
    ++report_.late;
    return;
  }
  ++report_.decisions;
  const Falling& rest = change->locked;
  const bool straight = rest.row == tetris::drop_row(change->before, shape_of(game.setup().setting, rest), rest.column);
  if (straight && placement_of(rest) == wanted_->move) ++report_.achieved;
  if (gave_up_) ++report_.unreachable;
}

std::optional<Command> AgentPlayer::poll(const StrictGame& game) {
  const StrictState& state = game.state();
  if (!state.running()) return std::nullopt;
  if (asked_ != state.appeared) ask(game);
  if (!wanted_ && !decided(game)) return std::nullopt;
  if (state.now < next_key_) return std::nullopt;
  if (keys_.empty() || keys_.back().at != state.falling) plan(game);
  const Command key = keys_.back().key;
  keys_.pop_back();
  next_key_ = state.now + options_.key;
  return key;
}

Tick AgentPlayer::wakes(const StrictGame& game) const {
  if (!game.state().running() || asked_ != game.state().appeared) return kNever;
  if (wanted_) return next_key_;
  return thinker_->thinking() ? kNever : ready_;
}

void AgentPlayer::ask(const StrictGame& game) {
  const StrictState& state = game.state();
  asked_ = state.appeared;
  ready_ = state.now + std::max<Tick>(options_.think, 1);  // some time passes with every piece, or a game had no end
  wanted_.reset();
  gave_up_ = false;
  keys_.clear();
  std::vector<std::uint8_t> known{state.falling.piece};
  const auto next = state.preview().first(
      std::min(static_cast<std::size_t>(state.next_count), static_cast<std::size_t>(thinker_->see() - 1)));
  known.insert(known.end(), next.begin(), next.end());
  thinker_->ask(state.board, std::move(known));
}

bool AgentPlayer::decided(const StrictGame& game) {
  if (game.state().now < ready_) return false;
  const auto thought = thinker_->take();
  if (!thought) return false;
  wanted_ = thought->choice;
  report_.seconds += thought->seconds;
  report_.longest = std::max(report_.longest, thought->seconds);
  next_key_ = game.state().now;
  return true;
}

void AgentPlayer::plan(const StrictGame& game) {
  const StrictState& state = game.state();
  const FallClock clock{options_.key, state.next_fall - state.now, state.delay};
  const Reach reach(game.setup(), state.board, state.falling, clock);
  auto path = reach.path(wanted_->move);
  const bool timed = clock.key > 0 && clock.delay > 0;
  if (!path && timed && !gave_up_) {
    path = Reach(game.setup(), state.board, state.falling, clock, true).path(wanted_->move);
  }
  if (!path) {
    gave_up_ = true;
    if (const auto other = best_reachable(game, reach)) path = reach.path(*other);
  }
  keys_ = path ? *std::move(path) : std::vector<KeyStep>{{Command::drop, state.falling}};
  std::reverse(keys_.begin(), keys_.end());
}

/// Of the placements that can be reached and do not lose, the one with the best score by itself.
std::optional<tetris::Placement> AgentPlayer::best_reachable(const StrictGame& game, const Reach& reach) const {
  const tetris::Setting& setting = game.setup().setting;
  const StrictState& state = game.state();
  std::optional<tetris::Placement> best;
  std::int32_t best_score = 0;
  tetris::for_each_placement(setting, state.falling.piece, [&](tetris::Placement move) {
    if (!reach.has(move) || tetris::loses(setting, state.board, state.falling.piece, move)) return;
    const std::int32_t score = evaluator_.score(tetris::place(setting, state.board, state.falling.piece, move));
    if (best && score <= best_score) return;
    best = move;
    best_score = score;
  });
  return best;
}

}  // namespace stackwright::play
