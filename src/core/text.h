// Small text tools: numbers with clear errors, near names, files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace stackwright {

std::string_view trim(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
/// The text in single quotes, fit for a one-line message: control characters as \xNN, long texts cut.
std::string in_quotes(std::string_view text);
/// Insertions, deletions and replacements that turn one text into the other (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Whole and real numbers; the whole text must be one number, in range, finite. `what` names the field in the error.
Result<std::int64_t> parse_int(std::string_view text, std::string_view what, std::int64_t low, std::int64_t high);
Result<double> parse_real(std::string_view text, std::string_view what);

/// "unknown WHAT 'NAME'; nearest: a, b, c" (nearest by edit distance, best first).
Error unknown_name(std::string_view what, std::string_view name, std::span<const std::string_view> known);

/// A whole file, at most `max_bytes`; the error names the path and the reason.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes = std::size_t{1} << 30);
/// Writes a whole file by way of a temporary one beside it, so that a full disk never leaves half a file.
Result<Done> write_file(const std::string& path, std::string_view content);

}  // namespace stackwright
