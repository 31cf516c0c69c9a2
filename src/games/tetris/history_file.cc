// The saved form of a game's history: a JSON document with its start, the pieces placed and where they went.
#include <nlohmann/json.hpp>

#include "core/json.h"
#include "core/text.h"
#include "games/tetris/history.h"
#include "games/tetris/text.h"

namespace stackwright::tetris {
namespace {

constexpr std::string_view kSchema = "stackwright.history/1";

Json configuration_of(const HistoryStart& start) {
  return {{"board", to_text(BoardSize{start.setting.width, start.setting.height})},
          {"rules", std::string(name_of(start.setting.rules))},
          {"piece_set", start.setting.pieces->name},
          {"pieces", start.source.text},
          {"rng", std::string(name_of(start.rng))},
          {"generation", start.key.generation},
          {"candidate", start.key.candidate},
          {"game", start.key.game}};
}

/// The value of a text field through a function that reads names.
template <class T>
Result<T> named(const Fields& fields, std::string_view field, Result<T> (*read)(std::string_view)) {
  const Result<std::string> name = fields.text(field);
  if (!name) return name.error();
  Result<T> value = read(*name);
  if (!value) return Error{"field '" + fields.path_of(field) + "': " + value.message()};
  return value;
}

Result<HistoryStart> read_start(const Fields& document) {
  const Result<Fields> fields = document.object("configuration");
  if (!fields) return fields.error();
  const auto board = named<BoardSize>(*fields, "board", parse_board_size);
  if (!board) return board.error();
  const auto rules = named<Rules>(*fields, "rules", rules_named);
  if (!rules) return rules.error();
  const auto set = named<const PieceSet*>(*fields, "piece_set", piece_set);
  if (!set) return set.error();
  const auto rng = named<Rng>(*fields, "rng", rng_named);
  if (!rng) return rng.error();
  const auto pieces = fields->text("pieces");
  if (!pieces) return pieces.error();
  const auto source = parse_source(*pieces, **set);
  if (!source) return Error{"field 'configuration.pieces': " + source.message()};

  HistoryStart start{{board->width, board->height, *rules, *set}, *source, *rng, {}};
  const std::pair<std::string_view, std::uint64_t*> words[] = {
      {"generation", &start.key.generation}, {"candidate", &start.key.candidate}, {"game", &start.key.game}};
  for (const auto& [name, word] : words) {
    const auto value = fields->word(name);
    if (!value) return value.error();
    *word = *value;
  }
  const auto seed = document.word("seed");
  if (!seed) return seed.error();
  start.key.seed = *seed;
  return start;
}

Result<Placement> read_move(const Json& pair, std::size_t index) {
  if (pair.is_array() && pair.size() == 2 && pair[0].is_number_integer() && pair[1].is_number_integer()) {
    const auto orientation = pair[0].get<std::int64_t>();
    const auto column = pair[1].get<std::int64_t>();
    if (orientation >= 0 && orientation < kMaxOrientations && column >= 0 && column < kMaxWidth) {
      return Placement{static_cast<std::int8_t>(orientation), static_cast<std::int8_t>(column)};
    }
  }
  return Error{"field 'placements[" + std::to_string(index) + "]' must be [orientation, column], got " +
               in_quotes(json_text(pair, -1))};
}

/// The first piece that differs from what the source gives, as an error.
Result<Done> compare_with_source(const HistoryStart& start, const std::vector<std::uint8_t>& placed) {
  std::vector<std::uint8_t> drawn(placed.size());
  drawn.resize(open_stream(start.source, *start.setting.pieces, start.rng, start.key)->read(0, drawn));
  for (std::size_t i = 0; i < placed.size(); ++i) {
    if (i < drawn.size() && drawn[i] == placed[i]) continue;
    const auto letter = [&](std::uint8_t piece) { return std::string(1, start.setting.pieces->pieces[piece].letter); };
    return Error{"field 'placed': piece " + std::to_string(i + 1) + " is " + letter(placed[i]) +
                 ", but its source gives " + (i < drawn.size() ? letter(drawn[i]) : "no more")};
  }
  return Done{};
}

}  // namespace

std::string History::save() const {
  Json document = envelope(kSchema, start_.key.seed, configuration_of(start_));
  std::string letters;
  Json placements = Json::array();
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    letters += start_.setting.pieces->pieces[pieces_[i]].letter;
    placements.push_back({moves_[i].orientation, moves_[i].column});
  }
  document["placed"] = letters;
  document["placements"] = std::move(placements);
  return json_text(document, -1) + "\n";
}

Result<History> History::load(std::string_view text, std::string_view what) {
  const auto failed = [&](const Error& error) { return Error{std::string(what) + ": " + error.message}; };
  const Result<Json> json = parse_json(text, what);
  if (!json) return json.error();
  const Fields document(*json);
  const auto schema = document.text("schema");
  if (!schema) return failed(schema.error());
  if (*schema != kSchema) return failed(document.wrong("schema", "\"" + std::string(kSchema) + "\""));
  Result<HistoryStart> start = read_start(document);
  if (!start) return failed(start.error());
  const auto letters = document.text("placed");
  if (!letters) return failed(letters.error());
  const auto placed = parse_letters(*letters, *start->setting.pieces);
  if (!placed) return failed(Error{"field 'placed': " + placed.message()});
  const auto placements = document.array("placements");
  if (!placements) return failed(placements.error());
  if ((*placements)->size() != placed->size()) {
    return failed(Error{"field 'placements' has " + std::to_string((*placements)->size()) +
                        " moves, but field 'placed' has " + std::to_string(placed->size()) + " pieces"});
  }
  if (start->rng != Rng::crypto) {
    if (const auto same = compare_with_source(*start, *placed); !same) return failed(same.error());
  }
  History history(*std::move(start));
  history.pieces_ = *placed;
  for (std::size_t i = 0; i < placed->size(); ++i) {
    const Result<Placement> move = read_move((**placements)[i], i);
    if (!move) return failed(move.error());
    if (const auto played = history.play(*move); !played) return failed(played.error());
  }
  return history;
}

}  // namespace stackwright::tetris
