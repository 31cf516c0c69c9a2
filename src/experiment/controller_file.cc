// The JSON form of a controller: a small document that evolution writes, --controller reads and the web page loads.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json.h"
#include "core/text.h"
#include "experiment/controller.h"
#include "experiment/unit_file.h"
#include "games/tetris/features.h"

namespace stackwright {
namespace {

constexpr std::string_view kFormat = "stackwright-controller";
constexpr int kVersion = 1;
constexpr std::size_t kMaxTerms = 1024;
constexpr double kMaxWeight = 1e100;  // cubes of features times this stay finite

/// A text that can only be this one.
Result<Done> exactly(const Fields& fields, std::string_view name, std::string_view expected) {
  const Result<std::string> text = fields.text(name);
  if (!text || *text != expected) return fields.wrong(name, "\"" + std::string(expected) + "\"");
  return Done{};
}

/// A text that may be absent.
Result<Done> read_text(const Fields& fields, std::string_view name, std::string& out) {
  if (!fields.has(name)) return Done{};
  Result<std::string> text = fields.text(name);
  if (!text) return text.error();
  out = *std::move(text);
  return Done{};
}

/// A whole number that may be absent.
Result<Done> read_whole(const Fields& fields, std::string_view name, int low, int high, int& out) {
  if (!fields.has(name)) return Done{};
  const Result<std::int64_t> number = fields.whole(name, low, high);
  if (!number) return number.error();
  out = static_cast<int>(*number);
  return Done{};
}

/// The name of something that `named` knows.
template <class T>
Result<Done> read_name(const Fields& fields, std::string_view name, Result<T> (*named)(std::string_view), T& out) {
  const Result<std::string> text = fields.text(name);
  if (!text) return text.error();
  const Result<T> found = named(*text);
  if (!found) return Error{"field " + in_quotes(fields.path_of(name)) + ": " + found.message()};
  out = *found;
  return Done{};
}

Result<Done> check_head(const Fields& file) {
  if (auto r = exactly(file, "format", kFormat); !r) return r;
  const Result<std::int64_t> number = file.whole("version", 1, 1 << 30);
  if (!number) return number.error();
  if (*number > kVersion) {
    return Error{fmt::format("version {} is newer than this program reads ({})", *number, kVersion)};
  }
  if (auto r = file.only({"format", "version", "game", "kind", "name", "source", "published", "terms", "units",
                          "search", "safe", "provenance"});
      !r) {
    return r;
  }
  return exactly(file, "game", "tetris");
}

Result<Term> read_term(const Fields& fields) {
  if (auto r = fields.only({"feature", "index", "transform", "weight"}); !r) return r.error();
  Term term;
  if (auto r = read_name(fields, "feature", tetris::feature_named, term.feature); !r) return r.error();
  const int count = tetris::features()[static_cast<std::size_t>(term.feature)].count(tetris::kMaxWidth);
  if (auto r = read_whole(fields, "index", 0, count - 1, term.index); !r) return r.error();
  if (fields.has("transform")) {
    if (auto r = read_name(fields, "transform", transform_named, term.transform); !r) return r.error();
  }
  const Result<double> weight = fields.real("weight");
  if (!weight) return weight.error();
  if (std::abs(*weight) > kMaxWeight) return fields.wrong("weight", "at most 1e100 in size");
  term.weight = *weight;
  return term;
}

Result<Done> read_terms(const Fields& file, std::vector<Term>& terms) {
  const Result<const Json*> list = file.array("terms");
  if (!list) return list.error();
  if ((*list)->empty() || (*list)->size() > kMaxTerms) {
    return Error{fmt::format("field {} must have 1 to {} entries, got {}", in_quotes(file.path_of("terms")), kMaxTerms,
                             (*list)->size())};
  }
  const Result<std::vector<Fields>> objects = file.objects("terms");
  if (!objects) return objects.error();
  for (const Fields& fields : *objects) {
    const Result<Term> term = read_term(fields);
    if (!term) return term.error();
    terms.push_back(*term);
  }
  return Done{};
}

/// Features, or units and perhaps features beside them.
Result<Done> read_evaluator(const Fields& file, Controller& c) {
  const Result<std::string> kind = file.text("kind");
  if (!kind || (*kind != "linear" && *kind != "units")) return file.wrong("kind", "\"linear\" or \"units\"");
  c.kind = *kind;
  if (c.kind == "linear" && file.has("units")) return file.wrong("units", "absent where kind is \"linear\"");
  if (c.kind == "linear" || file.has("terms")) {
    if (auto r = read_terms(file, c.terms); !r) return r;
  }
  return c.kind == "units" ? read_units(file, c.terms) : Result<Done>(Done{});
}

/// Weights for high piles; a file need not have them.
Result<Done> read_safe(const Fields& file, SafeMode& safe) {
  if (!file.has("safe")) return Done{};
  const Result<Fields> fields = file.object("safe");
  if (!fields) return fields.error();
  if (auto r = fields->only({"above", "terms"}); !r) return r;
  const Result<std::int64_t> above = fields->whole("above", 0, tetris::kMaxHeight);
  if (!above) return above.error();
  safe.above = static_cast<int>(*above);
  return read_terms(*fields, safe.terms);
}

Result<Done> read_search(const Fields& file, SearchSpec& search) {
  if (!file.has("search")) return Done{};
  const Result<Fields> fields = file.object("search");
  if (!fields) return fields.error();
  if (auto r = fields->only({"kind", "see", "width", "pairs"}); !r) return r;
  if (auto r = read_name(*fields, "kind", search_named, search.kind); !r) return r;
  search.see = pieces_needed(search.kind);
  if (auto r = read_whole(*fields, "see", 1, kMaxSee, search.see); !r) return r;
  if (auto r = read_whole(*fields, "width", 0, kMaxBeamWidth, search.width); !r) return r;
  if (fields->has("pairs")) {
    if (auto r = read_name(*fields, "pairs", pairs_named, search.pairs); !r) return r;
  }
  if (const auto enough = check_search(search); !enough) return Error{"field 'search.see': " + enough.message()};
  return Done{};
}

/// Notes for people: where a field is a number, its digits are as good as a text.
Result<Done> read_provenance(const Fields& file, const Json& document, Provenance& provenance) {
  if (!file.has("provenance")) return Done{};
  const Result<Fields> fields = file.object("provenance");
  if (!fields) return fields.error();
  if (auto r = fields->only({"run", "seed", "result"}); !r) return r;
  for (const auto& [name, out] :
       {std::pair{"run", &provenance.run}, {"seed", &provenance.seed}, {"result", &provenance.result}}) {
    const Json& object = document["provenance"];
    if (object.contains(name) && object[name].is_number()) {
      *out = json_text(object[name], -1);
    } else if (auto r = read_text(*fields, name, *out); !r) {
      return r;
    }
  }
  return Done{};
}

/// The shortest digits that read back as the same number.
std::string digits(double value) { return value == 0 && std::signbit(value) ? "-0.0" : fmt::format("{}", value); }

std::string json_quoted(const std::string& text) { return json_text(Json(text), -1); }

std::string feature_text(const Term& t) {
  return fmt::format("{{\"feature\": \"{}\", \"index\": {}, \"transform\": \"{}\", \"weight\": {}}}",
                     tetris::features()[static_cast<std::size_t>(t.feature)].name, t.index, name_of(t.transform),
                     digits(t.weight));
}

/// A list of terms, one to a line: those that are units, or those that are not.
std::string terms_text(const std::vector<Term>& terms, std::string_view indent, bool units = false) {
  std::string out;
  for (const Term& t : terms) {
    if (t.unit.has_value() != units) continue;
    out += fmt::format("{}\n{}  {}", out.empty() ? "" : ",", indent, units ? unit_text(t) : feature_text(t));
  }
  return fmt::format("[{}\n{}]", out, indent);
}

}  // namespace

Result<Controller> controller_from_json(std::string_view text) {
  const Result<Json> document = parse_json(text, "not a controller");
  if (!document) return document.error();
  const Fields file(*document);
  if (auto r = check_head(file); !r) return r.error();
  Controller c;
  for (const auto& [name, out] : {std::pair{"name", &c.name}, {"source", &c.source}, {"published", &c.published}}) {
    if (auto r = read_text(file, name, *out); !r) return r.error();
  }
  if (auto r = read_evaluator(file, c); !r) return r.error();
  if (auto r = read_search(file, c.search); !r) return r.error();
  if (auto r = read_safe(file, c.safe); !r) return r.error();
  if (auto r = read_provenance(file, *document, c.provenance); !r) return r.error();
  return c;
}

std::string to_json(const Controller& c) {
  std::string out = fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"game\": {},\n  \"kind\": {},\n",
                                kFormat, kVersion, json_quoted(c.game), json_quoted(c.kind));
  for (const auto& [name, text] : {std::pair{"name", &c.name}, {"source", &c.source}, {"published", &c.published}}) {
    if (!text->empty()) out += fmt::format("  \"{}\": {},\n", name, json_quoted(*text));
  }
  const bool features = std::ranges::any_of(c.terms, [](const Term& t) { return !t.unit; });
  if (features) out += fmt::format("  \"terms\": {},\n", terms_text(c.terms, "  "));
  if (has_units(c.terms)) out += fmt::format("  \"units\": {},\n", terms_text(c.terms, "  ", true));
  out += fmt::format("  \"search\": {{\"kind\": \"{}\", \"see\": {}, \"width\": {}, \"pairs\": \"{}\"}},\n",
                     name_of(c.search.kind), c.search.see, c.search.width, name_of(c.search.pairs));
  if (!c.safe.terms.empty()) {
    out += fmt::format("  \"safe\": {{\"above\": {}, \"terms\": {}}},\n", c.safe.above, terms_text(c.safe.terms, "  "));
  }
  out += fmt::format("  \"provenance\": {{\"run\": {}, \"seed\": {}, \"result\": {}}}\n}}\n",
                     json_quoted(c.provenance.run), json_quoted(c.provenance.seed), json_quoted(c.provenance.result));
  return out;
}

}  // namespace stackwright
