// An agent as a player: thinks in its own thread, carries its placements out by moves and turns.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "eval/linear.h"
#include "play/decider.h"
#include "play/path.h"
#include "play/player.h"

namespace stackwright::play {

class Thinker;

struct AgentOptions {
  /// In a thread of its own, while gravity goes on; otherwise within poll(), which makes games exactly repeatable.
  bool own_thread = true;
  Tick think = 0;  // game time that a decision takes at least
  Tick key = 40;   // game time from one key to the next; 0: all keys of a piece at once
};

/// What became of an agent's decisions.
struct AgentReport {
  std::uint64_t decisions = 0;
  std::uint64_t achieved = 0;     // the piece came to rest exactly where it was wanted
  std::uint64_t unreachable = 0;  // the wanted place could not be reached; the best reachable one was taken
  std::uint64_t late = 0;         // the piece came to rest before there was a decision
  double seconds = 0;             // of thinking, by the wall clock; never part of a result
  double longest = 0;

  double share() const {
    const std::uint64_t all = decisions + late;
    return all > 0 ? static_cast<double>(achieved) / static_cast<double>(all) : 1;
  }
};

/// Wants a placement for every piece, and presses the keys that lead to it. When gravity has come in between, looks for
/// another way; when there is none, takes the placement with the best score of those that can still be reached.
class AgentPlayer final : public Player {
 public:
  /// The setup must show as many next pieces as the search needs: an error otherwise.
  static Result<std::unique_ptr<AgentPlayer>> make(const Controller& controller, const SearchSpec& search,
                                                   const StrictSetup& setup, const AgentOptions& options);
  /// With a decider of one's own; `evaluator` judges what is left where its choice cannot be reached.
  AgentPlayer(std::unique_ptr<Decider> decider, Linear evaluator, const AgentOptions& options);
  ~AgentPlayer() override;

  void on_event(const Event& event, const StrictGame& game) override;
  std::optional<Command> poll(const StrictGame& game) override;
  Tick wakes(const StrictGame& game) const override;
  bool thinking() const override;
  void wait() override;

  const AgentReport& report() const { return report_; }
  /// What it wants for the piece in the air; nothing while it thinks.
  std::optional<Choice> wanted() const { return wanted_; }
  /// May be changed between calls, such as with the speed of a display.
  void set_key(Tick key) { options_.key = key; }

 private:
  void ask(const StrictGame& game);
  bool decided(const StrictGame& game);
  void plan(const StrictGame& game);
  std::optional<tetris::Placement> best_reachable(const StrictGame& game, const Reach& reach) const;

  AgentOptions options_;
  Linear evaluator_;
  std::unique_ptr<Thinker> thinker_;
  AgentReport report_;
  std::uint64_t asked_ = 0;  // the appearance it has been asked about, from 1
  Tick ready_ = 0;           // not before this tick
  Tick next_key_ = 0;
  std::optional<Choice> wanted_;
  bool gave_up_ = false;       // what it wanted cannot be reached any more
  std::vector<KeyStep> keys_;  // still to press, the last one first
};

}  // namespace stackwright::play
