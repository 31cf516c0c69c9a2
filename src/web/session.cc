// A session: the life of its thread.
#include "web/session.h"

namespace stackwright::web {

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
