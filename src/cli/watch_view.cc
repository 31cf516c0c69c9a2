// How a game is laid out and drawn on a terminal of any size.
#include "cli/watch_view.h"

#include <algorithm>

#include <fmt/format.h>

namespace stackwright::cli {
namespace {

constexpr int kPanelWidth = 30;
constexpr char kShadow = ':';

/// The number of a piece's colour; larger sets use the seven again.
int color_of(const play::StrictGame& game, char letter) {
  const int piece = game.setup().setting.pieces->find(letter);
  return piece < 0 ? 0 : piece % 7 + 1;
}

class Painter {
 public:
  Painter(Terminal& terminal, const WatchSession& session, const WatchView& view, const WatchLayout& layout)
      : terminal_(terminal),
        session_(session),
        view_(view),
        layout_(layout),
        rows_(drawn_rows(session.game(), session.letters(), view.shadow ? kShadow : '\0')) {}

  void board() {
    if (layout_.frame) {
      terminal_.line_around(0, 0, layout_.screen_rows() + 2, layout_.width * layout_.cell + 2);
    }
    const std::size_t first = first_row();
    for (int r = 0; r < layout_.screen_rows(); ++r) {
      for (std::size_t x = 0; x < rows_[0].size(); ++x) {
        const int row = r + layout_.left(), column = static_cast<int>(x) * layout_.cell + layout_.left();
        if (layout_.half) {
          half_cell(row, column, first + 2 * static_cast<std::size_t>(r), x);
        } else {
          cell(row, column, rows_[first + static_cast<std::size_t>(r)][x], layout_.cell);
        }
      }
    }
  }

  void panel() {
    const int column = layout_.panel_column();
    int row = 0;
    terminal_.put(row++, column, "next");
    const auto next = next_lines(session_.game());
    for (const std::string& line : next) {
      for (std::size_t x = 0; x < line.size(); x += 2) {
        if (line[x] != ' ') cell(row, column + 2 + static_cast<int>(x), line[x], 2);
      }
      ++row;
    }
    row = std::max(row, 3) + 1;
    for (const std::string& line : panel_lines(session_, view_.speed)) terminal_.put(row++, column, line);
    ++row;
    std::string_view keys = view_.keys;
    while (!keys.empty() && row < terminal_.rows()) {
      const std::size_t end = keys.find("  ");
      terminal_.put(row++, column, keys.substr(0, end));
      keys.remove_prefix(end == std::string_view::npos ? keys.size() : end + 2);
    }
  }

  void status() {
    const play::StrictState& s = session_.game().state();
    const auto& pieces = session_.game().setup().setting.pieces->pieces;
    const std::string next = s.next_count > 0 ? std::string(1, pieces[s.next[0]].letter) : "-";
    const std::string line = fmt::format("next {} {} L{} {} {}", next, s.score, s.level, s.lines,
                                         s.phase == play::Phase::running ? view_.speed : std::string(name_of(s.phase)));
    const int row = std::min(terminal_.rows() - 1, layout_.screen_rows() + 2 * layout_.left());
    terminal_.put(row, 0, line.substr(0, static_cast<std::size_t>(std::max(terminal_.columns() - 1, 1))));
  }

 private:
  /// The first row of the board that is shown: where only a part fits, the piece is in its middle.
  std::size_t first_row() const {
    const int hidden = static_cast<int>(rows_.size()) - layout_.shown_rows;
    if (hidden <= 0) return 0;
    const int piece = static_cast<int>(rows_.size()) - 1 - session_.game().state().falling.row;
    return static_cast<std::size_t>(std::clamp(piece - layout_.shown_rows / 2, 0, hidden));
  }

  void cell(int row, int column, char letter, int width) {
    const int color = color_of(session_.game(), letter);
    const std::size_t size = static_cast<std::size_t>(width);
    if (color == 0) {
      const char empty = letter == kShadow ? kShadow : '.';
      terminal_.put(row, column, letter == kShadow || width == 1 ? std::string(size, empty) : " .");
    } else if (terminal_.color() && !view_.letters) {
      terminal_.put(row, column, std::string(size, ' '), {0, color});
    } else {
      terminal_.put(row, column, std::string(size, letter), {0, color});
    }
  }

  void half_cell(int row, int column, std::size_t upper, std::size_t x) {
    const auto at = [&](std::size_t y) { return y < rows_.size() ? rows_[y][x] : '.'; };
    const int above = color_of(session_.game(), at(upper)), below = color_of(session_.game(), at(upper + 1));
    if (above != 0 && below != 0) {
      terminal_.put(row, column, terminal_.color() ? "▀" : "█", {above, below});
    } else if (above != 0 || below != 0) {
      terminal_.put(row, column, above != 0 ? "▀" : "▄", {above + below, 0});
    } else {
      terminal_.put(row, column, at(upper) == kShadow || at(upper + 1) == kShadow ? ":" : ".");
    }
  }

  Terminal& terminal_;
  const WatchSession& session_;
  const WatchView& view_;
  const WatchLayout& layout_;
  const std::vector<std::string> rows_;
};

}  // namespace

WatchLayout layout_for(int rows, int columns, int width, int height, bool half_cells) {
  WatchLayout layout;
  layout.width = width;
  layout.shown_rows = height;
  layout.frame = rows >= height + 2;
  if (rows < height + 1) {  // one line is kept for the status
    layout.half = half_cells && rows > (height + 1) / 2;
    layout.frame = false;
    if (!layout.half) layout.shown_rows = std::max(rows - 1, 1);
  }
  if (layout.half) layout.cell = 1;
  const auto fits = [&](bool panel) {
    const int board = width * layout.cell + (layout.frame ? 2 : 0);
    return columns >= board + (panel ? kPanelWidth + 2 : 0);
  };
  layout.panel = fits(true) && rows >= 12;
  if (!layout.panel && layout.cell == 2) {
    layout.cell = 1;
    layout.panel = fits(true) && rows >= 12;
    layout.cell = layout.panel ? 1 : 2;
  }
  if (!layout.panel && layout.frame && rows < height + 3) layout.frame = false;  // room for the status
  if (!fits(false)) layout.cell = 1;
  if (!fits(false)) layout.frame = false;
  return layout;
}

void draw_game(Terminal& terminal, const WatchSession& session, const WatchView& view) {
  const tetris::Setting& setting = session.game().setup().setting;
  const WatchLayout layout =
      layout_for(terminal.rows(), terminal.columns(), setting.width, setting.height, terminal.utf8());
  terminal.clear();
  if (terminal.columns() < setting.width || terminal.rows() < 3) {
    terminal.put(0, 0, fmt::format("needs {}x3", setting.width));
  } else {
    Painter painter(terminal, session, view, layout);
    painter.board();
    if (layout.panel) {
      painter.panel();
    } else {
      painter.status();
    }
  }
  terminal.show();
}

}  // namespace stackwright::cli
