// The parts of stackwright murus, and the options that they share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/command.h"
#include "core/json.h"
#include "experiment/murus_player.h"

namespace stackwright::cli {

Run prepare_murus_play(CLI::App& app, const StopToken& stop);
Run prepare_murus_best(CLI::App& app, const StopToken& stop);
Run prepare_murus_referee(CLI::App& app, const StopToken& stop);
Run prepare_murus_join(CLI::App& app, const StopToken& stop);

/// Limits of a decision as options: --time-ms, --depth, --nodes, with a prefix such as "white-".
struct LimitArguments {
  std::optional<std::int64_t> time_ms, depth, nodes;

  bool any() const { return time_ms || depth || nodes; }
};
void add_limits(CLI::App& app, const std::string& prefix, LimitArguments& out, const std::string& of_whom);
murus::Limits limits_of(const LimitArguments& arguments);
Json limits_json(const murus::Limits& limits);
/// Where decisions have a clock: this thread, and those that it starts, share the processor in short turns.
void heed_clock(const murus::Limits& limits);

/// --table-mb and --threads of a search.
struct SearchArguments {
  std::int64_t table_mb = 16;
  std::int64_t threads = 1;
  bool plain = false;
};
void add_search(CLI::App& app, SearchArguments& out);
murus::SearchOptions search_of(const SearchArguments& arguments);

}  // namespace stackwright::cli
