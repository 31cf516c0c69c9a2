// Reading and writing an optimiser's state: every double comes back with the same bits.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "optim/space.h"

namespace stackwright::optim {

/// Numbers as the shortest digits that read back the same; infinities and NaN as texts.
void put(Json& object, std::string_view name, double value);
void put(Json& object, std::string_view name, std::span<const double> values);
void put(Json& object, std::string_view name, const std::vector<Genes>& rows);

Result<double> get_number(const Fields& fields, std::string_view name);
/// An array of exactly `size` numbers.
Result<std::vector<double>> get_numbers(const Fields& fields, std::string_view name, std::size_t size);
/// Any number of rows of `width` numbers.
Result<std::vector<Genes>> get_rows(const Fields& fields, std::string_view name, std::size_t width);

/// Reads one field into `out`, for chains of `if (auto r = ...; !r) return r;`.
Result<Done> load_number(const Fields& fields, std::string_view name, double& out);
Result<Done> load_numbers(const Fields& fields, std::string_view name, std::size_t size, std::vector<double>& out);
Result<Done> load_rows(const Fields& fields, std::string_view name, std::size_t width, std::vector<Genes>& out);
Result<Done> load_word(const Fields& fields, std::string_view name, std::uint64_t& out);

}  // namespace stackwright::optim
