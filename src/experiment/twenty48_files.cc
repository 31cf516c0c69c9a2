// Files of n-tuple networks: tables with a hash, and checkpoints of training from which it goes on bit for bit.
#include "experiment/twenty48_files.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/binary_file.h"
#include "core/json.h"
#include "core/text.h"

namespace stackwright {
namespace {

static_assert(std::endian::native == std::endian::little, "tables are written as they lie in memory");

constexpr std::array<char, 8> kTableMagic = {'S', 'W', 'T', 'A', 'B', 'L', 'E', '1'};
constexpr std::array<char, 8> kCheckpointMagic = {'S', 'W', 'C', 'H', 'E', 'C', 'K', '1'};
constexpr std::uint64_t kMaxHead = 1 << 16;
constexpr std::size_t kPiece = std::size_t{1} << 24;  // tables are hashed and moved in pieces

/// The first 24 bytes of both kinds of files: what it is, how long the text after it is (tables have none), the hash of
/// the numbers after that.
struct FileHead {
  std::array<char, 8> magic{};
  std::uint64_t text_bytes = 0;
  std::uint64_t hash = 0;
};

template <class T>
void hash_numbers(ByteHasher& hasher, const LargeArray<T>& numbers) {
  hasher.add(numbers.data(), numbers.size() * sizeof(T));
}

template <class T>
Result<Done> read_numbers(BinaryReader& file, ByteHasher& hasher, LargeArray<T>& numbers) {
  char* at = reinterpret_cast<char*>(numbers.data());
  for (std::size_t left = numbers.size() * sizeof(T); left > 0;) {
    const std::size_t piece = std::min(left, kPiece);
    if (auto r = file.read(at, piece); !r) return r;
    hasher.add(at, piece);
    at += piece;
    left -= piece;
  }
  return Done{};
}

Result<FileHead> read_head(BinaryReader& file, const std::string& path, const std::array<char, 8>& magic,
                           std::string_view what) {
  FileHead head;
  if (file.size() < sizeof head) return Error{in_quotes(path) + " is no " + std::string(what) + ": too short"};
  if (auto r = file.read(&head, sizeof head); !r) return r.error();
  if (head.magic != magic) return Error{in_quotes(path) + " is no " + std::string(what)};
  if (head.text_bytes > kMaxHead) return Error{in_quotes(path) + ": its head is larger than 65536 bytes"};
  return head;
}

Result<Done> check_size(const std::string& path, std::uint64_t expected, std::uint64_t got) {
  if (expected == got) return Done{};
  return Error{fmt::format("{} has {} bytes, {} expected for its shape: {}", in_quotes(path), got, expected,
                           got < expected ? "cut short" : "another shape")};
}

}  // namespace

std::string to_json(const CheckpointHead& head) {
  const LearnSettings& s = head.settings;
  return json_text(Json{{"tuples", to_text(head.form.shape)},
                        {"stages", head.form.stage_tiles},
                        {"method", s.method == ntuple::Method::tc ? "tc" : "td"},
                        {"alpha", s.alpha},
                        {"optimism", s.optimism},
                        {"split_at", s.split_at},
                        {"seed", s.seed},
                        {"games", head.games}},
                   -1);
}

Result<CheckpointHead> checkpoint_head_from_json(std::string_view text) {
  const auto document = parse_json(text, "head of the checkpoint");
  if (!document) return document.error();
  const Fields fields(*document);
  if (auto r = fields.only({"tuples", "stages", "method", "alpha", "optimism", "split_at", "seed", "games"}); !r) {
    return r.error();
  }
  CheckpointHead head;
  const auto tuples = fields.text("tuples");
  if (!tuples) return tuples.error();
  auto shape = parse_shape(*tuples);
  if (!shape) return Error{"field 'tuples': " + shape.message()};
  head.form.shape = *std::move(shape);
  const auto tiles = fields.reals("stages");
  if (!tiles) return tiles.error();
  for (const double tile : *tiles) {
    if (!(tile >= 0 && tile <= 65536)) return fields.wrong("stages", "tiles");
    head.form.stage_tiles.push_back(static_cast<int>(tile));
  }
  if (const auto fine = check_stage_tiles(head.form.stage_tiles); !fine) return fine.error();
  const auto method = fields.text("method");
  if (!method || (*method != "td" && *method != "tc")) return fields.wrong("method", "\"td\" or \"tc\"");
  head.settings.method = *method == "tc" ? ntuple::Method::tc : ntuple::Method::td;
  for (const auto& [name, out] : {std::pair{"alpha", &head.settings.alpha}, {"optimism", &head.settings.optimism}}) {
    const auto number = fields.real(name);
    if (!number) return number.error();
    if (std::abs(*number) > 1e9) return fields.wrong(name, "at most 1e9 in size");
    *out = *number;
  }
  for (const auto& [name, out] :
       {std::pair{"split_at", &head.settings.split_at}, {"seed", &head.settings.seed}, {"games", &head.games}}) {
    const auto number = fields.word(name);
    if (!number) return number.error();
    *out = *number;
  }
  return head;
}

Result<Done> save_checkpoint(const std::string& path, const NTupleLearner& learner) {
  const std::string text = to_json(CheckpointHead{learner.network().form(), learner.settings(), learner.games_done()});
  ByteHasher hasher;
  hash_numbers(hasher, learner.network().weights());
  hash_numbers(hasher, learner.coherence());
  const FileHead head{kCheckpointMagic, text.size(), hasher.value()};
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  const LargeArray<float>& weights = learner.network().weights();
  const LargeArray<ntuple::Coherence>& coherence = learner.coherence();
  if (auto r = file->write(&head, sizeof head); !r) return r;
  if (auto r = file->write(text.data(), text.size()); !r) return r;
  if (auto r = file->write(weights.data(), weights.size() * sizeof(float)); !r) return r;
  if (auto r = file->write(coherence.data(), coherence.size() * sizeof(ntuple::Coherence)); !r) return r;
  return file->commit();
}

Result<NTupleLearner> load_checkpoint(const std::string& path, Simd simd) {
  auto file = BinaryReader::open(path);
  if (!file) return file.error();
  const auto head = read_head(*file, path, kCheckpointMagic, "checkpoint of training");
  if (!head) return head.error();
  std::string text(head->text_bytes, ' ');
  if (auto r = file->read(text.data(), text.size()); !r) return r.error();
  const auto about = checkpoint_head_from_json(text);
  if (!about) return Error{in_quotes(path) + ": " + about.message()};
  const std::uint64_t numbers = weight_bytes(about->form) / sizeof(float);
  const bool coherent = about->settings.method == ntuple::Method::tc;
  const std::uint64_t expected =
      sizeof *head + text.size() + numbers * sizeof(float) + (coherent ? numbers * sizeof(ntuple::Coherence) : 0);
  if (auto r = check_size(path, expected, file->size()); !r) return r.error();
  NTupleLearner learner(NTupleNetwork(about->form, simd), about->settings);
  ByteHasher hasher;
  if (auto r = read_numbers(*file, hasher, learner.network().weights()); !r) return r.error();
  if (auto r = read_numbers(*file, hasher, learner.coherence()); !r) return r.error();
  if (hasher.value() != head->hash) return Error{in_quotes(path) + " is damaged: its hash is not that of its numbers"};
  learner.set_games_done(about->games);
  return learner;
}

Result<SavedTable> save_table(const std::string& folder, const std::string& stem, const NTupleNetwork& network) {
  ByteHasher hasher;
  hash_numbers(hasher, network.weights());
  SavedTable saved{fmt::format("{}-{:016x}.bin", stem, hasher.value()), hasher.value()};
  const FileHead head{kTableMagic, 0, saved.hash};
  auto file = AtomicFile::create(folder + saved.file);
  if (!file) return file.error();
  if (auto r = file->write(&head, sizeof head); !r) return r.error();
  if (auto r = file->write(network.weights().data(), network.weights().size() * sizeof(float)); !r) return r.error();
  if (auto r = file->commit(); !r) return r.error();
  return saved;
}

Result<Done> load_table(const std::string& path, std::uint64_t hash, NTupleNetwork& network) {
  auto file = BinaryReader::open(path);
  if (!file) return file.error();
  const auto head = read_head(*file, path, kTableMagic, "table of a network");
  if (!head) return head.error();
  if (auto r = check_size(path, sizeof *head + network.weights().size() * sizeof(float), file->size()); !r) return r;
  if (head->hash != hash) return Error{in_quotes(path) + " is another table than the controller names: wrong hash"};
  ByteHasher hasher;
  if (auto r = read_numbers(*file, hasher, network.weights()); !r) return r;
  if (hasher.value() != hash) return Error{in_quotes(path) + " is damaged: its hash is not that of its numbers"};
  return Done{};
}

}  // namespace stackwright
