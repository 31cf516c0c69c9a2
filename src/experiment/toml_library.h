#pragma once
/// toml++ without exceptions, and without its claims about the input: the version of Debian 12 asserts (and in a release
/// build tells the compiler to assume) that a table's name follows every '[', which a wrong file need not keep. Without
/// the assertion the same parser reports an ordinary error.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_EXCEPTIONS 0
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
