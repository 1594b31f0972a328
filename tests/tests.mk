# The course's own tests.

#: test       the course's own tests
#: test-slow  the emulator under sanitizers, fuzzers, and a thread checker

.PHONY: test

# Everything is built before, so that tests which run at the same time only read it.
test_c := $(patsubst tests/%.c,build/tests/%.t,$(wildcard tests/*.c))
programs := $(foreach who,labs solutions,$(foreach lab,$(LABS),$\
            $(if $(wildcard $(who)/$(lab)/kernel.cu),build/cpu/$(who)/$(lab)/runner)))

.PHONY: expanded
expanded:
	tests/expand

test: expanded emu grader $(programs) build/lab build/view $(if $(wildcard /usr/include/microhttpd.h /usr/include/*/microhttpd.h),build/live) $(test_c)
	mkdir -p build/tap && rm -rf build/tap/*
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MACHINE_IS_FIT PERL_TEST_HARNESS_DUMP_TAP='$(CURDIR)/build/tap' \
	    CMOCKA_MESSAGE_OUTPUT=TAP prove -j2 $(wildcard tests/*.t emu/tests/*.t) $(test_c)

build/tests/%.t: tests/%.c build/cpu/common/device/probe_unknown.o build/cpu/libcommon.a | cmocka
	$(call begin,CC)
	$(CC) $(CFLAGS) -Iemu/include/cuda $(filter %.c %.o,$^) $(filter %.a,$^) -o $@ -lcmocka -lm
build/tests/trial_test.t: build/cpu/operations.o # on a device of its own

# Those that use the emulator's.
build/tests/tune_test.t: $(patsubst %,build/cpu/common/%.o,finding/compiler_log $\
                           $(patsubst %,tune/%,cache progress search tile tile_log tiles))
build/tests/compare_test.t build/tests/tune_test.t: \
        build/tests/%.t: build/cpu/tests/%.o build/cpu/operations.o \
        build/cpu/libcommon.a emu/build/libemu.a | cmocka
	$(call begin,LINK)
	emu/frontend/emucc $(filter %.o,$^) $(filter %/libcommon.a,$^) -o $@ -lcmocka

.PHONY: cmocka
cmocka:
	$(CC) -E -include stdarg.h -include stddef.h -include stdint.h -include setjmp.h \
	    -include cmocka.h -x c /dev/null >/dev/null 2>&1 || { \
	    echo 'test: cmocka is missing: make setup, or apt-get install libcmocka-dev' \
	        >&2; exit 2; }

include tests/slow/slow.mk

#: bench-explorer  how fast the explorer is, with more than 100,000 requests
.PHONY: bench-explorer
bench-explorer: build/lab build/explorer $(foreach lab,01_naive 03_smem 05_tile2d,build/cpu/solutions/$(lab)/runner)
	tests/bench-explorer
