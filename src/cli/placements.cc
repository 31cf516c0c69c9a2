// stackwright placements: every placement of a piece on a drawn board, with its features and score.
#include <cmath>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/report.h"
#include "core/text.h"
#include "eval/linear.h"
#include "experiment/controller.h"
#include "games/tetris/features.h"
#include "games/tetris/sources.h"
#include "games/tetris/text.h"

namespace stackwright::cli {
namespace {

using namespace tetris;

struct PlacementsArguments {
  std::string board_file;
  std::string piece;
  std::string controller;
  SettingArguments setting{"", "standard", "tetromino"};
  bool json = false;
};

/// What is asked about: a board in its setting, a piece, and perhaps an evaluator.
struct Question {
  Setting setting;
  Board board;
  int piece = 0;
  std::optional<Linear> evaluator;
};

Result<std::string> read_board_file(const std::string& path) {
  if (path.empty()) return Error{"needs a board, or - for standard input"};
  if (path != "-") return read_file(path, std::size_t{1} << 20);
  return std::string(std::istreambuf_iterator<char>(std::cin), {});
}

Result<Question> resolve_question(const PlacementsArguments& a) {
  SettingArguments arguments = a.setting;
  if (arguments.board.empty()) arguments.board = "10x20";
  const auto setting = resolve(arguments);
  if (!setting) return setting.error();
  Question q;
  q.setting = *setting;
  std::optional<BoardSize> expected;
  if (!a.setting.board.empty()) expected = BoardSize{q.setting.width, q.setting.height};
  const auto text = for_option("--board-file", read_board_file(a.board_file));
  if (!text) return text.error();
  const auto board = for_option("--board-file", parse_board(*text, expected));
  if (!board) return board.error();
  q.board = *board;
  q.setting.width = board->width;
  q.setting.height = board->height;
  const auto piece = for_option("--piece", parse_letters(a.piece, *q.setting.pieces));
  if (!piece) return piece.error();
  if (piece->size() != 1) return Error{"--piece: expected one letter, got " + in_quotes(a.piece)};
  q.piece = (*piece)[0];
  if (a.controller.empty()) return q;
  const auto controller = for_option("--controller", load_controller(a.controller));
  if (!controller) return controller.error();
  if (const auto fits = for_option("--controller", check_terms(*controller, q.setting)); !fits) return fits.error();
  q.evaluator.emplace(controller->terms, q.setting);
  return q;
}

/// Whole numbers without a decimal point.
Json number(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15 ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json features_of(const Transition& t) {
  Json values = Json::object();
  for (const Feature& feature : features()) {
    const int count = feature.count(t.before.width);
    const bool indexed = feature.count(kMaxWidth) > 1;
    for (int i = 0; i < count; ++i) {
      const std::string name = indexed ? fmt::format("{}[{}]", feature.name, i) : std::string(feature.name);
      values[name] = number(feature.value(t, i));
    }
  }
  return values;
}

/// Before removal; row 0 is the bottom.
Json cells_of(const Transition& t) {
  Json cells = Json::array();
  for (int x = 0; x < t.shape->width; ++x) {
    for (int y = 0; y < t.shape->height; ++y) {
      if (t.shape->column[static_cast<std::size_t>(x)] >> y & 1) {
        cells.push_back({t.move.column + x, t.landing_row + y});
      }
    }
  }
  return cells;
}

Json describe(const Question& q, const Transition& t) {
  Json p{{"orientation", t.move.orientation},
         {"column", t.move.column},
         {"cells", cells_of(t)},
         {"after", nullptr},
         {"lines", t.lines},
         {"lost", t.lost},
         {"features", nullptr},
         {"score", nullptr}};
  if (t.lost) return p;
  p["after"] = rows_of(t.after);
  p["features"] = features_of(t);
  if (q.evaluator) p["score"] = q.evaluator->real(q.evaluator->score(t));
  return p;
}

void report_json(const PlacementsArguments& a, const Question& q) {
  Json document = envelope("stackwright.placements/1", 0,
                           Json{{"board_file", a.board_file},
                                {"board", to_text(BoardSize{q.setting.width, q.setting.height})},
                                {"rules", a.setting.rules},
                                {"piece_set", a.setting.piece_set},
                                {"piece", a.piece},
                                {"controller", a.controller.empty() ? Json(nullptr) : Json(a.controller)}});
  Json placements = Json::array();
  for_each_placement(q.setting, q.piece, [&](Placement move) {
    placements.push_back(describe(q, place(q.setting, q.board, q.piece, move)));
  });
  document["placements"] = std::move(placements);
  print_json(document);
}

void report_text(const Question& q) {
  TextTable table({"orientation", "column", "row", "lines", "score", ""});
  for_each_placement(q.setting, q.piece, [&](Placement move) {
    const Transition t = place(q.setting, q.board, q.piece, move);
    const bool scored = q.evaluator && !t.lost;
    table.add({std::to_string(move.orientation), std::to_string(move.column), std::to_string(t.landing_row),
               std::to_string(t.lines), scored ? fmt::format("{}", q.evaluator->real(q.evaluator->score(t))) : "",
               t.lost ? "lost" : ""});
  });
  table.print();
}

Result<int> run_placements(const PlacementsArguments& a) {
  const auto question = resolve_question(a);
  if (!question) return question.error();
  if (a.json)
    report_json(a, *question);
  else
    report_text(*question);
  return kDone;
}

}  // namespace

Run prepare_placements(CLI::App& app, const StopToken&) {
  auto a = std::make_shared<PlacementsArguments>();
  add_text(app, "--board-file", a->board_file,
           "a drawn board, rows top to bottom, '.' empty and '#' filled; - reads standard input");
  add_text(app, "--piece", a->piece, "the letter of the piece");
  add_text(app, "--controller", a->controller, "scores the placements: a shipped controller or a file (default none)");
  add_setting(app, a->setting);
  add_json(app, a->json);
  return [a] { return run_placements(*a); };
}

}  // namespace stackwright::cli
