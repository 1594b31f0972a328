# How everything is built and run. What you can ask for: make help
#
# build/lab judges, times and counts; a kernel is in build/<backend>/<who>/NN_name/runner.
# What comes of it goes to results/<device>/<who>/NN_name.*, where
#   backend  cpu (the emulator in emu) or gpu
#   device   cpu-h200 (the emulator's model of that GPU) or gpu
#   who      labs, solutions, or other (the file named by KERNEL=)
# Paths are relative, so that the course may lie in a folder with a space in its name.

#: labNN      check, time and plot lab NN, such as lab01, to the first failure
#: checkNN    is the kernel right, safe, and of this lab's technique?
#: benchNN    its speed, once it passes the check
#: plotNN     its speed beside the labs before it: SVG, PNG, and text here
#: tuneNN     try every tile of a lab that has a table of them, such as tune07
#: countNN    requests, sectors, wavefronts of one product; SIZE=n, else 512;
#:            FUNCTION=name where a lab has several
#: strides    the cost of one load by one warp, for several patterns of addresses
#: accessNN   the sectors of one warp: the line that moves most, or LINE=n
#: banksNN    bank conflicts in shared memory: the worst line, or LINE=n
#: tileNN     a tile of the copy engine: tensor map, swizzle, what wgmma reads
#: touchedNN  which elements of A, B and C a block touches, and when
#: exploreNN  one page: a block of your kernel, moment by moment, in a browser
#: roofline   every lab between arithmetic and bandwidth
#: report     one page with all of it: results/.../report.html
#: site       the course as pages for a browser: results/site/index.html
#: bench-all  on a GPU, every lab and cuBLAS in one run, in turn
#: microbench  on a GPU, what it can do at most: bandwidths, rates, latencies
#: profile-gpu  likewise, as a profile for emu/gpus
#: regsNN     registers, spills, and how many blocks fit on an SM: needs nvcc
#: profileNN  on a GPU, Nsight Compute's counters beside the emulator's
#: check-all  every lab's check; verdicts, points, sum; grade.json, CSV, JUnit
#: submit     pack your kernels, to be handed in: results/submission.zip
#: ladder     one bar per lab: your kernels, or the reference where you have none
#: hintNN     one more hint for lab NN; STEP=n about that STEP; AGAIN=1 those so far
#: predictNN  predict counts of your kernel; AGAIN=1 also those that you met
#: watchNN    check at each save, and show the first failure; Ctrl-C ends it
#: watch      likewise, the first lab that does not pass, and then the next one
#: liveNN     watchNN as a page in a browser, with speeds; PORT=n, else any port
#: debugNN    gdb at the first fault, in the block and the thread that had it
#: resetNN    the skeleton again; yours is kept beside it
#: status     each lab's verdict, where you are, and what is next
#: setup      bring what is missing: apt-get; without root, into build/deps
#: update     take a new version of the course, and keep your work; FROM=folder
#: emu        build the emulator alone
#: clean      remove results/ and build/, except what setup put there
#= KERNEL=file.cu   a kernel from anywhere
#= BACKEND=cpu|gpu  the emulator or a GPU; the default is a GPU where one works
#= GPU=h200         the GPU that the emulator models: a profile in emu/gpus
#= ARCH=sm_80       nvcc's name of a GPU; the default is the one that is there
#= WARM=1           benchNN on a GPU: call after call, with warm caches
#= SEED=n           check once more, with the inputs of an earlier run
#= DRAW=n           likewise, with more shapes and scalars, as a grader drew them
#= POINTS=1         try all stages that give points, also behind the first fault
#= CXX=g++-13       another g++ for the emulator
#= V=1              show each step of the build

FROM ?= labs
GPU ?= h200
CC = gcc
CXX = g++
export CXX

# Numbers with a point and messages in English, which tools here read, in every locale.
export LC_ALL = C.UTF-8
export LANGUAGE =

# What tools/setup or a ./configure of the learner put here without root. The
# system's own comes first.
ifneq ($(or $(wildcard build/deps),$(filter setup,$(MAKECMDGOALS))),)
deps := $(CURDIR)/build/deps
ifeq ($(findstring $(deps)/bin,$(PATH)),)
export PATH := $(PATH):$(deps)/bin
export C_INCLUDE_PATH := $(if $(C_INCLUDE_PATH),$(C_INCLUDE_PATH):)$(deps)/include
export PERL5LIB := $(if $(PERL5LIB),$(PERL5LIB):)$(deps)/perl/share:$(deps)/perl/lib
export LIBRARY_PATH := $(if $(LIBRARY_PATH),$(LIBRARY_PATH):)$(deps)/lib:$(deps)/lib64
export LD_RUN_PATH := $(if $(LD_RUN_PATH),$(LD_RUN_PATH):)$(deps)/lib:$(deps)/lib64
endif
endif

LABS := $(sort $(notdir $(wildcard labs/[0-9][0-9]_*)))
NUMBERS := $(foreach lab,$(LABS),$(firstword $(subst _, ,$(lab))))
# Those that the GPU can run, if kernels run on one; and a line about each of the others.
FIT = $(filter-out $(UNFIT),$(LABS))
left_out = $(if $(UNFIT),tools/make/gpu-lacks '$(ARCH)' $(UNFIT) | sed 's/^/left out: /',:)

# --- Which backend, whose kernel ------------------------------------------------------

NVCC := $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc))
CUDA := $(NVCC:%/bin/nvcc=%)
has_gpu = $(if $(NVCC),$(shell nvidia-smi -L >/dev/null 2>&1 && echo yes))

include common/make/call.mk

# nvcc's option for the GPU.
target := $(if $(filter gpu,$(BACKEND)),$(shell tools/make/gpu-target $(ARCH)))

DEVICE := $(if $(filter gpu,$(BACKEND)),gpu,cpu-$(GPU))
WHO := $(if $(KERNEL),other,$(FROM))
RESULTS := results/$(DEVICE)$(if $(WARM),-warm)
REPORT := check$(SEED:%=-%)$(DRAW:%=-drawn-%).txt
export EMU_GPU = $(GPU)
export BACKEND KERNEL SEED DRAW WARM POINTS

# --- What you ask for -----------------------------------------------------------------

.DEFAULT_GOAL := here
.DELETE_ON_ERROR:
.SECONDARY:
.SECONDEXPANSION:
ifndef V
.SILENT:
endif
.PHONY: here help setup ladder lint emu clean tables pictures
.PHONY: FORCE update-tables $(foreach what,lab check bench plot profile,$(NUMBERS:%=$(what)%)) $(LABS:%=picture-%)

# In a rule for lab 03: name is 03_smem, mine the beginning of its files in results/.
name = $(notdir $(wildcard labs/$*_*))
mine = $(RESULTS)/$(WHO)/$(name)
passed = build/lab passed $(1:.txt=.json)
# The line of a step. Those of compiler and linker are shown with V=1 alone.
begin = mkdir -p $(@D)$(if $(if $V,$1,$(filter-out AR CC EMUCC LD LINK TILE,$1)),; printf '  %-7s %s\n' $1 '$(or $2,$@)')

# Your kernel as make sees it, and what comes of it: common/make/kernel.mk.
$(NUMBERS:%=check%): check%: $$(mine).$(REPORT)
	cat $<
	$(call passed,$<)

$(NUMBERS:%=bench%): bench%: check% $$(mine).tsv
	cat $(mine).bench.txt

$(NUMBERS:%=lab%): lab%: plot%
	$(if $(filter labs,$(WHO)),tools/next $(name) $(LABS))

$(NUMBERS:%=profile%): profile%:
	tools/measure/profile $(or $(KERNEL),$(WHO)/$(name)/kernel.cu)

update-tables:
	tools/pages/update-tables

# Where you are, in few lines. It builds nothing.
here:
	if [ -x build/lab ]; then build/lab here $(RESULTS)/labs $(LABS); \
	else echo 'Begin with: make setup demo; then open labs/$(firstword $(LABS))/README.md'; fi
	echo 'make status: all labs; make watch: check at each save; make help: all commands'

# Targets are named by lines that begin with #:, and names to set by lines with #=.
helped := Makefile $(or $(wildcard solutions/*.mk),common/make/handout.mk) $(wildcard tests/*.mk)
help:
	echo 'usage: make TARGET [NAME=value...]'
	sed -n 's/^#: /  /p' $(helped)
	echo
	sed -n 's/^#= /  /p' $(helped)
	echo
	echo 'labs: $(LABS)' | fold -s -w 78
	echo 'Begin with: make setup demo; then open labs/$(firstword $(LABS))/README.md'

.DEFAULT: # what no rule makes
	echo "make: $(if $(filter $@,$(MAKECMDGOALS)),there is no target '$@': make help lists them,no rule makes the file '$@')" >&2; exit 2

setup:
	tools/setup $(foreach goal,$(filter-out setup,$(MAKECMDGOALS)),$(if $(findstring /,$(goal)),,$(goal)))
ifneq ($(filter setup,$(MAKECMDGOALS)),)
.NOTPARALLEL: # under -j, too, nothing is built before all is there to build it
endif

# Checks that fail are recorded like the others; only what could not be run fails here.
jobs = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc))
again = $(MAKE) --no-print-directory -Otarget $(jobs)

# The emulator, the checker and the rest are built by the first command that needs them.
ifeq ($(MAKELEVEL)$(wildcard emu/build/libemu.a)$V,0)
ifneq ($(filter-out help here setup update lint clean reset%,$(MAKECMDGOALS)),)
$(info The first build takes about a minute; V=1 shows its steps.)
endif
endif

include common/make/kernel.mk
include common/make/operation.mk
include common/make/runner.mk
include common/make/lab.mk
include common/make/tune.mk
include common/make/ladder.mk
include view/plots/plots.mk
include view/pictures/pictures.mk
include view/explorer/explorer.mk
include view/site/site.mk
include view/try/try.mk
include common/microbench/microbench.mk
include common/device/registers.mk
include tools/formats/formats.mk
include grade/grade.mk
include common/make/change.mk
include view/live/live.mk
include common/make/learner.mk
include view/predict/predict.mk
include common/make/handout.mk

# --- The emulator ---------------------------------------------------------------------

emu: emu/build/libemu.a

# A project of its own: emu/Makefile. It makes both.
emu_sources := $(wildcard emu/*/*.[ch] emu/platform/linux/*.c emu/include/*/* emu/include/*/*/* emu/frontend/*)
emu/build/libemu.a: $(emu_sources) emu/Makefile
	+$(MAKE) --no-print-directory $(jobs) -C emu
	$(with_jansson)
	touch $@
# With the libjansson of build/deps in it: emucc, also in a sandbox, need not find that.
with_jansson = if [ -f build/deps/lib/libjansson.a ] && grep -q ljansson emu/build/libraries; then \
	printf '%s\n' 'open $@' 'addlib build/deps/lib/libjansson.a' save end | ar -M && \
	sed -i 's/-ljansson//' emu/build/libraries; fi
emu/build/rewrite emu/build/assembler: emu/build/libemu.a ;

%.a:
	$(call begin,AR)
	rm -f $@; ar rcs $@ $^

include $(wildcard solutions/*.mk tests/*.mk) # which a handout does not have

lint:
	tools/lint

clean:
	rm -rf $(if $(wildcard build/deps),$(filter-out build/deps,$(wildcard build/*)),build) emu/build results gradescope.zip

