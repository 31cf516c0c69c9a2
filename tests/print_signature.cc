// Prints the signature of one implementation: builds without the program show with it that they play the same games.
#include <cstdio>

#include "experiment/signature.h"

int main(int count, char** arguments) {
  using namespace stackwright;
  const Result<Simd> simd = simd_named(count > 1 ? arguments[1] : "auto");
  const Result<std::uint64_t> signature = simd ? bench_signature(*simd, StopToken{}) : simd.error();
  if (!signature) {
    std::fprintf(stderr, "print_signature: %s\n", signature.message().c_str());
    return 1;
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(*signature));
}
