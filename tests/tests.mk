# The course's own tests.

#: test       the course's own tests, in minutes
#: test-all   all of them: also what tests/test-all.tsv lists
#: test-slow  the emulator under sanitizers, fuzzers, and a thread checker
#= CACHE=no         tests: each is run again, also where nothing has changed
#= CCACHE=yes       tests: compile kernels with ccache

.PHONY: test test-all

export CACHE CCACHE

# Everything is built before, so that tests which run at the same time only read it.
test_c := $(patsubst tests/%.c,build/tests/%.t,$(wildcard tests/*.c))
programs := $(foreach who,labs solutions,$(foreach lab,$(LABS),$\
            $(if $(wildcard $(who)/$(lab)/kernel.cu),build/cpu/$(who)/$(lab)/runner)))

# The longest first, so that both cores are busy to the end.
test_long := $(patsubst %,tests/%.t,labs grade spellings explorer try story update pictures predict live make text site)
test_t := $(test_long) $(filter-out $(test_long),$(wildcard tests/*.t emu/tests/*.t))
test_left_out := $(shell cut -f 1 tests/test-all.tsv)

.PHONY: expanded
expanded:
	tests/expand

.PHONY: tested
tested: expanded emu grader $(programs) build/lab build/view $(if $(wildcard /usr/include/microhttpd.h /usr/include/*/microhttpd.h),build/live) $(test_c)

test test-all:
	+$(again) tested
	mkdir -p build/tap && rm -rf build/tap/*
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MACHINE_IS_FIT PERL_TEST_HARNESS_DUMP_TAP='$(CURDIR)/build/tap' \
	    ALL=$(if $(filter test-all,$@),yes) CMOCKA_MESSAGE_OUTPUT=TAP \
	    prove --timer -j2 --exec tests/once $(if $(filter test,$@),$(filter-out $(test_left_out),$(test_t)),$(test_t)) $(test_c)
	tests/recall --trim

build/tests/%.t: tests/%.c build/cpu/common/device/probe_unknown.o build/cpu/libcommon.a | cmocka
	$(call begin,CC)
	$(CC) $(CFLAGS) -Iemu/include/cuda $(filter %.c %.o,$^) $(filter %.a,$^) -o $@ -lcmocka -lm
build/tests/trial_test.t: build/cpu/operations.o tests/trial/device.c tests/trial/device.h # on a device of its own
build/tests/trial_test.t: CFLAGS += -Itests/trial

# Those that use the emulator's.
build/tests/tune_test.t: $(patsubst %,build/cpu/common/%.o,finding/compiler_log $\
                           $(patsubst %,tune/%,tune_cache progress search tune_tiles))
build/tests/compare_test.t build/tests/wrong_test.t build/tests/tune_test.t: \
        build/tests/%.t: build/cpu/tests/%.o build/cpu/operations.o \
        build/cpu/libcommon.a emu/build/libemu.a | cmocka
	$(call begin,LINK)
	emu/frontend/emucc $(filter %.o,$^) $(filter %/libcommon.a,$^) -o $@ -lcmocka

.PHONY: cmocka
cmocka:
	$(CC) -E -include stdarg.h -include stddef.h -include stdint.h -include setjmp.h \
	    -include cmocka.h -x c /dev/null >/dev/null 2>&1 || { \
	    echo 'test: cmocka is missing: make setup test, or apt-get install libcmocka-dev' \
	        >&2; exit 2; }

include tests/slow/slow.mk

#: bench-explorer  how fast the explorer is, with more than 100,000 requests
.PHONY: bench-explorer
bench-explorer: build/lab build/explorer $(foreach lab,01_naive 03_smem 05_tile2d,build/cpu/solutions/$(lab)/runner)
	tests/bench-explorer
