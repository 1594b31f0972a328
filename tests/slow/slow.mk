# What `make test-slow` builds: the emulator's own C with the sanitizers of gcc, and the
# fuzzers. `make test` runs a quick part of the fuzzers, in emu/tests/fuzz.t.

# ASan checks the emulator's heap and variables, and the stacks of its own threads. It
# cannot check the coroutines' stacks, which change owners.
sanitize = -fsanitize=address,undefined -fno-sanitize-recover=undefined
build/fuzz/emu/frontend/%.o: emu/frontend/%.c
	$(call begin,CC)
	$(CC) $(CFLAGS) -Iemu/ptx -O1 $(sanitize) $(if $(filter rewrite,$*),-Dmain=rewrite_main) -c $< -o $@
build/fuzz/emu/ptx/%.o: emu/ptx/%.c
	$(call begin,CC)
	$(CC) $(CFLAGS) -O1 $(sanitize) -c $< -o $@

rewriter_base_o = build/fuzz/library.o build/fuzz/whole_file.o
$(rewriter_base_o): build/fuzz/%.o: emu/base/%.c
	$(call begin,CC)
	$(CC) $(CFLAGS) -O1 $(sanitize) -c $< -o $@

build/fuzz/%.o: tests/fuzz/%.c
	$(call begin,CC)
	$(CC) $(CFLAGS) -c $< -o $@

build/fuzz/%.o: tests/fuzz/%.cu tests/fuzz/api_fuzz.h tests/fuzz/random.h $(emucc) | \
                emu/build/libemu.a
	$(call begin,EMUCC)
	emu/frontend/emucc -Wall -Wextra -c $< -o $@

build/fuzz/emu/libemu.a: $(emu_sources)
	$(MAKE) --no-print-directory -C emu BUILD=../build/fuzz/emu EXTRA='-O1 $(sanitize) \
	    -Wno-builtin-declaration-mismatch --param asan-stack=0' ../$@
	touch $@

build/fuzz/rewrite_fuzz: build/fuzz/rewrite_fuzz.o build/fuzz/damage.o build/fuzz/random.o \
        $(rewriter_base_o) $(patsubst emu/%.c,build/fuzz/emu/%.o,$(wildcard emu/frontend/*.c emu/ptx/*.c))
	$(call begin,LINK)
	$(CC) -no-pie $(sanitize) $^ -o $@

build/fuzz/api_fuzz: $(patsubst tests/%.cu,build/%.o,$(wildcard tests/fuzz/api_*.cu)) \
                     build/fuzz/random.o build/fuzz/emu/libemu.a
	$(call begin,LINK)
	$(CXX) -no-pie $(sanitize) $^ $$(cat build/fuzz/emu/libraries) -o $@

fuzzers := build/fuzz/rewrite_fuzz build/fuzz/api_fuzz
tested: $(fuzzers)

.PHONY: test-slow
test-slow: expanded emu grader $(fuzzers)
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL prove -j2 $(wildcard tests/slow/*.t)

-include $(wildcard build/fuzz/*.d build/fuzz/emu/frontend/*.d build/fuzz/emu/ptx/*.d)
