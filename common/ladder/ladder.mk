# The whole ladder in one run on a GPU: every kernel that passes its check, and cuBLAS.
# Each lab's sgemm() gets a name of its own: sgemm_03_smem.
#
# build/gpu/<who>/NN_name/ladder.o   the kernel (of a tuned lab: what picks the tile)
# build/gpu/<who>/bench-all          all of them, linked

.PHONY: bench-all
ifeq ($(if $(filter bench-all,$(MAKECMDGOALS)),$(BACKEND)),cpu)
$(error bench-all times kernels on a GPU, and there is none here: make demo models them)
endif
ladder_of = build/gpu/$(WHO)
ladder_objects := $(foreach lab,$(LABS),$(ladder_of)/$(lab)/ladder.o)
ladder_tuned := $(TUNED:%=$(ladder_of)/%)

ladder_function := $(call function_of,$(firstword $(LABS)))
ladder_names = $(if $(filter $*,$(TUNED)),-DCALL=pick_call,-DCALL=call_$* \
    -D$(ladder_function)_call=call_$* -D$(ladder_function)=$(ladder_function)_$* \
    -DSOURCE='"operation/call_$(ladder_function).c"')
$(ladder_objects): $(ladder_of)/%/ladder.o: common/ladder/entry.c common/ladder/entry.h \
                                            $(calls_c) $(ladder_of)/%/kernel.o
	$(call begin,OBJCOPY)
	$(CC) $(filter-out -MMD -MP,$(CFLAGS)) -isystem $(CUDA)/include -DLAB='"$*"' \
	    $(ladder_names) -c $< -o $@.entry
	$(if $(filter $*,$(TUNED)),cp $(lastword $^) $@.kernel,objcopy \
	    --redefine-sym $(ladder_function)=$(ladder_function)_$* $(lastword $^) $@.kernel)
	ld -r $@.entry $@.kernel -o $@
	rm $@.entry $@.kernel

ladder_tiles = $(foreach lab,$(ladder_tuned),$(patsubst %,$(lab)/tiles/%.o,$\
               $(shell cat $(lab)/tiles/cached 2>/dev/null)))
# What pick.o needs.
ladder_tune := $(patsubst %,build/gpu/common/tune/%.o,cache linked tiles pick default)
$(ladder_of)/bench-all: build/gpu/common/ladder/main.o $(ladder_objects) \
        $(ladder_tuned:%=%/tiles/cached) \
        $(ladder_tuned:%=%/tiles/key) $(ladder_tune) $(peers) $(gpu_libs)
	+$(if $(ladder_tiles),$(again) $(ladder_tiles))
	$(call begin,LINK)
	$(nvcc) $(filter %.o %.a,$^) $(ladder_tiles) -lcublas -o $@

bench-all: $(LABS:%=$(RESULTS)/$(WHO)/%.$(REPORT)) $(ladder_of)/bench-all
	for report in $(filter %.$(REPORT),$^); do $(call passed,$$report) || { \
	    echo "no speed for a wrong kernel: see $$report"; exit 1; }; done
	BENCH_COMPILER="$$($(compiler) | tail -n 1)" BENCH_FLAGS='$(flags)' \
	BENCH_COMMIT="$${BENCH_COMMIT:-$$(git describe --always --dirty 2>/dev/null)}" \
	TUNE_CACHE=$(RESULTS)/$(WHO)/$(TUNED).tuned.tsv \
	$(alone) $(ladder_of)/bench-all $(RESULTS)/$(WHO)
