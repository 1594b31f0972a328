#!/bin/sh
# A quick part of the emulator's fuzzing; tests/slow/fuzz.t has the rest, and says how to
# repeat a case.
#
# depends: emu tests/fuzz
. tests/tap.sh
. tests/fuzz/fuzz.sh

fuzz_rewrite 0 150
fuzz_api 0 50
fuzz_launches 1 60

done_testing
