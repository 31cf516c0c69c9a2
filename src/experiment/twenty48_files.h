// Files of n-tuple networks: tables with a hash, and checkpoints of training from which it goes on bit for bit.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "eval/ntuple_network.h"

namespace stackwright {

/// The head of a checkpoint, a JSON text: everything but the tables.
struct CheckpointHead {
  NTupleForm form;
  LearnSettings settings;
  std::uint64_t games = 0;
};
Result<CheckpointHead> checkpoint_head_from_json(std::string_view text);
std::string to_json(const CheckpointHead& head);

/// Writes beside the file and renames: whatever happens meanwhile, the last whole checkpoint stays.
Result<Done> save_checkpoint(const std::string& path, const NTupleLearner& learner);
Result<NTupleLearner> load_checkpoint(const std::string& path, Simd simd = Simd::automatic);

/// Writes the numbers of a network to FOLDER/STEM-HASH.bin; gives the file's name.
struct SavedTable {
  std::string file;
  std::uint64_t hash = 0;
};
Result<SavedTable> save_table(const std::string& folder, const std::string& stem, const NTupleNetwork& network);
/// Fills the network's tables; an error where size or hash are not those expected.
Result<Done> load_table(const std::string& path, std::uint64_t hash, NTupleNetwork& network);

}  // namespace stackwright
