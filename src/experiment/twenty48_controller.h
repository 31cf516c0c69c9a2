// Controllers of 2048: an n-tuple network, weighted features or units, as a small JSON file with large tables beside it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/result.h"
#include "eval/ntuple_network.h"
#include "eval/twenty48_features.h"
#include "eval/units/twenty48_units.h"
#include "experiment/controller.h"

namespace stackwright {

enum class Twenty48Kind : std::uint8_t { ntuple, linear, units };

/// What the JSON document says.
struct Twenty48Controller {
  std::string name;
  Twenty48Kind kind = Twenty48Kind::ntuple;
  NTupleForm form;                  // ntuple
  std::string table;                // ntuple: the name of the binary file in the same folder
  std::uint64_t hash = 0;           // ntuple: of the table's numbers
  std::vector<Twenty48Term> terms;  // linear
  std::vector<units::WeightedUnit> units;
  int depth = 1;  // of the search
  Provenance provenance;
};

/// Reads and writes the JSON form; errors name the field and its value. Reading what was written gives the same again.
Result<Twenty48Controller> twenty48_controller_from_json(std::string_view text);
std::string to_json(const Twenty48Controller& controller);

/// A controller ready to play.
struct Twenty48Player {
  Twenty48Controller controller;
  std::variant<NTupleNetwork, Twenty48Linear, units::Twenty48Units> evaluator;
};

/// A player of weighted features or of units, which need nothing but the document.
Twenty48Player player_of(Twenty48Controller controller);

/// `features`, `small` or `units` (what ships: weights, a network of 4-tuples, generic units), or a controller file.
Result<Twenty48Player> load_twenty48_player(std::string_view name_or_path, Simd simd = Simd::automatic);

/// Writes the table, named with its hash, and then the document; gives the controller as written.
Result<Twenty48Controller> save_network(const std::string& path, const NTupleNetwork& network,
                                        const Provenance& provenance);

}  // namespace stackwright
