// A player of Murus Gallicus: an evaluator, by name or file, and alpha-beta under limits.
#include "experiment/murus_player.h"

#include <array>
#include <filesystem>

#include "core/paths.h"
#include "core/text.h"

namespace stackwright::murus {
namespace {

constexpr std::size_t kMaxFile = std::size_t{1} << 20;

/// Judges by values that serve both sides.
class TablePlayer final : public Player {
 public:
  TablePlayer(const Murus& game, const CellValues& values, const SearchOptions& options)
      : search_(game, TableEvaluator(game, values), options) {}

  void new_game() override { search_.new_game(); }
  Decision decide(const Position& position, const Limits& limits, const StopToken* stop) override {
    return search_.decide(position, limits, stop);
  }
  double in_units(two_player::Score value) const override { return value / 1000.0; }

 private:
  two_player::AlphaBeta<Murus, TableEvaluator> search_;
};

/// Judges by the weights of the colour that it plays: a search for each, made when it is first needed.
class WeightsPlayer final : public Player {
 public:
  WeightsPlayer(const Murus& game, Weights weights, const SearchOptions& options)
      : game_(game), weights_(std::move(weights)), options_(options) {}

  void new_game() override {
    for (const auto& search : searches_) {
      if (search != nullptr) search->new_game();
    }
  }
  Decision decide(const Position& position, const Limits& limits, const StopToken* stop) override {
    std::unique_ptr<Search>& search = searches_[position.side];
    if (search == nullptr) {
      search = std::make_unique<Search>(game_, LinearEvaluator(game_.rules, weights_, position.side), options_);
    }
    return search->decide(position, limits, stop);
  }
  double in_units(two_player::Score value) const override { return value / double{LinearEvaluator::kUnit}; }

 private:
  using Search = two_player::AlphaBeta<Murus, LinearEvaluator>;

  const Murus game_;
  const Weights weights_;
  const SearchOptions options_;
  std::array<std::unique_ptr<Search>, 2> searches_;
};

}  // namespace

Result<Judgement> load_judgement(const std::string& name_or_file) {
  if (name_or_file == "trained") return Judgement(trained_values());
  if (name_or_file == "hand-set") return Judgement(hand_set_weights());
  std::string path = name_or_file;
  if (name_or_file.find_first_of("./") == std::string::npos) {
    path = (std::filesystem::path(data_folder()) / "controllers" / (name_or_file + ".json")).string();
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
      return Error{"unknown weights " + in_quotes(name_or_file) + "; expected " + std::string(kJudgementNames) +
                   " such as ./w.json"};
    }
  }
  const Result<std::string> text = read_file(path, kMaxFile);
  if (!text) return text.error();
  Result<Weights> weights = weights_from_json(*text);
  if (!weights) return Error{name_or_file + ": " + weights.message()};
  return Judgement(std::move(weights).value());
}

std::unique_ptr<Player> make_player(const Murus& game, const Judgement& judgement, const SearchOptions& options) {
  if (const auto* weights = std::get_if<Weights>(&judgement)) {
    return std::make_unique<WeightsPlayer>(game, *weights, options);
  }
  return std::make_unique<TablePlayer>(game, std::get<CellValues>(judgement), options);
}

}  // namespace stackwright::murus
