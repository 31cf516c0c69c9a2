// N-tuple networks: every kernel against the twin bit for bit, shapes, symmetry, and that games teach something.
#include "eval/ntuple_network.h"

#include <gtest/gtest.h>

#include <cstring>

#include "eval/ntuple_twin.h"

namespace stackwright {
namespace ntuple_test {

using twenty48::Board;

NTupleForm form_of(std::string_view tuples, std::vector<int> stages = {}) {
  return {*parse_shape(tuples), std::move(stages)};
}

std::vector<Simd> kernels() {
  std::vector<Simd> list;
  for (const Simd simd : {Simd::plain, Simd::avx2, Simd::avx512}) {
    if (has_simd(simd)) list.push_back(simd);
  }
  return list;
}

Board random_board(const Stream& random, std::uint64_t i) {
  std::uint64_t cells = random.at(2 * i);
  for (int c = 0; c < 16; ++c) {
    if ((random.at(2 * i + 1) >> c & 1) != 0) cells &= ~(std::uint64_t{15} << (4 * c));
  }
  return {cells};
}

bool same_bits(const void* a, const void* b, std::size_t bytes) { return std::memcmp(a, b, bytes) == 0; }

TEST(NTupleValues, EveryKernelAgreesWithTheTwin) {
  const Stream random(StreamKey{.seed = 3, .purpose = Purpose::test});
  for (const NTupleForm& form :
       {form_of("0123"), form_of("0246 159d 37bf 0 048"), form_of("0123 4567 0145 569a", {64, 2048}),
        form_of("0145 1256 569a 0123 4567 012 cdef 8af7", {32768}), form_of("01259")}) {
    twin::Network twin(form);
    for (std::size_t i = 0; i < twin.weights.size(); ++i) twin.weights[i] = static_cast<float>(random.unit(i)) - 0.5f;
    for (const Simd simd : kernels()) {
      NTupleNetwork network(form, simd);
      ASSERT_EQ(network.weights().size(), twin.weights.size());
      std::copy(twin.weights.begin(), twin.weights.end(), network.weights().begin());
      std::vector<Board> boards;
      for (std::uint64_t i = 0; i < 301; ++i) boards.push_back(random_board(random, i));
      std::vector<float> values(boards.size());
      network.values(boards, values);
      for (std::size_t i = 0; i < boards.size(); ++i) {
        ASSERT_EQ(values[i], twin.value(boards[i])) << to_text(form.shape) << " " << name_of(simd);
        ASSERT_EQ(network.value(transposed(boards[i])), values[i]);
        ASSERT_NEAR(network.value(mirrored(boards[i])), values[i], 1e-4);
      }
    }
  }
}

TEST(NTupleValues, TheSixTuplesOfTheLiterature) {
  for (const NamedShape& named : named_shapes()) {
    const auto shape = shape_named(named.name);
    ASSERT_TRUE(shape) << named.name;
    EXPECT_EQ(to_text(*shape), named.tuples);
  }
  const NTupleForm form{*shape_named("4x6"), {}};
  EXPECT_EQ(weight_bytes(form), std::size_t{4} * 16777216 * 4);
  NTupleNetwork network(form);
  const Board board = *twenty48::Twenty48{}.from_text("2 4 8 16/32 64 128 256/512 1024 2048 4096/. . . .");
  for (const std::size_t i : twin::Network(form, false).lookups(board)) network.weights()[i] += 1;
  EXPECT_EQ(network.value(board), 32);  // no two of its lookups meet
}

void train_both(const NTupleForm& form, const LearnSettings& settings, std::uint64_t games) {
  twin::Network twin(form);
  const auto lookups = static_cast<double>(form.shape.tuples.size() * 8);
  std::fill(twin.weights.begin(), twin.weights.end(), static_cast<float>(settings.optimism / lookups));
  std::vector<ntuple::GameRecord> expected;
  twin.split = settings.split_at == 0;
  for (std::uint64_t done = 0; done < games;) {
    std::uint64_t end = std::min<std::uint64_t>(games, (done / kGamesPerRound + 1) * kGamesPerRound);
    if (!twin.split) end = std::min(end, settings.split_at);
    const auto round = twin::train(twin, settings, done, end - done);
    expected.insert(expected.end(), round.begin(), round.end());
    done = end;
    if (!twin.split && done == settings.split_at) twin.part_stages();
  }
  for (const Simd simd : kernels()) {
    NTupleLearner learner(NTupleNetwork(form, simd), settings);
    std::vector<ntuple::GameRecord> records;
    while (learner.games_done() < games) {
      const auto round = learner.train_round(games);
      records.insert(records.end(), round.begin(), round.end());
    }
    ASSERT_EQ(records.size(), expected.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      ASSERT_EQ(records[i].score, expected[i].score) << "game " << i << " " << name_of(simd);
      ASSERT_EQ(records[i].moves, expected[i].moves);
      ASSERT_EQ(records[i].last, expected[i].last);
    }
    EXPECT_TRUE(same_bits(learner.network().weights().data(), twin.weights.data(), 4 * twin.weights.size()))
        << to_text(form.shape) << " " << name_of(simd);
    if (settings.method == ntuple::Method::tc) {
      EXPECT_TRUE(same_bits(learner.coherence().data(), twin.coherence.data(), 8 * twin.coherence.size()));
    }
  }
}

TEST(NTupleLearning, TemporalDifferencesAgreeWithTheTwin) {
  train_both(form_of("0123 0145 1256"), {.method = ntuple::Method::td, .alpha = 0.1}, 40);
  train_both(form_of("0123 0145 1256 4567"), {.method = ntuple::Method::td, .alpha = 0.5, .optimism = 5000}, 15);
}

TEST(NTupleLearning, TemporalCoherenceAgreesWithTheTwin) {
  train_both(form_of("012 0145 1256 4567"), {.method = ntuple::Method::tc, .alpha = 1, .seed = 9}, 40);
  train_both(form_of("012 014 125 456 569 012 478 bcd"), {.method = ntuple::Method::tc, .alpha = 0.7}, 15);
}

TEST(NTupleLearning, StagesAgreeWithTheTwin) {
  train_both(form_of("012 0145", {64, 256}), {.method = ntuple::Method::tc, .alpha = 1, .split_at = 12}, 40);
  train_both(form_of("0123", {128}), {.method = ntuple::Method::td, .alpha = 0.1, .split_at = 0}, 20);
}

TEST(NTupleLearning, RoundsEndWhereTheyShould) {
  NTupleLearner learner(NTupleNetwork(form_of("01")), {});
  EXPECT_EQ(learner.train_round(250).size(), 200u);
  EXPECT_EQ(learner.train_round(250).size(), 50u);
  EXPECT_EQ(learner.train_round(1000).size(), 150u);
  EXPECT_EQ(learner.games_done(), 400u);
}

TEST(NTupleLearning, GamesTeachSomething) {
  NTupleLearner learner(NTupleNetwork(form_of("0123 4567 0145 1256 569a")), {});
  const auto mean = [&] {
    const auto games = learner.train_round(1200);
    double sum = 0;
    for (const auto& g : games) sum += static_cast<double>(g.score);
    return sum / static_cast<double>(games.size());
  };
  const double first = mean();
  double last = 0;
  while (learner.games_done() < 1200) last = mean();
  EXPECT_GT(last, 2 * first);
  EXPECT_GT(last, 5000);
}

TEST(NTupleShapes, TextAndErrors) {
  EXPECT_EQ(to_text(*shape_named("543210,9a")), "012345 9a");
  const auto wrong = [](std::string_view text, std::string_view expected) {
    const auto shape = shape_named(text);
    ASSERT_FALSE(shape) << text;
    EXPECT_NE(shape.message().find(expected), std::string::npos) << shape.message();
  };
  wrong("4x7", "nearest: 4x6");
  wrong("0012", "names a cell twice");
  wrong("01234567", "at most 7");
  wrong("", "at least one tuple");
  wrong("0 1 2 3 4 5 6 7 8 9 a b c d e f 0", "more than 16");
  wrong("/no/such/shape.txt", "/no/such/shape.txt");
  EXPECT_TRUE(check_stage_tiles(std::vector{4, 2048}));
  for (const auto& tiles : {std::vector{2}, {2048, 1024}, {1000}, {65536}, {4, 8, 16, 32, 64, 128, 256, 512}}) {
    EXPECT_FALSE(check_stage_tiles(tiles));
  }
}

}  // namespace ntuple_test
}  // namespace stackwright
