// A player of Murus Gallicus: an evaluator, by name or file, and alpha-beta under limits.
#include "experiment/murus_player.h"

#include "core/text.h"

namespace stackwright::murus {
namespace {

constexpr std::size_t kMaxFile = std::size_t{1} << 20;

template <class E>
class PlayerWith final : public Player {
 public:
  PlayerWith(const Murus& game, const E& evaluator, double unit, const SearchOptions& options)
      : search_(game, evaluator, options), unit_(unit) {}

  void new_game() override { search_.new_game(); }
  Decision decide(const Position& position, const Limits& limits, const StopToken* stop) override {
    return search_.decide(position, limits, stop);
  }
  double in_units(two_player::Score value) const override { return value / unit_; }

 private:
  two_player::AlphaBeta<Murus, E> search_;
  double unit_;
};

}  // namespace

Result<Judgement> load_judgement(const std::string& name_or_file) {
  if (name_or_file == "trained") return Judgement(trained_values());
  if (name_or_file == "hand-set") return Judgement(hand_set_weights());
  if (name_or_file.find_first_of("./") == std::string::npos) {
    return Error{"unknown weights " + in_quotes(name_or_file) +
                 "; expected trained, hand-set or a file such as ./w.json"};
  }
  const Result<std::string> text = read_file(name_or_file, kMaxFile);
  if (!text) return text.error();
  Result<Weights> weights = weights_from_json(*text);
  if (!weights) return Error{name_or_file + ": " + weights.message()};
  return Judgement(std::move(weights).value());
}

std::unique_ptr<Player> make_player(const Murus& game, const Judgement& judgement, const SearchOptions& options) {
  if (const auto* weights = std::get_if<Weights>(&judgement)) {
    return std::make_unique<PlayerWith<LinearEvaluator>>(game, LinearEvaluator(game.rules, *weights),
                                                         LinearEvaluator::kUnit, options);
  }
  return std::make_unique<PlayerWith<TableEvaluator>>(game, TableEvaluator(game, std::get<CellValues>(judgement)), 1000,
                                                      options);
}

}  // namespace stackwright::murus
