#!/bin/sh
# The emulator's tests of faults and of the subset of CUDA, on WebAssembly: about 4 minutes.
#
# Needs: npm, for the compiler
. tests/tap.sh

if command -v npm >/dev/null; then
    said=$(make --no-print-directory -C emu test-wasm 2>&1)
    is "make -C emu test-wasm" "$? $(echo "$said" | tail -n 1)" "0 Result: PASS"
else
    skip 1 "no npm: make setup site"
fi

done_testing
