// Runs of the store and their rows as JSON, as CSV and for people.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/json.h"
#include "experiment/store.h"

namespace stackwright::cli {

/// running, stopped, finished or failed; interrupted where it says running but no process works on it.
std::string state_now(const Store& store, const RunRow& run);

/// `id`, `name`, `kind`, `state`, `generation`, `best` (null before the first generation), `created`, ...
Json json_of(const RunRow& run, std::string_view state);
/// Infinities and NaN are the texts "inf", "-inf", "nan".
Json json_of(const GenerationRow& row);
Json json_of(const EvaluationRow& row);

/// The run with its seed and configuration, its rows (`generations` or `evaluations`) and its result.
Json run_document(const RunRow& run, std::string_view state, std::span<const GenerationRow> rows);
Json run_document(const RunRow& run, std::string_view state, std::span<const EvaluationRow> rows);

/// A head and a line per row; genes stand in columns gene_0, gene_1, ...; RFC 4180 with plain line ends.
std::string csv_of(std::span<const GenerationRow> rows);
std::string csv_of(std::span<const EvaluationRow> rows);

/// "2026-03-01 12:30:05" of "2026-03-01T12:30:05Z".
std::string spaced_time(std::string_view time);
/// A fitness for people; infinities are "-inf" and "inf".
std::string shown_fitness(double fitness);
/// A stored document with line breaks.
std::string indented_json(const std::string& text);

}  // namespace stackwright::cli
