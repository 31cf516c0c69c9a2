// Wrong input: exit code 2 and one line that says what, where and what was expected.
#include "cli/program.h"

namespace stackwright::test {
namespace errors_test {

TEST(Errors, NamesThatNobodyKnows) {
  expect_wrong("", "stackwright: a command is needed");
  expect_wrong("plya", "stackwright: unknown command 'plya'; nearest: play");
  expect_wrong("--nonsense", "--nonsense");
  expect_wrong("play --sed 3", "stackwright play: unknown option '--sed'; nearest: --seed");
  expect_wrong("play extra", "unexpected argument 'extra'");
  expect_wrong("play --controller dt20",
               "stackwright play: --controller: unknown controller 'dt20'; nearest: dt-20, dt-10");
  expect_wrong("play --rules hard", "--rules: unknown rules 'hard'");
  expect_wrong("play --pieces random", "--pieces: ");
  expect_wrong("play --pieces list:TTXI", "--pieces: ");
  expect_wrong("play --pieces weighted:I=x", "--pieces: ");
  expect_wrong("play --pieces file:/no/such/file", "/no/such/file");
  expect_wrong("play --piece-set domino", "--piece-set: ");
  expect_wrong("play --rng dice", "--rng: ");
  expect_wrong("play --score points", "--score: ");
  expect_wrong("play --simd sse", "--simd: ");
  expect_wrong("play --search deep", "--search: unknown search 'deep'");
  expect_wrong("perft --game chess", "--game: unknown game 'chess'");
  expect_wrong("perft --list TQ", "--list: ");
  expect_wrong("perft --position abc", "--position: ");
  expect_wrong("bench --controller nobody", "--controller: unknown controller");
  expect_wrong("controllers --show nobody", "--show: unknown controller");
}

TEST(Errors, NumbersOutOfRange) {
  expect_wrong("play --games 0", "--games must be a whole number from 1");
  expect_wrong("play --games many", "got 'many'");
  expect_wrong("play --games 1.5", "--games");
  expect_wrong("play --games", "--games");
  expect_wrong("play --seed -1", "--seed");
  expect_wrong("play --max-pieces -5", "--max-pieces");
  expect_wrong("play --max-lines 99999999999999999999", "--max-lines");
  expect_wrong("play --misdrop 1.01", "--misdrop must be a number from 0 to 1");
  expect_wrong("play --misdrop nan", "--misdrop");
  expect_wrong("play --threads -1", "--threads");
  expect_wrong("play --see 0", "--see");
  expect_wrong("play --beam-width 0", "--beam-width");
  expect_wrong("play --board 3x20", "--board: ");
  expect_wrong("play --board 10x31", "--board: ");
  expect_wrong("play --board ten", "--board: ");
  expect_wrong("perft --depth 0", "--depth");
  expect_wrong("bench --seconds soon", "--seconds");
  expect_wrong("play --json=3", "json");
}

TEST(Errors, ASearchThatKnowsTooFewPieces) {
  expect_wrong("play --search two-ply", "--see: search two-ply needs 2 known pieces, but see gives 1");
  expect_wrong("play --controller milan-pieces --see 1", "needs 2 known pieces");
  expect_wrong("play --search beam", "needs 2 known pieces");
  expect_wrong("play --search beam --see 4", "needs a width");
  expect_wrong("play --search expectimax --see 3", "needs a width");
}

TEST(Errors, BoardFiles) {
  const std::string fine = write("fine.txt", "....\n....\n....\n#.##\n");
  expect_wrong("placements --piece T", "--board-file: ");
  expect_wrong("placements --piece T --board-file /no/such/board", "/no/such/board");
  expect_wrong("placements --piece T --board-file " + write("ragged.txt", "....\n...\n....\n....\n"), "line 2");
  expect_wrong("placements --piece T --board-file " + write("letter.txt", "....\n..x.\n....\n....\n"),
               "line 2, column 3");
  expect_wrong("placements --piece T --board-file " + write("narrow.txt", "...\n...\n...\n...\n"), "--board-file: ");
  expect_wrong("placements --piece T --board-file " + write("empty.txt", ""), "--board-file: ");
  expect_wrong("placements --piece T --board 10x20 --board-file " + fine, "4x4");
  expect_wrong("placements --piece Q --board-file " + fine, "--piece: ");
  expect_wrong("placements --piece TT --board-file " + fine, "--piece: expected one letter");
  expect_wrong("placements --board-file " + fine, "--piece: ");
  expect_wrong("placements --piece T --controller dt21 --board-file " + fine, "--controller: unknown controller");
}

TEST(Errors, ControllerFiles) {
  const auto file = [](const std::string& terms) {
    return write("controller.json", R"({"format": "stackwright-controller", "version": 1, "game": "tetris",
      "kind": "linear", "terms": )" + terms +
                                        "}");
  };
  const auto wrong = [&](const std::string& terms, const std::string& expected) {
    expect_wrong("play --controller " + file(terms), expected);
  };
  wrong(R"([{"feature": "holes", "weight": "abc"}])", "terms[0].weight' must be a number, got \"abc\"");
  wrong(R"([{"feature": "wholes", "weight": 1}])", "unknown feature 'wholes'; nearest: holes");
  wrong(R"([{"feature": "holes", "weigth": 1}])", "nearest: weight");
  wrong(R"([])", "terms");
  wrong(R"([{"feature": "column_height", "index": 12, "weight": 1}])", "column_height[12] on a board 10 columns wide");
  expect_wrong("play --controller /no/such/controller.json", "/no/such/controller.json");
  expect_wrong("play --controller " + write("broken.json", "{\"a\": \n\n"), "line 3");
}

}  // namespace errors_test
}  // namespace stackwright::test
