// The settings of Tetris as a problem: names, ranges, meanings; and the genes they describe.
#include <algorithm>
#include <array>

#include "core/text.h"
#include "core/math.h"
#include "experiment/gene_settings.h"
#include "experiment/tetris_problem.h"
#include "experiment/unit_file.h"
#include "games/tetris/features.h"

namespace stackwright {
namespace {

constexpr std::array<std::string_view, 4> kObjectives{"pieces", "lines", "score", "expected-lines"};
constexpr std::array<std::string_view, 4> kAverages{"mean", "median", "min", "max"};
constexpr std::array<std::string_view, 2> kSequences{"shared", "fresh"};
constexpr int kMostPieces = 2'000'000'000;

/// A term without its weight: NAME, NAME[3], NAME^2, NAME^3, log(NAME). With [*] the index is -1.
Result<Term> parse_term(std::string_view text) {
  Term term;
  std::string_view name = text;
  if (name.starts_with("log(") && name.ends_with(")")) {
    term.transform = Transform::log;
    name = name.substr(4, name.size() - 5);
  } else if (name.ends_with("^2")) {
    term.transform = Transform::square;
    name.remove_suffix(2);
  } else if (name.ends_with("^3")) {
    term.transform = Transform::cube;
    name.remove_suffix(2);
  }
  std::string_view index = "0";
  if (const auto open = name.find('['); open != std::string_view::npos && name.ends_with("]")) {
    index = name.substr(open + 1, name.size() - open - 2);
    name = name.substr(0, open);
  }
  const Result<int> feature = tetris::feature_named(name);
  if (!feature) return feature.error();
  term.feature = *feature;
  if (index == "*") {
    term.index = -1;
    return term;
  }
  const Result<std::int64_t> number = parse_int(index, "index of " + std::string(name), 0, 1000);
  if (!number) return number.error();
  term.index = static_cast<int>(*number);
  return term;
}

}  // namespace

const std::vector<optim::SettingRow<TetrisSettings>>& tetris_settings() {
  using namespace optim;
  using S = TetrisSettings;
  static const std::vector<SettingRow<S>> all = [] {
    std::vector<SettingRow<S>> rows{
        text<S>("board", &S::board, "columns x rows", "board, such as 10x20"),
        text<S>("rules", &S::rules, "a rule set", "standard or ia-tetris"),
        text<S>("piece_set", &S::piece_set, "a piece set", "tetromino, pentomino or hexomino"),
        text<S>("pieces", &S::pieces, "a piece source", "uniform, weighted:I=1,S=0.5, bag, cycle:SZ, file:PATH ..."),
        text<S>("rng", &S::rng, "a random engine", "fast, r250 or crypto (not reproducible)"),
        text<S>("score", &S::score, "a scoring table", "lines, milan, nes, ia-tetris or pieces"),
        text<S>("search", &S::search, "a search", "greedy, two-ply, beam or expectimax"),
        text<S>("pairs", &S::pairs, "sum or final", "how the score of a plan is made of its moves' scores"),
        text<S>("plan", &S::plan, "a search of known lists, or empty",
                "all max_pieces pieces of a game are known and placed by hill-climb, best-grandchild, k-best or beam"),
        whole<S>("see", &S::see, 1, kMaxSee, "known pieces, the current one included"),
        whole<S>("width", &S::width, 0, kMaxBeamWidth, "plans that beam and expectimax follow; 0: all"),
        text<S>("safe", &S::safe, "a controller, or empty", "whose weights decide while the pile is high"),
        whole<S>("safe_above", &S::safe_above, 0, tetris::kMaxHeight, "... higher than so many rows"),
        whole<S>("games", &S::games, 1, 1'000'000, "games of an evaluation"),
        whole<S>("max_pieces", &S::max_pieces, 0, kMostPieces, "a game ends after so many pieces; 0: never"),
        real<S>("misdrop", &S::misdrop, 0, 1, "probability that another placement is executed than the chosen one"),
        flag<S>("restart", &S::restart, "in training, a lost pile is taken away and the game goes on to max_pieces"),
        real<S>("loss_penalty", &S::loss_penalty, 0, 1e100, "what a lost pile costs then"),
        real<S>("loss_penalty_rise", &S::loss_penalty_rise, 0, 1e100, "... more in every generation"),
        choice<S, Objective>("objective", &S::objective, kObjectives, "what a game is worth"),
        choice<S, Average>("fitness", &S::fitness, kAverages, "how the games of a candidate become its fitness"),
        choice<S, Sequences>("sequences", &S::sequences, kSequences,
                             "whether all candidates of a generation play the same pieces"),
        flag<S>("renew", &S::renew, "whether every generation has new pieces"),
        text<S>("final_board", &S::final_board, "columns x rows, or empty",
                "board of the finals and of the held-out games; empty: the same"),
        whole<S>("final_games", &S::final_games, 0, 1'000'000,
                 "games of a finalist; 0: ten times those of an evaluation"),
        whole<S>("held_out_games", &S::held_out_games, 1, 1'000'000, "games that judge the champion"),
        whole<S>("held_out_pieces", &S::held_out_pieces, 0, kMostPieces,
                 "a final or held-out game ends after so many pieces; 0: as max_pieces"),
        real<S>("rough_precision", &S::rough_precision, 0.005, 0.5,
                "expected-lines: relative error of a first look at every candidate"),
        real<S>("precision", &S::precision, 0.005, 0.5,
                "expected-lines: the least relative error asked for in training"),
        real<S>("final_precision", &S::final_precision, 0.002, 0.5, "expected-lines: relative error of the finals"),
        whole<S>("most_simulated", &S::most_simulated, 1'000'000, kMostPieces,
                 "expected-lines: the most pieces simulated in one measurement"),
        whole<S>("units", &S::units, 0, static_cast<int>(kMaxUnits),
                 "so many generic units instead of features: 32 genes each on 10x20, all from 0 to 1"),
        choice<S, units::Decoding>("decoding", &S::decoding, units::kDecodingNames, "what a unit's genes mean"),
        text<S>("free", &S::free, "genes of a unit, or empty",
                "units: only these are searched, such as bias,weight; the others stay as they start"),
        text<S>("genes", &S::genes, "features", "one gene per term: NAME, NAME^2, NAME^3, log(NAME), NAME[3], NAME[*]"),
    };
    add_gene_rows(rows, kInfinity, 1e100);
    rows.push_back(
        text<S>("start", &S::start, "a controller",
                "whose weights or units are the start of the search; empty: none, or for units all genes 0.5"));
    return rows;
  }();
  return all;
}

Result<std::vector<Term>> parse_terms(std::string_view list, int width) {
  std::vector<Term> terms;
  for (std::string_view part : split(list, ',')) {
    part = trim(part);
    if (part.empty()) continue;
    Result<Term> term = parse_term(part);
    if (!term) return term.error();
    const int count = tetris::features()[static_cast<std::size_t>(term->feature)].count(width);
    const bool all = term->index < 0;
    if (!all && term->index >= count) return Error{"there is no " + std::string(part) + " on this board"};
    for (int i = all ? 0 : term->index; i < (all ? count : term->index + 1); ++i) {
      term->index = i;
      terms.push_back(*term);
    }
  }
  if (terms.empty()) return Error{"genes must name at least one feature"};
  return terms;
}

Result<Done> TetrisProblem::set_up_genes() {
  if (settings_.units > 0) return set_up_units();
  Result<std::vector<Term>> terms = parse_terms(settings_.genes, options_.setting.width);
  if (!terms) return Error{"genes: " + terms.message()};
  terms_ = *std::move(terms);
  for (const Term& term : terms_) {
    Result<optim::Gene> gene = make_gene(settings_, name_of(term));
    if (!gene) return gene.error();
    space_.genes.push_back(*std::move(gene));
  }
  if (auto own = set_up_own_values(); !own) return own;
  return optim::check_space(space_);
}

/// What single genes have of their own: started from a controller, frozen, or set by "gene.NAME.key".
Result<Done> TetrisProblem::set_up_own_values() {
  if (!settings_.start.empty()) {
    const Result<Controller> start = load_controller(settings_.start);
    if (!start) return Error{"start: " + start.message()};
    for (optim::Gene& gene : space_.genes) gene.start = 0;
    for (const Term& term : start->terms) {
      const Result<optim::Gene*> gene = gene_named(space_, name_of(term));
      if (!gene) return Error{"start: " + gene.message()};
      (*gene)->start = term.weight;
    }
  }
  return set_single_genes(space_, settings_.frozen, settings_.gene);
}

}  // namespace stackwright
