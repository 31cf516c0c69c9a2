// What commands print: JSON documents, and tables for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/json.h"

namespace stackwright::cli {

void print_json(const Json& document);
void print_line(const std::string& line);

/// Columns as wide as they need to be; numbers stand to the right, texts to the left.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> head) { rows_.push_back(std::move(head)); }
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void print() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// A whole number with a space between thousands.
std::string grouped(std::int64_t number);
/// A real number for people: grouped from 1000 on, three or four digits below.
std::string shown(double number);

}  // namespace stackwright::cli
