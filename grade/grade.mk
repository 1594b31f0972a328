# The programs of 'make grade' and tools/grade-one, besides the emulator:
#
# build/grade/
#   sandbox            see grade/sandbox.h
#   leash              see grade/leash.c
#   kit/               all that a submission may see: compiler, headers, emulator, runner;
#                      laid out like the course itself
#   kit/version        a number that changes with all of this

sandbox_o := $(patsubst %,build/cpu/grade/%.o,sandbox options bwrap limits tree \
             confine filter)
build/cpu/grade/filter.o: | seccomp
seccomp:
	$(CC) -E -include seccomp.h -x c /dev/null >/dev/null 2>&1 || { \
	    echo 'grade: libseccomp is missing: make setup grade, or apt-get install libseccomp-dev' \
	        >&2; exit 2; }

build/grade/sandbox: $(sandbox_o)
	$(call begin,LINK)
	$(CC) $^ -o $@ -lseccomp

build/grade/leash: build/cpu/grade/leash.o build/cpu/grade/tree.o
	$(call begin,LINK)
	$(CC) $^ -o $@

policy_o := $(patsubst %.c,build/cpu/%.o,$(wildcard grade/policy/*.c)) \
            $(patsubst %,build/cpu/emu/%.o,frontend/rewrite_tokens base/library base/whole_file)
build/grade/kit/build/policy: $(policy_o)
	$(call begin,LINK)
	mkdir -p $(@D)
	$(CC) $^ -o $@

build/grade/kit/build/guard.o: build/cpu/grade/guard.o grade/guard.S
	mkdir -p $(@D)
	$(CC) -c grade/guard.S -o $(@:.o=_thunks.o)
	ld -r $< $(@:.o=_thunks.o) -o $@

# Every header that a submission may include, as an empty file.
build/grade/kit/build/stubs/sgemm.h: grade/policy/headers.txt
	rm -rf $(@D)
	while read -r header; do \
	    mkdir -p "$$(dirname "$(@D)/$$header")" && : >"$(@D)/$$header"; done <$<

build/grade/kit/build/runner.o: build/cpu/runner.o
	mkdir -p $(@D)
	cp $< $@

# Copies, so that a submission sees only these.
kit := $(wildcard common/*.h) common/tune/entry.c common/tune/linked.h \
       common/finding/verdict.h common/finding/finding.h common/call/call.h $(operation_calls_c) \
       emu/frontend/emucc emu/frontend/options.sh tools/make/compile-tile tools/make/localize \
       $(filter-out grade/grade.mk,$(wildcard \
       grade/build grade/enclose grade/policy/forbid grade/policy/*.t[xs][tv] emu/gpus/*.tsv))
kit_folders := emu/include
build/grade/kit/version: $(kit) $(wildcard emu/include/*.h emu/include/*/* emu/include/*/*/*) \
                         emu/build/libemu.a emu/build/rewrite emu/build/assembler build/grade/kit/build/runner.o \
                         build/grade/kit/build/policy build/grade/kit/build/guard.o build/grade/kit/build/stubs/sgemm.h \
                         build/grade/sandbox build/grade/leash \
                         tools/grade-one tools/grading/grade-lab tools/grading/grade-build tools/grading/grade_tiles.awk \
                         tools/grading/submission build/lab tools/formats/graded.jq tools/formats/model.jq tools/formats/plain.jq tools/formats/report.jq common/lab/points.tsv \
                         $(wildcard labs/*/tiles.tsv)
	$(call begin,KIT)
	mkdir -p $(@D)/build
	sed 's/.*/#if __has_include(<&>)\n#include <&>\n#endif/' grade/policy/headers.txt | \
	    $(CXX) -E -dM -x c++ -std=c++17 -D__CUDACC__=1 -D__NVCC__=1 -D__CUDA_ARCH__=900 -Icommon -isystem emu/include/cuda -isystem emu/include \
	        -include cuda_runtime.h - | awk '{ sub(/[(].*/, "", $$2); print $$2 }' | sort -u >$(@D)/predefined
	cp --parents -rp $(kit) $(kit_folders) emu/build/libemu.a emu/build/libraries emu/build/rewrite emu/build/assembler $(@D)
	mv $(@D)/predefined $(@D)/grade/policy/predefined.txt
	$(@D)/emu/frontend/emucc --guard --precompile
	$(@D)/emu/frontend/emucc --plain --guard --precompile
	cat $^ 2>/dev/null | cksum | cut -d' ' -f1 >$@

export SUBMISSIONS OUT
.PHONY: grade grader seccomp
grade: $(if $(and $(SUBMISSIONS),$(OUT)),grader)
	$(if $(SUBMISSIONS),,echo 'grade: SUBMISSIONS= is missing: make grade \
	    SUBMISSIONS=folder OUT=folder' | tr -s ' ' >&2; exit 2)
	$(if $(OUT),,echo 'grade: OUT= is missing: make grade SUBMISSIONS=folder OUT=folder' \
	    >&2; exit 2)
	exec tools/grade --with-caller "$$SUBMISSIONS" "$$OUT" \
	    $(or $(patsubst -j%,%,$(filter -j%,$(MAKEFLAGS))),$(shell nproc))

grader: build/grade/kit/version

-include $(wildcard build/*/grade/*.d build/*/grade/*/*.d)

# They include one another by the folder's name; no other file includes them.
build/cpu/grade/%.o: CFLAGS += -I.
