// What the kernels ask of the compiler: whole functions inlined, short loops unrolled, so that lanes stay in registers.
#pragma once

#define STACKWRIGHT_INLINE [[gnu::always_inline]] inline
#if defined(__clang__)
#define STACKWRIGHT_UNROLL _Pragma("unroll")
#else
#define STACKWRIGHT_UNROLL _Pragma("GCC unroll 8")
#endif
