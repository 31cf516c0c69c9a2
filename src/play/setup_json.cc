// A setup of strict play as JSON: names, numbers and what they may be.
#include "play/setup_json.h"

#include <cstdint>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include "games/tetris/text.h"

namespace stackwright::play {
namespace {

/// The whole numbers of a setup by name, to be written and read alike.
struct Number {
  std::string_view name;
  std::int64_t low, high;
  std::int64_t (*get)(const StrictSetup&);
  void (*set)(StrictSetup&, std::int64_t);
};

template <auto Member>
constexpr Number number(std::string_view name, std::int64_t low, std::int64_t high) {
  return {name, low, high, [](const StrictSetup& s) { return static_cast<std::int64_t>(s.*Member); },
          [](StrictSetup& s, std::int64_t value) {
            s.*Member = static_cast<std::remove_reference_t<decltype(s.*Member)>>(value);
          }};
}

constexpr std::int64_t kMost = std::int64_t{1} << 53;
constexpr std::int64_t kInts = 1'000'000'000;  // check() is stricter
constexpr Number kNumbers[] = {number<&StrictSetup::first_level>("level", 0, kInts),
                               number<&StrictSetup::rows_per_level>("rows_per_level", 0, kInts),
                               number<&StrictSetup::first_delay>("first_delay", 0, kInts),
                               number<&StrictSetup::delay_step>("delay_step", 0, kInts),
                               number<&StrictSetup::least_delay>("least_delay", 0, kInts),
                               number<&StrictSetup::preview>("preview", 0, kInts),
                               number<&StrictSetup::hold>("hold", 0, 1),
                               number<&StrictSetup::wall_kicks>("wall_kicks", 0, 1),
                               number<&StrictSetup::drop_points>("drop_points", 0, kInts),
                               number<&StrictSetup::max_pieces>("max_pieces", 0, kMost),
                               number<&StrictSetup::max_lines>("max_lines", 0, kMost),
                               number<&StrictSetup::max_ticks>("max_ticks", 0, kMost)};

Result<Done> read_key(const Fields& fields, StreamKey& key) {
  const std::pair<std::string_view, std::uint64_t*> words[] = {
      {"generation", &key.generation}, {"candidate", &key.candidate}, {"game", &key.game}};
  for (const auto& [name, word] : words) {
    const auto value = fields.word(name);
    if (!value) return value.error();
    *word = *value;
  }
  return Done{};
}

}  // namespace

Json to_json(const StrictSetup& setup) {
  Json json{{"board", to_text(tetris::BoardSize{setup.setting.width, setup.setting.height})},
            {"rules", std::string(name_of(setup.setting.rules))},
            {"piece_set", setup.setting.pieces->name},
            {"pieces", setup.source.text},
            {"rng", std::string(name_of(setup.rng))},
            {"generation", setup.key.generation},
            {"candidate", setup.key.candidate},
            {"game", setup.key.game},
            {"score", std::string(setup.scoring.name)}};
  for (const Number& n : kNumbers) json[std::string(n.name)] = n.get(setup);
  return json;
}

Result<Done> read_setup(const Fields& fields, StrictSetup& setup) {
  tetris::BoardSize board;
  if (auto fine = read_named<tetris::BoardSize>(fields, "board", tetris::parse_board_size, board); !fine) return fine;
  setup.setting.width = board.width;
  setup.setting.height = board.height;
  if (auto fine = read_named<tetris::Rules>(fields, "rules", tetris::rules_named, setup.setting.rules); !fine)
    return fine;
  if (auto fine = read_named<const tetris::PieceSet*>(fields, "piece_set", tetris::piece_set, setup.setting.pieces);
      !fine) {
    return fine;
  }
  if (auto fine = read_named<tetris::Rng>(fields, "rng", tetris::rng_named, setup.rng); !fine) return fine;
  if (auto fine = read_named<tetris::Scoring>(fields, "score", tetris::scoring_named, setup.scoring); !fine)
    return fine;
  const auto pieces = fields.text("pieces");
  if (!pieces) return pieces.error();
  if (auto fine = read_key(fields, setup.key); !fine) return fine;
  setup.source = {};
  setup.source.kind = tetris::Source::Kind::list;
  setup.source.text = *pieces;
  for (const Number& n : kNumbers) {
    const auto value = fields.whole(n.name, n.low, n.high);
    if (!value) return value.error();
    n.set(setup, *value);
  }
  if (const auto fine = check(setup); !fine) return Error{"field 'configuration': " + fine.message()};
  return Done{};
}

}  // namespace stackwright::play
