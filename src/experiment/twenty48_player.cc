// Controllers of 2048: a document and its tables, loaded and saved together.
#include <cassert>
#include <filesystem>
#include <utility>

#include "core/paths.h"
#include "core/text.h"
#include "experiment/twenty48_controller.h"
#include "experiment/twenty48_files.h"

namespace stackwright {
namespace {

/// The folder of a path with its slash, empty for the current one.
std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

}  // namespace

Twenty48Player player_of(Twenty48Controller c) {
  if (c.kind == Twenty48Kind::units) {
    units::Twenty48Units network(c.units);
    return {std::move(c), std::move(network)};
  }
  assert(c.kind == Twenty48Kind::linear);
  Twenty48Linear linear(c.terms);
  return {std::move(c), std::move(linear)};
}

Result<Twenty48Player> load_twenty48_player(std::string_view name, Simd simd) {
  if (name == "features") {
    Twenty48Controller c;
    c.name = "features";
    c.kind = Twenty48Kind::linear;
    c.terms = twenty48_shipped_weights();
    return player_of(std::move(c));
  }
  if (name.find_first_of("/.") == std::string_view::npos) {
    constexpr std::string_view kShipped[] = {"features", "small", "units"};
    for (const std::string_view shipped : kShipped) {
      if (name == shipped)
        return load_twenty48_player(data_folder() + "/controllers/2048-" + std::string(name) + ".json", simd);
    }
    return Error{unknown_name("network", name, kShipped).message + ", or the path of a controller file (NAME.json)"};
  }
  const std::string path(name);
  const auto text = read_file(path, std::size_t{1} << 20);
  if (!text) return text.error();
  auto controller = twenty48_controller_from_json(*text);
  if (!controller) return Error{path + ": " + controller.message()};
  if (controller->kind != Twenty48Kind::ntuple) return player_of(*std::move(controller));
  const std::string table = folder_of(path) + controller->table;
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(table, error);  // before memory is taken for it
  if (error) return Error{path + ": cannot read table " + in_quotes(table) + ": " + error.message()};
  if (bytes < weight_bytes(controller->form)) {
    return Error{path + ": table " + in_quotes(table) + " has " + std::to_string(bytes) + " bytes, at least " +
                 std::to_string(weight_bytes(controller->form)) + " expected for its shape"};
  }
  NTupleNetwork network(controller->form, simd);
  if (auto r = load_table(table, controller->hash, network); !r) return Error{path + ": " + r.message()};
  return Twenty48Player{*std::move(controller), std::move(network)};
}

Result<Twenty48Controller> save_network(const std::string& path, const NTupleNetwork& network,
                                        const Provenance& provenance) {
  const std::string stem = std::filesystem::path(path).stem().string();
  const auto saved = save_table(folder_of(path), stem, network);
  if (!saved) return saved.error();
  Twenty48Controller c;
  c.name = stem;
  c.form = network.form();
  c.table = saved->file;
  c.hash = saved->hash;
  c.provenance = provenance;
  if (auto r = write_file(path, to_json(c)); !r) return r.error();
  return c;
}

}  // namespace stackwright
