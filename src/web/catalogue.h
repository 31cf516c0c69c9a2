// What there is to choose from: controllers that ship, were bred or lie beside the store; presets, networks, runs.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "experiment/controller.h"
#include "experiment/store.h"
#include "experiment/twenty48_controller.h"

namespace stackwright::web {

/// Names come from pages, so they never become paths: a file is found in a list of what lies in known folders.
class Catalogue {
 public:
  /// `networks`: files of 2048 controllers that are offered besides those beside the store.
  Catalogue(std::string store, std::vector<std::string> networks);

  const std::string& store_path() const { return store_; }
  /// Reading fails where there is no store yet.
  Result<Store> open(Store::Access access) const;

  /// A shipped name, "run:NAME" (the champion of a run, or its best so far), or "file:NAME" (a controller file beside the
  /// store).
  Result<Controller> controller(std::string_view name) const;
  /// "features", or the name of a network's file.
  Result<std::shared_ptr<const Twenty48Player>> network(const std::string& name);

  /// Controllers, pieces, presets, networks: what pages need to begin.
  Json describe() const;

  /// `runs`: what the store holds, newest first.
  Result<Json> runs() const;
  /// A run with its settings, gene names, and generations from a number on (at most 500).
  Result<Json> run(std::string_view name, std::uint64_t from) const;
  Result<Json> remove(std::string_view name) const;
  /// The report of a run as an HTML page.
  Result<std::string> report(std::string_view name) const;

 private:
  Result<Controller> champion(std::string_view run) const;

  const std::string store_;
  const std::vector<std::string> networks_;
  std::mutex mutex_;
  std::string loaded_name_;  // the last network that was asked for: they are large
  std::shared_ptr<const Twenty48Player> loaded_;
};

/// running, interrupted, stopped, finished or failed.
std::string state_now(const Store& store, const RunRow& run);

}  // namespace stackwright::web
