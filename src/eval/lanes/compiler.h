// What the kernels ask of the compiler: whole functions inlined, short loops unrolled, so that lanes stay in registers.
// With the address sanitizer, which watches every load, that code would take minutes to compile: there, loops stay rolled and
// all evaluators share the kernel that asks for its needs at run time.
#pragma once

#define STACKWRIGHT_INLINE [[gnu::always_inline]] inline
#if defined(__SANITIZE_ADDRESS__)
#define STACKWRIGHT_UNROLL
#define STACKWRIGHT_SMALL
#elif defined(__clang__)
#define STACKWRIGHT_UNROLL _Pragma("unroll")
#else
#define STACKWRIGHT_UNROLL _Pragma("GCC unroll 8")
#endif
