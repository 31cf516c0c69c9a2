// The JSON form of the weights of a Murus Gallicus player.
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json.h"
#include "core/text.h"
#include "eval/murus_linear.h"

namespace stackwright::murus {
namespace {

constexpr std::string_view kFormat = "stackwright-controller";
constexpr std::array<std::string_view, 2> kColours{"romans", "gauls"};

Result<Done> expect_text(const Fields& file, std::string_view name, std::string_view expected) {
  const Result<std::string> text = file.text(name);
  if (!text || *text != expected) return file.wrong(name, "\"" + std::string(expected) + "\"");
  return Done{};
}

Result<Done> check_weights_head(const Fields& file) {
  if (auto r = expect_text(file, "format", kFormat); !r) return r;
  if (auto r = file.whole("version", 1, 1); !r) return r.error();
  if (auto r = file.only({"format", "version", "game", "kind", "name", "source", "romans", "gauls"}); !r) return r;
  if (auto r = expect_text(file, "game", "murus"); !r) return r;
  return expect_text(file, "kind", "linear");
}

Result<WeightVector> read_vector(const Fields& file, std::string_view colour) {
  const Result<Fields> fields = file.object(colour);
  if (!fields) return fields.error();
  std::vector<std::string_view> names;
  for (const HeuristicInfo& info : heuristics()) names.push_back(info.name);
  if (auto r = fields->only(names); !r) return r.error();
  WeightVector weights{};
  for (std::size_t i = 0; i < kHeuristics; ++i) {
    const Result<double> weight = fields->real(names[i]);
    if (!weight) return weight.error();
    if (std::abs(*weight) > kMaxWeight) return fields->wrong(names[i], fmt::format("at most {} in size", kMaxWeight));
    weights[i] = *weight;
  }
  return weights;
}

}  // namespace

Result<Weights> weights_from_json(std::string_view text) {
  const Result<Json> document = parse_json(text, "not a file of weights", JsonLimits{.bytes = std::size_t{1} << 20});
  if (!document) return document.error();
  const Fields file(*document);
  if (auto r = check_weights_head(file); !r) return r.error();
  Weights weights;
  for (const auto& [name, out] : {std::pair{"name", &weights.name}, {"source", &weights.source}}) {
    if (!file.has(name)) continue;
    Result<std::string> found = file.text(name);
    if (!found) return found.error();
    *out = std::move(found).value();
  }
  for (std::size_t player = 0; player < 2; ++player) {
    const Result<WeightVector> vector = read_vector(file, kColours[player]);
    if (!vector) return vector.error();
    weights.of[player] = *vector;
  }
  return weights;
}

std::string to_json(const Weights& weights) {
  Json document{{"format", kFormat}, {"version", 1},         {"game", "murus"},
                {"kind", "linear"},  {"name", weights.name}, {"source", weights.source}};
  for (std::size_t player = 0; player < 2; ++player) {
    Json& vector = document[std::string(kColours[player])];
    for (std::size_t i = 0; i < kHeuristics; ++i) vector[std::string(heuristics()[i].name)] = weights.of[player][i];
  }
  return json_text(document) + "\n";
}

}  // namespace stackwright::murus
