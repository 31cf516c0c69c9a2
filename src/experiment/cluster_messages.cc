// The messages of a cluster as bytes: whole numbers of 64 bits, texts with their length.
#include <cstring>

#include <nlohmann/json.hpp>

#include "core/json.h"
#include "experiment/cluster.h"
#include "optim/state.h"

namespace stackwright {
namespace {

void add_number(std::string& bytes, std::uint64_t number) {
  char raw[sizeof number];
  std::memcpy(raw, &number, sizeof number);
  bytes.append(raw, sizeof number);
}

/// Reads numbers one after another; after the end everything is 0 and `failed` is set.
struct ByteReader {
  std::string_view bytes;
  bool failed = false;

  std::uint64_t number() {
    std::uint64_t out = 0;
    if (bytes.size() < sizeof out) {
      failed = true;
      return 0;
    }
    std::memcpy(&out, bytes.data(), sizeof out);
    bytes.remove_prefix(sizeof out);
    return out;
  }
  /// A length that the rest of the message can hold, `unit` bytes each.
  std::size_t length(std::size_t unit) {
    const std::uint64_t n = number();
    if (n > bytes.size() / unit) failed = true;
    return failed ? 0 : static_cast<std::size_t>(n);
  }
};

}  // namespace

std::string to_bytes(const ClusterMessage& message) {
  std::string bytes;
  add_number(bytes, static_cast<std::uint64_t>(message.kind));
  add_number(bytes, message.batch);
  add_number(bytes, message.count);
  add_number(bytes, message.text.size());
  bytes += message.text;
  add_number(bytes, message.tasks.size());
  for (const std::uint64_t task : message.tasks) add_number(bytes, task);
  add_number(bytes, message.results.size());
  for (const TaskResult& result : message.results) {
    add_number(bytes, result.size());
    for (const std::int64_t number : result) add_number(bytes, static_cast<std::uint64_t>(number));
  }
  return bytes;
}

Result<ClusterMessage> cluster_message(std::string_view bytes) {
  ByteReader reader{bytes};
  ClusterMessage message;
  const std::uint64_t kind = reader.number();
  message.batch = reader.number();
  message.count = reader.number();
  const std::size_t text = reader.length(1);
  message.text = std::string(reader.bytes.substr(0, text));
  reader.bytes.remove_prefix(text);
  message.tasks.resize(reader.length(sizeof(std::uint64_t)));
  for (std::uint64_t& task : message.tasks) task = reader.number();
  message.results.resize(reader.length(sizeof(std::uint64_t)));
  for (TaskResult& result : message.results) {
    result.resize(reader.length(sizeof(std::int64_t)));
    for (std::int64_t& number : result) number = static_cast<std::int64_t>(reader.number());
  }
  const bool fits = message.results.empty() || message.results.size() == message.tasks.size();
  if (reader.failed || !reader.bytes.empty() || !fits ||
      kind > static_cast<std::uint64_t>(ClusterMessage::Kind::failed)) {
    return Error{"a message between the processes of the run is damaged"};
  }
  message.kind = static_cast<ClusterMessage::Kind>(kind);
  return message;
}

std::string to_json(const Assignment& assignment) {
  Json json;
  json["stage"] = static_cast<int>(assignment.stage);
  json["generation"] = assignment.batch.generation;
  json["round"] = assignment.batch.round;
  json["first"] = assignment.batch.first;
  optim::put(json, "effort", assignment.batch.effort);
  optim::put(json, "candidates", assignment.batch.candidates);
  json["further"] = assignment.further;
  return json_text(json, -1);
}

Result<Assignment> assignment_from_json(std::string_view text, std::size_t genes) {
  const Result<Json> json = parse_json(text, "assignment");
  if (!json) return json.error();
  const Fields fields(*json);
  Assignment assignment;
  const Result<std::int64_t> stage = fields.whole("stage", 0, 2);
  if (!stage) return stage.error();
  const Result<std::int64_t> round = fields.whole("round", 0, std::int64_t{1} << 31);
  if (!round) return round.error();
  assignment.stage = static_cast<Stage>(*stage);
  assignment.batch.round = static_cast<std::uint32_t>(*round);
  if (auto r = optim::load_word(fields, "generation", assignment.batch.generation); !r) return r.error();
  if (auto r = optim::load_word(fields, "first", assignment.batch.first); !r) return r.error();
  if (auto r = optim::load_number(fields, "effort", assignment.batch.effort); !r) return r.error();
  if (auto r = optim::load_rows(fields, "candidates", genes, assignment.batch.candidates); !r) return r.error();
  const Result<const Json*> further = fields.array("further");
  if (!further) return further.error();
  for (const Json& order : **further) {
    bool whole = order.is_array();
    for (std::size_t i = 0; whole && i < order.size(); ++i) whole = order[i].is_number_integer();
    if (!whole) return fields.wrong("further", "rows of whole numbers");
    assignment.further.push_back(order.get<TaskResult>());
  }
  return assignment;
}

}  // namespace stackwright
