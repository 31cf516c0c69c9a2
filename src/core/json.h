// JSON documents: the envelope that all reports share, reading with limits, fields with clear errors.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/result.h"

namespace stackwright {

/// Objects keep the order in which their fields were written.
using Json = nlohmann::ordered_json;

/// The head of every document: `schema` ("stackwright.play/1"), `version` of the program, `seed`, `configuration`.
Json envelope(std::string_view schema, std::uint64_t seed, const Json& configuration);

/// The document as text; bytes that are not UTF-8 become replacement characters. `indent` < 0: one line.
std::string json_text(const Json& json, int indent = 2);

struct JsonLimits {
  std::size_t bytes = std::size_t{1} << 28;
  int depth = 64;
};

/// Reads one document; an error tells line and column. `what` names the text in the error, such as its path.
Result<Json> parse_json(std::string_view text, std::string_view what, const JsonLimits& limits = {});

/// Reads the fields of an object; errors say "field 'terms[3].weight' must be a number, got "abc"".
class Fields {
 public:
  /// The object must outlive this. `path` is the object's place in the document, empty for the whole of it.
  explicit Fields(const Json& object, std::string path = "");

  /// An error unless this is an object with no other fields than these.
  Result<Done> only(std::span<const std::string_view> names) const;
  Result<Done> only(std::initializer_list<std::string_view> names) const;

  bool has(std::string_view name) const;
  Result<double> real(std::string_view name) const;
  Result<std::int64_t> whole(std::string_view name, std::int64_t low, std::int64_t high) const;
  /// Any unsigned 64-bit number, such as a seed.
  Result<std::uint64_t> word(std::string_view name) const;
  Result<bool> boolean(std::string_view name) const;
  Result<std::string> text(std::string_view name) const;
  Result<Fields> object(std::string_view name) const;
  /// The elements of an array of objects, each with its place.
  Result<std::vector<Fields>> objects(std::string_view name) const;
  /// The array itself; it lives as long as the document.
  Result<const Json*> array(std::string_view name) const;
  Result<std::vector<double>> reals(std::string_view name) const;

  /// "field 'PATH.NAME' must be EXPECTED, got VALUE" for checks of one's own.
  Error wrong(std::string_view name, std::string_view expected) const;
  /// The place of a field in the document.
  std::string path_of(std::string_view name) const;

 private:
  const Json* find(std::string_view name) const;

  const Json* object_;
  std::string path_;
};

}  // namespace stackwright
