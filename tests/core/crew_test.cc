// Tests of crews: every part is done once, many works in a row, and a forked child has a crew of its own.
#include "core/crew.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <numeric>
#include <vector>

namespace stackwright {
namespace crew_test {

std::vector<int> counts_after(Crew& crew, std::size_t parts) {
  std::vector<int> counts(parts);
  crew.run(parts, [&](std::size_t part) { ++counts[part]; });
  return counts;
}

TEST(Crew, DoesEveryPartOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    Crew crew(threads);
    EXPECT_EQ(crew.threads(), threads);
    for (const std::size_t parts : {0, 1, 2, 7, 100}) {
      EXPECT_EQ(counts_after(crew, parts), std::vector<int>(parts, 1)) << threads << " threads, " << parts << " parts";
    }
  }
}

TEST(Crew, OneWorkSeesWhatTheLastOneWrote) {
  Crew crew(4);
  std::vector<std::uint64_t> numbers(16, 0);
  for (int round = 0; round < 3000; ++round) {  // neighbours are read by other threads than those that wrote them
    std::vector<std::uint64_t> next(numbers.size());
    crew.run(numbers.size(), [&](std::size_t i) { next[i] = numbers[(i + 1) % numbers.size()] + i; });
    numbers = next;
  }
  // In 3000 rounds each sum has gone round 187.5 times: 187 times all of 0 to 15, and half a turn from its own place on.
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::uint64_t expected = 187 * 120;
    for (std::size_t k = 0; k < 8; ++k) expected += (i + k) % 16;
    EXPECT_EQ(numbers[i], expected);
  }
}

TEST(Crew, AForkedChildWorksOn) {
  Crew crew(3);
  ASSERT_EQ(counts_after(crew, 50), std::vector<int>(50, 1));
  const pid_t child = fork();
  if (child == 0) {
    const bool fine = counts_after(crew, 50) == std::vector<int>(50, 1);
    _exit(fine ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(counts_after(crew, 50), std::vector<int>(50, 1));
}

}  // namespace crew_test
}  // namespace stackwright
