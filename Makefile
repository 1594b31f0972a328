# How everything is built and run. What you can ask for: make help
#
# Programs go to build/<backend>/<who>/NN_name/, but the judges of labs to
# build/judge/NN_name, and what reads their records to build/lab. What they say goes to
# results/<device>/<who>/NN_name.*, where
#   backend  cpu (the emulator in emu) or gpu
#   device   cpu-h200 (the emulator's model of that GPU) or gpu
#   who      labs, solutions, or other (the file named by KERNEL=)
# Paths are relative, so that the course may lie in a folder with a space in its name.

#: labNN      check, time and plot lab NN, such as lab01, to the first failure
#: checkNN    is the kernel right, safe, and of this lab's technique?
#: benchNN    its speed, once it passes the check
#: plotNN     its speed beside the labs before it: SVG, PNG, and text here
#: tuneNN     try every tile of a lab that has a table of them, such as tune07
#: countNN    requests, sectors, wavefronts of one product; SIZE=n, else 512
#: strides    what one load of a warp costs, for several patterns of addresses
#: accessNN   which sectors a warp moves: the line that moves most, or LINE=n
#: banksNN    which banks of shared memory a warp meets in: worst line, or LINE=n
#: touchedNN  which elements of A, B and C a block touches, and when
#: roofline   every lab between arithmetic and bandwidth
#: report     one page with all of it: results/.../report.html
#: bench-all  on a GPU, every lab and cuBLAS in one run, in turn
#: microbench  on a GPU, what it can do at most: bandwidths, rates, latencies
#: profile-gpu  likewise, as a profile for emu/gpus
#: regsNN     registers, spills, and how many blocks an SM has: needs nvcc
#: profileNN  on a GPU, Nsight Compute's counters beside the emulator's
#: check-all  every lab's check; verdicts, points, sum; grade.json, CSV, JUnit
#: submit     pack your kernels, to be handed in: results/submission.zip
#: ladder     one bar a lab: your kernels, the reference's where you have none
#: hintNN     one more hint for lab NN; AGAIN=1 those shown so far
#: watchNN    check at each save, and show the first failure; Ctrl-C ends it
#: debugNN    gdb at the first fault, in the block and the thread that had it
#: resetNN    the skeleton again; yours is kept beside it
#: status     each lab's verdict, where you are, and what is next
#: setup      install what is missing (apt-get)
#: update     take a new version of the course, and keep your work; FROM=folder
#: emu        build the emulator alone
#: clean      remove build/ and results/
#= KERNEL=file.cu   somebody else's kernel
#= BACKEND=cpu|gpu  the emulator or a GPU; the default is a GPU where one works
#= GPU=h200         the GPU that the emulator models: a profile in emu/gpus
#= SEED=n           check once more, with the inputs of an earlier run
#= DRAW=n           likewise, with more shapes and scalars, as a grader drew them
#= CXX=g++-13       another g++ for the emulator

# To make update, FROM is a folder.
ifneq ($(filter update,$(MAKECMDGOALS)),)
update_from := $(if $(filter command,$(origin FROM)),$(FROM))
override FROM := labs
endif

FROM ?= labs
GPU ?= h200
ARCH ?= native
CC = gcc
CXX = g++
export CXX

# Numbers with a point and messages in English, which tools here read, in every locale.
export LC_ALL = C.UTF-8
export LANGUAGE =

LABS := $(sort $(notdir $(wildcard labs/[0-9][0-9]_*)))
NUMBERS := $(foreach lab,$(LABS),$(firstword $(subst _, ,$(lab))))

# --- Which backend, whose kernel; a bad call stops here, in one line -------------------

NVCC := $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc))
CUDA := $(NVCC:%/bin/nvcc=%)
has_gpu = $(if $(NVCC),$(shell nvidia-smi -L >/dev/null 2>&1 && echo yes))

# The first of the tools $1 that is missing, and its package; `make setup` may bring it.
lacks = $(if $(filter setup,$(MAKECMDGOALS)),,$(firstword $(shell for tool in $1; do \
        command -v $$tool >/dev/null || echo $$tool; done)))
package = $(or $(patsubst ar,binutils,$(filter ar,$1)),$(patsubst prove,perl,$(filter prove,$1)),$(notdir $1))
needs_solutions := test test-slow bench-emu
builds_nothing := help setup lint clean update-tables handout $(if $(wildcard build/lab),status) $(NUMBERS:%=hint%) $(NUMBERS:%=reset%)

# The kernels of tests/wrong and tests/variants lie in build/tests once they are expanded.
ifneq ($(and $(findstring build/tests/,$(KERNEL)),$(wildcard tests/expand)),)
$(shell tests/expand >&2)
endif

ifneq ($(filter-out help setup lint clean update,$(MAKECMDGOALS)),)
BACKEND ?= $(if $(has_gpu),gpu,cpu)
BACKEND := $(BACKEND)
asked := $(filter-out profile-gpu,$(filter lab% check% bench% plot% profile%,$(MAKECMDGOALS)))
known := check-all bench-all bench-emu \
         $(foreach what,lab check bench plot profile,$(NUMBERS:%=$(what)%))
profiles := $(basename $(notdir $(wildcard emu/gpus/*.tsv)))

ifneq ($(filter-out $(known),$(asked)),)
$(error there is no $(firstword $(filter-out $(known),$(asked))): the labs are $(NUMBERS))
else ifeq ($(filter labs solutions,$(FROM)),)
$(error FROM=$(FROM) is not known: it is labs (yours) or solutions (the reference))
else ifneq ($(filter $(if $(wildcard solutions),,solutions),$(FROM)),)
$(error FROM=$(FROM): this is a handout, without the reference kernels)
else ifneq ($(if $(wildcard solutions),,$(filter $(needs_solutions),$(MAKECMDGOALS))),)
$(error this is a handout, without the reference kernels that make $(firstword $(filter $(needs_solutions),$(MAKECMDGOALS))) needs: begin with make lab01)
else ifeq ($(filter cpu gpu,$(BACKEND)),)
$(error BACKEND=$(BACKEND) is not known: it is cpu (the emulator) or gpu)
else ifeq ($(filter $(GPU),$(profiles)),)
$(error GPU=$(GPU) has no profile in emu/gpus: there are $(profiles))
else ifneq ($(findstring ',$(KERNEL)),)
$(error KERNEL=$(KERNEL): no path with an apostrophe is possible: rename it)
else ifneq ($(and $(KERNEL),$(shell test -f '$(KERNEL)' || echo missing)),)
$(error KERNEL=$(KERNEL): no such file)
else ifeq ($(and $(filter gpu,$(BACKEND)),$(if $(has_gpu),yes,no)),no)
$(error BACKEND=gpu needs nvcc, of the CUDA toolkit, and a GPU that 'nvidia-smi -L' lists; BACKEND=cpu needs neither)
endif

# Before anything is built: what every build needs. (A GPU can do without g++.)
ifneq ($(filter-out $(builds_nothing),$(MAKECMDGOALS)),)
missing := $(call lacks,$(CC) ar $(if $(filter cpu,$(BACKEND)),$(firstword $(CXX))) \
                        $(if $(filter test test-slow,$(MAKECMDGOALS)),prove patch))
ifneq ($(missing),)
$(error '$(missing)' is missing: make setup, or apt-get install $(call package,$(missing)))
endif
endif

# What is wrong with the machine: asked once, not by every make that this one calls.
ifndef MACHINE_IS_FIT
unfit := $(shell sh tools/machine $(if $(filter-out $(builds_nothing),$(MAKECMDGOALS)),build,run) '$(CXX)')
ifneq ($(unfit),)
$(error $(unfit))
endif
export MACHINE_IS_FIT := yes
endif
endif

DEVICE := $(if $(filter gpu,$(BACKEND)),gpu,cpu-$(GPU))
WHO := $(if $(KERNEL),other,$(FROM))
RESULTS := results/$(DEVICE)
REPORT := check$(SEED:%=-%)$(DRAW:%=-drawn-%).txt
export EMU_GPU = $(GPU)
export BACKEND KERNEL SEED DRAW

# --- What you ask for -----------------------------------------------------------------

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SECONDARY:
.SECONDEXPANSION:
ifndef V
.SILENT:
endif
.PHONY: help setup ladder lint emu clean tables pictures
.PHONY: FORCE update-tables $(foreach what,lab check bench plot profile,$(NUMBERS:%=$(what)%)) $(LABS:%=picture-%)

# In a rule for lab 03: name is 03_smem, mine the beginning of its files in results/.
name = $(notdir $(wildcard labs/$*_*))
mine = $(RESULTS)/$(WHO)/$(name)
passed = build/lab passed $(1:.txt=.json)

# The tables of labs: yours where you have one (and used as it is, never made again for
# another lab's sake), else the reference's.
yours = $(if $(filter solutions,$(WHO)),,$(wildcard $(RESULTS)/labs/$1.tsv))
reference = $(if $(wildcard solutions/$1/kernel.cu),$(RESULTS)/solutions/$1.tsv)
tables = $(foreach lab,$1,$(or $(call yours,$(lab)),$(call reference,$(lab))))
references = $(filter $(RESULTS)/solutions/%,$(call tables,$1))

# The labs before $1: those that sort in front of it.
before = $(foreach lab,$(LABS),$(if $(filter $1,$(firstword $(sort $1 $(lab)))),,$(lab)))

# Beside a model of a GPU, cuBLAS as it was measured on that GPU.
measured := $(if $(filter cpu,$(BACKEND)),$(wildcard docs/measured/$(GPU)/*.tsv))
draw = tools/plot gflops $(RESULTS)/$(WHO)/$1 $(measured) \
       $(call tables,$(call before,$1)) $(if $(modelled),$$(ls $(modelled)/$1.tsv 2>/dev/null)) \
       $(RESULTS)/$(WHO)/$1.tsv

# Beside times of this GPU, if it has a profile, the model's.
ifneq ($(and $(filter gpu,$(BACKEND)),$(filter plot% lab%,$(MAKECMDGOALS)),$(shell command -v $(CXX))),)
profile_here := $(shell tools/gpu-profile)
modelled = $(if $(profile_here),results/cpu-$(profile_here)/$(WHO))
model = $(if $(profile_here),$(MAKE) --no-print-directory BACKEND=cpu GPU=$(profile_here) \
        $(modelled)/$(name).tsv >/dev/null 2>&1 || true)
endif

$(NUMBERS:%=check%): check%: $$(mine).$(REPORT)
	cat $<
	$(call passed,$<)

$(NUMBERS:%=bench%): bench%: check% $$(mine).tsv
	cat $(mine).bench.txt

$(NUMBERS:%=plot%): plot%: bench% $$(call references,$$(call before,$$(name)))
	+$(model)
	$(call draw,$(name))

$(NUMBERS:%=lab%): lab%: plot%
	$(if $(filter labs,$(WHO)),tools/next $(name) $(LABS))

$(NUMBERS:%=profile%): profile%:
	tools/profile $(or $(KERNEL),$(WHO)/$(name)/kernel.cu)

update-tables:
	tools/update-tables

# Targets are named by lines that begin with #:, and names to set by lines with #=.
helped := Makefile $(or $(wildcard solutions/*.mk),common/handout.mk) $(wildcard tests/*.mk)
help:
	echo 'usage: make TARGET [NAME=value...]'
	sed -n 's/^#: /  /p' $(helped)
	echo
	sed -n 's/^#= /  /p' $(helped)
	echo
	echo 'labs: $(LABS)'
	echo 'Begin with: make setup demo; then open labs/01_naive/README.md'

setup:
	tools/setup $(foreach goal,$(filter-out setup,$(MAKECMDGOALS)),$(if $(findstring /,$(goal)),,$(goal)))
ifneq ($(filter setup,$(MAKECMDGOALS)),)
.NOTPARALLEL: # under -j, too, nothing is built before all is there to build it
endif

# Checks that fail are recorded like the others; only what could not be run fails here.
jobs = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc))
again = $(MAKE) --no-print-directory -Otarget $(jobs)

# Where nothing is there to draw: a handout, before the first lab.
no_speeds = echo 'no lab has been timed yet: begin with make lab01'
ladder: $$(call references,$(LABS))
	$(if $(strip $(call tables,$(LABS))),$(draw_ladder),$(no_speeds))
draw_ladder = tools/plot ladder $(RESULTS)/$(WHO)/ladder $(measured) $(call tables,$(LABS))

tables: $(LABS:%=$(RESULTS)/$(WHO)/%.tsv)

pictures: $(LABS:%=picture-%)
$(LABS:%=picture-%): picture-%: tables
	$(call draw,$*) >/dev/null

# --- Programs, and what they say ------------------------------------------------------

# In a rule for build/cpu/labs/03_smem/...: $* is labs/03_smem.
source = $(if $(filter other/%,$*),$(KERNEL),$*/kernel.cu)
newer = $(if $(filter other/%,$*),build/$*.cksum,$*/kernel.cu)
compile = tools/compile-kernel build/judge/$(*F) '$(source)' $(RESULTS)/$*.$(REPORT) \
          $(RESULTS)/$*.$(REPORT:.txt=.json)
kernel_flags = -Icommon -MMD -MP -MF $(@:.o=.d) -MT $@
begin = mkdir -p $(@D); printf '  %-7s %s\n' $1 '$(or $2,$@)'

# While a kernel is timed on a GPU, nothing else runs there, under -j either.
ifeq ($(BACKEND),gpu)
shared = flock -s build/gpu.lock
alone = flock build/gpu.lock
endif

# What a table says of the compiler that built its kernel.
compiler = $(if $(filter gpu,$(BACKEND)),$(NVCC) --version,$(CXX) --version | head -n 1)
flags = $(if $(filter gpu,$(BACKEND)),$(nvcc_flags),of emu/frontend/emucc)

# For the model, what nvcc knows and the emulator can only estimate. (An autotuned lab has
# a kernel for each tile.)
registers = $(if $(filter cpu,$(BACKEND)),$(if $(filter $(TUNED),$(*F)),:,$\
            tools/registers --number '$(source)' $(GPU)),:)

# A check that fails leaves its report, and is not run again until something changes. The
# report is there at once and whole: a make beside this one, such as watch's, may read it.
# Before a GPU, if g++ is there, comes the emulator: it alone judges technique, and says
# where a fault lies. The first failure decides.
checkers := $(if $(filter gpu,$(BACKEND)),$(if $(shell command -v $(CXX)),cpu) gpu,cpu)
runners := $(foreach backend,$(checkers),build/$(backend)/%/runner)
# The record beside it (docs/finding.md) is what other programs read.
no_record = $(if $(wildcard $(RESULTS)/$1.$(REPORT:.txt=.json)),,FORCE)
$(RESULTS)/%.$(REPORT): $(runners) build/judge/$$(*F) \
                        $(if $(SEED)$(DRAW),FORCE,$$(call no_record,$$*)) | build/lab
	$(call begin,CHECK,$(source))
	status=0; for runner in $(filter %/runner,$^); do \
	    RUNNER="exec '$$runner'" TILE_LOGS=$${runner%/*}/tiles $(shared) \
	        build/judge/$(*F) --record $@.$$$$.json '$(source)' || { status=$$?; break; }; \
	done >$@.$$$$ 2>&1; \
	[ $$status != 2 ] || { cat $@.$$$$; rm -f $@.$$$$ $@.$$$$.json; exit 2; }; \
	[ -f $@.$$$$.json ] || { rm $@.$$$$; \
	    echo 'check: the report is cut off: is the disk full?' >&2; exit 2; }; \
	mv $@.$$$$.json $(@:.txt=.json) && mv $@.$$$$ $@

$(RESULTS)/%.tsv: build/$(BACKEND)/%/bench | $(RESULTS)/%.$(REPORT)
	$(call passed,$(RESULTS)/$*.$(REPORT)) || { \
	    echo 'no speed for a wrong kernel: see $(RESULTS)/$*.$(REPORT)'; exit 1; }
	$(call begin,BENCH,$(source))
	BENCH_COMPILER="$$($(compiler) | tail -n 1)" BENCH_FLAGS='$(flags)' \
	BENCH_COMMIT="$${BENCH_COMMIT:-$$(git describe --always --dirty 2>/dev/null)}" \
	TUNE_CACHE=$(@:.tsv=.tuned.tsv) EMU_REGISTERS="$$($(registers))" \
	$(alone) $< $@ >$(@:.tsv=.bench.txt) || { \
	    status=$$?; [ $$status = 2 ] || cat $(@:.tsv=.bench.txt); exit $$status; }

# KERNEL= may name another file each time: its name counts, and what it and the headers
# beside it hold.
build/other/%.cksum: FORCE
	mkdir -p $(@D)
	new=$@.$$$$; { find "$$(dirname '$(KERNEL)')" -maxdepth 1 -name '*.*h' -exec cksum {} +; \
	    cksum '$(KERNEL)'; } >$$new; \
	if cmp -s $$new $@; then rm $$new; else mv $$new $@; fi

# --- cpu: the kernel by emucc, the rest by gcc against the emulator's cuda_runtime.h ---

CFLAGS = -std=c11 -O2 -g -Wall -Wextra -Werror -MMD -MP -Icommon -Iemu/include
common := $(filter-out common/probe_%.c,$(wildcard common/*.c))

# An operation has two files: its data, and what calls a kernel's function. Nothing names
# them, so that the linker would drop them from a library: they go into operations.o, and
# the rest of the folder into libcommon.a.
operations := $(patsubst common/operation/call_%.c,%,$(wildcard common/operation/call_*.c))
calls_c := $(operations:%=common/operation/call_%.c)
operations_c := $(operations:%=common/operation/%.c) $(calls_c)
common += $(filter-out $(operations_c),$(wildcard common/operation/*.c)) \
          common/finding/compiler_log.c
# The function that lab $1 is about.
function_of = $(shell sed -n 's/^ *\.functions = {"\([a-z_]*\)".*/\1/p' labs/$1/check.c)
emucc := emu/frontend/emucc $(wildcard emu/include/*.h emu/include/*/*) emu/build/rewrite

build/cpu/%.o: %.c
	$(call begin,CC)
	$(CC) $(CFLAGS) -Iemu/include/cuda -c $< -o $@

build/cpu/%/kernel.o: $$(newer) common/sgemm.h $(emucc) | emu/build/libemu.a build/judge/$$(*F) build/lab
	$(call begin,EMUCC)
	$(compile) emu/frontend/emucc $(kernel_flags) -Wmaybe-uninitialized -c '$(source)' -o $@

cpu_libs := build/cpu/operations.o build/cpu/libcommon.a emu/build/libemu.a
build/cpu/libcommon.a: $(common:%.c=build/cpu/%.o)

build/cpu/operations.o build/gpu/operations.o: build/%/operations.o: $(operations_c:%.c=build/$$*/%.o) build/operations.list
	$(call begin,LD)
	ld -r $(filter %.o,$^) -o $@

# Changes when an operation comes or goes.
build/operations.list: FORCE
	mkdir -p $(@D); echo '$(operations)' >$@.new; cmp -s $@.new $@ || mv $@.new $@

build/cpu/%/bench: build/cpu/%/kernel.o build/cpu/labs/$$(*F)/bench.o $(cpu_libs)
	$(call begin,LINK)
	emu/frontend/emucc $(filter-out %/libemu.a,$^) -o $@

# --- gpu: the kernel by nvcc, the rest by gcc against NVIDIA's cuda_runtime.h ----------

# Warnings are errors in the reference kernels; in yours they are only shown.
nvcc_flags = -O3 -arch=$(ARCH) -lineinfo
nvcc = $(NVCC) $(nvcc_flags)
strict = $(if $(filter solutions/%,$*),-Werror all-warnings)
# NVIDIA's libraries, timed beside every kernel.
peers := $(patsubst %.cu,build/gpu/%.o,$(wildcard common/operation/peer_*.cu))

build/gpu/%.o: %.c
	$(call begin,CC)
	$(CC) $(CFLAGS) -isystem $(CUDA)/include -c $< -o $@

build/gpu/%/kernel.o: $$(newer) common/sgemm.h | build/judge/$$(*F) build/lab
	$(call begin,NVCC)
	$(compile) $(nvcc) $(kernel_flags) $(strict) -c '$(source)' -o $@

gpu_libs := build/gpu/operations.o build/gpu/libcommon.a
build/gpu/libcommon.a: $(common:%.c=build/gpu/%.o) \
                       $(patsubst %,build/gpu/common/probe_%.o,gpu unknown)

build/gpu/%/bench: build/gpu/%/kernel.o build/gpu/labs/$$(*F)/bench.o $(peers) $(gpu_libs)
	$(call begin,LINK)
	$(nvcc) $^ -o $@ -lcublas

build/gpu/common/operation/peer_%.o: common/operation/peer_%.cu common/operation/call.h
	$(call begin,NVCC)
	$(nvcc) -Icommon -Werror all-warnings -c $< -o $@

include common/runner/runner.mk
include common/lab/lab.mk
include common/tune/tune.mk
include common/ladder/ladder.mk
include view/pictures.mk
include common/microbench/microbench.mk
include common/registers.mk
include tools/formats/formats.mk
include grade/grade.mk
include common/learner.mk
include common/handout.mk

# --- The emulator ---------------------------------------------------------------------

emu: emu/build/libemu.a

# A project of its own: emu/Makefile. It makes both.
emu_sources := $(wildcard emu/*/*.[ch] emu/include/*/*.h)
emu/build/libemu.a: $(emu_sources) emu/Makefile
	$(MAKE) --no-print-directory -C emu
	touch $@
emu/build/rewrite: emu/build/libemu.a ;

%.a:
	$(call begin,AR)
	rm -f $@; ar rcs $@ $^

include $(wildcard solutions/*.mk tests/*.mk) # which a handout does not have

lint:
	tools/lint

clean:
	rm -rf build emu/build results gradescope.zip

%/common/matrix.o: CFLAGS += -O3
-include $(wildcard build/tests/*.d build/*/common/*.d build/*/common/operation/*.d build/*/labs/*/*.d) \
         $(wildcard build/*/solutions/*/*.d)
