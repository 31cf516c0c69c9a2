// The kernel of n-tuple networks for AVX-512.
#include "eval/ntuple/forms_avx512.h"
#include "eval/ntuple/kernel.h"

namespace stackwright::lanes_avx512 {

const ntuple::Kernels kNTupleKernels = ntuple::Kernel<Forms>::kernels();

}  // namespace stackwright::lanes_avx512
