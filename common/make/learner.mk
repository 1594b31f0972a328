# What helps a learner along: hints, a watch, the way so far, the skeleton again, a new
# version of the course, a debugger.
#
#   results/hints/NN_name     which hints were shown
#   labs/NN_name/kernel.cu.1  a kernel that reset took away; .2, .3 and so on
#   before-update.1/          what update replaced; .2, .3 and so on
#   build/debug/              a kernel as debugNN builds it

LEARNER := hint watch solution reset debug predict
learner := watch $(foreach what,$(LEARNER),$(NUMBERS:%=$(what)%))
.PHONY: $(learner) status update

ifneq ($(filter-out $(learner),$(filter $(LEARNER:%=%%),$(MAKECMDGOALS))),)
$(error there is no $(firstword $(filter-out $(learner),$(filter $(LEARNER:%=%%),$\
        $(MAKECMDGOALS)))): the labs are $(NUMBERS))
endif

# A tree without git keeps a copy of each skeleton before it is filled in.
ifeq ($(wildcard .git)$(filter clean,$(MAKECMDGOALS)),)
kept := $(shell tools/reset --keep)
endif

$(NUMBERS:%=hint%): hint%:
	tools/hint $(name) $(if $(AGAIN),again)

watched = $(or $(KERNEL),$(WHO)/$(name)/kernel.cu)
$(NUMBERS:%=watch%): watch%:
	+tools/watch $(name) '$(watched)' $(mine).$(REPORT:.txt=.json) \
	    $(MAKE) --no-print-directory check$*

# The first lab that does not pass; then the next one. Ctrl-C ends it.
watch: build/lab
	+while lab=$$(build/lab first $(RESULTS)/labs $(LABS)); do \
	    UNTIL_PASS=yes $(MAKE) --no-print-directory watch$${lab%%_*} || exit; \
	done; \
	echo 'watch: all labs pass: make report shows them on one page'

status: build/lab
	build/lab status $(RESULTS)/labs $(LABS)

$(NUMBERS:%=reset%): reset%:
	tools/reset $(name)

update:
	tools/update '$(update_from)'

# The parts of the emulator that know of a debugger: emu/detect/debug.c.
debug_o := $(patsubst %,build/debug/emu/%.o,access/access detect/debug)
$(firstword $(debug_o)): $$(emu_sources)
	$(MAKE) --no-print-directory -C emu BUILD=../build/debug/emu EXTRA='-DEMU_DEBUG -g' \
	    $(debug_o:%=../%)
	touch $(debug_o)

$(NUMBERS:%=debug%): debug%: $$(mine).$(REPORT) $(firstword $(debug_o)) \
                             build/cpu/operations.o build/cpu/libcommon.a \
                             emu/build/libemu.a build/cpu/common/debug/replay.o
	tools/debug $(name) '$(watched)' $(mine).$(REPORT:.txt=.json)

-include $(wildcard build/cpu/common/debug/*.d)
