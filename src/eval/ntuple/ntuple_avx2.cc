// The kernel of n-tuple networks for AVX2.
#include "eval/ntuple/forms_avx2.h"
#include "eval/ntuple/kernel.h"

namespace stackwright::lanes_avx2 {

const ntuple::Kernels kNTupleKernels = ntuple::Kernel<Forms>::kernels();

}  // namespace stackwright::lanes_avx2
