// Messages of the page: one JSON object each, small and flat, with a number to answer to and the name of what to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/json.h"
#include "core/result.h"

namespace stackwright::web {

inline constexpr std::size_t kMaxMessage = std::size_t{64} << 10;
inline constexpr int kMaxMessageDepth = 6;

/// Reads {"id": 7, "do": "watch", ...}: an object with a whole number `id` and a name `do`. The error is one line.
Result<Json> parse_message(std::string_view text);

/// The number a message wants its answer to carry, 0 where it has none; for answers to messages that are wrong.
std::int64_t id_of(const Json& message);

/// {"re": 7, "ok": {...}} and {"re": 7, "error": "one line"}.
std::string answer_text(std::int64_t id, const Json& result);
std::string error_text(std::int64_t id, std::string_view error);

/// Fields with defaults; an error names the field. Texts are at most `longest` bytes.
Result<std::string> text_or(const Fields& fields, std::string_view name, std::string_view otherwise,
                            std::size_t longest = 200);
Result<std::int64_t> whole_or(const Fields& fields, std::string_view name, std::int64_t otherwise, std::int64_t low,
                              std::int64_t high);
Result<double> real_or(const Fields& fields, std::string_view name, double otherwise, double low, double high);

}  // namespace stackwright::web
