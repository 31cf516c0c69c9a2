// What a game on show says in words: the panel beside the board, and the whole as plain text.
#include <algorithm>

#include <fmt/format.h>

#include "cli/report.h"
#include "cli/watch.h"

namespace stackwright::cli {
namespace {

using play::StrictState;

std::string clock_text(play::Tick ticks) {
  const play::Tick seconds = ticks / 1000;
  return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

std::string state_text(const WatchSession& session) {
  const StrictState& s = session.game().state();
  if (s.over()) return fmt::format("over: {}", name_of(s.end));
  if (session.finished()) return "the recording ends here";
  return std::string(name_of(s.phase));
}

/// "I 3  O 2  S 5 ..." in lines of so many.
void add_pieces(const WatchSession& session, std::vector<std::string>& lines) {
  const auto& pieces = session.game().setup().setting.pieces->pieces;
  const auto& counts = session.statistics().by_piece();
  if (pieces.size() > 7) return;  // larger sets are too many for a panel
  std::string line;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    line += fmt::format("{} {:<5} ", pieces[i].letter, i < counts.size() ? counts[i] : 0);
    if (i % 3 == 2 || i + 1 == pieces.size()) lines.push_back(std::exchange(line, ""));
  }
}

}  // namespace

std::vector<std::string> next_lines(const play::StrictGame& game) {
  std::vector<std::string> lines;
  if (game.state().next_count == 0) return lines;
  const tetris::Piece& piece = game.setup().setting.pieces->pieces[game.state().next[0]];
  const tetris::Orientation& shape = piece.orientation[0];
  for (int y = shape.height - 1; y >= 0; --y) {
    std::string line;
    for (int x = 0; x < shape.width; ++x) {
      line += std::string(2, shape.column[static_cast<std::size_t>(x)] >> y & 1 ? piece.letter : ' ');
    }
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> panel_lines(const WatchSession& session, const std::string& speed) {
  const StrictState& s = session.game().state();
  const auto& statistics = session.statistics();
  const auto count = [](std::uint64_t n) { return grouped(static_cast<std::int64_t>(n)); };
  std::vector<std::string> lines{fmt::format("score  {}", grouped(s.score)),
                                 fmt::format("level  {}   lines {}", s.level, count(s.lines)),
                                 fmt::format("pieces {}", count(s.pieces))};
  std::string later;
  for (int i = 1; i < std::min(s.next_count, 12); ++i) {
    later += session.game().setup().setting.pieces->pieces[s.next[static_cast<std::size_t>(i)]].letter;
  }
  if (!later.empty()) lines.push_back("then   " + later);
  if (session.game().setup().hold) {
    const auto& pieces = session.game().setup().setting.pieces->pieces;
    lines.push_back(fmt::format("hold   {}", s.held < 0 ? '-' : pieces[static_cast<std::size_t>(s.held)].letter));
  }
  lines.push_back(fmt::format("{}   {}", session.title(), state_text(session)));
  lines.push_back(fmt::format("time   {}{}", clock_text(s.now), speed.empty() ? "" : "   speed " + speed));
  lines.push_back(fmt::format("rows by 1 2 3 4: {} {} {} {}", s.clears[0], s.clears[1], s.clears[2], s.clears[3]));
  add_pieces(session, lines);
  lines.push_back(fmt::format("per piece {:.2f} s, most {:.2f} s", statistics.mean_ticks() / 1000,
                              static_cast<double>(statistics.longest_ticks()) / 1000));
  if (const auto* agent = session.agent()) {
    const play::AgentReport& r = agent->report();
    const double thoughts = static_cast<double>(std::max<std::uint64_t>(r.decisions + r.late, 1));
    lines.push_back(fmt::format("thinks {:.3f} ms", r.seconds / thoughts * 1000));
    lines.push_back(fmt::format("placed as wanted {:.2f} %", r.share() * 100));
  }
  return lines;
}

std::string text_frame(const WatchSession& session) {
  const auto rows = drawn_rows(session.game(), session.letters());
  std::vector<std::string> panel = next_lines(session.game());
  if (!panel.empty()) panel.insert(panel.begin(), "next");
  panel.resize(std::max<std::size_t>(panel.size(), 3));
  panel.push_back("");
  for (const std::string& line : panel_lines(session, "")) panel.push_back(line);
  std::string text;
  for (std::size_t i = 0; i < std::max(rows.size(), panel.size()); ++i) {
    const std::string board = i < rows.size() ? "|" + rows[i] + "|" : std::string(rows[0].size() + 2, ' ');
    const std::string line = board + (i < panel.size() ? "  " + panel[i] : "");
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace stackwright::cli
