// Finds the data files in the build tree and after installation.
#include "core/paths.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace stackwright {

namespace fs = std::filesystem;

std::string_view version() { return STACKWRIGHT_VERSION; }

std::string data_folder() {
  if (const char* given = std::getenv("STACKWRIGHT_DATA"); given != nullptr && *given != '\0') return given;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path installed = (program.parent_path() / STACKWRIGHT_INSTALL_DATADIR).lexically_normal();
    if (fs::is_directory(installed, error)) return installed.string();
  }
  return STACKWRIGHT_SOURCE_DIR;
}

}  // namespace stackwright
