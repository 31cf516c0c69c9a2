// Messages of the page: reading them, and the answers.
#include "web/message.h"

#include <limits>

#include <nlohmann/json.hpp>

#include "core/text.h"

namespace stackwright::web {

Result<Json> parse_message(std::string_view text) {
  Result<Json> message = parse_json(text, "message", JsonLimits{kMaxMessage, kMaxMessageDepth});
  if (!message) return message;
  if (!message->is_object()) return Error{"message: an object is expected"};
  const Fields fields(*message);
  if (const auto id = fields.whole("id", 0, std::numeric_limits<std::int32_t>::max()); !id) return id.error();
  const auto action = fields.text("do");
  if (!action) return action.error();
  if (action->empty() || action->size() > 40) return fields.wrong("do", "the name of something to do");
  return message;
}

std::int64_t id_of(const Json& message) {
  const auto id = message.find("id");
  return id != message.end() && id->is_number_integer() ? id->get<std::int64_t>() : 0;
}

std::string answer_text(std::int64_t id, const Json& result) { return json_text(Json{{"re", id}, {"ok", result}}, -1); }

std::string error_text(std::int64_t id, std::string_view error) {
  return json_text(Json{{"re", id}, {"error", std::string(error)}}, -1);
}

Result<std::string> text_or(const Fields& fields, std::string_view name, std::string_view otherwise,
                            std::size_t longest) {
  if (!fields.has(name)) return std::string(otherwise);
  auto text = fields.text(name);
  if (text && text->size() > longest) return fields.wrong(name, "shorter");
  return text;
}

Result<std::int64_t> whole_or(const Fields& fields, std::string_view name, std::int64_t otherwise, std::int64_t low,
                              std::int64_t high) {
  return fields.has(name) ? fields.whole(name, low, high) : Result<std::int64_t>(otherwise);
}

Result<double> real_or(const Fields& fields, std::string_view name, double otherwise, double low, double high) {
  if (!fields.has(name)) return otherwise;
  auto value = fields.real(name);
  if (value && (*value < low || *value > high)) {
    return fields.wrong(name, "between " + std::to_string(low) + " and " + std::to_string(high));
  }
  return value;
}

}  // namespace stackwright::web
