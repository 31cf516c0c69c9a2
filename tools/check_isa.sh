#!/bin/sh
# Checks that kernels built for one instruction set share no code with the rest of the program.
#
# An inline function compiled with AVX-512 is a weak symbol that the linker may choose for everybody, also on processors
# without AVX-512. So the objects of *_avx2.cc and *_avx512.cc may define only functions of stackwright::lanes_avx2 and
# stackwright::lanes_avx512 (or templates over their types).
# Usage: tools/check_isa.sh [BUILD_FOLDER], a release build.
set -eu
build=${1:-build}
seen=0
wrong=0
for isa in avx2 avx512; do
  for object in $(find "$build" -name "*_$isa.cc.o" -path '*stackwright_*'); do
    seen=$((seen + 1))
    leaks=$(nm -C --defined-only "$object" | sed -n 's/^[0-9a-f]* [TWi] //p' | grep -v "stackwright::lanes_$isa::" || true)
    if [ -n "$leaks" ]; then
      echo "$object: functions outside stackwright::lanes_$isa:"
      echo "$leaks" | sed 's/^/  /'
      wrong=1
    fi
  done
done
[ $wrong = 0 ] && echo "instruction sets: $seen kernel objects share no code"
exit $wrong
