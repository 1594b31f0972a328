#!/bin/sh
# The fuzzers of the emulator and of grading at length; see tests/fuzz. A case that fails is
# named, with the command that repeats it. FUZZ_FIRST=n begins at another case than the first.
. tests/tap.sh
. tests/fuzz/fuzz.sh
first=${FUZZ_FIRST:-1000}

for part in 0 1 2 3 4 5 6 7; do
    fuzz_rewrite $((first + part * 500)) 500
done
for part in 0 1 2 3; do
    fuzz_api $((first + part * 100)) 100
done
for part in 0 1 2 3 4 5 6 7 8 9 10 11; do
    fuzz_launches $((first + part)) 150
done
fuzz_grade "$first" 40

done_testing
