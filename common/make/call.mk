# A call of make that cannot be carried out stops here, in one line, before anything is built.

# To make update, FROM is a folder.
ifneq ($(filter update,$(MAKECMDGOALS)),)
update_from := $(if $(filter command,$(origin FROM)),$(FROM))
override FROM := labs
endif

call_needs_solutions := test test-all test-slow bench-emu
call_builds_nothing := help setup lint clean update-tables handout $(if $(wildcard build/lab),status) $(NUMBERS:%=hint%) $(NUMBERS:%=reset%)

# The kernels of tests/wrong and tests/variants lie in build/tests once they are expanded.
ifneq ($(and $(findstring build/tests/,$(KERNEL)),$(wildcard tests/expand)),)
$(shell tests/expand >&2)
endif

ifneq ($(filter-out help setup lint clean update,$(MAKECMDGOALS)),)
BACKEND ?= $(if $(has_gpu),gpu,cpu)
BACKEND := $(BACKEND)
call_asked := $(filter-out profile-gpu,$(filter lab% check% bench% plot% profile%,$(MAKECMDGOALS)))
call_known := check-all bench-all bench-emu bench-explorer \
         $(foreach what,lab check bench plot profile,$(NUMBERS:%=$(what)%))
call_profiles := $(basename $(notdir $(wildcard emu/gpus/*.tsv)))

ifneq ($(filter-out $(call_known),$(call_asked)),)
$(error there is no $(firstword $(filter-out $(call_known),$(call_asked))): the labs are $(NUMBERS))
else ifeq ($(filter labs solutions,$(FROM)),)
$(error FROM=$(FROM) is not known: it is labs (yours) or solutions (the reference))
else ifneq ($(filter $(if $(wildcard solutions),,solutions),$(FROM)),)
$(error FROM=$(FROM): this is a handout, without the reference kernels)
else ifneq ($(if $(wildcard solutions),,$(filter $(call_needs_solutions),$(MAKECMDGOALS))),)
$(error this is a handout, without the reference kernels that make $(firstword $(filter $(call_needs_solutions),$(MAKECMDGOALS))) needs: begin with make lab01)
else ifeq ($(filter cpu gpu,$(BACKEND)),)
$(error BACKEND=$(BACKEND) is not known: it is cpu (the emulator) or gpu)
else ifeq ($(filter $(GPU),$(call_profiles)),)
$(error GPU=$(GPU) has no profile in emu/gpus: there are $(call_profiles))
else ifneq ($(findstring ',$(KERNEL)),)
$(error KERNEL=$(KERNEL): no path with an apostrophe is possible: rename it)
else ifneq ($(and $(KERNEL),$(shell test -f '$(KERNEL)' || echo missing)),)
$(error KERNEL=$(KERNEL): $(shell test -d '$(KERNEL)' && echo 'a folder: name the file in it' || echo 'no such file'))
else ifneq ($(and $(WARM),$(filter cpu,$(BACKEND))),)
$(error WARM=$(WARM) measures a GPU with warm caches, and there is none here)
else ifeq ($(and $(filter gpu,$(BACKEND)),$(if $(has_gpu),yes,no)),no)
$(error BACKEND=gpu needs nvcc, of the CUDA toolkit, and a GPU that 'nvidia-smi -L' lists; BACKEND=cpu needs neither)
endif

# Before anything is built: compilers (a GPU build does not need g++), then what
# tools/packages.tsv says of the targets. `make setup` may bring it.
ifeq ($(filter setup,$(MAKECMDGOALS))$(MACHINE_IS_FIT),)
call_for := $(filter-out $(call_builds_nothing),$(MAKECMDGOALS))
ifneq ($(call_for),)
call_missing := $(firstword $(shell for tool in $(CC) $(if $(filter cpu,$(BACKEND)),$(firstword $(CXX))); do \
        command -v $$tool >/dev/null || echo $$tool; done))
endif
call_missing := $(or $(strip $(call_missing)),$(shell sh tools/setup --missing $(call_for)))
ifneq ($(call_missing),)
$(error '$(firstword $(call_missing))' is missing: make setup $(call_for), or apt-get install $(notdir $(lastword $(call_missing))))
endif
endif

# Labs that this GPU cannot run. A call that names one is refused; those of all labs leave
# it out, and say so.
UNFIT := $(if $(filter gpu,$(BACKEND)),$(shell tools/make/gpu-lacks $(ARCH)))
call_on_gpu := lab check bench plot tune profile explore debug watch live $(if $(FORCE),,solution)
call_beyond := $(firstword $(foreach lab,$(UNFIT),$(if $(or \
        $(filter $(call_on_gpu:%=%$(firstword $(subst _, ,$(lab)))),$(MAKECMDGOALS)),$\
        $(findstring /$(lab)/,$(filter build/gpu/%,$(MAKECMDGOALS)))),$(lab))))
ifneq ($(call_beyond),)
$(error $(shell tools/make/gpu-lacks '$(ARCH)' $(call_beyond)))
endif

# What is wrong with the machine: asked once, not by every make that this one calls.
ifndef MACHINE_IS_FIT
call_unfit := $(shell sh tools/make/machine $(if $(filter-out $(call_builds_nothing),$(MAKECMDGOALS)),build,run) '$(CXX)')
ifneq ($(call_unfit),)
$(error $(call_unfit))
endif
export MACHINE_IS_FIT := yes
endif
endif
