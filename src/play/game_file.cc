// The game file: recording line by line, reading with the line of every mistake.
#include "play/game_file.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json.h"
#include "core/text.h"
#include "games/tetris/game.h"
#include "play/driver.h"
#include "play/setup_json.h"

namespace stackwright::play {
namespace {

constexpr std::string_view kSchema = "stackwright.game/1";
constexpr std::int64_t kMost = std::int64_t{1} << 53;  // whole in every JSON reader

Result<Done> read_head(const Json& json, GameFile& file) {
  const Fields document(json);
  const auto schema = document.text("schema");
  if (!schema) return schema.error();
  if (*schema != kSchema) return document.wrong("schema", "\"" + std::string(kSchema) + "\"");
  const auto fields = document.object("configuration");
  if (!fields) return fields.error();
  const auto player = fields->text("player");
  if (!player) return player.error();
  file.player = *player;
  const auto seed = document.word("seed");
  if (!seed) return seed.error();
  file.setup.key.seed = *seed;
  return read_setup(*fields, file.setup);
}

Result<Done> read_end(const Fields& fields, GameFile& file) {
  GameFileEnd end;
  if (auto fine = fields.only({"tick", "end", "pieces", "lines", "score", "board"}); !fine) return fine;
  if (auto fine = read_named<StrictEnd>(fields, "end", strict_end_named, end.reason); !fine) return fine;
  const auto pieces = fields.whole("pieces", 0, kMost);
  if (!pieces) return pieces.error();
  const auto lines = fields.whole("lines", 0, kMost);
  if (!lines) return lines.error();
  const auto score = fields.whole("score", 0, kMost);
  if (!score) return score.error();
  const auto board = fields.text("board");
  if (!board) return board.error();
  end.pieces = static_cast<std::uint64_t>(*pieces);
  end.lines = static_cast<std::uint64_t>(*lines);
  end.score = *score;
  end.board = *board;
  file.end = end;
  return Done{};
}

/// One line after the first: a command, a piece drawn, or the end.
Result<Done> read_line(const Json& json, GameFile& file, Tick& tick) {
  const Fields fields(json);
  if (auto fine = fields.only({"tick", "do", "next", "end", "pieces", "lines", "score", "board"}); !fine) return fine;
  if (file.end) return Error{"nothing may follow the end of the game"};
  const auto time = fields.whole("tick", tick, kMost);
  if (!time) return time.error();
  tick = *time;
  if (fields.has("end")) {
    if (auto fine = read_end(fields, file); !fine) return fine;
    file.end->tick = tick;
    return Done{};
  }
  if (fields.has("next")) {
    if (auto fine = fields.only({"tick", "next"}); !fine) return fine;
    const auto letter = fields.text("next");
    if (!letter) return letter.error();
    const auto piece = tetris::parse_letters(*letter, *file.setup.setting.pieces);
    if (!piece) return Error{"field 'next': " + piece.message()};
    file.setup.source.pieces.insert(file.setup.source.pieces.end(), piece->begin(), piece->end());
    return Done{};
  }
  if (auto fine = fields.only({"tick", "do"}); !fine) return fine;
  TimedCommand timed{tick, Command::start};
  if (auto fine = read_named<Command>(fields, "do", command_named, timed.command); !fine) return fine;
  file.commands.push_back(timed);
  return Done{};
}

}  // namespace

Result<GameFile> parse_game_file(std::string_view text, std::string_view what) {
  GameFile file;
  Tick tick = 0;
  bool head = true;
  const std::vector<std::string_view> lines = split(text, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = trim(lines[i]);
    if (line.empty()) continue;
    const std::string where = std::string(what) + ": line " + std::to_string(i + 1);
    const auto json = parse_json(line, where);
    if (!json && !head && i + 1 == lines.size()) break;  // cut off while it was written
    if (!json) return json.error();
    const auto fine = head ? read_head(*json, file) : read_line(*json, file, tick);
    if (!fine) return Error{where + ": " + fine.message()};
    head = false;
  }
  if (head)
    return Error{std::string(what) + ": a game file begins with a line of schema \"" + std::string(kSchema) + "\""};
  return file;
}

std::optional<Command> ReplayPlayer::poll(const StrictGame& game) {
  if (next_ == file_.commands.size()) return std::nullopt;
  const TimedCommand& timed = file_.commands[next_];
  if (game.state().running() && timed.tick > game.state().now) return std::nullopt;
  ++next_;
  return timed.command;
}

Tick ReplayPlayer::wakes(const StrictGame&) const {
  if (next_ < file_.commands.size()) return file_.commands[next_].tick;
  return file_.end ? file_.end->tick : kNever;
}

bool ReplayPlayer::done(const StrictGame& game) const {
  if (game.state().over()) return true;
  return next_ == file_.commands.size() && (!file_.end || game.state().now >= file_.end->tick);
}

GameFileEnd end_of(const StrictGame& game) {
  const StrictState& s = game.state();
  return {s.now, s.end, s.pieces, s.lines, s.score, tetris::position_text(s.board)};
}

Recorder::Recorder(const StrictSetup& setup, const std::string& player, Sink sink) : sink_(std::move(sink)) {
  Json configuration = to_json(setup);
  configuration["player"] = player;
  sink_(json_text(envelope(kSchema, setup.key.seed, configuration), -1) + "\n");
}

void Recorder::on_event(const Event& event, const StrictGame& game) {
  const Tick now = game.state().now;
  if (const auto* given = std::get_if<CommandGiven>(&event)) {
    sink_(fmt::format("{{\"tick\":{},\"do\":\"{}\"}}\n", now, name_of(given->command)));
  } else if (const auto* drawn = std::get_if<NextDrawn>(&event)) {
    const char letter = game.setup().setting.pieces->pieces[drawn->piece].letter;
    sink_(fmt::format("{{\"tick\":{},\"next\":\"{}\"}}\n", now, letter));
  } else if (std::holds_alternative<GameOver>(event)) {
    const GameFileEnd end = end_of(game);
    sink_(fmt::format("{{\"tick\":{},\"end\":\"{}\",\"pieces\":{},\"lines\":{},\"score\":{},\"board\":\"{}\"}}\n",
                      end.tick, name_of(end.reason), end.pieces, end.lines, end.score, end.board));
  }
}

Result<std::string> replay(const GameFile& file) {
  std::string text;
  StrictGame game(file.setup);
  Recorder recorder(file.setup, file.player, [&](std::string_view line) { text += line; });
  game.attach(recorder);
  ReplayPlayer player(file);
  Driver driver(game, player);
  while (!player.done(game) && driver.step()) {
  }
  if (!file.end) return text;
  const GameFileEnd got = end_of(game);
  if (got == *file.end) return text;
  const auto told = [](const GameFileEnd& e) {
    return fmt::format("end {} at tick {} with {} pieces, {} lines, {} points and board {}", name_of(e.reason), e.tick,
                       e.pieces, e.lines, e.score, e.board);
  };
  return Error{"the replay differs from the recorded end: " + told(got) + ", recorded " + told(*file.end)};
}

}  // namespace stackwright::play
