// The laboratory behind the page: does what messages ask, keeps the sessions, and answers every message once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/json.h"
#include "web/catalogue.h"
#include "web/clerks.h"
#include "web/server.h"
#include "web/session.h"

namespace stackwright::web {

struct LaboratoryOptions {
  std::string store;
  std::vector<std::string> networks;  // files of 2048 controllers to offer
  std::string token;                  // needed to start or stop work and to delete; empty: nobody is asked for it
  int threads = 0;                    // of evolutions and comparisons; 0: one per core
};

class Laboratory final : public Service {
 public:
  explicit Laboratory(LaboratoryOptions options);
  ~Laboratory() override;

  void message(const std::shared_ptr<Client>& client, const std::string& text) override;
  void page(const std::string& target, std::function<void(Response)> done) override;

  /// Ends all sessions and clerks; afterwards messages are answered with an error.
  void close();

 private:
  using Asker = std::shared_ptr<Client>;
  struct Action {
    std::string_view name;
    Result<Json> (Laboratory::*handle)(const Json& message, const Asker& asker);
    bool slow;   // a clerk does it
    bool token;  // starts or stops work
  };
  struct Kept {
    std::shared_ptr<Session> session;
    std::weak_ptr<Client> owner;  // who may steer it; nobody's: everybody
    bool owned = false;
    bool work = false;
  };
  static std::vector<Action> actions();

  Result<Json> hello(const Json& message, const Asker& asker);
  Result<Json> follow(const Json& message, const Asker& asker);
  Result<Json> leave(const Json& message, const Asker& asker);
  Result<Json> control(const Json& message, const Asker& asker);
  Result<Json> stop_work(const Json& message, const Asker& asker);
  Result<Json> tetris(const Json& message, const Asker& asker);
  Result<Json> twenty48(const Json& message, const Asker& asker);
  Result<Json> murus(const Json& message, const Asker& asker);
  Result<Json> look(const Json& message, const Asker& asker);
  Result<Json> runs(const Json& message, const Asker& asker);
  Result<Json> run(const Json& message, const Asker& asker);
  Result<Json> remove(const Json& message, const Asker& asker);
  Result<Json> evolve(const Json& message, const Asker& asker);
  Result<Json> resume(const Json& message, const Asker& asker);
  Result<Json> compare(const Json& message, const Asker& asker);

  /// Room for one more, and its name; finished sessions that nobody follows make room.
  Result<std::string> reserve(bool work);
  Result<Json> keep(std::shared_ptr<Session> session, const Asker& asker, bool work);
  Result<Json> begin_run(const Json& message, const Asker& asker, bool fresh);
  Result<Kept> find(const Json& message);
  bool allowed(const Json& message) const;

  const LaboratoryOptions options_;
  Catalogue catalogue_;
  std::mutex mutex_;  // guards the sessions
  std::map<std::string, Kept> sessions_;
  std::uint64_t numbered_ = 0;
  bool closed_ = false;
  Clerks clerks_{2};
};

}  // namespace stackwright::web
