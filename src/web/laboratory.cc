// The laboratory behind the page: messages, sessions, who may do what.
#include "web/laboratory.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/text.h"
#include "web/decision.h"
#include "web/evolve_session.h"
#include "web/message.h"

namespace stackwright::web {
namespace {

constexpr std::size_t kMaxSessions = 64;  // each has a thread
constexpr std::size_t kMaxWork = 4;       // evolutions and comparisons at once

/// Takes the same time wherever the first difference is.
bool equal_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

}  // namespace

std::vector<Laboratory::Action> Laboratory::actions() {
  return {
      {"hello", &Laboratory::hello, true, false},    {"follow", &Laboratory::follow, false, false},
      {"leave", &Laboratory::leave, false, false},   {"control", &Laboratory::control, false, false},
      {"tetris", &Laboratory::tetris, true, false},  {"2048", &Laboratory::twenty48, true, false},
      {"murus", &Laboratory::murus, true, false},    {"look", &Laboratory::look, true, false},
      {"runs", &Laboratory::runs, true, false},      {"run", &Laboratory::run, true, false},
      {"delete", &Laboratory::remove, true, true},   {"evolve", &Laboratory::evolve, true, true},
      {"resume", &Laboratory::resume, true, true},   {"compare", &Laboratory::compare, true, true},
      {"stop", &Laboratory::stop_work, false, true},
  };
}

Laboratory::Laboratory(LaboratoryOptions options)
    : options_(std::move(options)), catalogue_(options_.store, options_.networks) {}

Laboratory::~Laboratory() { close(); }

void Laboratory::close() {
  clerks_.close();
  std::map<std::string, Kept> ended;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    ended.swap(sessions_);
  }
  for (const auto& [name, kept] : ended) kept.session->end();  // all at once; then each is waited for
}

bool Laboratory::allowed(const Json& message) const {
  if (options_.token.empty()) return true;
  const auto token = Fields(message).text("token");
  return token && equal_secret(*token, options_.token);
}

void Laboratory::message(const std::shared_ptr<Client>& client, const std::string& text) {
  auto parsed = parse_message(text);
  if (!parsed) return client->answer(error_text(0, parsed.message()));
  const std::int64_t id = id_of(*parsed);
  static const std::vector<Action> kActions = actions();
  const std::string name = (*parsed)["do"].get<std::string>();
  const auto action = std::ranges::find(kActions, name, &Action::name);
  if (action == kActions.end()) {
    std::vector<std::string_view> known;
    known.reserve(kActions.size());
    for (const Action& a : kActions) known.push_back(a.name);
    return client->answer(error_text(id, unknown_name("command", name, known).message));
  }
  if (action->token && !allowed(*parsed)) {
    return client->answer(error_text(id, "this needs the token that was printed when the server started"));
  }
  const auto handle = [this, id, client, handle = action->handle](const Json& message) {
    const auto result = (this->*handle)(message, client);
    client->answer(result ? answer_text(id, *result) : error_text(id, result.message()));
  };
  if (!action->slow) return handle(*parsed);
  clerks_.submit(client.get(),
                 [handle, message = std::make_shared<const Json>(*std::move(parsed))] { handle(*message); });
}

Result<std::string> Laboratory::reserve(bool work) {
  std::vector<Kept> gone;  // let go without the lock
  const std::lock_guard lock(mutex_);
  if (closed_) return Error{"the server is closing"};
  for (auto it = sessions_.begin(); it != sessions_.end();) {
    if (it->second.session->done() && it->second.session->feed()->followers() == 0) {
      gone.push_back(std::move(it->second));
      it = sessions_.erase(it);
    } else {
      ++it;
    }
  }
  if (sessions_.size() >= kMaxSessions) return Error{"too many games at once; try again in half a minute"};
  const auto works =
      std::ranges::count_if(sessions_, [](const auto& s) { return s.second.work && !s.second.session->done(); });
  if (work && static_cast<std::size_t>(works) >= kMaxWork) {
    return Error{"too many evolutions and comparisons at once; stop one first"};
  }
  return "s" + std::to_string(++numbered_);
}

Result<Json> Laboratory::keep(std::shared_ptr<Session> session, const Asker& asker, bool work) {
  const std::string name = session->feed()->name();
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return Error{"the server is closing"};
    sessions_[name] = Kept{session, asker, !work, work};
  }
  if (const auto followed = asker->follow(session->feed()); !followed) return followed.error();
  return Json{{"feed", name}};
}

Result<Laboratory::Kept> Laboratory::find(const Json& message) {
  const auto name = Fields(message).text("feed");
  if (!name) return name.error();
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(*name);
  if (found == sessions_.end()) return Error{"there is no game or run " + in_quotes(*name)};
  return found->second;
}

Result<Json> Laboratory::hello(const Json& message, const Asker&) {
  Json answer = catalogue_.describe();
  answer["token"] = !options_.token.empty();
  answer["allowed"] = allowed(message);
  return answer;
}

Result<Json> Laboratory::follow(const Json& message, const Asker& asker) {
  const auto kept = find(message);
  if (!kept) return kept.error();
  if (const auto followed = asker->follow(kept->session->feed()); !followed) return followed.error();
  return Json{{"feed", kept->session->feed()->name()}};
}

/// Of one's own game it is the end.
Result<Json> Laboratory::leave(const Json& message, const Asker& asker) {
  const auto kept = find(message);
  if (!kept) return Json::object();  // gone already
  asker->leave(kept->session->feed()->name());
  if (kept->owned && kept->owner.lock() == asker && kept->session->feed()->followers() == 0) kept->session->end();
  return Json::object();
}

Result<Json> Laboratory::control(const Json& message, const Asker& asker) {
  const auto kept = find(message);
  if (!kept) return kept.error();
  if (!kept->owned) return Error{"work is ended by stop"};
  if (kept->owner.lock() != asker) return Error{"only who began this game can steer it"};
  if (const auto done = kept->session->control(message); !done) return done.error();
  return Json::object();
}

Result<Json> Laboratory::stop_work(const Json& message, const Asker&) {
  const auto kept = find(message);
  if (!kept) return kept.error();
  if (!kept->work) return Error{"this is a game, not work"};
  kept->session->end();
  return Json::object();
}

Result<Json> Laboratory::look(const Json& message, const Asker&) {
  const auto name = text_or(Fields(message), "controller", "dt-20");
  if (!name) return name.error();
  const auto controller = catalogue_.controller(*name);
  if (!controller) return controller.error();
  return look_inside(message, *controller);
}

Result<Json> Laboratory::runs(const Json&, const Asker&) {
  auto answer = catalogue_.runs();
  if (!answer) return answer;
  Json live = Json::object();
  const std::lock_guard lock(mutex_);
  for (const auto& [name, kept] : sessions_) {
    const auto* evolution = dynamic_cast<const EvolveSession*>(kept.session.get());
    if (evolution != nullptr && !evolution->done()) live[evolution->run_name()] = name;
  }
  (*answer)["live"] = std::move(live);
  return answer;
}

Result<Json> Laboratory::run(const Json& message, const Asker&) {
  const auto name = Fields(message).text("run");
  if (!name) return name.error();
  const auto from = whole_or(Fields(message), "from", 0, 0, std::int64_t{1} << 40);
  if (!from) return from.error();
  return catalogue_.run(*name, static_cast<std::uint64_t>(*from));
}

Result<Json> Laboratory::remove(const Json& message, const Asker&) {
  const auto name = Fields(message).text("run");
  if (!name) return name.error();
  return catalogue_.remove(*name);
}

void Laboratory::page(const std::string& target, std::function<void(Response)> done) {
  const auto name = report_name(target);
  if (!name) return done(text_response(404, "there is no such page\n"));
  clerks_.submit(&catalogue_, [this, name = *name, done = std::move(done)] {
    auto page = catalogue_.report(name);
    if (!page) return done(text_response(404, page.message() + "\n"));
    Response response = text_response(200, *std::move(page), "text/html; charset=utf-8");
    response.headers.emplace_back("Content-Security-Policy",
                                  "default-src 'unsafe-inline' data: blob:; frame-ancestors 'none'");
    done(std::move(response));
  });
}

}  // namespace stackwright::web
