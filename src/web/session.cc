// A session: the life of its thread.
#include "web/session.h"

#include "web/message.h"

namespace stackwright::web {

Result<Done> Session::control(const Json& message) {
  const auto what = Fields(message).text("what");
  if (!what) return what.error();
  if (*what != "end") return Fields(message).wrong("what", "end");
  end();
  return Done{};
}

void Session::begin() {
  thread_ = std::jthread([this] {
    run();
    done_ = true;
  });
}

void Session::finish() {
  end();
  if (thread_.joinable()) thread_.join();
}

}  // namespace stackwright::web
