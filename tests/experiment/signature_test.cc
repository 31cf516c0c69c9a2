// The signature is the same for every implementation and every way to share the work.
#include "experiment/signature.h"

#include <gtest/gtest.h>

namespace stackwright {
namespace signature_test {

TEST(Signature, IsTheSameForEveryImplementation) {
  const auto expected = bench_signature(Simd::boolean, StopToken{}, 0);
  ASSERT_TRUE(expected.ok()) << expected.message();
  for (const Simd simd : {Simd::automatic, Simd::plain, Simd::avx2, Simd::avx512}) {
    if (simd != Simd::automatic && !has_simd(simd)) continue;
    const auto signature = bench_signature(simd, StopToken{});
    ASSERT_TRUE(signature.ok()) << signature.message();
    EXPECT_EQ(*signature, *expected) << name_of(simd);
  }
}

TEST(Signature, DoesNotDependOnThreadsOrLanes) {
  const auto expected = bench_signature(Simd::automatic, StopToken{});
  ASSERT_TRUE(expected.ok()) << expected.message();
  EXPECT_EQ(*bench_signature(Simd::automatic, StopToken{}, 3, 1), *expected);
  EXPECT_EQ(*bench_signature(Simd::automatic, StopToken{}, 2, 5), *expected);
}

}  // namespace signature_test
}  // namespace stackwright
