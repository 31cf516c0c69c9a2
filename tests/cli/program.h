// Runs the program and keeps what it said, for tests.
#pragma once

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace stackwright::test {

struct Said {
  int code = 0;
  std::string out;
  std::string error;
};

/// A folder of this test program's own, emptied at the start.
inline const std::filesystem::path& folder() {
  static const std::filesystem::path kFolder = [] {
    auto path = std::filesystem::temp_directory_path() / ("stackwright_cli_test_" + std::to_string(::getpid()));
    std::filesystem::create_directories(path);
    return path;
  }();
  return kFolder;
}

inline std::string write(const std::string& name, const std::string& content) {
  const auto path = folder() / name;
  std::ofstream(path) << content;
  return path.string();
}

/// Arguments as a shell reads them; `input` is what stands on standard input.
inline Said run(const std::string& arguments, const std::string& input = "") {
  const std::string errors = (folder() / "errors").string();
  const std::string command =
      std::string(STACKWRIGHT_PROGRAM) + " " + arguments + " 2>" + errors + " <" + write("input", input);
  Said said;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("popen failed");
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) said.out.append(buffer, n);
  const int status = ::pclose(pipe);
  said.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  std::stringstream text;
  text << std::ifstream(errors).rdbuf();
  said.error = text.str();
  return said;
}

/// The one document on standard output.
inline nlohmann::json json_of(const std::string& arguments, const std::string& input = "") {
  const Said said = run(arguments + " --json", input);
  EXPECT_EQ(said.code, 0) << arguments << ": " << said.error;
  auto document = nlohmann::json::parse(said.out, nullptr, false);
  EXPECT_FALSE(document.is_discarded()) << said.out;
  for (const char* key : {"schema", "version", "seed", "configuration"}) {
    EXPECT_TRUE(document.contains(key)) << arguments << " lacks " << key;
  }
  return document;
}

/// Exit code 2, nothing on standard output, and one line on standard error that holds `expected`.
inline void expect_wrong(const std::string& arguments, const std::string& expected) {
  const Said said = run(arguments);
  EXPECT_EQ(said.code, 2) << arguments;
  EXPECT_EQ(said.out, "") << arguments;
  EXPECT_EQ(std::count(said.error.begin(), said.error.end(), '\n'), 1) << said.error;
  EXPECT_NE(said.error.find(expected), std::string::npos)
      << arguments << "\nsaid      " << said.error << "expected " << expected;
}

}  // namespace stackwright::test
