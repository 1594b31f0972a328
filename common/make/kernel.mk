# A kernel: how it is compiled, checked and timed.

# In a rule for build/cpu/labs/03_smem/...: $* is labs/03_smem.
source = $(if $(filter other/%,$*),$(KERNEL),$*/kernel.cu)
newer = $(if $(filter other/%,$*),build/$*.cksum,$*/kernel.cu)
compile = tools/make/compile-kernel $(*F) '$(source)' $(RESULTS)/$*.$(REPORT) \
          $(RESULTS)/$*.$(REPORT:.txt=.json)
kernel_flags = -Icommon -MMD -MP -MF $(@:.o=.d) -MT $@

# --- cpu: the kernel by emucc, the rest by gcc against the emulator's cuda_runtime.h ---

CFLAGS = -std=c11 -O2 -g -Wall -Wextra -Werror -MMD -MP -Icommon -Iemu/include
emucc := emu/frontend/emucc $(wildcard emu/include/*.h emu/include/*/*) emu/build/rewrite emu/build/assembler

build/cpu/%.o: %.c
	$(call begin,CC)
	$(CC) $(CFLAGS) -Iemu/include/cuda -c $< -o $@

build/cpu/%/kernel.o: $$(newer) common/sgemm.h $(emucc) | emu/build/libemu.a build/lab
	$(call begin,EMUCC)
	$(compile) emu/frontend/emucc $(kernel_flags) -Wmaybe-uninitialized -c '$(source)' -o $@

# --- gpu: the kernel by nvcc, the rest by gcc against NVIDIA's cuda_runtime.h ----------

# Warnings are errors in the reference kernels; in yours they are only shown.
nvcc_flags = -O3 $(target) -lineinfo
nvcc = $(NVCC) $(nvcc_flags)
strict = $(if $(filter solutions/%,$*),-Werror all-warnings)

build/gpu/%.o: %.c
	$(call begin,CC)
	$(CC) $(CFLAGS) -isystem $(CUDA)/include -c $< -o $@

build/gpu/%/kernel.o: $$(newer) common/sgemm.h | build/lab
	$(call begin,NVCC)
	$(compile) $(nvcc) $(kernel_flags) $(strict) -c '$(source)' -o $@

# --- Check and bench ------------------------------------------------------------------

# A check that fails leaves its report, and is not run again until something changes. The
# report is there at once and whole: a make beside this one, such as watch's, may read it.
# One that a signal ends, such as live's, leaves nothing.
# Before a GPU, if g++ is there, comes the emulator: it alone judges technique, and says
# where a fault lies. The first failure decides.
checkers := $(if $(filter gpu,$(BACKEND)),$(if $(shell command -v $(CXX)),cpu) gpu,cpu)
runners := $(foreach backend,$(checkers),build/$(backend)/%/runner)
# The record beside it (docs/finding.md) is what other programs read. With POINTS, one whose
# check ended at the first fault is not enough.
record_of = $(wildcard $(RESULTS)/$1.$(REPORT:.txt=.json))
no_record = $(or $(if $(call record_of,$1),,FORCE),$\
              $(if $(POINTS),$(shell build/lab settled '$(call record_of,$1)' >/dev/null 2>&1 || echo FORCE)))
$(RESULTS)/%.$(REPORT): $(runners) \
                        $(if $(SEED)$(DRAW),FORCE,$$(call no_record,$$*)) build/lab
	$(call begin,CHECK,$(source))
	$(tune_calls)trap 'rm -f $@.$$$$ $@.$$$$.json; exit 2' HUP INT TERM; \
	exec 9>&1; status=0; for runner in $(filter %/runner,$^); do \
	    RUNNER="exec '$$runner'" TILE_FOLDER=$${runner%/*}/tiles $(tune_tiled) $(shared) \
	        build/lab check $(*F) --record $@.$$$$.json '$(source)' || { status=$$?; break; }; \
	done >$@.$$$$ 2>&1; \
	[ $$status != 2 ] || { cat $@.$$$$; rm -f $@.$$$$ $@.$$$$.json; exit 2; }; \
	[ -f $@.$$$$.json ] || { rm $@.$$$$; \
	    echo 'check: the report is cut off: is the disk full?' >&2; exit 2; }; \
	mv $@.$$$$.json $(@:.txt=.json) && mv $@.$$$$ $@

# While a kernel is timed on a GPU, nothing else runs there, under -j either.
ifeq ($(BACKEND),gpu)
shared = flock -s build/gpu.lock
alone = flock build/gpu.lock
endif

# What a table says of the compiler that built its kernel.
compiler = $(if $(filter gpu,$(BACKEND)),$(NVCC) --version,$(CXX) --version | head -n 1)
flags = $(if $(filter gpu,$(BACKEND)),$(nvcc_flags),of emu/frontend/emucc)

# For the model, nvcc's program, which the emulator can only estimate. (An autotuned lab
# has a kernel for each tile.) Under -j, nvcc works while the kernel is checked.
cubin_of = $(if $(and $(NVCC),$(filter cpu,$(BACKEND))),$(if $(filter $(TUNED),$(notdir $1)),,build/cpu/$1/$(GPU).cubin))
build/cpu/%/$(GPU).cubin: $$(newer) common/sgemm.h tools/make/registers
	mkdir -p $(@D)
	tools/make/registers --cubin $@ '$(source)' $(GPU) || >$@

# What is timed: with those tiles that have won, where a lab has some.
timed_runner = build/$1/runner$(if $(filter $(TUNED),$(notdir $1)),-cached)
bench_provenance = BENCH_COMPILER="$$($(compiler) | tail -n 1)" BENCH_FLAGS='$(flags)' \
	BENCH_COMMIT="$${BENCH_COMMIT:-$$(git describe --always --dirty 2>/dev/null)}"
$(RESULTS)/%.tsv: $$(call timed_runner,$(BACKEND)/$$*) build/lab $$(call cubin_of,$$*) \
                  $(if $(filter gpu,$(BACKEND)),$$(runner_peers)) | $(RESULTS)/%.$(REPORT)
	$(call passed,$(RESULTS)/$*.$(REPORT)) || { \
	    echo 'no speed for a wrong kernel: see $(RESULTS)/$*.$(REPORT)'; exit 1; }
	$(call begin,BENCH,$(source))
	$(bench_provenance) TUNE_CACHE=$(@:.tsv=.tuned.tsv) EMU_CUBIN=$(call cubin_of,$*) \
	RUNNER="exec '$<'" $(alone) build/lab bench $(if $(filter gpu,$(BACKEND)),--peers \
	    build/gpu/peer) $(*F) $@ >$(@:.tsv=.bench.txt) || { \
	    status=$$?; [ $$status = 2 ] || cat $(@:.tsv=.bench.txt); exit $$status; }

# KERNEL= may name another file each time: its name counts, and what it and the headers
# beside it hold.
build/other/%.cksum: FORCE
	mkdir -p $(@D)
	trap 'rm -f $@.$$$$; exit 2' HUP INT TERM; \
	new=$@.$$$$; { find "$$(dirname '$(KERNEL)')" -maxdepth 1 -name '*.*h' -exec cksum {} +; \
	    cksum '$(KERNEL)'; } >$$new; \
	if cmp -s $$new $@; then rm $$new; else mv $$new $@; fi

%/operation/matrix.o %/element/tensor_sum.o: CFLAGS += -O3
-include $(wildcard build/tests/*.d build/*/labs/*/*.d build/*/solutions/*/*.d)
