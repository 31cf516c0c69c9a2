// A terminal to draw on and read keys from, by ncurses.
#include "cli/terminal.h"

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <langinfo.h>

#define NCURSES_NOMACROS 1
#include <curses.h>

#include "core/text.h"

namespace stackwright::cli {
namespace {

constexpr int kColors = 8;

/// A pair of ncurses for every ink on every ground; black ink on coloured grounds. False where there are too few.
bool prepare_colors() {
  if (!::has_colors() || ::start_color() == ERR || COLOR_PAIRS < kColors * kColors) return false;
  const bool own = ::use_default_colors() == OK;
  constexpr int kMany[kColors] = {0, 44, 220, 71, 167, 134, 208, 68};
  constexpr int kFew[kColors] = {0,         COLOR_CYAN,    COLOR_YELLOW, COLOR_GREEN,
                                 COLOR_RED, COLOR_MAGENTA, COLOR_WHITE,  COLOR_BLUE};
  const int* colors = COLORS >= 256 ? kMany : kFew;
  for (int ink = 0; ink < kColors; ++ink) {
    for (int ground = 0; ground < kColors; ++ground) {
      if (ink == 0 && ground == 0) continue;
      ::init_pair(static_cast<short>(ink * kColors + ground), static_cast<short>(ink == 0 ? COLOR_BLACK : colors[ink]),
                  static_cast<short>(ground != 0 ? colors[ground] : (own ? -1 : COLOR_BLACK)));
    }
  }
  return true;
}

/// The first characters of a UTF-8 text, so many.
std::string_view first_characters(std::string_view text, int count) {
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(text[end]) & 0xc0) != 0x80;
    if (begins && count-- == 0) break;
  }
  return text.substr(0, end);
}

}  // namespace

Result<std::unique_ptr<Terminal>> Terminal::open(bool color) {
  std::setlocale(LC_CTYPE, "");
  const bool utf8 = std::strcmp(::nl_langinfo(CODESET), "UTF-8") == 0;
  const char* name = std::getenv("TERM");
  SCREEN* screen = ::newterm(nullptr, stdout, stdin);
  if (screen == nullptr) {
    return Error{"the terminal " + in_quotes(name == nullptr ? "" : name) +
                 " is not known (variable TERM); try --plain"};
  }
  ::set_term(screen);
  ::cbreak();
  ::noecho();
  ::nonl();
  ::keypad(stdscr, TRUE);
  ::set_escdelay(25);
  ::curs_set(0);
  color = color && prepare_colors();
  return std::unique_ptr<Terminal>(new Terminal(screen, color, utf8));
}

Terminal::~Terminal() {
  ::endwin();
  ::delscreen(static_cast<SCREEN*>(screen_));
}

int Terminal::rows() const { return ::getmaxy(stdscr); }
int Terminal::columns() const { return ::getmaxx(stdscr); }

int Terminal::key(int milliseconds) {
  ::wtimeout(stdscr, milliseconds);
  const int key = ::wgetch(stdscr);
  switch (key) {
    case KEY_LEFT:
      return kLeft;
    case KEY_RIGHT:
      return kRight;
    case KEY_UP:
      return kUp;
    case KEY_DOWN:
      return kDown;
    case KEY_RESIZE:
      return kResized;
    default:
      return key == ERR || key > 255 ? static_cast<int>(kNoKey) : key;
  }
}

void Terminal::clear() { ::werase(stdscr); }

void Terminal::put(int row, int column, std::string_view text, const Style& style) {
  if (row < 0 || row >= rows() || column < 0 || column >= columns()) return;
  text = first_characters(text, columns() - column);
  const int pair = color_ ? style.ink * kColors + style.ground : 0;
  const attr_t attributes = style.bold ? A_BOLD : A_NORMAL;
  ::wattr_set(stdscr, attributes, static_cast<short>(pair), nullptr);
  // The last cell of the screen takes no character without scrolling; ncurses reports that and shows it all the same.
  ::mvwaddnstr(stdscr, row, column, text.data(), static_cast<int>(text.size()));
  ::wattr_set(stdscr, A_NORMAL, 0, nullptr);
}

void Terminal::line_around(int row, int column, int height, int width) {
  for (int x = 1; x + 1 < width; ++x) {
    ::mvwaddch(stdscr, row, column + x, ACS_HLINE);
    ::mvwaddch(stdscr, row + height - 1, column + x, ACS_HLINE);
  }
  for (int y = 1; y + 1 < height; ++y) {
    ::mvwaddch(stdscr, row + y, column, ACS_VLINE);
    ::mvwaddch(stdscr, row + y, column + width - 1, ACS_VLINE);
  }
  ::mvwaddch(stdscr, row, column, ACS_ULCORNER);
  ::mvwaddch(stdscr, row, column + width - 1, ACS_URCORNER);
  ::mvwaddch(stdscr, row + height - 1, column, ACS_LLCORNER);
  ::mvwaddch(stdscr, row + height - 1, column + width - 1, ACS_LRCORNER);
}

void Terminal::show() { ::wrefresh(stdscr); }

}  // namespace stackwright::cli
