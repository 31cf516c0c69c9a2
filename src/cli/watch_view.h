// How a game is laid out and drawn on a terminal of any size.
#pragma once

#include <string>

#include "cli/terminal.h"
#include "cli/watch.h"

namespace stackwright::cli {

/// What a terminal has room for: wide cells with a frame and a panel at best, half-height cells or a part of the board at
/// worst.
struct WatchLayout {
  int cell = 2;         // columns of a cell
  bool half = false;    // two rows of the board in one of the screen
  bool frame = true;    // a line around the board
  bool panel = true;    // beside the board; otherwise one line below it
  int shown_rows = 20;  // of the board
  int width = 10;       // of the board, in cells

  int left() const { return frame ? 1 : 0; }
  int panel_column() const { return width * cell + (frame ? 2 : 1) + 2; }
  int screen_rows() const { return half ? (shown_rows + 1) / 2 : shown_rows; }
};

/// `half_cells`: whether the terminal can show them.
WatchLayout layout_for(int rows, int columns, int width, int height, bool half_cells);

struct WatchView {
  std::string speed;     // as shown
  std::string keys;      // what keys do, words separated by two spaces
  bool letters = false;  // on coloured cells too
  bool shadow = false;   // where the piece would land
};

void draw_game(Terminal& terminal, const WatchSession& session, const WatchView& view);

}  // namespace stackwright::cli
