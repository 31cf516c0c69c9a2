// The kernel of n-tuple networks in plain words.
#include "eval/ntuple/forms_plain.h"
#include "eval/ntuple/kernel.h"

namespace stackwright::lanes_plain {

const ntuple::Kernels kNTupleKernels = ntuple::Kernel<Forms>::kernels();

}  // namespace stackwright::lanes_plain
