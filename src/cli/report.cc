// What commands print: JSON documents, and tables for people.
#include "cli/report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace stackwright::cli {
namespace {

bool is_number(const std::string& cell) {
  return !cell.empty() && cell.find_first_not_of("0123456789 .-+e") == std::string::npos;
}

}  // namespace

void print_json(const Json& document) { print_line(json_text(document)); }

void print_line(const std::string& line) { fmt::print("{}\n", line); }

void TextTable::print() const {
  const std::size_t columns = rows_[0].size();
  std::vector<std::size_t> width(columns);
  std::vector<bool> right(columns, rows_.size() > 1);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      width[c] = std::max(width[c], rows_[r][c].size());
      if (r > 0 && !is_number(rows_[r][c])) right[c] = false;
    }
  }
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t c = 0; c < columns; ++c) {
      line += right[c] ? fmt::format("{:>{}}  ", row[c], width[c]) : fmt::format("{:<{}}  ", row[c], width[c]);
    }
    print_line(line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  const std::ptrdiff_t first = number < 0 ? 1 : 0;
  for (std::ptrdiff_t at = std::ssize(digits) - 3; at > first; at -= 3)
    digits.insert(static_cast<std::size_t>(at), " ");
  return digits;
}

std::string shown(double number) {
  if (!std::isfinite(number)) return number > 0 ? "unknown" : "-unknown";
  if (std::abs(number) >= 1000 && std::abs(number) < 1e15) return grouped(std::llround(number));
  return fmt::format("{:.4g}", number);
}

}  // namespace stackwright::cli
