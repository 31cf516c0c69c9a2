// stackwright watch without a terminal: frames and a summary as text, or one JSON document.
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/report.h"
#include "cli/watch.h"
#include "games/tetris/text.h"
#include "play/setup_json.h"

namespace stackwright::cli {
namespace {

Json agent_json(const WatchArguments& a, const play::AgentReport& r) {
  return Json{{"key_ms", a.key_ms},     {"think_ms", a.think_ms}, {"decisions", r.decisions},
              {"achieved", r.achieved}, {"share", r.share()},     {"unreachable", r.unreachable},
              {"late", r.late},         {"seconds", r.seconds},   {"longest_seconds", r.longest}};
}

Json document_of(const WatchArguments& a, const WatchSession& session, bool interrupted) {
  const play::StrictState& s = session.game().state();
  const play::StrictSetup& setup = session.game().setup();
  Json configuration = play::to_json(setup);
  configuration["player"] = session.title();
  Json document = envelope("stackwright.watch/1", setup.key.seed, configuration);
  document["pieces"] = s.pieces;
  document["lines"] = s.lines;
  document["score"] = s.score;
  document["level"] = s.level;
  document["clears"] = s.clears;
  Json by_piece = Json::object();
  const auto& counts = session.statistics().by_piece();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    by_piece[std::string(1, setup.setting.pieces->pieces[i].letter)] = counts[i];
  }
  document["by_piece"] = std::move(by_piece);
  document["ended"] = std::string(name_of(s.end));
  document["seconds"] = static_cast<double>(s.now) / 1000;
  document["seconds_per_piece"] = session.statistics().mean_ticks() / 1000;
  document["blocked"] = session.statistics().blocked();
  document["board"] = tetris::rows_of(s.board);
  if (const auto* agent = session.agent()) document["agent"] = agent_json(a, agent->report());
  document["interrupted"] = interrupted;
  return document;
}

/// Whether a replay has come to the end that its file tells.
Result<Done> compare(const WatchSession& session) {
  const play::GameFile* file = session.file();
  if (file == nullptr || !file->end || play::end_of(session.game()) == *file->end) return Done{};
  return Error{"--replay: the game has not come to the end that its file tells: the file was changed"};
}

}  // namespace

Result<int> watch_plain(const WatchArguments& a, WatchSession& session, const StopToken& stop) {
  const play::StrictState& state = session.game().state();
  const std::uint64_t frames = static_cast<std::uint64_t>(a.frames);
  std::uint64_t shown = 0;  // pieces at the last frame
  while (!session.finished() && !stop.requested() && session.driver().step()) {
    if (a.json || frames == 0 || state.pieces < shown + frames) continue;
    shown = state.pieces;
    print_line(text_frame(session));
  }
  const bool interrupted = !session.finished() && stop.requested();
  const auto same = interrupted ? Result<Done>(Done{}) : compare(session);
  if (const auto closed = session.close(); !closed) {
    fmt::print(stderr, "stackwright watch: --record: {}\n", closed.message());
    return kFailed;
  }
  if (!same) return same.error();
  if (a.json) {
    print_json(document_of(a, session, interrupted));
  } else {
    fmt::print("{}", text_frame(session));
  }
  return interrupted ? kInterrupted : kDone;
}

}  // namespace stackwright::cli
