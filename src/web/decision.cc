// Inside a decision: every placement of a piece with its features, weights and score.
#include "web/decision.h"

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "eval/linear.h"
#include "experiment/unit_words.h"
#include "games/tetris/features.h"
#include "games/tetris/sources.h"
#include "games/tetris/text.h"
#include "play/decider.h"
#include "web/message.h"

namespace stackwright::web {
namespace {

using namespace tetris;

struct Question {
  Setting setting;
  Board board;
  std::vector<std::uint8_t> known;  // pieces, the one to place first
};

Result<Question> question_of(const Fields& fields) {
  Question q;
  auto rows = text_or(fields, "board", "", std::size_t{kMaxWidth + 1} * kMaxHeight);
  if (!rows) return rows.error();
  std::ranges::replace(*rows, '/', '\n');
  for (char& c : *rows) {
    if (c != '\n' && c != '.') c = '#';  // letters of pieces are filled cells
  }
  const auto board = parse_board(*rows);
  if (!board) return Error{"field 'board': " + board.message()};
  q.board = *board;
  q.setting.width = board->width;
  q.setting.height = board->height;
  const auto piece = text_or(fields, "piece", "", 1), next = text_or(fields, "next", "", 8);
  if (!piece) return piece.error();
  if (!next) return next.error();
  const auto letters = parse_letters(*piece + *next, *q.setting.pieces);
  if (!letters) return Error{"field 'piece': " + letters.message()};
  if (piece->empty()) return fields.wrong("piece", "the letter of a piece");
  q.known = *letters;
  return q;
}

Json cells_of(const Transition& t) {
  Json cells = Json::array();
  for (int x = 0; x < t.shape->width; ++x) {
    for (int y = 0; y < t.shape->height; ++y) {
      if ((t.shape->column[static_cast<std::size_t>(x)] >> y & 1) != 0) {
        cells.push_back({t.move.column + x, t.landing_row + y});
      }
    }
  }
  return cells;
}

Json placement_json(const Transition& t, const Linear& evaluator) {
  Json p{{"orientation", t.move.orientation},
         {"column", t.move.column},
         {"cells", cells_of(t)},
         {"lines", t.lines},
         {"lost", t.lost},
         {"score", nullptr},
         {"values", Json::array()},
         {"parts", Json::array()}};
  if (t.lost) return p;
  p["score"] = evaluator.real(evaluator.score(t));
  const auto& terms = evaluator.terms();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double value = value_of(terms[i], t);
    p["values"].push_back(value);
    p["parts"].push_back(evaluator.real(evaluator.term_score(i, value)));
  }
  return p;
}

std::string definition_of(const Term& term) {
  if (term.unit) return describe(*term.unit);
  return std::string(features()[static_cast<std::size_t>(term.feature)].definition);
}

Json terms_json(const Controller& controller) {
  Json terms = Json::array();
  for (const Term& term : controller.terms) {
    terms.push_back(Json{{"name", name_of(term)},
                         {"weight", term.weight},
                         {"definition", definition_of(term)},
                         {"picture", term.unit ? Json(picture(*term.unit)) : Json(nullptr)}});
  }
  return terms;
}

}  // namespace

Result<Json> look_inside(const Json& message, const Controller& controller) {
  const auto question = question_of(Fields(message));
  if (!question) return question.error();
  const Question& q = *question;
  if (const auto fits = check_terms(controller, q.setting); !fits) return fits.error();
  const Linear evaluator(controller.terms, q.setting);
  struct Row {
    Transition t;
    std::int32_t score;
  };
  std::vector<Row> rows;
  for_each_placement(q.setting, q.known[0], [&](Placement move) {
    const Transition t = place(q.setting, q.board, q.known[0], move);
    rows.push_back({t, t.lost ? 0 : evaluator.score(t)});
  });
  std::ranges::stable_sort(rows, [](const Row& a, const Row& b) {
    if (a.t.lost != b.t.lost) return b.t.lost;
    return a.score > b.score;
  });
  SearchSpec search = controller.search;
  if (static_cast<int>(q.known.size()) < pieces_needed(search.kind)) search = SearchSpec{};
  const auto decider = play::make_decider(controller, search, q.setting);
  if (!decider) return decider.error();
  const Choice choice = (*decider)->choose(q.board, q.known);
  Json placements = Json::array(), chosen = nullptr;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    placements.push_back(placement_json(rows[i].t, evaluator));
    if (!choice.lost && rows[i].t.move == choice.move) chosen = i;
  }
  return Json{{"controller", controller.name},
              {"search", std::string(name_of(search.kind))},
              {"terms", terms_json(controller)},
              {"placements", std::move(placements)},
              {"chosen", chosen}};
}

}  // namespace stackwright::web
