// Controllers of 2048: the JSON document.
#include "experiment/twenty48_controller.h"

#include <bit>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json.h"
#include "core/text.h"
#include "experiment/unit_file.h"
#include "search/chance_search.h"

namespace stackwright {
namespace {

constexpr std::string_view kControllerFormat = "stackwright-controller";
constexpr double kLargestWeight = 1e9;
constexpr const char* kTwenty48Kinds[] = {"ntuple", "linear", "units"};

Result<Done> expect_text(const Fields& fields, std::string_view name, std::string_view expected) {
  const auto text = fields.text(name);
  if (!text || *text != expected) return fields.wrong(name, "\"" + std::string(expected) + "\"");
  return Done{};
}

Result<Done> read_form(const Fields& file, NTupleForm& form) {
  const auto tuples = file.text("tuples");
  if (!tuples) return tuples.error();
  auto shape = parse_shape(*tuples);
  if (!shape) return Error{"field 'tuples': " + shape.message()};
  form.shape = *std::move(shape);
  if (!file.has("stages")) return Done{};
  const auto tiles = file.reals("stages");
  if (!tiles) return tiles.error();
  for (const double tile : *tiles) {
    if (!(tile >= 0 && tile <= 65536) || tile != std::floor(tile)) return file.wrong("stages", "tiles");
    form.stage_tiles.push_back(static_cast<int>(tile));
  }
  if (const auto fine = check_stage_tiles(form.stage_tiles); !fine) return Error{"field 'stages': " + fine.message()};
  return Done{};
}

/// The table lies beside the document: its name has no folder in it.
Result<Done> read_table(const Fields& file, Twenty48Controller& c) {
  const auto table = file.object("table");
  if (!table) return table.error();
  if (auto r = table->only({"file", "hash"}); !r) return r;
  auto name = table->text("file");
  if (!name) return name.error();
  if (name->empty() || name->find('/') != std::string::npos || name->find('\0') != std::string::npos) {
    return table->wrong("file", "the name of a file in the same folder");
  }
  const auto hash = table->text("hash");
  if (!hash) return hash.error();
  if (hash->size() != 16 || hash->find_first_not_of("0123456789abcdef") != std::string::npos) {
    return table->wrong("hash", "16 hexadecimal digits");
  }
  c.table = *std::move(name);
  c.hash = std::stoull(*hash, nullptr, 16);
  return Done{};
}

Result<Done> read_linear_terms(const Fields& file, std::vector<Twenty48Term>& terms) {
  const auto list = file.objects("terms");
  if (!list) return list.error();
  for (const Fields& fields : *list) {
    if (auto r = fields.only({"feature", "weight"}); !r) return r;
    const auto name = fields.text("feature");
    if (!name) return name.error();
    const auto feature = twenty48_feature_named(*name);
    if (!feature) return Error{"field " + in_quotes(fields.path_of("feature")) + ": " + feature.message()};
    const auto weight = fields.real("weight");
    if (!weight) return weight.error();
    if (std::abs(*weight) > kLargestWeight) return fields.wrong("weight", "at most 1e9 in size");
    terms.push_back({*feature, *weight});
  }
  if (terms.empty() || terms.size() > 64) return file.wrong("terms", "1 to 64 terms");
  return Done{};
}

Result<Done> read_network(const Fields& file, std::vector<units::WeightedUnit>& network) {
  std::vector<Term> terms;
  if (auto r = read_units(file, terms, units::kTwenty48Inputs, {4, 4}); !r) return r;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (std::abs(terms[i].weight) > kLargestWeight) {
      return Error{fmt::format("field 'units[{}].weight' must be at most 1e9 in size, got {}", i, terms[i].weight)};
    }
    network.push_back({*terms[i].unit, terms[i].weight});
  }
  return Done{};
}

Json units_json(const std::vector<units::WeightedUnit>& network) {
  Json list = Json::array();
  for (const units::WeightedUnit& one : network) {
    Term term;
    term.weight = one.weight;
    term.unit = one.unit;
    list.push_back(Json::parse(unit_text(term, units::kTwenty48Inputs)));
  }
  return list;
}

Result<Done> read_depth(const Fields& file, int& depth) {
  if (!file.has("search")) return Done{};
  const auto search = file.object("search");
  if (!search) return search.error();
  if (auto r = search->only({"kind", "depth"}); !r) return r;
  if (auto r = expect_text(*search, "kind", "expectimax"); !r) return r;
  const auto number = search->whole("depth", 1, kMaxChanceDepth);
  if (!number) return number.error();
  depth = static_cast<int>(*number);
  return Done{};
}

Result<Done> read_notes(const Fields& file, Provenance& provenance) {
  if (!file.has("provenance")) return Done{};
  const auto fields = file.object("provenance");
  if (!fields) return fields.error();
  if (auto r = fields->only({"run", "seed", "result"}); !r) return r;
  for (const auto& [name, out] :
       {std::pair{"run", &provenance.run}, {"seed", &provenance.seed}, {"result", &provenance.result}}) {
    if (!fields->has(name)) continue;
    auto text = fields->text(name);
    if (!text) return text.error();
    *out = *std::move(text);
  }
  return Done{};
}

}  // namespace

Result<Twenty48Controller> twenty48_controller_from_json(std::string_view text) {
  const auto document = parse_json(text, "not a controller");
  if (!document) return document.error();
  const Fields file(*document);
  if (auto r = expect_text(file, "format", kControllerFormat); !r) return r.error();
  if (const auto version = file.whole("version", 1, 1); !version) return version.error();
  if (auto r = expect_text(file, "game", "2048"); !r) return r.error();
  const auto kind = file.text("kind");
  if (!kind) return kind.error();
  Twenty48Controller c;
  if (*kind == "ntuple") {
    if (auto r = file.only(
            {"format", "version", "game", "kind", "name", "tuples", "stages", "table", "search", "provenance"});
        !r) {
      return r.error();
    }
    if (auto r = read_form(file, c.form); !r) return r.error();
    if (auto r = read_table(file, c); !r) return r.error();
  } else if (*kind == "linear") {
    c.kind = Twenty48Kind::linear;
    if (auto r = file.only({"format", "version", "game", "kind", "name", "terms", "search", "provenance"}); !r) {
      return r.error();
    }
    if (auto r = read_linear_terms(file, c.terms); !r) return r.error();
  } else if (*kind == "units") {
    c.kind = Twenty48Kind::units;
    if (auto r = file.only({"format", "version", "game", "kind", "name", "units", "search", "provenance"}); !r) {
      return r.error();
    }
    if (auto r = read_network(file, c.units); !r) return r.error();
  } else {
    return file.wrong("kind", "\"ntuple\", \"linear\" or \"units\"");
  }
  if (file.has("name")) {
    auto name = file.text("name");
    if (!name) return name.error();
    c.name = *std::move(name);
  }
  if (auto r = read_depth(file, c.depth); !r) return r.error();
  if (auto r = read_notes(file, c.provenance); !r) return r.error();
  return c;
}

std::string to_json(const Twenty48Controller& c) {
  const bool ntuple = c.kind == Twenty48Kind::ntuple;
  Json document{{"format", std::string(kControllerFormat)},
                {"version", 1},
                {"game", "2048"},
                {"kind", kTwenty48Kinds[static_cast<std::size_t>(c.kind)]}};
  if (!c.name.empty()) document["name"] = c.name;
  if (ntuple) {
    document["tuples"] = to_text(c.form.shape);
    document["stages"] = c.form.stage_tiles;
    document["table"] = Json{{"file", c.table}, {"hash", fmt::format("{:016x}", c.hash)}};
  } else if (c.kind == Twenty48Kind::units) {
    document["units"] = units_json(c.units);
  } else {
    Json terms = Json::array();
    for (const Twenty48Term& term : c.terms) {
      terms.push_back(Json{{"feature", std::string(twenty48_features()[static_cast<std::size_t>(term.feature)].name)},
                           {"weight", term.weight}});
    }
    document["terms"] = std::move(terms);
  }
  document["search"] = Json{{"kind", "expectimax"}, {"depth", c.depth}};
  document["provenance"] =
      Json{{"run", c.provenance.run}, {"seed", c.provenance.seed}, {"result", c.provenance.result}};
  return json_text(document) + "\n";
}

}  // namespace stackwright
