# A check's two programs: the judge of a lab, which holds no line of anybody's kernel, and
# a kernel's runner, which judges nothing (common/runner/wire.h).
#
# build/judge/NN_name                    the lab's checker, whose device is a runner
# build/<backend>/runner.o               what a kernel is linked with
# build/<backend>/<who>/NN_name/runner   linked with it (in tuned labs: tune.mk)

judge_o := $(patsubst %,build/cpu/common/runner/%.o,remote_start remote_print remote_cuda \
           remote_call remote_supervise judge_main wire)
finding_o := $(patsubst common/%.c,build/cpu/common/%.o,$(wildcard common/finding/*.c))
judge_tiles_o := $(patsubst %,build/cpu/common/tune/%.o,judge pick tiles try cache) \
                 build/cpu/common/runner/remote_tiles.o \
                 build/cpu/common/tune/tile_log.o
judges := $(LABS:%=build/judge/%)

judge_with = $(if $(wildcard labs/$1/tiles.tsv),$(judge_tiles_o),$\
             build/cpu/common/runner/remote_kernel.o)
$(judges): build/judge/%: build/cpu/labs/%/check.o $$(call judge_with,$$*) $(judge_o) \
                          $(finding_o) build/cpu/operations.o build/cpu/libcommon.a
	$(call begin,LINK)
	$(CC) $^ -o $@ -ljansson -lm

# build/jansson   says that the library is there: asked once
build/cpu/common/finding/record.o: | build/jansson
build/jansson:
	$(CC) -E -include jansson.h -x c /dev/null >/dev/null 2>&1 || { \
	    echo 'libjansson is missing: make setup, or apt-get install libjansson-dev' \
	        >&2; exit 2; }
	mkdir -p $(@D) && touch $@

runner_c := $(patsubst %,common/%.c,child finding/compiler_log runner/keeper \
                                   runner/serve runner/calls runner/wire tune/linked \
                                   tune/tiles tune/tile_log operation/callable) $(calls_c)
build/cpu/runner.o build/gpu/runner.o: build/%/runner.o: $(runner_c:%.c=build/$$*/%.o) \
                                                         build/operations.list
	$(call begin,LD)
	ld -r $(filter %.o,$^) -o $@

# The kernel with names of its own.
build/cpu/%/own.o: build/cpu/%/kernel.o tools/localize build/cpu/runner.o
	cp $< $@
	tools/localize $@ build/cpu/runner.o

build/cpu/%/runner: build/cpu/%/own.o build/cpu/runner.o emu/build/libemu.a
	$(call begin,LINK)
	$(compile) emu/frontend/emucc $(filter-out %/libemu.a,$^) -o $@

build/gpu/%/runner: build/gpu/%/kernel.o build/gpu/runner.o build/gpu/libcommon.a
	$(call begin,LINK)
	$(compile) $(nvcc) $^ -o $@

-include $(wildcard build/*/common/runner/*.d build/cpu/common/finding/*.d)
