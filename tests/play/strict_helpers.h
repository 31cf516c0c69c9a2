// A strict game with its picture and its diary, for the tests of its rules.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "games/tetris/text.h"
#include "play/cell_letters.h"
#include "play/strict_game.h"

namespace stackwright::play::test {

inline StrictSetup setup_of(const std::string& pieces, int width = 10, int height = 20) {
  StrictSetup setup = classic_setup();
  setup.setting.width = width;
  setup.setting.height = height;
  setup.source = *tetris::parse_source(pieces, tetris::tetrominoes());
  return setup;
}

/// Writes down what it is told.
class Diary final : public Observer {
 public:
  void on_event(const Event& event, const StrictGame& game) override {
    said.push_back(std::to_string(game.state().now) + " " + std::string(name_of(event)));
    events.push_back(event);
  }
  template <class E>
  std::vector<E> all() const {
    std::vector<E> found;
    for (const Event& event : events) {
      if (const auto* e = std::get_if<E>(&event)) found.push_back(*e);
    }
    return found;
  }
  std::vector<std::string> said;
  std::vector<Event> events;
};

/// A game with its picture: '@' is the falling piece.
struct Table {
  explicit Table(const StrictSetup& setup) : game(setup) {
    game.attach(diary);
    game.attach(letters);
    game.command(Command::start);
  }
  void give(std::initializer_list<Command> commands) {
    for (const Command command : commands) game.command(command);
  }
  std::vector<std::string> picture() const {
    std::vector<std::string> rows = tetris::rows_of(game.state().board);
    if (!game.state().over()) {
      const Falling& f = game.state().falling;
      const tetris::Orientation& shape = shape_of(game.setup().setting, f);
      for (int x = 0; x < shape.width; ++x) {
        for (int y = 0; y < shape.height; ++y) {
          if (shape.column[x] >> y & 1) rows[rows.size() - 1 - (f.row + y)][f.column + x] = '@';
        }
      }
    }
    return rows;
  }
  StrictGame game;
  Diary diary;
  CellLetters letters;
};

using Picture = std::vector<std::string>;
constexpr Command kTurn = Command::rotate_clockwise, kBack = Command::rotate_counter_clockwise;

}  // namespace stackwright::play::test
