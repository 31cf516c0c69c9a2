// Tests of the text tools: numbers, names, files.
#include "core/text.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace stackwright {
namespace text_test {

namespace fs = std::filesystem;

class TextFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "stackwright-text-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_;
};

TEST(Text, TrimAndSplit) {
  EXPECT_EQ(trim(" \t a b \r\n"), "a b");
  EXPECT_EQ(trim("  "), "");
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
  EXPECT_EQ(split("a,", ','), (std::vector<std::string_view>{"a", ""}));
}

TEST(Text, WholeNumbers) {
  EXPECT_EQ(*parse_int("42", "n", 0, 100), 42);
  EXPECT_EQ(*parse_int("+7", "n", 0, 100), 7);
  EXPECT_EQ(*parse_int("-9223372036854775808", "n", INT64_MIN, INT64_MAX), INT64_MIN);
  for (const char* wrong : {"", " 1", "1 ", "1.0", "x", "+-1", "+", "0x10", "101", "-1", "9223372036854775808"}) {
    EXPECT_FALSE(parse_int(wrong, "n", 0, 100)) << wrong;
  }
  EXPECT_EQ(parse_int("101", "games", 1, 100).message(), "games must be a whole number from 1 to 100, got '101'");
}

TEST(Text, RealNumbers) {
  EXPECT_EQ(*parse_real("-4.500158825082766", "w"), -4.500158825082766);
  EXPECT_EQ(*parse_real("1e-3", "w"), 1e-3);
  EXPECT_EQ(*parse_real("+0.5", "w"), 0.5);
  for (const char* wrong : {"", "abc", "1,5", "nan", "inf", "1e999", "0.5 ", "++1"}) {
    EXPECT_FALSE(parse_real(wrong, "w")) << wrong;
  }
  EXPECT_EQ(parse_real("abc", "field 'weight'").message(), "field 'weight' must be a finite number, got 'abc'");
}

TEST(Text, QuotesStayOnOneLine) {
  EXPECT_EQ(in_quotes("a\nb\x7f"), "'a\\x0ab\\x7f'");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(60, 'x') + "...'");
  std::string cut_inside = std::string(59, 'x') + "\xc3\xa9" + "tail";  // the cut falls into the letter é
  EXPECT_EQ(in_quotes(cut_inside), "'" + std::string(59, 'x') + "...'");
}

TEST(Text, EditDistance) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("same", "same"), 0u);
}

TEST(Text, UnknownNameTellsTheNearest) {
  constexpr std::array<std::string_view, 4> kKnown{"dellacherie", "bcts", "dt-10", "dt-20"};
  EXPECT_EQ(unknown_name("controller", "DT20", kKnown).message,
            "unknown controller 'DT20'; nearest: dt-20, dt-10, bcts");
  EXPECT_EQ(unknown_name("controller", "x", {}).message, "unknown controller 'x'");
}

TEST_F(TextFiles, WriteThenRead) {
  const std::string path = folder_ / "file";
  const std::string content("a\0b\n", 4);
  ASSERT_TRUE(write_file(path, content));
  EXPECT_EQ(*read_file(path), content);
  ASSERT_TRUE(write_file(path, "shorter"));
  EXPECT_EQ(*read_file(path), "shorter");
  EXPECT_EQ(files(), 1u) << "no temporary file is left";
}

TEST_F(TextFiles, KeepsThePermissionsOfAnOldFile) {
  const std::string path = folder_ / "file";
  ASSERT_TRUE(write_file(path, "a"));
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_TRUE(write_file(path, "b"));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(TextFiles, ErrorsNamePathAndReason) {
  const std::string missing = folder_ / "missing";
  EXPECT_EQ(read_file(missing).message(), "cannot read " + in_quotes(missing) + ": No such file or directory");
  EXPECT_EQ(read_file(folder_).message(), "cannot read " + in_quotes(folder_.string()) + ": is a folder");
  EXPECT_FALSE(write_file(folder_, "x"));
  EXPECT_FALSE(write_file(folder_ / "no" / "such" / "folder", "x"));
  EXPECT_EQ(files(), 0u);
}

TEST_F(TextFiles, ReadsAtMostSoMuch) {
  const std::string path = folder_ / "file";
  ASSERT_TRUE(write_file(path, std::string(200'000, 'x')));
  EXPECT_TRUE(read_file(path, 200'000));
  EXPECT_FALSE(read_file(path, 199'999));
}

TEST(Text, AFullDeviceIsAnError) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  EXPECT_FALSE(write_file("/dev/full", "x"));
}

}  // namespace text_test
}  // namespace stackwright
