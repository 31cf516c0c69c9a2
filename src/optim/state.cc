// Reading and writing an optimiser's state: every double comes back with the same bits.
#include "optim/state.h"

#include "core/math.h"

#include <cmath>
#include <limits>
#include <optional>

#include <nlohmann/json.hpp>

namespace stackwright::optim {
namespace {

Json to_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json to_json(std::span<const double> values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(to_json(value));
  return list;
}

std::optional<double> to_number(const Json& json) {
  if (json.is_number()) return json.get<double>();
  if (json == "inf") return kInfinity;
  if (json == "-inf") return -kInfinity;
  if (json == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

std::optional<std::vector<double>> to_numbers(const Json& json, std::size_t size) {
  if (!json.is_array() || json.size() != size) return std::nullopt;
  std::vector<double> numbers;
  numbers.reserve(size);
  for (const Json& element : json) {
    const std::optional<double> number = to_number(element);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

template <class T>
Result<Done> into(Result<T> result, T& out) {
  if (!result) return result.error();
  out = *std::move(result);
  return Done{};
}

}  // namespace

void put(Json& object, std::string_view name, double value) { object[std::string(name)] = to_json(value); }

void put(Json& object, std::string_view name, std::span<const double> values) {
  object[std::string(name)] = to_json(values);
}

void put(Json& object, std::string_view name, const std::vector<Genes>& rows) {
  Json list = Json::array();
  for (const Genes& row : rows) list.push_back(to_json(row));
  object[std::string(name)] = std::move(list);
}

Result<double> get_number(const Fields& fields, std::string_view name) {
  if (fields.has(name)) {
    if (const auto text = fields.text(name); text) {
      if (const auto number = to_number(Json(*text))) return *number;
    }
  }
  return fields.real(name);
}

Result<std::vector<double>> get_numbers(const Fields& fields, std::string_view name, std::size_t size) {
  const Result<const Json*> list = fields.array(name);
  if (!list) return list.error();
  if (auto numbers = to_numbers(**list, size)) return *std::move(numbers);
  return fields.wrong(name, "an array of " + std::to_string(size) + " numbers");
}

Result<std::vector<Genes>> get_rows(const Fields& fields, std::string_view name, std::size_t width) {
  const Result<const Json*> list = fields.array(name);
  if (!list) return list.error();
  std::vector<Genes> rows;
  for (const Json& element : **list) {
    auto row = to_numbers(element, width);
    if (!row) return fields.wrong(name, "rows of " + std::to_string(width) + " numbers");
    rows.push_back(*std::move(row));
  }
  return rows;
}

Result<Done> load_number(const Fields& fields, std::string_view name, double& out) {
  return into(get_number(fields, name), out);
}

Result<Done> load_numbers(const Fields& fields, std::string_view name, std::size_t size, std::vector<double>& out) {
  return into(get_numbers(fields, name, size), out);
}

Result<Done> load_rows(const Fields& fields, std::string_view name, std::size_t width, std::vector<Genes>& out) {
  return into(get_rows(fields, name, width), out);
}

Result<Done> load_word(const Fields& fields, std::string_view name, std::uint64_t& out) {
  return into(fields.word(name), out);
}

}  // namespace stackwright::optim
