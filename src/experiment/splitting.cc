// Splitting: batches on the cores of this machine, and what was seen in them.
#include "experiment/splitting.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#include "experiment/splitting_row.h"

namespace stackwright {
namespace {

template <class T>
void add_to(std::vector<T>& sum, const std::vector<T>& other) {
  if (sum.size() < other.size()) sum.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) sum[i] += other[i];
}

std::size_t thread_count(int wanted, std::size_t batches) {
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  return std::min<std::size_t>(wanted > 0 ? static_cast<unsigned>(wanted) : cores, batches);
}

}  // namespace

void Tally::add(const Tally& other) {
  main_steps += other.main_steps;
  steps += other.steps;
  add_to(visits, other.visits);
  add_to(deaths, other.deaths);
  add_to(cells, other.cells);
  excursions += other.excursions;
  largest = std::max(largest, other.largest);
  cut_off = cut_off || other.cut_off;
}

double weighted(const std::vector<std::uint64_t>& by_level, const Ladder& ladder) {
  double sum = 0;
  for (std::size_t l = 0; l < by_level.size(); ++l) sum += static_cast<double>(by_level[l]) / ladder.factor[l];
  return sum;
}

void Survey::add(const Survey& other) {
  add_to(highest, other.highest);
  scores += other.scores;
  squares += other.squares;
  count += other.count;
}

std::vector<ParticleBatch> new_batches(std::size_t batches, std::size_t mains) {
  std::vector<ParticleBatch> all(batches);
  for (std::size_t i = 0; i < batches; ++i) {
    all[i].number = i;
    all[i].mains.resize(mains);
  }
  use_ladder(Ladder{}, all);
  return all;
}

void use_ladder(const Ladder& ladder, std::vector<ParticleBatch>& batches) {
  for (ParticleBatch& batch : batches) {
    batch.tally = Tally(ladder.factor.size());
    for (MainPath& main : batch.mains) {
      main.position.level = static_cast<std::uint8_t>(ladder.scale.level(main.position.board));
      main.open_sum = 0;
    }
  }
}

Result<bool> run_batches(const SplittingGame& game, const Ladder& ladder, std::vector<ParticleBatch>& batches,
                         std::uint64_t steps, std::uint64_t most_steps, const Limit& limit, Survey* survey,
                         Progress* progress) {
  const std::size_t threads = thread_count(game.options.threads, batches.size());
  const PlayOptions& options = game.options;
  const SafeMode& safe_mode = game.controller.safe;
  const Linear evaluator(game.controller.terms, options.setting), safe(safe_mode.terms, options.setting);
  const DeciderOptions decide{options.setting,
                              options.search,
                              piece_odds(options.source, *options.setting.pieces),
                              options.simd,
                              SplittingRow::tables_for(options.search),
                              safe_mode.above,
                              safe_mode.terms.empty() ? nullptr : &safe};
  std::vector<std::unique_ptr<SplittingRow>> rows;
  for (std::size_t i = 0; i < threads; ++i) {
    auto decider = make_decider(decide, evaluator);
    if (!decider) return decider.error();
    rows.push_back(std::make_unique<SplittingRow>(game, std::move(*decider)));
  }
  std::vector<Survey> surveys(survey != nullptr ? batches.size() : 0);
  for (Survey& one : surveys) one.highest.resize(tetris::kMaxHeight + 1);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> whole{true};
  const auto work = [&](SplittingRow& row) {
    for (std::size_t i = next.fetch_add(1); i < batches.size() && whole.load(); i = next.fetch_add(1)) {
      Survey* own = survey != nullptr ? &surveys[i] : nullptr;
      if (!row.run(batches[i], ladder, steps, most_steps, limit, own, progress)) whole = false;
    }
  };
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < threads; ++i) workers.emplace_back([&work, &row = *rows[i]] { work(row); });
    work(*rows[0]);
  }
  if (survey != nullptr) {
    for (const Survey& one : surveys) survey->add(one);
  }
  return whole.load();
}

}  // namespace stackwright
