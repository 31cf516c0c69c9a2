// A terminal to draw on and read keys from; the only part that knows ncurses.
#pragma once

#include <memory>
#include <string_view>

#include "core/result.h"

namespace stackwright::cli {

/// Colours by number: 0 is the terminal's own, 1 to 7 are those of I O S Z T L J.
struct Style {
  int ink = 0;
  int ground = 0;
  bool bold = false;
};

enum Key : int { kNoKey = -1, kLeft = 1000, kRight, kUp, kDown, kResized };  // others are characters

class Terminal {
 public:
  /// An error where the terminal is unknown.
  static Result<std::unique_ptr<Terminal>> open(bool color);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  int rows() const;
  int columns() const;
  bool color() const { return color_; }
  /// Whether block characters beyond ASCII can be shown.
  bool utf8() const { return utf8_; }

  /// Waits at most so long.
  int key(int milliseconds);
  void clear();
  /// What does not fit on the screen is left out.
  void put(int row, int column, std::string_view text, const Style& style = {});
  void line_around(int row, int column, int height, int width);
  void show();

 private:
  Terminal(void* screen, bool color, bool utf8) : screen_(screen), color_(color), utf8_(utf8) {}

  void* screen_;
  bool color_;
  bool utf8_;
};

}  // namespace stackwright::cli
