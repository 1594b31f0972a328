# What 'make grade' and tools/grade-one need, beside the emulator:
#
# build/grade/
#   sandbox            see common/grade/sandbox.h
#   tiles              prints the tiles that a submission's tile_valid() accepts
#   kit/               all that a submission may see: compiler, headers, emulator, runner;
#                      laid out like the course itself
#   kit/version        a number that changes with all of this

sandbox_o := $(patsubst %,build/cpu/common/grade/%.o,sandbox options bubble watch tree \
             confine filter)
build/cpu/common/grade/filter.o: | seccomp
seccomp:
	$(CC) -E -include seccomp.h -x c /dev/null >/dev/null 2>&1 || { \
	    echo 'grade: libseccomp is missing: make setup, or apt-get install libseccomp-dev' \
	        >&2; exit 2; }

build/grade/sandbox: $(sandbox_o)
	$(call begin,LINK)
	$(CC) $^ -o $@ -lseccomp

build/grade/tiles: build/cpu/common/grade/tiles.o build/cpu/common/runner/remote_tiles.o \
                   build/cpu/common/tune/tiles.o \
                   build/cpu/common/tune/tile_log.o $(judge_o) build/cpu/libcommon.a
	$(call begin,LINK)
	$(CC) $^ -o $@ -lm

build/grade/kit/build/runner.o: build/cpu/runner.o
	mkdir -p $(@D)
	cp $< $@

# Copies, so that a submission sees them and nothing beside them.
kit := common/sgemm.h common/tile.h common/tune/entry.c common/tune/linked.h \
       common/trial.h common/guarded.h common/matrix.h common/verdict.h \
       common/instrument.h common/emu/emucc tools/compile-kernel tools/compile-tile \
       $(filter-out common/grade/grade.mk,$(wildcard common/grade/forbid \
       common/grade/build common/grade/*.t[xs][tv] common/gpus/*.tsv))
kit_folders := common/emu/include
# Names that others define: the C and C++ libraries, the emulator, the runner.
libraries = $(foreach lib,libc.so.6 libm.so.6 libstdc++.so libgcc_s.so.1,$\
              $(shell $(CXX) -print-file-name=$(lib)))

build/grade/kit/version: $(kit) $(wildcard common/emu/include/* common/emu/include/*/*) \
                         build/emu/libemu.a build/emu/rewrite build/grade/kit/build/runner.o \
                         build/grade/sandbox build/grade/tiles $(judges) \
                         tools/grade-one tools/grade-json tools/grade-rows \
                         tools/formats/grade.jq tools/report.jq common/points.tsv \
                         $(wildcard labs/*/tiles.tsv)
	$(call begin,KIT)
	mkdir -p $(@D)/build
	cp --parents -rp $(kit) $(kit_folders) build/emu/libemu.a build/emu/rewrite $(@D)
	{ nm -D --defined-only $(libraries) | sed 's/@.*//'; \
	  nm -g --defined-only build/emu/libemu.a build/grade/kit/build/runner.o; } | \
	    awk 'NF == 3 { print $$3 }' | grep -vx 'sgemm\|tile_valid' | sort -u \
	    >$(@D)/common/grade/reserved.txt
	cat $^ 2>/dev/null | cksum | cut -d' ' -f1 >$@

export SUBMISSIONS OUT
.PHONY: grade grader seccomp
grade: $(if $(and $(SUBMISSIONS),$(OUT)),grader)
	$(if $(SUBMISSIONS),,echo 'grade: SUBMISSIONS= is missing: make grade \
	    SUBMISSIONS=folder OUT=folder' | tr -s ' ' >&2; exit 2)
	$(if $(OUT),,echo 'grade: OUT= is missing: make grade SUBMISSIONS=folder OUT=folder' \
	    >&2; exit 2)
	tools/grade "$$SUBMISSIONS" "$$OUT" \
	    $(or $(patsubst -j%,%,$(filter -j%,$(MAKEFLAGS))),$(shell nproc))

grader: build/grade/kit/version

-include $(wildcard build/*/common/grade/*.d)
