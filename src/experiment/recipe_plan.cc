// From a recipe to a plan: sizes, variants, repeats, seeds.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/random.h"
#include "core/text.h"
#include "experiment/evolve_config.h"
#include "experiment/recipe.h"

namespace stackwright {
namespace {

constexpr std::array<std::string_view, 3> kSizes{"full", "quick", "smoke"};
constexpr int kSmallRepeats = 2;  // enough to see what a repeat is for
constexpr std::size_t kFewEvolutions = 5;
constexpr std::size_t kMostPlanned = 5000;

/// The most that a smaller size has of something; what a step says for that size comes after. Recipes of few evolutions
/// have time for more in their quick form.
struct Cap {
  std::string_view key;
  double quick;
  double quick_few;
  double smoke;
  bool always;       // also where the settings do not name it
  bool zero_is_all;  // 0 stands for no limit
};

constexpr Cap kEvolveCaps[] = {
    {"generations", 8, 12, 2, true, true},       {"evaluations", 2000, 2000, 40, false, true},
    {"population", 24, 24, 6, true, false},      {"games", 4, 4, 2, true, false},
    {"max_pieces", 2000, 5000, 150, true, true}, {"first_tries", 3, 3, 1, false, false},
    {"finalists", 3, 3, 2, true, false},         {"final_games", 10, 10, 2, true, true},
    {"held_out_games", 20, 20, 4, true, false},  {"held_out_pieces", 10'000, 10'000, 200, false, false},
    {"children", 8, 8, 2, false, false},         {"sample", 8, 8, 4, false, false},
};
constexpr Cap kMurusCaps[] = {
    {"generations", 8, 12, 2, true, true}, {"population", 10, 12, 4, true, false},
    {"depth", 3, 3, 1, true, false},       {"nodes", 1000, 1000, 50, false, false},
    {"games", 1, 1, 1, true, false},       {"finalists", 3, 3, 2, true, false},
    {"final_games", 3, 3, 1, true, false}, {"held_out_games", 50, 50, 2, true, false},
};
constexpr Cap kTournamentCaps[] = {{"games", 20, 20, 1, true, false}, {"depth", 3, 3, 1, true, false}};
constexpr Cap kMatchCaps[] = {{"games", 60, 60, 4, true, false}, {"max_pieces", 20'000, 20'000, 200, true, true}};
constexpr Cap kBenchCaps[] = {{"seconds", 0.3, 0.3, 0.02, true, false}, {"tries", 1, 1, 1, true, false}};
constexpr Cap kSolveCaps[] = {{"max_seconds", 0.5, 0.5, 0.02, true, true},
                              {"max_nodes", 200'000, 200'000, 2000, true, true},
                              {"tries", 5, 5, 2, true, false},
                              {"width", 1000, 1000, 50, true, false}};

/// The value that counts, which is the last.
const std::string* value_of(const optim::Settings& settings, std::string_view key) {
  const auto found = std::find_if(settings.rbegin(), settings.rend(), [&](const auto& s) { return s.first == key; });
  return found == settings.rend() ? nullptr : &found->second;
}

std::span<const Cap> caps_of(std::string_view kind, const optim::Settings& settings) {
  const std::string* game = value_of(settings, "game");
  if (kind == "evolve" && game != nullptr && *game == "murus") return kMurusCaps;
  if (kind == "evolve") return kEvolveCaps;
  if (kind == "bench") return kBenchCaps;
  if (kind == "solve") return kSolveCaps;
  if (kind == "tournament") return kTournamentCaps;
  return kMatchCaps;
}

void put(optim::Settings& settings, const std::string& key, const std::string& text) {
  std::erase_if(settings, [&](const auto& s) { return s.first == key; });
  settings.emplace_back(key, text);
}

void put_all(optim::Settings& settings, const optim::Settings& more) {
  for (const auto& [key, text] : more) put(settings, key, text);
}

void cap(optim::Settings& settings, std::string_view kind, RecipeSize size, bool few) {
  for (const Cap& c : caps_of(kind, settings)) {
    const std::string* text = value_of(settings, c.key);
    if (text == nullptr && !c.always) continue;
    const double most = size == RecipeSize::smoke ? c.smoke : few ? c.quick_few : c.quick;
    if (text != nullptr) {
      const Result<double> value = parse_real(*text, c.key);
      if (!value || (*value <= most && !(*value == 0 && c.zero_is_all))) continue;  // what is wrong is told later
    }
    put(settings, std::string(c.key), optim::text_of(most));
  }
}

std::uint64_t derived_seed(std::uint64_t seed, std::string_view group, int repeat) {
  std::uint64_t h = mix(seed + 0x9e3779b97f4a7c15ULL);
  for (const char c : group) h = mix(h ^ static_cast<unsigned char>(c)) + 1;
  return mix(h + static_cast<std::uint64_t>(repeat)) >> 33;
}

/// Every combination of the variants of all axes; one without a label where there are none.
std::vector<Variant> combinations(const std::vector<std::vector<Variant>>& axes) {
  std::vector<Variant> all{{}};
  for (const std::vector<Variant>& axis : axes) {
    std::vector<Variant> longer;
    for (const Variant& head : all) {
      for (const Variant& tail : axis) {
        if (longer.size() > kMostPlanned) return longer;
        Variant both{head.label + (head.label.empty() ? "" : " ") + tail.label, head.settings};
        put_all(both.settings, tail.settings);
        longer.push_back(std::move(both));
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::size_t count_evolutions(const Recipe& recipe) {
  std::size_t count = 0;
  for (const RecipeStep& step : recipe.steps) {
    const auto repeats = static_cast<std::size_t>(std::min(step.repeat, kSmallRepeats));
    if (step.kind == "evolve") count += combinations(step.axes).size() * repeats;
  }
  return count;
}

Result<optim::Settings> settings_of(const RecipeStep& step, const Variant& variant, RecipeSize size, bool few) {
  optim::Settings settings;
  if (step.kind == "evolve") {
    if (step.preset.empty()) return Error{"step " + in_quotes(step.name) + " needs a preset"};
    const Result<optim::Settings> preset = read_preset(step.preset);
    if (!preset) return Error{"step " + in_quotes(step.name) + ": " + preset.message()};
    put_all(settings, *preset);
  }
  put_all(settings, step.settings);
  put_all(settings, variant.settings);
  if (size == RecipeSize::full) return settings;
  cap(settings, step.kind, size, few);
  if (const std::string* games = value_of(variant.settings, "games")) put(settings, "games", *games);  // what is varied
  put_all(settings, step.quick);
  if (size == RecipeSize::smoke) put_all(settings, step.smoke);
  return settings;
}

}  // namespace

std::string_view name_of(RecipeSize size) { return kSizes[static_cast<std::size_t>(size)]; }

Result<RecipeSize> recipe_size_named(std::string_view name) {
  const auto* found = std::find(kSizes.begin(), kSizes.end(), name);
  if (found == kSizes.end()) return unknown_name("size", name, kSizes);
  return static_cast<RecipeSize>(found - kSizes.begin());
}

Result<Plan> plan_recipe(const Recipe& recipe, RecipeSize size, std::uint64_t seed) {
  Plan plan{recipe.name, size,        seed, recipe.about,  recipe.source,
            recipe.note, recipe.file, {},   recipe.claims, recipe.pairs};
  const bool few = count_evolutions(recipe) <= kFewEvolutions;
  for (const RecipeStep& step : recipe.steps) {
    const int repeats = size == RecipeSize::full ? step.repeat : std::min(step.repeat, kSmallRepeats);
    for (const Variant& variant : combinations(step.axes)) {
      Result<optim::Settings> settings = settings_of(step, variant, size, few);
      if (!settings) return Error{recipe.name + ": " + settings.message()};
      for (int repeat = 1; repeat <= repeats; ++repeat) {
        PlannedStep planned;
        planned.group = step.name;
        planned.label = variant.label;
        planned.repeat = step.repeat > 1 ? repeat : 0;
        planned.name = step.name + (variant.label.empty() ? "" : "." + variant.label) +
                       (step.repeat > 1 ? "." + std::to_string(repeat) : "");
        planned.kind = step.kind;
        planned.about = step.about;
        planned.seed = derived_seed(seed, step.kind == "evolve" ? step.name + "." + variant.label : step.name, repeat);
        planned.settings = *settings;
        plan.steps.push_back(std::move(planned));
        if (plan.steps.size() > kMostPlanned) return Error{recipe.name + ": more than 5000 steps"};
      }
    }
  }
  return plan;
}

bool same_steps(const Recipe& recipe, const Plan& plan) {
  const Result<Plan> now = plan_recipe(recipe, plan.size, plan.seed);
  const auto same = [](const PlannedStep& a, const PlannedStep& b) {
    return a.name == b.name && a.kind == b.kind && a.seed == b.seed && a.settings == b.settings;
  };
  return now && std::ranges::equal(now->steps, plan.steps, same);
}

Plan judged_by(const Recipe& recipe, const Plan& plan) {
  if (!same_steps(recipe, plan)) return plan;
  Result<Plan> now = plan_recipe(recipe, plan.size, plan.seed);
  return check_plan(*now) ? *std::move(now) : plan;
}

Json to_json(const Plan& plan) {
  Json steps = Json::array();
  for (const PlannedStep& s : plan.steps) {
    Json settings = Json::object();
    for (const auto& [key, text] : s.settings) settings[key] = text;
    steps.push_back(Json{{"name", s.name},
                         {"group", s.group},
                         {"label", s.label},
                         {"repeat", s.repeat},
                         {"kind", s.kind},
                         {"about", s.about},
                         {"seed", s.seed},
                         {"settings", settings}});
  }
  Json claims = Json::array();
  for (const Claim& c : plan.claims) {
    claims.push_back(Json{{"claim", c.claim},
                          {"measure", c.measure},
                          {"against", c.against},
                          {"expect", c.expect},
                          {"published", c.published},
                          {"published_value", c.has_value ? Json(c.published_value) : Json(nullptr)},
                          {"published_error", c.published_error},
                          {"tolerance", c.tolerance},
                          {"unit", c.unit}});
  }
  Json pairs = Json::array();
  for (const GenePair& p : plan.pairs) {
    pairs.push_back(Json{{"a", p.a}, {"b", p.b}, {"published_a", p.published_a}, {"published_b", p.published_b}});
  }
  Json json{{"recipe", plan.recipe}, {"size", std::string(name_of(plan.size))},
            {"about", plan.about},   {"source", plan.source},
            {"note", plan.note},     {"seed", plan.seed},
            {"steps", steps},        {"claims", claims},
            {"pairs", pairs}};
  if (!plan.file.empty()) json["file"] = plan.file;
  return json;
}

Result<Plan> plan_from_json(std::string_view text) {
  const Result<Json> json = parse_json(text, "configuration of the experiment");
  if (!json) return json.error();
  try {
    Plan plan;
    plan.recipe = json->at("recipe").get<std::string>();
    const Result<RecipeSize> size = recipe_size_named(json->at("size").get<std::string>());
    if (!size) return size.error();
    plan.size = *size;
    plan.about = json->at("about").get<std::string>();
    plan.source = json->at("source").get<std::string>();
    plan.note = json->at("note").get<std::string>();
    plan.file = json->value("file", "");
    plan.seed = json->at("seed").get<std::uint64_t>();
    for (const Json& s : json->at("steps")) {
      PlannedStep step{s.at("name").get<std::string>(),   s.at("group").get<std::string>(),
                       s.at("label").get<std::string>(),  s.at("repeat").get<int>(),
                       s.at("kind").get<std::string>(),   s.at("about").get<std::string>(),
                       s.at("seed").get<std::uint64_t>(), {}};
      for (const auto& item : s.at("settings").items())
        step.settings.emplace_back(item.key(), item.value().get<std::string>());
      plan.steps.push_back(std::move(step));
    }
    for (const Json& c : json->at("claims")) {
      const Json& value = c.at("published_value");
      plan.claims.push_back({c.at("claim").get<std::string>(), c.at("measure").get<std::string>(),
                             c.at("against").get<std::string>(), c.at("expect").get<std::string>(),
                             c.at("published").get<std::string>(), value.is_number() ? value.get<double>() : 0,
                             value.is_number(), c.at("published_error").get<double>(), c.at("tolerance").get<double>(),
                             c.at("unit").get<std::string>()});
    }
    for (const Json& p : json->at("pairs")) {
      plan.pairs.push_back({p.at("a").get<std::string>(), p.at("b").get<std::string>(),
                            p.at("published_a").get<std::string>(), p.at("published_b").get<std::string>()});
    }
    return plan;
  } catch (const nlohmann::json::exception& wrong) {
    return Error{std::string("the configuration of the experiment does not fit this program: ") + wrong.what()};
  }
}

}  // namespace stackwright
