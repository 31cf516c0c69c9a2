// Recipes from TOML.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "core/paths.h"
#include "core/text.h"
#include "experiment/recipe.h"
#include "experiment/toml_text.h"

namespace stackwright {
namespace {

constexpr std::size_t kMaxRecipeBytes = std::size_t{1} << 20;
constexpr std::size_t kMostSteps = 1000;
constexpr std::array<std::string_view, 6> kKinds{"evolve", "play", "compare", "bench", "solve", "tournament"};
constexpr std::array<std::string_view, 7> kExpectations{"at-least", "at-most", "about",   "more",
                                                        "less",     "equal",   "not-more"};

/// A value as a person would write it after key=; lists are joined by commas.
Result<std::string> value_text(const std::string& key, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return std::string(value.get<bool>() ? "true" : "false");
  if (value.is_number_integer()) return value.dump();
  if (value.is_number_float()) return optim::text_of(value.get<double>());
  if (value.is_array()) {
    std::string joined;
    for (const Json& element : value) {
      if (element.is_structured()) return Error{"'" + key + "' must be a list of texts and numbers"};
      Result<std::string> part = value_text(key, element);
      if (!part) return part;
      joined += (joined.empty() ? "" : ", ") + *part;
    }
    return joined;
  }
  return Error{"'" + key + "' must be a text, a number, true, false or a list of these"};
}

/// All keys of a table but some, as settings; a table inside has a dot in its keys.
Result<Done> add_settings(const Json& table, std::span<const std::string_view> but, const std::string& prefix,
                          optim::Settings& out) {
  for (const auto& item : table.items()) {
    if (prefix.empty() && std::find(but.begin(), but.end(), item.key()) != but.end()) continue;
    if (item.value().is_object()) {
      if (auto fine = add_settings(item.value(), but, prefix + item.key() + ".", out); !fine) return fine;
      continue;
    }
    Result<std::string> text = value_text(item.key(), item.value());
    if (!text) return text.error();
    out.emplace_back(prefix + item.key(), *std::move(text));
  }
  return Done{};
}

Result<Done> only_keys(const Json& table, std::string_view what, std::span<const std::string_view> known) {
  for (const auto& item : table.items()) {
    if (std::find(known.begin(), known.end(), item.key()) == known.end()) {
      return unknown_name(what, item.key(), known);
    }
  }
  return Done{};
}

Result<Done> read_text(const Json& table, const char* key, std::string& out) {
  const auto found = table.find(key);
  if (found == table.end()) return Done{};
  if (!found->is_string()) return Error{std::string("'") + key + "' must be a text"};
  out = found->get<std::string>();
  return Done{};
}

Result<const Json*> list_of_tables(const Json& table, const char* key) {
  static const Json kNone = Json::array();
  const auto found = table.find(key);
  if (found == table.end()) return &kNone;
  const bool fits =
      found->is_array() && std::all_of(found->begin(), found->end(), [](auto& e) { return e.is_object(); });
  if (!fits) return Error{std::string("'") + key + "' must be tables: [[" + key + "]]"};
  return &*found;
}

/// vary.KEY = [values]: an axis each. A step's labels name the values of its only axis.
Result<Done> read_vary(const Json& table, const Json* labels, RecipeStep& step) {
  for (const auto& item : table.items()) {
    if (!item.value().is_array() || item.value().empty()) return Error{"'vary." + item.key() + "' must be a list"};
    std::vector<Variant> axis;
    for (const Json& value : item.value()) {
      Result<std::string> text = value_text(item.key(), value);
      if (!text) return text.error();
      axis.push_back({*text, {{item.key(), *text}}});
    }
    if (labels != nullptr) {
      if (table.size() != 1 || !labels->is_array() || labels->size() != axis.size()) {
        return Error{"'labels' must be a list as long as that of the only key of 'vary'"};
      }
      for (std::size_t i = 0; i < axis.size(); ++i) {
        Result<std::string> text = value_text("labels", (*labels)[i]);
        if (!text) return text.error();
        axis[i].label = *std::move(text);
      }
    } else if (table.size() > 1) {
      for (Variant& variant : axis) variant.label = item.key() + "=" + variant.label;
    }
    step.axes.push_back(std::move(axis));
  }
  return Done{};
}

Result<Done> read_variants(const Json& tables, RecipeStep& step) {
  constexpr std::array<std::string_view, 1> kOwn{"label"};
  std::vector<Variant> axis;
  for (const Json& table : tables) {
    Variant variant;
    if (auto fine = read_text(table, "label", variant.label); !fine) return fine;
    if (variant.label.empty()) return Error{"a variant needs a label"};
    if (auto fine = add_settings(table, kOwn, "", variant.settings); !fine) return fine;
    axis.push_back(std::move(variant));
  }
  if (!axis.empty()) step.axes.push_back(std::move(axis));
  return Done{};
}

Result<RecipeStep> read_step(const Json& table) {
  constexpr std::array<std::string_view, 10> kOwn{"name", "kind",    "about", "preset", "repeat",
                                                  "vary", "variant", "quick", "smoke",  "labels"};
  RecipeStep step;
  if (auto r = read_text(table, "name", step.name); !r) return r.error();
  if (auto r = read_text(table, "kind", step.kind); !r) return r.error();
  if (auto r = read_text(table, "about", step.about); !r) return r.error();
  if (auto r = read_text(table, "preset", step.preset); !r) return r.error();
  if (std::find(kKinds.begin(), kKinds.end(), step.kind) == kKinds.end())
    return unknown_name("kind", step.kind, kKinds);
  if (step.name.empty()) step.name = step.kind;
  if (step.name.find_first_of(":/,@{} .") != std::string::npos) {
    return Error{"the name of a step must have none of : / , @ { } . and spaces, got " + in_quotes(step.name)};
  }
  const Error here{"step " + in_quotes(step.name) + ": "};
  const auto wrong = [&](const Error& error) { return Error{here.message + error.message}; };
  if (!step.preset.empty() && step.kind != "evolve") return Error{here.message + "only an evolve step has a preset"};
  if (const auto found = table.find("repeat"); found != table.end()) {
    if (!found->is_number_integer() || found->get<std::int64_t>() < 1 || found->get<std::int64_t>() > 1000) {
      return Error{here.message + "'repeat' must be a whole number from 1 to 1000"};
    }
    step.repeat = found->get<int>();
  }
  if (auto r = add_settings(table, kOwn, "", step.settings); !r) return wrong(r.error());
  const Result<const Json*> variants = list_of_tables(table, "variant");
  if (!variants) return wrong(variants.error());
  if (auto r = read_variants(**variants, step); !r) return wrong(r.error());
  if (table.contains("labels") && !table.contains("vary")) return Error{here.message + "'labels' need 'vary'"};
  for (const char* key : {"vary", "quick", "smoke"}) {
    const auto found = table.find(key);
    if (found == table.end()) continue;
    if (!found->is_object()) return Error{here.message + "'" + key + "' must be a table"};
    const auto labels = table.find("labels");
    const Json* names = labels == table.end() ? nullptr : &*labels;
    Result<Done> done = key == std::string_view("vary")
                            ? read_vary(*found, names, step)
                            : add_settings(*found, {}, "", key[0] == 'q' ? step.quick : step.smoke);
    if (!done) return wrong(done.error());
  }
  return step;
}

Result<Claim> read_claim(const Json& table) {
  Claim claim;
  constexpr std::array<std::string_view, 8> kKeys{"claim",     "measure",         "against",   "expect",
                                                  "published", "published_error", "tolerance", "unit"};
  if (auto fine = only_keys(table, "key of a finding", kKeys); !fine) return fine.error();
  for (auto [key, out] : {std::pair{"claim", &claim.claim},
                          {"measure", &claim.measure},
                          {"against", &claim.against},
                          {"expect", &claim.expect},
                          {"unit", &claim.unit}}) {
    if (auto r = read_text(table, key, *out); !r) return r.error();
  }
  if (claim.claim.empty() || claim.measure.empty()) return Error{"a finding needs 'claim' and 'measure'"};
  if (claim.expect.empty()) claim.expect = "about";
  if (std::find(kExpectations.begin(), kExpectations.end(), claim.expect) == kExpectations.end()) {
    return unknown_name("expectation", claim.expect, kExpectations);
  }
  if (const auto found = table.find("published"); found != table.end()) {
    Result<std::string> text = value_text("published", *found);
    if (!text) return text.error();
    claim.published = *std::move(text);
    claim.has_value = found->is_number();
    if (claim.has_value && !std::isfinite(found->get<double>())) return Error{"'published' must be finite"};
    if (claim.has_value) claim.published_value = found->get<double>();
  }
  for (auto [key, out] : {std::pair{"published_error", &claim.published_error}, {"tolerance", &claim.tolerance}}) {
    const auto found = table.find(key);
    if (found == table.end()) continue;
    const double value = found->is_number() ? found->get<double>() : -1;
    if (!(value >= 0 && std::isfinite(value))) return Error{std::string("'") + key + "' must be at least 0"};
    *out = value;
  }
  const bool of_two =
      claim.expect == "more" || claim.expect == "less" || claim.expect == "equal" || claim.expect == "not-more";
  if (of_two == claim.against.empty()) {
    return Error{"a finding that expects " + claim.expect + (of_two ? " needs" : " has no") + " 'against'"};
  }
  if (!of_two && !claim.has_value) return Error{"a finding that expects " + claim.expect + " needs a published number"};
  return claim;
}

Result<GenePair> read_pair(const Json& table) {
  GenePair pair;
  constexpr std::array<std::string_view, 4> kKeys{"a", "b", "published_a", "published_b"};
  if (auto fine = only_keys(table, "key of a pair", kKeys); !fine) return fine.error();
  for (auto [key, out] : {std::pair{"a", &pair.a},
                          {"b", &pair.b},
                          {"published_a", &pair.published_a},
                          {"published_b", &pair.published_b}}) {
    if (auto r = read_text(table, key, *out); !r) return r.error();
  }
  if (pair.a.empty() || pair.b.empty()) return Error{"a pair needs 'a' and 'b'"};
  return pair;
}

template <class T>
Result<Done> read_list(const Json& document, const char* key, Result<T> (*read)(const Json&), std::vector<T>& out) {
  const Result<const Json*> tables = list_of_tables(document, key);
  if (!tables) return tables.error();
  for (const Json& table : **tables) {
    Result<T> one = read(table);
    if (!one) return Error{std::string(key) + " " + std::to_string(out.size() + 1) + ": " + one.message()};
    out.push_back(*std::move(one));
  }
  return Done{};
}

std::filesystem::path recipe_folder() { return std::filesystem::path(data_folder()) / "recipes"; }

}  // namespace

std::vector<std::string> recipe_names() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(recipe_folder(), error)) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<Recipe> parse_recipe(std::string_view text, std::string_view name) {
  const Result<Json> document = parse_toml(text, name);
  if (!document) return document.error();
  Recipe recipe;
  recipe.name = name;
  const auto wrong = [&](const Error& error) { return Error{std::string(name) + ": " + error.message}; };
  constexpr std::array<std::string_view, 6> kKeys{"about", "source", "note", "step", "finding", "pair"};
  if (auto fine = only_keys(*document, "key", kKeys); !fine) return wrong(fine.error());
  if (auto r = read_text(*document, "about", recipe.about); !r) return wrong(r.error());
  if (auto r = read_text(*document, "source", recipe.source); !r) return wrong(r.error());
  if (auto r = read_text(*document, "note", recipe.note); !r) return wrong(r.error());
  if (auto r = read_list(*document, "step", read_step, recipe.steps); !r) return wrong(r.error());
  if (auto r = read_list(*document, "finding", read_claim, recipe.claims); !r) return wrong(r.error());
  if (auto r = read_list(*document, "pair", read_pair, recipe.pairs); !r) return wrong(r.error());
  if (recipe.steps.empty() || recipe.steps.size() > kMostSteps) return wrong(Error{"a recipe needs steps: [[step]]"});
  return recipe;
}

Result<Recipe> read_recipe(std::string_view name_or_path) {
  const bool is_path = name_or_path.find('/') != std::string_view::npos || name_or_path.ends_with(".toml");
  std::filesystem::path path(name_or_path);
  if (!is_path) {
    const std::vector<std::string> names = recipe_names();
    if (std::find(names.begin(), names.end(), name_or_path) == names.end()) {
      return unknown_name("recipe", name_or_path, std::vector<std::string_view>(names.begin(), names.end()));
    }
    path = recipe_folder() / (std::string(name_or_path) + ".toml");
  }
  const Result<std::string> text = read_file(path.string(), kMaxRecipeBytes);
  if (!text) return text.error();
  Result<Recipe> recipe = parse_recipe(*text, is_path ? path.string() : std::string(name_or_path));
  if (recipe) {
    recipe->name = path.stem().string();
    if (is_path) recipe->file = path.string();
  }
  return recipe;
}

}  // namespace stackwright
