// Messages of a page: the parser never crashes, and an error is one line.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/json.h"
#include "web/decision.h"
#include "web/message.h"
#include "web/pages.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stackwright;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)web::report_name(text);
  (void)web::names_this_machine(text);
  (void)web::same_origin(text, "localhost");
  const auto message = web::parse_message(text);
  if (!message) {
    if (message.message().find('\n') != std::string::npos) std::abort();
    return 0;
  }
  if (web::id_of(*message) < 0) std::abort();
  const auto looked = web::look_inside(*message, shipped_controllers()[0]);
  if (!looked && looked.message().find('\n') != std::string::npos) std::abort();
  return 0;
}
