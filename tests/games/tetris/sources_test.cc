// Sources of pieces: what is drawn, that it can be read in any order, and what is said about wrong input.
#include "games/tetris/sources.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <set>

namespace stackwright::tetris {
namespace sources_test {

Source source(std::string_view text, const PieceSet& set = tetrominoes()) {
  const auto parsed = parse_source(text, set);
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.message());
  return parsed.ok() ? *parsed : Source{};
}

std::string error(std::string_view text, const PieceSet& set = tetrominoes()) {
  const auto parsed = parse_source(text, set);
  return parsed.ok() ? "no error" : parsed.message();
}

std::vector<std::uint8_t> first(PieceStream& stream, std::size_t n, std::uint64_t start = 0) {
  std::vector<std::uint8_t> pieces(n);
  pieces.resize(stream.read(start, pieces));
  return pieces;
}

std::vector<std::uint8_t> pieces_of(std::string_view text, Rng rng, std::size_t n, std::uint64_t seed = 1) {
  return first(*open_stream(source(text), tetrominoes(), rng, {seed}), n);
}

std::string letters(const std::vector<std::uint8_t>& pieces) {
  std::string out;
  for (const std::uint8_t p : pieces) out += tetrominoes().pieces[p].letter;
  return out;
}

constexpr Rng kRngs[] = {Rng::fast, Rng::r250, Rng::crypto};

TEST(Sources, UniformIsTheStream) {
  StreamKey key{77, Purpose::misdrop, 1, 2, 3};
  const auto pieces = first(*open_stream(source("uniform"), tetrominoes(), Rng::fast, key), 1000);
  key.purpose = Purpose::pieces;
  for (std::uint64_t i = 0; i < pieces.size(); ++i) EXPECT_EQ(pieces[i], Stream(key).below(i, 7));
}

TEST(Sources, FrozenBeginnings) {
  EXPECT_EQ(letters(pieces_of("uniform", Rng::fast, 20)), "ZZOJOJOOSZJJIJZTITTJ");
  EXPECT_EQ(letters(pieces_of("uniform", Rng::r250, 20)), "OLJTZLZJOJSJOSTZZTLS");
  EXPECT_EQ(letters(pieces_of("bag", Rng::fast, 21)), "LTIJOSZJITZLSOLOJSITZ");
  EXPECT_EQ(letters(pieces_of("weighted:S=1,Z=1,I=0.5", Rng::fast, 20)), "SSSZSZSSSSZZIZSZIZZZ");
}

TEST(Sources, Frequencies) {
  constexpr std::size_t kN = 70000;
  for (const Rng rng : kRngs) {
    std::array<int, 7> count{};
    for (const std::uint8_t p : pieces_of("uniform", rng, kN)) ++count[p];
    for (const int n : count) EXPECT_NEAR(n, 10000, 6 * 93);  // six standard deviations
    count = {};
    for (const std::uint8_t p : pieces_of("weighted: I = 1, S=0.5,J=2.5", rng, kN)) ++count[p];
    EXPECT_NEAR(count[0], kN * 0.25, 6 * 115);
    EXPECT_NEAR(count[2], kN * 0.125, 6 * 88);
    EXPECT_NEAR(count[6], kN * 0.625, 6 * 129);
    EXPECT_EQ(count[1] + count[3] + count[4] + count[5], 0);
  }
}

TEST(Sources, ExtremeWeights) {
  for (const std::uint8_t p : pieces_of("weighted:O=1e308,J=1e308", Rng::fast, 100)) EXPECT_TRUE(p == 1 || p == 6);
  for (const std::uint8_t p : pieces_of("weighted:T=5e-324", Rng::fast, 100)) EXPECT_EQ(p, 4);
}

TEST(Sources, EveryBagHoldsEveryPieceOnce) {
  for (const Rng rng : kRngs) {
    const auto pieces = pieces_of("bag", rng, 7 * 500);
    std::set<std::vector<std::uint8_t>> bags;
    for (std::size_t i = 0; i < pieces.size(); i += 7) {
      const std::vector<std::uint8_t> bag(pieces.begin() + i, pieces.begin() + i + 7);
      EXPECT_EQ(std::set<std::uint8_t>(bag.begin(), bag.end()).size(), 7u);
      bags.insert(bag);
    }
    EXPECT_GT(bags.size(), 400u);
  }
  const auto many = first(*open_stream(source("bag", hexominoes()), hexominoes(), Rng::fast, {1}), 60);
  EXPECT_EQ(std::set<std::uint8_t>(many.begin(), many.end()).size(), 60u);
}

TEST(Sources, AnyReadPatternGivesTheSamePieces) {
  for (const Rng rng : kRngs) {
    for (const char* text : {"uniform", "weighted:I=1,S=0.5", "bag", "list:TTITIOSZ", "cycle:SZT"}) {
      const auto stream = open_stream(source(text), tetrominoes(), rng, {5});
      const auto all = first(*stream, 3000);
      const Stream random({9, Purpose::test, 0, 0, 0});
      for (std::uint64_t i = 0; i < 300; ++i) {
        const std::size_t start = random.below(2 * i, 2900), n = random.below(2 * i + 1, 100);
        const auto part = first(*stream, n, start);
        const std::size_t end = std::min(all.size(), start + n);
        const std::vector<std::uint8_t> expected(all.begin() + std::min(start, end), all.begin() + end);
        ASSERT_EQ(part, expected) << text << ' ' << name_of(rng);
      }
    }
  }
}

TEST(Sources, ReadingBackBeyondWhatIsKept) {
  constexpr std::uint64_t kFar = 2'500'000;
  const auto stream = open_stream(source("bag"), tetrominoes(), Rng::r250, {3});
  const auto begin = first(*stream, 50), far = first(*stream, 50, kFar);
  EXPECT_EQ(first(*stream, 50), begin);
  EXPECT_EQ(first(*stream, 50, kFar), far);
  const auto crypto = open_stream(source("uniform"), tetrominoes(), Rng::crypto, {3});
  EXPECT_EQ(first(*crypto, 50, kFar).size(), 50u);
  EXPECT_EQ(first(*crypto, 50, kFar - 500'000).size(), 50u);
  EXPECT_EQ(first(*crypto, 50).size(), 0u);  // forgotten
}

TEST(Sources, SameKeySamePieces) {
  for (const Rng rng : {Rng::fast, Rng::r250}) {
    for (const char* text : {"uniform", "weighted:I=1,S=0.5", "bag"}) {
      EXPECT_EQ(pieces_of(text, rng, 500, 4), pieces_of(text, rng, 500, 4));
      EXPECT_NE(pieces_of(text, rng, 500, 4), pieces_of(text, rng, 500, 5));
    }
  }
  EXPECT_NE(pieces_of("uniform", Rng::crypto, 500), pieces_of("uniform", Rng::crypto, 500));
}

TEST(Sources, ListsEndAndCyclesGoOn) {
  EXPECT_EQ(letters(pieces_of("list:TTITI", Rng::fast, 9)), "TTITI");
  EXPECT_EQ(letters(pieces_of("list: T T\n I", Rng::fast, 9)), "TTI");
  EXPECT_EQ(letters(pieces_of("cycle:SZ", Rng::fast, 5)), "SZSZS");
  const auto list = open_stream(source("list:TTITI"), tetrominoes(), Rng::fast, {});
  EXPECT_EQ(first(*list, 4, 3).size(), 2u);
  EXPECT_EQ(first(*list, 4, 5).size(), 0u);
  EXPECT_EQ(first(*list, 4, ~std::uint64_t{0} - 8).size(), 0u);
}

TEST(Sources, FilesOfLettersAndDigits) {
  const std::string path = ::testing::TempDir() + "stackwright_pieces.txt";
  std::ofstream(path) << "IO SZ\r\n\tTLJ\n";
  EXPECT_EQ(letters(pieces_of("file:" + path, Rng::fast, 99)), "IOSZTLJ");
  std::ofstream(path) << "0123 456\n";
  EXPECT_EQ(letters(pieces_of("digits:" + path, Rng::fast, 99)), "OISZLJT");
  std::ofstream(path) << "01\n27\n";
  EXPECT_EQ(error("digits:" + path),
            path + ": pieces: '7' at line 2, column 2; expected digits 0 to 6 (O I S Z L J T)");
  std::remove(path.c_str());
  EXPECT_NE(error("file:" + path).find(path), std::string::npos);
  EXPECT_FALSE(parse_digits("012", pentominoes()).ok());
}

TEST(Sources, Errors) {
  EXPECT_EQ(error("list:TTX"), "pieces: 'X' at line 1, column 3; expected letters of IOSZTLJ");
  EXPECT_EQ(error("list:"), "pieces: the list is empty; expected letters of IOSZTLJ");
  EXPECT_EQ(error("cycle: \n"), "pieces: the list is empty; expected letters of IOSZTLJ");
  EXPECT_EQ(error("weighted:I=1,S"), "pieces: weight 'S' is not LETTER=NUMBER");
  EXPECT_EQ(error("weighted:X=1"), "pieces: weight 'X=1' names no piece of the set; expected one of IOSZTLJ");
  EXPECT_EQ(error("weighted:I=-1"), "pieces: weight 'I=-1' is negative");
  EXPECT_EQ(error("weighted:I=0,S=0"), "pieces: all weights of 'I=0,S=0' are zero");
  EXPECT_EQ(error("weighted:I=1,I=2"), "pieces: weight 'I=2' names its piece a second time");
  for (const char* wrong : {"weighted:I=one", "weighted:I=", "weighted:I=nan", "weighted:I=inf", "weighted:I=1e999",
                            "weighted:", "weighted", "list", "uniform:1", "bag:7", "", "unifrom", "weighted:IO=1"}) {
    EXPECT_NE(error(wrong), "no error") << wrong;
  }
  EXPECT_NE(error("unifrom").find("uniform"), std::string::npos);
}

TEST(Sources, RngNames) {
  for (const Rng rng : kRngs) EXPECT_EQ(*rng_named(name_of(rng)), rng);
  EXPECT_FALSE(rng_named("r251").ok());
}

}  // namespace sources_test
}  // namespace stackwright::tetris
