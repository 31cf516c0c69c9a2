// stackwright bench: a signature of the program's behaviour, and its speed on one core.
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/play_options.h"
#include "cli/report.h"
#include "experiment/play_games.h"
#include "experiment/signature.h"
#include "experiment/speed.h"

namespace stackwright::cli {
namespace {

struct BenchArguments {
  std::string controller = "bcts";
  std::string simd = "auto";
  double seconds = 1;
  bool json = false;
};

/// Plays games on one core until the time is up.
Result<Speed> measure(const BenchArguments& a, const Controller& controller, const SearchSpec& search, Simd simd,
                      const StopToken& stop) {
  PlayOptions options;
  options.search = search;
  options.simd = simd;
  options.threads = 1;
  return measure_speed(controller, options, a.seconds, stop);
}

SearchSpec with_kind(SearchSpec search, SearchKind kind) {
  search.kind = kind;
  search.see = pieces_needed(kind);
  return search;
}

Json to_json(const Speed& speed) {
  return Json{{"pieces_per_second", speed.pieces}, {"placements_per_second", speed.placements}};
}

Result<int> run_bench(const BenchArguments& a, const StopToken& stop) {
  const auto controller = for_option("--controller", load_controller(a.controller));
  if (!controller) return controller.error();
  const auto simd = resolve_simd(a.simd);
  if (!simd) return simd.error();
  const auto tables = make_tables(*simd, {}, Linear(controller->terms, {}));
  if (!tables) return tables.error();
  const std::string running(name_of((*tables)->simd()));
  const auto signature = bench_signature(*simd, stop);
  if (!signature) return signature.error();
  const SearchSpec& search = controller->search;
  const auto one = measure(a, *controller, with_kind(search, SearchKind::greedy), *simd, stop);
  if (!one) return one.error();
  const auto two = measure(a, *controller, with_kind(search, SearchKind::two_ply), *simd, stop);
  if (!two) return two.error();
  const bool looks_ahead = search.kind == SearchKind::beam || search.kind == SearchKind::expectimax;
  const auto own = looks_ahead ? measure(a, *controller, search, *simd, stop) : Result<Speed>(Speed{});
  if (!own) return own.error();
  if (stop.requested()) return kInterrupted;
  const std::string shown_signature = fmt::format("{:016x}", *signature);
  if (a.json) {
    Json document = envelope("stackwright.bench/1", 1,
                             Json{{"controller", a.controller}, {"seconds", a.seconds}, {"simd", a.simd}});
    document["signature"] = shown_signature;
    document["simd"] = running;
    document["one_piece"] = to_json(*one);
    document["two_piece"] = to_json(*two);
    if (looks_ahead) document["own_search"] = to_json(*own);
    print_json(document);
    return kDone;
  }
  print_line(fmt::format("signature  {}", shown_signature));
  print_line(fmt::format("{} on one core, {}", controller->name, running));
  TextTable table({"known", "pieces per second", "placements per second"});
  table.add({"one piece", shown(one->pieces), shown(one->placements)});
  table.add({"two pieces", shown(two->pieces), shown(two->placements)});
  if (looks_ahead) table.add({std::string(name_of(search.kind)), shown(own->pieces), shown(own->placements)});
  table.print();
  return kDone;
}

}  // namespace

Run prepare_bench(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<BenchArguments>();
  add_text(app, "--controller", a->controller, "whose speed is measured; the signature is always the same");
  add_real(app, "--seconds", a->seconds, 0, 3600,
           "how long to play with one piece known, again with two, and with a search of its own that looks further");
  add_text(app, "--simd", a->simd, "auto, boolean, plain, avx2 or avx512");
  add_json(app, a->json);
  return [a, &stop] { return run_bench(*a, stop); };
}

}  // namespace stackwright::cli
