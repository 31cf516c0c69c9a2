// Boards as text, and what is said about wrong ones.
#include "games/tetris/text.h"

#include "games/tetris/drawn.h"

namespace stackwright::tetris {
namespace text_test {

std::string said(const Result<Board>& r) { return r.ok() ? "no error" : r.message(); }
std::string said(const Result<BoardSize>& r) { return r.ok() ? "no error" : r.message(); }

TEST(BoardText, ReadsTopToBottom) {
  const Board b = drawn("....\n...#\n....\n##..\n");
  EXPECT_EQ(b.width, 4);
  EXPECT_EQ(b.height, 4);
  EXPECT_TRUE(filled(b, 0, 0));
  EXPECT_TRUE(filled(b, 1, 0));
  EXPECT_TRUE(filled(b, 3, 2));
  EXPECT_EQ(b.column[2], 0u);
}

TEST(BoardText, BlankEndsCarriageReturnsAndFullRowsAreFine) {
  const Board plain = drawn("....\n....\n####\n#..#\n");
  EXPECT_EQ(drawn("\r\n  \n....\r\n....\r\n####\r\n#..#\r\n\r\n\t\n"), plain);
  EXPECT_EQ(drawn("....\n....\n####\n#..#"), plain);
}

TEST(BoardText, RoundTripOverAllSizes) {
  for (int w = kMinWidth; w <= kMaxWidth; ++w) {
    for (int h = kMinHeight; h <= kMaxHeight; ++h) {
      const Board b = random_board(w, h, static_cast<std::uint64_t>(w * 100 + h));
      EXPECT_EQ(drawn(draw(b)), b);
    }
  }
}

TEST(BoardText, Errors) {
  EXPECT_EQ(said(parse_board("")), "board: no rows; expected rows of '.' and '#', top to bottom");
  EXPECT_EQ(said(parse_board(" \n\r\n")), "board: no rows; expected rows of '.' and '#', top to bottom");
  EXPECT_EQ(said(parse_board("\n....\n..x.\n....\n....\n")), "board: line 3, column 3: 'x' is neither '.' nor '#'");
  EXPECT_EQ(said(parse_board("....\n.....\n....\n....")), "board: line 2 has 5 cells, the rows above it 4");
  EXPECT_EQ(said(parse_board("....\n\n....\n....")), "board: line 2 has 0 cells, the rows above it 4");
  EXPECT_EQ(said(parse_board("...\n...\n...\n...")), "board: 3 columns; expected 4 to 16");
  EXPECT_EQ(said(parse_board("....\n....\n....")), "board: 3 rows; expected 4 to 30");
  std::string tall;
  for (int i = 0; i < 31; ++i) tall += "....\n";
  EXPECT_EQ(said(parse_board(tall)), "board: 31 rows; expected 4 to 30");
  EXPECT_EQ(said(parse_board("....\n....\n....\n....", BoardSize{10, 20})), "board: size is 4x4; expected 10x20");
  EXPECT_EQ(said(parse_board(std::string_view("..\0.\n", 5))),
            "board: line 1, column 3: '\\x00' is neither '.' nor '#'");
}

TEST(BoardText, Sizes) {
  EXPECT_EQ(*parse_board_size("10x20"), (BoardSize{10, 20}));
  EXPECT_EQ(*parse_board_size("4x30"), (BoardSize{4, 30}));
  EXPECT_EQ(to_text({16, 4}), "16x4");
  for (const char* wrong : {"", "10", "x", "10x", "x20", "3x20", "17x20", "10x3", "10x31", "10x20x2", "10.0x20",
                            "-10x20", "99999999999999999999x20"}) {
    EXPECT_FALSE(parse_board_size(wrong).ok()) << wrong;
  }
  EXPECT_NE(said(parse_board_size("10*20")).find("10x20"), std::string::npos);
}

TEST(BoardText, DrawsAPlacement) {
  const Board b = drawn("....\n....\n#...\n#.##\n");
  EXPECT_EQ(draw(moved(b, 'T', 3, 0), 'T'), ".T..\nTT..\n#T..\n#.##\n");
  EXPECT_EQ(draw(moved(b, 'I', 1, 0), 'I'), "I...\nI...\nI...\nI...\n#...\n#.##\n");
}

}  // namespace text_test
}  // namespace stackwright::tetris
