// Where the program's data files lie, and its version.
#pragma once

#include <string>
#include <string_view>

namespace stackwright {

/// The version of this build, such as "0.1.0".
std::string_view version();

/// The folder that holds presets/, recipes/ and controllers/: $STACKWRIGHT_DATA if set, else `data` beside the Python module,
/// else share/stackwright beside the running program's folder, else the source tree it was built from.
std::string data_folder();

}  // namespace stackwright
