// The settings of CMA-ES, and its state as JSON.

#include <nlohmann/json.hpp>

#include "optim/cma_es.h"
#include "core/math.h"
#include "optim/state.h"

namespace stackwright::optim {

const std::vector<SettingRow<CmaSettings>>& cma_settings() {
  using S = CmaSettings;
  static const std::vector<SettingRow<S>> rows{
      // Below 4 there is no second parent to learn from.
      whole_or_zero<S>("population", &S::population, 4, 1'000'000, "candidates; 0: 4 + 3 ln(genes)"),
      real<S>("sigma", &S::sigma, 1e-10, 1e10, "first step size, as a share of the first range of each gene"),
      choice<S, Covariance>("covariance", &S::covariance, kCovarianceNames,
                            "which dependences between genes are learnt"),
      choice<S, Bounds>("bounds", &S::bounds, kBoundsNames, "what happens to a point out of bounds"),
      flag<S>("elitist", &S::elitist, "whether the best so far takes part in every generation"),
      choice<S, Restarts>("restarts", &S::restarts, kRestartsNames, "what follows when a run has come to its end"),
      flag<S>("noise", &S::noise, "whether candidates are evaluated again to measure the noise"),
      real<S>("noise_max_effort", &S::noise_max_effort, 1, 1e6,
              "how far noise may multiply the games of an evaluation; beyond, and with 1, the step size grows"),
      real<S>("tolerance_fitness", &S::tolerance_fitness, 0, kInfinity, "a run ends when fitness changes less"),
      real<S>("tolerance_genes", &S::tolerance_genes, 0, 1,
              "a run ends when steps are smaller than this share of the first"),
  };
  return rows;
}

void CmaEs::save(Json& json) const {
  json["generation"] = batch_.generation;
  Json part = Json::object();
  schedule_.save(part);
  json["schedule"] = std::move(part);
  part = Json::object();
  model_.save(part);
  json["model"] = std::move(part);
  part = Json::object();
  history_.save(part);
  json["history"] = std::move(part);
  put(json, "elite", elite_.empty() ? std::vector<Genes>{} : std::vector<Genes>{elite_});
  put(json, "elite_fitness", elite_fitness_);
  put(json, "first_fitness", first_fitness_.empty() ? std::vector<Genes>{} : std::vector<Genes>{first_fitness_});
  put(json, "effort", effort_);
  json["ended"] = ended_;
}

Result<Done> CmaEs::load(const Fields& fields) {
  const std::size_t n = space_.size();
  if (auto r = load_word(fields, "generation", batch_.generation); !r) return r;
  const Result<Fields> schedule = fields.object("schedule");
  if (!schedule) return schedule.error();
  if (auto r = schedule_.load(*schedule); !r) return r;
  constants_ = cma_constants(n, schedule_.lambda, settings_.covariance);
  const Result<Fields> model = fields.object("model");
  if (!model) return model.error();
  if (auto r = model_.load(*model, n); !r) return r;
  const Result<Fields> history = fields.object("history");
  if (!history) return history.error();
  if (auto r = history_.load(*history); !r) return r;

  std::vector<Genes> rows;
  if (auto r = load_rows(fields, "elite", n, rows); !r) return r;
  elite_ = rows.empty() ? Genes{} : rows.front();
  if (auto r = load_number(fields, "elite_fitness", elite_fitness_); !r) return r;
  if (auto r = load_rows(fields, "first_fitness", schedule_.lambda, rows); !r) return r;
  first_fitness_ = rows.empty() ? std::vector<double>{} : rows.front();
  if (auto r = load_number(fields, "effort", effort_); !r) return r;
  const Result<std::string> ended = fields.text("ended");
  if (!ended) return ended.error();
  ended_ = *ended;
  prepare();
  return Done{};
}

}  // namespace stackwright::optim
