// A game on show: its player, its observers and its recording.
#include <cerrno>
#include <cstring>
#include <utility>

#include "cli/watch.h"
#include "core/text.h"

namespace stackwright::cli {

Result<std::unique_ptr<WatchSession>> WatchSession::open(const WatchArguments& a, bool live) {
  std::unique_ptr<WatchSession> session(new WatchSession);
  auto opened = !a.replay.empty() ? session->open_file(a.replay)
                : a.person        ? session->open_person(a)
                                  : session->open_agent(a, live);
  if (!opened) return opened.error();
  session->game_ = std::make_unique<play::StrictGame>(session->setup_);
  session->game_->attach(session->statistics_);
  session->game_->attach(session->letters_);
  if (!a.record.empty()) {
    if (auto recorded = session->open_record(a.record); !recorded) return recorded.error();
  }
  session->driver_ = std::make_unique<play::Driver>(*session->game_, *session->player_);
  if (session->replay_ == nullptr) session->game_->command(play::Command::start);
  return session;
}

WatchSession::~WatchSession() = default;

Result<Done> WatchSession::open_file(const std::string& path) {
  const auto text = for_option("--replay", read_file(path));
  if (!text) return text.error();
  auto file = for_option("--replay", play::parse_game_file(*text, path));
  if (!file) return file.error();
  file_ = std::make_unique<play::GameFile>(*std::move(file));
  setup_ = file_->setup;
  title_ = file_->player;
  auto replay = std::make_unique<play::ReplayPlayer>(*file_);
  replay_ = replay.get();
  player_ = std::move(replay);
  return Done{};
}

Result<Done> WatchSession::open_agent(const WatchArguments& a, bool live) {
  const auto controller = for_option("--controller", load_controller(a.play.controller));
  if (!controller) return controller.error();
  const auto search = resolve_search(a.play, *controller);
  if (!search) return search.error();
  const auto setup = resolve_setup(a, *search);
  if (!setup) return setup.error();
  setup_ = *setup;
  title_ = controller->name;
  const play::AgentOptions options{live, a.think_ms, a.key_ms};
  auto agent = for_option("--controller", play::AgentPlayer::make(*controller, *search, setup_, options));
  if (!agent) return agent.error();
  agent_ = agent->get();
  player_ = *std::move(agent);
  return Done{};
}

Result<Done> WatchSession::open_person(const WatchArguments& a) {
  const auto setup = resolve_setup(a, SearchSpec{});
  if (!setup) return setup.error();
  setup_ = *setup;
  title_ = "you";
  auto person = std::make_unique<play::PersonPlayer>();
  person_ = person.get();
  player_ = std::move(person);
  return Done{};
}

Result<Done> WatchSession::open_record(const std::string& path) {
  record_path_ = path;
  record_file_.reset(std::fopen(path.c_str(), "w"));
  if (!record_file_) return Error{"--record: cannot write " + path + ": " + std::strerror(errno)};
  recorder_ = std::make_unique<play::Recorder>(
      setup_, title_, [this](std::string_view line) { std::fwrite(line.data(), 1, line.size(), record_file_.get()); });
  game_->attach(*recorder_);
  return Done{};
}

bool WatchSession::finished() const { return replay_ != nullptr ? replay_->done(*game_) : game_->state().over(); }

Result<Done> WatchSession::close() {
  if (!record_file_) return Done{};
  game_->command(play::Command::terminate);
  const bool failed = std::ferror(record_file_.get()) != 0;
  const bool closed = std::fclose(record_file_.release()) == 0;
  if (failed || !closed) return Error{"cannot write " + record_path_};
  return Done{};
}

}  // namespace stackwright::cli
