// stackwright 2048 train: an n-tuple network by temporal differences, with checkpoints.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/options.h"
#include "cli/report.h"
#include "cli/twenty48.h"
#include "core/text.h"
#include "core/timer.h"
#include "experiment/twenty48_controller.h"
#include "experiment/twenty48_files.h"
#include "experiment/twenty48_training.h"

namespace stackwright::cli {
namespace {

constexpr std::int64_t kMostGames = 1'000'000'000'000;

struct Twenty48TrainArguments {
  std::string network = "4x6";
  std::string method = "tc";
  std::string out = "network.json";
  std::string stages;
  std::string simd = "auto";
  std::int64_t games = 100000;
  std::int64_t seed = 1;
  std::optional<std::int64_t> split_at;
  double alpha = 0;
  double optimism = 0;
  double checkpoint_seconds = 600;
  bool resume = false;
  bool json = false;
  bool quiet = false;
  const CLI::App* app = nullptr;
};

Result<CheckpointHead> wanted(const Twenty48TrainArguments& a) {
  CheckpointHead head;
  auto shape = for_option("--network", shape_named(a.network));
  if (!shape) return shape.error();
  head.form.shape = *std::move(shape);
  if (!a.stages.empty()) {
    for (const std::string_view text : split(a.stages, ',')) {
      const auto tile = parse_int(text, "--stages", 4, 32768);
      if (!tile) return tile.error();
      head.form.stage_tiles.push_back(static_cast<int>(*tile));
    }
  }
  if (auto fine = for_option("--stages", check_stage_tiles(head.form.stage_tiles)); !fine) return fine.error();
  if (a.method != "td" && a.method != "tc") return Error{"--method must be td or tc, got " + in_quotes(a.method)};
  LearnSettings& s = head.settings;
  s.method = a.method == "tc" ? ntuple::Method::tc : ntuple::Method::td;
  s.alpha = a.alpha > 0 ? a.alpha : s.method == ntuple::Method::tc ? 1.0 : 0.1;
  s.optimism = a.optimism;
  s.split_at = head.form.stage_tiles.empty() ? 0 : static_cast<std::uint64_t>(a.split_at.value_or(a.games / 2));
  s.seed = static_cast<std::uint64_t>(a.seed);
  return head;
}

/// Settings come from the checkpoint; those given on the command line have to agree.
Result<Done> check_agreement(const Twenty48TrainArguments& a, const CheckpointHead& given,
                             const NTupleLearner& learner) {
  const LearnSettings& s = learner.settings();
  const std::pair<const char*, bool> agree[] = {
      {"--network", given.form.shape == learner.network().form().shape},
      {"--stages", given.form.stage_tiles == learner.network().form().stage_tiles},
      {"--method", given.settings.method == s.method},
      {"--alpha", given.settings.alpha == s.alpha},
      {"--optimism", given.settings.optimism == s.optimism},
      {"--split-at", given.settings.split_at == s.split_at},
      {"--seed", given.settings.seed == s.seed},
  };
  for (const auto& [name, same] : agree) {
    if (was_given(*a.app, name) && !same) return Error{std::string(name) + " differs from the run that is resumed"};
  }
  if (static_cast<std::uint64_t>(a.games) < learner.games_done()) {
    return Error{fmt::format("--games: the checkpoint already has {} games, got {}", learner.games_done(), a.games)};
  }
  return Done{};
}

/// The line on standard error: games, mean score of late, speed, time left.
class TrainLine {
 public:
  TrainLine(std::uint64_t done, std::uint64_t games, bool quiet)
      : start_(done), games_(games), quiet_(quiet), terminal_(::isatty(STDERR_FILENO) != 0) {}

  void add(std::uint64_t done, std::span<const ntuple::GameRecord> records) {
    for (const ntuple::GameRecord& r : records) {
      moves_ += r.moves;
      score_ += static_cast<double>(r.score);
    }
    count_ += records.size();
    if (quiet_ || since_.seconds() < (terminal_ ? 0.5 : 10)) return;
    const double left = timer_.seconds() / static_cast<double>(done - start_) * static_cast<double>(games_ - done);
    fmt::print(stderr,
               "{}{} of {} games, mean score {} in the last {}, {:.3g} million moves per second, {:.0f} s left{}",
               terminal_ ? "\r\x1b[K" : "", done, games_, shown(score_ / static_cast<double>(count_)), count_,
               moves_per_second() / 1e6, left, terminal_ ? "" : "\n");
    std::fflush(stderr);
    if (count_ >= 1000) last_mean_ = score_ / static_cast<double>(count_), score_ = 0, count_ = 0;
    since_.restart();
  }
  void end() const {
    if (!quiet_ && terminal_) fmt::print(stderr, "\r\x1b[K");
  }
  double moves_per_second() const { return rate(static_cast<double>(moves_), timer_.seconds()); }
  std::uint64_t moves() const { return moves_; }
  double last_mean() const { return count_ > 0 ? score_ / static_cast<double>(count_) : last_mean_; }

 private:
  std::uint64_t start_, games_;
  bool quiet_, terminal_;
  std::uint64_t moves_ = 0, count_ = 0;
  double score_ = 0, last_mean_ = 0;
  Timer timer_, since_;
};

Json configuration_of(const Twenty48TrainArguments& a, const NTupleLearner& learner) {
  const LearnSettings& s = learner.settings();
  return Json{{"network", to_text(learner.network().form().shape)},
              {"stages", learner.network().form().stage_tiles},
              {"method", s.method == ntuple::Method::tc ? "tc" : "td"},
              {"alpha", s.alpha},
              {"optimism", s.optimism},
              {"split_at", s.split_at},
              {"games", a.games},
              {"out", a.out},
              {"resume", a.resume}};
}

void report(const Twenty48TrainArguments& a, const NTupleLearner& learner, const TrainLine& line,
            const Twenty48Controller* saved) {
  const bool interrupted = saved == nullptr;
  if (a.json) {
    Json document = envelope("stackwright.2048.train/1", learner.settings().seed, configuration_of(a, learner));
    document["games"] = learner.games_done();
    document["moves"] = line.moves();
    document["mean_of_late"] = line.last_mean();
    document["moves_per_second"] = line.moves_per_second();
    document["interrupted"] = interrupted;
    document["network"] = interrupted ? Json(nullptr) : Json(a.out);
    document["table"] = interrupted ? Json(nullptr) : Json(saved->table);
    print_json(document);
    return;
  }
  print_line(fmt::format("{} games, mean score of late {}, {} moves per second",
                         grouped(static_cast<std::int64_t>(learner.games_done())), shown(line.last_mean()),
                         shown(line.moves_per_second())));
  print_line(interrupted ? "stopped; --resume goes on from " + a.out + ".checkpoint"
                         : fmt::format("network {} with table {}", a.out, saved->table));
}

Result<int> run_twenty48_train(const Twenty48TrainArguments& a, const StopToken& stop) {
  const auto simd = for_option("--simd", simd_named(a.simd));
  if (!simd) return simd.error();
  if (!has_simd(*simd)) return Error{"--simd: this processor has no " + a.simd};
  const auto head = wanted(a);
  if (!head) return head.error();
  const std::string checkpoint = a.out + ".checkpoint";
  std::error_code error;
  if (const auto folder = std::filesystem::path(a.out).parent_path();
      !folder.empty() && !std::filesystem::is_directory(folder, error)) {
    return Error{"--out: there is no folder " + in_quotes(folder.string())};
  }
  if (!a.resume && std::filesystem::exists(checkpoint, error)) {
    return Error{"--out: " + in_quotes(checkpoint) + " is a run that was stopped; --resume goes on, or remove it"};
  }
  auto learner = a.resume ? for_option("--resume", load_checkpoint(checkpoint, *simd))
                          : Result<NTupleLearner>(NTupleLearner(NTupleNetwork(head->form, *simd), head->settings));
  if (!learner) return learner.error();
  if (a.resume) {
    if (auto r = check_agreement(a, *head, *learner); !r) return r.error();
  }
  TrainLine line(learner->games_done(), static_cast<std::uint64_t>(a.games), a.quiet);
  const Twenty48Training training{static_cast<std::uint64_t>(a.games), checkpoint, a.checkpoint_seconds};
  const auto trained =
      train_network(*learner, training, stop, [&](std::uint64_t done, auto games) { line.add(done, games); });
  line.end();
  if (!trained) return Error{"--out: " + trained.message()};
  if (learner->games_done() < training.games) {
    report(a, *learner, line, nullptr);
    return kInterrupted;
  }
  const Provenance provenance{
      fmt::format("2048 train, {} games, {}", a.games, learner->settings().method == ntuple::Method::tc ? "tc" : "td"),
      std::to_string(learner->settings().seed), ""};
  const auto saved = save_network(a.out, learner->network(), provenance);
  if (!saved) return Error{"--out: " + saved.message()};
  std::filesystem::remove(checkpoint, error);
  report(a, *learner, line, &*saved);
  return kDone;
}

}  // namespace

Run prepare_twenty48_train(CLI::App& app, const StopToken& stop) {
  auto a = std::make_shared<Twenty48TrainArguments>();
  a->app = &app;
  add_text(app, "--network", a->network,
           "shape: 4x6, 5x6, 6x6, 7x6, 8x6, 4x5, 2x4, 5x4, tuples such as '012345 456789', or a file with tuples");
  add_whole(app, "--games", a->games, 1, kMostGames, "games to learn from, in all");
  add_text(app, "--method", a->method, "td (one step size) or tc (temporal coherence)");
  add_real(app, "--alpha", a->alpha, 0, 1000, "step size, shared by all lookups; 0: 1 for tc, 0.1 for td");
  add_real(app, "--optimism", a->optimism, 0, 1e7, "value that every board has at first");
  add_text(app, "--stages", a->stages, "tiles at which tables of their own begin, such as 8192,16384");
  add_whole(app, "--split-at", a->split_at, 0, kMostGames, "games after which stages part (default half of them)");
  add_whole(app, "--seed", a->seed, 0, INT64_MAX, "of the tiles");
  add_text(app, "--out", a->out, "the controller file to write; its table lies beside it");
  add_flag(app, "--resume", a->resume, "go on from OUT.checkpoint");
  add_real(app, "--checkpoint-seconds", a->checkpoint_seconds, 0, 1e9, "time between checkpoints");
  add_text(app, "--simd", a->simd, "auto, plain, avx2 or avx512; results are the same");
  add_json(app, a->json);
  add_flag(app, "--quiet", a->quiet, "no progress on standard error");
  return [a, &stop] { return run_twenty48_train(*a, stop); };
}

}  // namespace stackwright::cli
