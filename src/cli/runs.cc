// stackwright runs: what the experiment store holds.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/run_rows.h"
#include "core/text.h"
#include "experiment/store.h"

namespace stackwright::cli {
namespace {

struct RunsArguments {
  std::string action;
  std::string run;
  std::string store = Store::default_path();
  std::string format;
  std::string what;
  std::string out;
  bool json = false;
};

constexpr std::array<std::string_view, 4> kActions{"list", "show", "export", "delete"};
constexpr std::array<std::string_view, 2> kFormats{"csv", "json"};
constexpr std::array<std::string_view, 2> kTables{"generations", "evaluations"};

template <std::size_t N>
Result<Done> one_of(std::string_view what, const std::string& name, const std::array<std::string_view, N>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return Done{};
  return unknown_name(what, name, known);
}

/// Fills in defaults; an error when options and action do not fit.
Result<Done> check_runs(RunsArguments& a) {
  if (a.action.empty()) return Error{"an action is needed: list, show RUN, export RUN or delete RUN"};
  if (auto r = one_of("action", a.action, kActions); !r) return r;
  if (a.action == "list" && !a.run.empty()) return Error{"unexpected argument " + in_quotes(a.run)};
  if (a.action != "list" && a.run.empty()) return Error{a.action + " needs the name or number of a run"};
  if (a.action != "export") {
    for (const auto& [option, value] : {std::pair{"--format", &a.format}, {"--what", &a.what}, {"--out", &a.out}}) {
      if (!value->empty()) return Error{fmt::format("{} goes with export only", option)};
    }
    return Done{};
  }
  if (a.json && a.format == "csv") return Error{"--format: csv and --json exclude each other"};
  if (a.format.empty()) a.format = a.json ? "json" : "csv";
  if (a.what.empty()) a.what = "generations";
  if (auto r = for_option("--format", one_of("format", a.format, kFormats)); !r) return r;
  return for_option("--what", one_of("table", a.what, kTables));
}

Json runs_configuration(const RunsArguments& a) {
  Json json{{"action", a.action}, {"store", a.store}};
  if (!a.run.empty()) json["run"] = a.run;
  return json;
}

Result<int> list_runs(const RunsArguments& a) {
  std::error_code ignored;
  Json rows = Json::array();
  TextTable table({"id", "name", "kind", "state", "generation", "best", "created", "updated"});
  if (std::filesystem::exists(a.store, ignored)) {
    const auto store = for_option("--store", Store::open(a.store, Store::Access::read));
    if (!store) return store.error();
    const auto runs = store->list();
    if (!runs) return runs.error();
    for (const RunRow& run : *runs) {
      const std::string state = state_now(*store, run);
      rows.push_back(json_of(run, state));
      table.add({std::to_string(run.id), run.name, run.kind, state, grouped(static_cast<std::int64_t>(run.generation)),
                 run.best ? shown_fitness(*run.best) : "-", spaced_time(run.created), spaced_time(run.updated)});
    }
  }
  if (a.json) {
    Json document = envelope("stackwright.runs/1", 0, runs_configuration(a));
    document["runs"] = std::move(rows);
    print_json(document);
  } else if (rows.empty()) {
    print_line(fmt::format("no runs yet in {}", a.store));
  } else {
    table.print();
  }
  return kDone;
}

/// A run with all that is asked about it.
struct OneRun {
  Store store;
  RunRow row;
};

Result<OneRun> open_run(const RunsArguments& a, Store::Access access) {
  std::error_code ignored;
  if (!std::filesystem::exists(a.store, ignored)) {
    return Error{fmt::format("unknown run {}; there is no store {} yet", in_quotes(a.run), a.store)};
  }
  auto store = for_option("--store", Store::open(a.store, access));
  if (!store) return store.error();
  auto row = store->find(a.run);
  if (!row) return row.error();
  return OneRun{std::move(*store), std::move(*row)};
}

Result<int> show_run(const RunsArguments& a) {
  constexpr std::size_t kShown = 20;
  const auto run = open_run(a, Store::Access::read);
  if (!run) return run.error();
  const RunRow& row = run->row;
  const auto generations = run->store.generations(row.id);
  if (!generations) return generations.error();
  const std::string state = state_now(run->store, row);
  if (a.json) {
    print_json(run_document(row, state, *generations));
    return kDone;
  }
  print_line(fmt::format("run {} {} ({}): {}", row.id, row.name, row.kind, state));
  print_line(fmt::format("created {}, last change {}, version {}, seed {}", spaced_time(row.created),
                         spaced_time(row.updated), row.version, row.seed));
  print_line("configuration " + indented_json(row.configuration));
  const std::size_t skipped = generations->size() > kShown ? generations->size() - kShown : 0;
  if (skipped > 0) print_line(fmt::format("... {} generations before these (--json lists all)", skipped));
  TextTable table({"generation", "evaluations", "best", "mean", "worst", "gene spread", "pieces", "seconds"});
  for (std::size_t i = skipped; i < generations->size(); ++i) {
    const GenerationRow& g = (*generations)[i];
    table.add({std::to_string(g.generation), grouped(static_cast<std::int64_t>(g.evaluations)), shown_fitness(g.best),
               shown_fitness(g.mean), shown_fitness(g.worst), shown_fitness(g.gene_spread),
               grouped(static_cast<std::int64_t>(g.pieces)), fmt::format("{:.1f}", g.seconds)});
  }
  if (generations->empty())
    print_line("no generation is finished yet");
  else
    table.print();
  if (!row.result.empty()) print_line("result " + indented_json(row.result));
  return kDone;
}

Result<int> export_run(const RunsArguments& a) {
  const auto run = open_run(a, Store::Access::read);
  if (!run) return run.error();
  const bool csv = a.format == "csv";
  std::string text;
  if (a.what == "generations") {
    const auto rows = run->store.generations(run->row.id);
    if (!rows) return rows.error();
    text = csv ? csv_of(*rows) : json_text(run_document(run->row, state_now(run->store, run->row), *rows)) + "\n";
  } else {
    const auto rows = run->store.evaluations(run->row.id);
    if (!rows) return rows.error();
    text = csv ? csv_of(*rows) : json_text(run_document(run->row, state_now(run->store, run->row), *rows)) + "\n";
  }
  if (a.out.empty()) {
    std::fwrite(text.data(), 1, text.size(), stdout);
  } else if (const auto written = for_option("--out", write_file(a.out, text)); !written) {
    return written.error();
  }
  return kDone;
}

Result<int> delete_run(const RunsArguments& a) {
  auto run = open_run(a, Store::Access::write);
  if (!run) return run.error();
  const std::string state = state_now(run->store, run->row);
  if (const auto removed = run->store.remove(run->row.id); !removed) return removed.error();
  if (a.json) {
    Json document = envelope("stackwright.runs/1", run->row.seed, runs_configuration(a));
    document["deleted"] = json_of(run->row, state);
    print_json(document);
  } else {
    print_line(fmt::format("deleted run {} ({})", run->row.id, run->row.name));
  }
  return kDone;
}

Result<int> run_runs(RunsArguments& a) {
  if (const auto fits = check_runs(a); !fits) return fits.error();
  if (a.action == "list") return list_runs(a);
  if (a.action == "show") return show_run(a);
  if (a.action == "export") return export_run(a);
  return delete_run(a);
}

}  // namespace

Run prepare_runs(CLI::App& app, const StopToken&) {
  auto a = std::make_shared<RunsArguments>();
  add_text(app, "action", a->action,
           "list; show RUN: settings, generations, result; export RUN: a table; delete RUN: at once, without asking. "
           "A run is running, interrupted (was killed; can be resumed), stopped (by Ctrl-C; can be resumed), finished "
           "or failed");
  add_text(app, "run", a->run, "the name or number of a run");
  add_text(app, "--store", a->store, "the file that holds the runs");
  add_text(app, "--format", a->format, "export: csv (default) or json");
  add_text(app, "--what", a->what, "export: generations (default) or evaluations");
  add_text(app, "--out", a->out, "export: the file to write (default: standard output)");
  add_json(app, a->json);
  return [a] { return run_runs(*a); };
}

}  // namespace stackwright::cli
