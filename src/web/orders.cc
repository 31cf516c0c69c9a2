// The laboratory behind the page: how messages become games, evolutions and comparisons.
#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "core/text.h"
#include "games/tetris/text.h"
#include "web/compare_session.h"
#include "web/evolve_session.h"
#include "web/game_session.h"
#include "web/laboratory.h"
#include "web/message.h"
#include "web/murus_table.h"
#include "web/tetris_table.h"
#include "web/twenty48_table.h"

namespace stackwright::web {
namespace {

constexpr std::int64_t kMostSeed = std::int64_t{1} << 53;  // what a page's numbers can hold
constexpr std::int64_t kMostPieces = 1'000'000'000;

/// Board and pieces; sources that would read files are for the command line only.
Result<tetris::Setting> setting_of(const Fields& fields) {
  tetris::Setting setting;
  const auto board = text_or(fields, "board", "10x20", 10);
  if (!board) return board.error();
  const auto size = tetris::parse_board_size(*board);
  if (!size) return Error{"field 'board': " + size.message()};
  setting.width = size->width;
  setting.height = size->height;
  return setting;
}

Result<tetris::Source> source_of(const Fields& fields, const tetris::Setting& setting) {
  const auto text = text_or(fields, "pieces", "uniform", 2000);
  if (!text) return text.error();
  if (text->starts_with("file:") || text->starts_with("digits:")) {
    return fields.wrong("pieces", "uniform, bag, weighted:..., cycle:... or list:...");
  }
  auto source = tetris::parse_source(*text, *setting.pieces);
  if (!source) return Error{"field 'pieces': " + source.message()};
  return source;
}

Result<Pace> pace_of(const Fields& fields) {
  const auto speed = real_or(fields, "speed", 1, 0, 1000);
  if (!speed) return speed.error();
  const bool paused = fields.has("paused") && fields.boolean("paused") && *fields.boolean("paused");
  return Pace{*speed > 0 ? std::max(*speed, 0.05) : 0, paused};
}

Result<play::StrictSetup> setup_of(const Fields& fields) {
  play::StrictSetup setup = play::classic_setup();
  const auto setting = setting_of(fields);
  if (!setting) return setting.error();
  setup.setting = *setting;
  const auto source = source_of(fields, setup.setting);
  if (!source) return source.error();
  setup.source = *source;
  const auto seed = whole_or(fields, "seed", 1, 0, kMostSeed), level = whole_or(fields, "level", 1, 1, 20),
             pieces = whole_or(fields, "max_pieces", 0, 0, kMostPieces), preview = whole_or(fields, "preview", 1, 0, 6);
  for (const auto* number : {&seed, &level, &pieces, &preview}) {
    if (!*number) return number->error();
  }
  setup.key.seed = static_cast<std::uint64_t>(*seed);
  setup.first_level = static_cast<int>(*level);
  setup.max_pieces = static_cast<std::uint64_t>(*pieces);
  setup.preview = static_cast<int>(*preview);
  setup.hold = fields.has("hold") && fields.boolean("hold") && *fields.boolean("hold");
  if (fields.has("gravity") && fields.boolean("gravity") && !*fields.boolean("gravity")) setup.first_delay = 0;
  return setup;
}

}  // namespace

Result<Json> Laboratory::tetris(const Json& message, const Asker& asker) {
  const Fields fields(message);
  const auto pace = pace_of(fields);
  if (!pace) return pace.error();
  auto setup = setup_of(fields);
  if (!setup) return setup.error();
  const auto key = whole_or(fields, "key", 60, 0, 1000);
  if (!key) return key.error();
  TetrisOrder order{*std::move(setup), {}, *key};
  const auto seats = fields.array("seats");
  if (!seats) return seats.error();
  if ((*seats)->empty() || (*seats)->size() > 2) return fields.wrong("seats", "one or two of person and controllers");
  for (const Json& seat : **seats) {
    if (!seat.is_string()) return fields.wrong("seats", "names");
    const std::string name = seat.get<std::string>();
    if (name == "person") {
      order.seats.push_back({"You", {}});
      continue;
    }
    const auto controller = catalogue_.controller(name);
    if (!controller) return controller.error();
    order.setup.preview = std::max(order.setup.preview, controller->search.see - 1);
    order.seats.push_back({controller->name, *controller});
  }
  const auto name = reserve(false);
  if (!name) return name.error();
  auto table = make_tetris_table(order);
  if (!table) return table.error();
  return keep(std::make_shared<GameSession>(*name, *std::move(table), *pace), asker, false);
}

Result<Json> Laboratory::twenty48(const Json& message, const Asker& asker) {
  const Fields fields(message);
  const auto pace = pace_of(fields);
  if (!pace) return pace.error();
  const auto network = text_or(fields, "network", "features");
  if (!network) return network.error();
  const auto seed = whole_or(fields, "seed", 1, 0, kMostSeed), depth = whole_or(fields, "depth", 1, 1, 6),
             ms = whole_or(fields, "time_ms", 0, 0, 1000);
  for (const auto* number : {&seed, &depth, &ms}) {
    if (!*number) return number->error();
  }
  const auto player = catalogue_.network(*network);
  if (!player) return player.error();
  Twenty48Order order;
  order.player = *player;
  order.seed = static_cast<std::uint64_t>(*seed);
  order.limits.depth = *ms > 0 ? kMaxChanceDepth : static_cast<int>(*depth);
  order.limits.seconds = static_cast<double>(*ms) / 1000;
  order.limits.least_probability = 0.0001;
  order.automatic = fields.has("auto") && fields.boolean("auto") && *fields.boolean("auto");
  const auto name = reserve(false);
  if (!name) return name.error();
  return keep(std::make_shared<GameSession>(*name, make_twenty48_table(order), *pace), asker, false);
}

Result<Json> Laboratory::murus(const Json& message, const Asker& asker) {
  const Fields fields(message);
  const auto pace = pace_of(fields);
  if (!pace) return pace.error();
  MurusOrder order;
  const murus::Murus game;
  order.start = game.start();
  if (fields.has("position")) {
    const auto text = text_or(fields, "position", "", 100);
    const auto position = text ? game.from_text(*text) : Result<murus::Position>(text.error());
    if (!position) return position.error();
    if (game.over(*position)) return fields.wrong("position", "one in which the game goes on");
    order.start = *position;
  }
  constexpr std::array<std::string_view, 2> kSides{"romans", "gauls"};
  constexpr std::array<std::string_view, 3> kEngines{"trained", "calabria", "hand-set"};
  for (std::size_t s = 0; s < 2; ++s) {
    const auto who = text_or(fields, kSides[s], "person", 20);
    if (!who) return who.error();
    order.sides[s].name = *who == "person" ? "You" : *who;
    if (*who == "person") continue;
    if (std::ranges::find(kEngines, *who) == kEngines.end()) {  // never a path
      return fields.wrong(kSides[s], "person, trained, calabria or hand-set");
    }
    const auto judgement = murus::load_judgement(*who);
    if (!judgement) return judgement.error();
    order.sides[s].engine = *judgement;
    const std::string ms = std::string(kSides[s]) + "_ms", depth = std::string(kSides[s]) + "_depth";
    const auto milliseconds = whole_or(fields, ms, 500, 10, 5000), plies = whole_or(fields, depth, 0, 0, 30);
    if (!milliseconds) return milliseconds.error();
    if (!plies) return plies.error();
    order.sides[s].limits.milliseconds = static_cast<double>(*milliseconds);
    order.sides[s].limits.depth = static_cast<int>(*plies);
  }
  const auto name = reserve(false);
  if (!name) return name.error();
  return keep(std::make_shared<GameSession>(*name, make_murus_table(order), *pace), asker, false);
}

Result<Json> Laboratory::begin_run(const Json& message, const Asker& asker, bool fresh) {
  const Fields fields(message);
  if (fields.has("name")) {  // it becomes the name of a file
    const auto name = text_or(fields, "name", "", 60);
    if (!name) return name.error();
    const auto plain = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    if (!std::ranges::all_of(*name, plain)) return fields.wrong("name", "letters, digits, - and _");
  }
  if (fields.has("set")) {
    const auto set = text_or(fields, "set", "", 4000);
    if (!set) return set.error();
    if (set->find("file:") != std::string::npos || set->find("digits:") != std::string::npos) {
      return fields.wrong("set", "keys and values that read no files");
    }
  }
  const auto name = reserve(true);
  if (!name) return name.error();
  auto store = catalogue_.open(Store::Access::write);
  if (!store) return store.error();
  auto opened = fresh ? new_run(message, *store) : old_run(message, *store);
  if (!opened) return opened.error();
  auto lock = store->lock(opened->run.id);
  if (!lock) return lock.error();
  const std::string run = opened->run.name;
  auto answer = keep(
      std::make_shared<EvolveSession>(*name, *std::move(store), *std::move(lock), *std::move(opened), options_.threads),
      asker, true);
  if (answer) (*answer)["run"] = run;
  return answer;
}

Result<Json> Laboratory::evolve(const Json& message, const Asker& asker) { return begin_run(message, asker, true); }
Result<Json> Laboratory::resume(const Json& message, const Asker& asker) { return begin_run(message, asker, false); }

Result<Json> Laboratory::compare(const Json& message, const Asker& asker) {
  const Fields fields(message);
  CompareOrder order;
  const auto setting = setting_of(fields);
  if (!setting) return setting.error();
  order.options.setting = *setting;
  const auto source = source_of(fields, *setting);
  if (!source) return source.error();
  order.options.source = *source;
  const auto seed = whole_or(fields, "seed", 1, 0, kMostSeed), games = whole_or(fields, "games", 100, 2, 1000),
             pieces = whole_or(fields, "max_pieces", 0, 0, kMostPieces);
  for (const auto* number : {&seed, &games, &pieces}) {
    if (!*number) return number->error();
  }
  order.seed = static_cast<std::uint64_t>(*seed);
  order.games = static_cast<std::uint64_t>(*games);
  order.options.max_pieces = static_cast<std::uint64_t>(*pieces);
  order.threads = options_.threads;
  const auto names = fields.array("controllers");
  if (!names) return names.error();
  if ((*names)->size() < 2 || (*names)->size() > 8) return fields.wrong("controllers", "two to eight names");
  for (const Json& entry : **names) {
    if (!entry.is_string()) return fields.wrong("controllers", "names");
    const auto controller = catalogue_.controller(entry.get<std::string>());
    if (!controller) return controller.error();
    if (const auto fits = check_terms(*controller, *setting); !fits) return fits.error();
    order.controllers.push_back(*controller);
  }
  const auto name = reserve(true);
  if (!name) return name.error();
  return keep(std::make_shared<CompareSession>(*name, std::move(order)), asker, true);
}

}  // namespace stackwright::web
