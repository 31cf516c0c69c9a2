// Finds the data files in the build tree and after installation.
#include "core/paths.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <dlfcn.h>

namespace stackwright {

namespace fs = std::filesystem;
namespace {

/// The folder `data` beside the Python module, where this code lies in one that was installed with its data.
std::string data_of_module() {
  Dl_info where{};
  if (dladdr(reinterpret_cast<const void*>(&data_of_module), &where) == 0 || where.dli_fname == nullptr) return "";
  const fs::path file(where.dli_fname), folder = file.parent_path() / "data";
  std::error_code error;
  return file.filename().string().starts_with("_core.") && fs::is_directory(folder, error) ? folder.string() : "";
}

}  // namespace

std::string_view version() { return STACKWRIGHT_VERSION; }

std::string data_folder() {
  if (const char* given = std::getenv("STACKWRIGHT_DATA"); given != nullptr && *given != '\0') return given;
  if (std::string data = data_of_module(); !data.empty()) return data;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path installed = (program.parent_path() / STACKWRIGHT_INSTALL_DATADIR).lexically_normal();
    if (fs::is_directory(installed, error)) return installed.string();
  }
  return STACKWRIGHT_SOURCE_DIR;
}

}  // namespace stackwright
