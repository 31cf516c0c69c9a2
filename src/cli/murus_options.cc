// Options that the parts of stackwright murus share.
#include <nlohmann/json.hpp>

#include "cli/murus.h"
#include "cli/options.h"
#include "core/turns.h"

namespace stackwright::cli {

void add_limits(CLI::App& app, const std::string& prefix, LimitArguments& out, const std::string& of_whom) {
  constexpr std::int64_t kMostMs = 86'400'000, kMostNodes = std::int64_t{1} << 60;
  add_whole(app, "--" + prefix + "time-ms", out.time_ms, 1, kMostMs, "milliseconds for a move" + of_whom);
  add_whole(app, "--" + prefix + "depth", out.depth, 1, 100, "plies to look ahead" + of_whom);
  add_whole(app, "--" + prefix + "nodes", out.nodes, 1, kMostNodes, "positions to look at" + of_whom);
}

murus::Limits limits_of(const LimitArguments& a) {
  murus::Limits limits;
  if (a.time_ms) limits.milliseconds = static_cast<double>(*a.time_ms);
  if (a.depth) limits.depth = static_cast<int>(*a.depth);
  if (a.nodes) limits.nodes = static_cast<std::uint64_t>(*a.nodes);
  return limits;
}

Json limits_json(const murus::Limits& limits) {
  Json json = Json::object();
  if (limits.milliseconds > 0) json["time_ms"] = limits.milliseconds;
  if (limits.depth > 0) json["depth"] = limits.depth;
  if (limits.nodes > 0) json["nodes"] = limits.nodes;
  return json;
}

void heed_clock(const murus::Limits& limits) {
  if (limits.milliseconds > 0) (void)wish_for_short_turns();
}

void add_search(CLI::App& app, SearchArguments& out) {
  add_whole(app, "--table-mb", out.table_mb, 1, 1 << 16, "memory of the transposition table, in MiB");
  add_whole(app, "--threads", out.threads, 1, 256, "threads of one search (more than 1: not reproducible)");
  add_flag(app, "--plain", out.plain, "no reductions and extensions: the value is minimax's at the same depth");
}

murus::SearchOptions search_of(const SearchArguments& a) {
  return murus::SearchOptions{.selective = !a.plain,
                              .table_bytes = static_cast<std::size_t>(a.table_mb) << 20,
                              .threads = static_cast<int>(a.threads)};
}

}  // namespace stackwright::cli
