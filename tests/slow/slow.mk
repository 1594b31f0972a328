# What `make test-slow` builds: the emulator's own C with the sanitizers of gcc, and the
# fuzzers. `make test` runs a quick part of the fuzzers, in tests/emu_fuzz.t.

# ASan looks at the emulator's heap and variables, and at the stacks of its own threads;
# it does not understand the coroutines' stacks, which change owners.
sanitize = -fsanitize=address,undefined -fno-sanitize-recover=undefined
fuzz_flags = -std=gnu11 -O1 -g -fno-pie -U_FORTIFY_SOURCE -Wall -Wextra -Werror \
             -Wno-builtin-declaration-mismatch $(emu_fixed) -MMD -MP -Icommon \
             -Icommon/emu/include $(sanitize) --param asan-stack=$(fuzz_stack)
fuzz_stack = 0
fuzz_main =

build/fuzz/emu/rewrite%.o: fuzz_stack = 1
build/fuzz/emu/rewrite.o: fuzz_main = -Dmain=rewrite_main

build/fuzz/emu/%.o: common/emu/%.c
	$(call begin,CC)
	$(CC) $(fuzz_flags) $(fuzz_main) -c $< -o $@

build/fuzz/%.o: tests/fuzz/%.c
	$(call begin,CC)
	$(CC) $(CFLAGS) -c $< -o $@

build/fuzz/%.o: tests/fuzz/%.cu tests/fuzz/api_fuzz.h tests/fuzz/random.h $(emucc) | \
                build/emu/libemu.a
	$(call begin,EMUCC)
	common/emu/emucc -Wall -Wextra -c $< -o $@

build/fuzz/libemu.a: $(emu_c:common/%.c=build/fuzz/%.o)

build/fuzz/rewrite_fuzz: build/fuzz/rewrite_fuzz.o build/fuzz/damage.o build/fuzz/random.o \
        $(patsubst common/%.c,build/fuzz/%.o,$(wildcard common/emu/rewrite*.c))
	$(call begin,LINK)
	$(CC) -no-pie $(sanitize) $^ -o $@

build/fuzz/api_fuzz: $(patsubst tests/%.cu,build/%.o,$(wildcard tests/fuzz/api_*.cu)) \
                     build/fuzz/random.o build/fuzz/libemu.a
	$(call begin,LINK)
	$(CXX) -no-pie $(sanitize) $^ -lbacktrace -lpthread -lm -o $@

fuzzers := build/fuzz/rewrite_fuzz build/fuzz/api_fuzz

test: $(fuzzers)

.PHONY: test-slow
test-slow: emu grader $(fuzzers)
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL prove -j2 $(wildcard tests/slow/*.t)

-include $(wildcard build/fuzz/*.d build/fuzz/emu/*.d)
