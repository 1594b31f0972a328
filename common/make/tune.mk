# Labs with a table of tiles, labs/NN_name/tiles.tsv: their kernel is compiled once more
# for every tile that its tile_valid() accepts, and a tuner finds the fastest. All that is
# not said here is as in every lab.
#
# build/<backend>/<who>/NN_name/
#   runner       without tiles, as in every lab
#   tiles/all    the tiles of the table that tile_valid() accepts; few: the first of
#                these; cached: those that have won
#   tiles/64_64_16_4_4.o    the kernel for one tile; .log: what the compiler said
#   tiles/key    a number that changes with the kernel, and with all that judges it
#   runner-few, runner-cached, runner-all    linked with some of them
#
# results/<device>/<who>/
#   NN_name.search.tsv      the record of the search
#   NN_name.tuned.tsv       the cache of winners
#   NN_name.tiles.svg, png  the map of the search

TUNED := $(patsubst labs/%/tiles.tsv,%,$(wildcard labs/[0-9][0-9]_*/tiles.tsv))
tune_numbers := $(foreach lab,$(TUNED),$(firstword $(subst _, ,$(lab))))
tune_each_who = $(foreach who,labs solutions other,$(TUNED:%=$1/$(who)/%))
tune_folders := $(call tune_each_who,build/cpu) $(call tune_each_who,build/gpu)

ifneq ($(filter-out $(tune_numbers:%=tune%),$(filter tune%,$(MAKECMDGOALS))),)
$(error only labs with tiles can be tuned: $(tune_numbers:%=tune%))
endif

# In a rule for a file of build/cpu/labs/07_autotune or results/cpu-h200/labs.
tune_part = $(word $1,$(subst /, ,$@))
tune_backend = $(call tune_part,2)
tune_who = $(call tune_part,3)
tune_lab = $(firstword $(subst ., ,$(call tune_part,4)))
tune_folder = build/$(tune_backend)/$(tune_who)/$(tune_lab)
tune_kernel = $(if $(filter other,$(tune_who)),$(KERNEL),$(tune_who)/$(tune_lab)/kernel.cu)
tune_result = $(RESULTS)/$(tune_who)/$(tune_lab)
tune_compiler = $(if $(filter cpu,$(tune_backend)),emu/frontend/emucc,$(nvcc))
tune_link = tools/make/compile-kernel $(tune_lab) '$(tune_kernel)' $(tune_result).$(REPORT) \
            $(tune_result).$(REPORT:.txt=.json) $(tune_compiler) $(filter %.o,$^)

# --- The kernels ----------------------------------------------------------------------

tune_names = $(shell awk '!/^[#]/ && NF { OFS = "_"; $$1 = $$1; print }' \
               labs/$1/tiles.tsv)
tune_objects := $(foreach lab,$(TUNED),$(foreach tile,$(call tune_names,$(lab)),$\
                  $(addsuffix /tiles/$(tile).o,$(filter %/$(lab),$(tune_folders)))))

# A kernel that does not compile becomes an object with nothing in it, and make goes on.
$(tune_objects): $$(tune_folder)/kernel.o common/tune/entry.c $(operation_calls_c) \
                 tools/make/compile-tile | build/lab
	$(call begin,TILE)
	tools/make/compile-tile $@ "$$(build/lab function $(tune_lab))" $(tune_compiler) -Icommon \
	    -c '$(tune_kernel)'

# --- Which of them are wanted ---------------------------------------------------------

tune_emu = $(if $(filter cpu,$(tune_backend)),emu/build/libemu.a)
tune_own = $(tune_folder)/$(if $(filter cpu,$(tune_backend)),own,kernel).o
# A tile_valid() that breaks off is the check's to report.
$(tune_folders:%=%/tiles/all) $(tune_folders:%=%/tiles/few): \
        $$(tune_folder)/runner labs/$$(tune_lab)/tiles.tsv | build/lab
	mkdir -p $(@D)
	RUNNER="exec '$<'" build/lab tiles $(tune_lab) $(filter few,$(@F)) 2>/dev/null | \
	    grep -x '[0-9_]*' >$@ || :

$(tune_folders:%=%/tiles/cached): $$(tune_folder)/tiles/all $$(tune_result).tuned.tsv FORCE
	awk -F '\t' '/^[^#]/ { print $$4 "_" $$5 "_" $$6 "_" $$7 "_" $$8 ($$9 ? "_" $$9 : "") }' \
	    $(tune_result).tuned.tsv | sort -u | grep -xFf $< >$@.new || :
	cmp -s $@.new $@ || mv $@.new $@

$(tune_folders:%=%/tiles/key): $$(tune_folder)/kernel.o build/$$(tune_backend)/runner.o build/lab
	mkdir -p $(@D)
	objcopy --strip-unneeded $< $@.o
	cat $@.o $(filter-out $<,$^) | cksum | cut -d' ' -f1 >$@

# --- Programs -------------------------------------------------------------------------

# The check of a kernel that is right as it is asks for its tiles (check_tiles.h): what to
# type for that. Progress goes to descriptor 9: standard output is read, and make uses others.
tune_tiled = $(if $(filter $(TUNED),$(*F)),$\
  TILED="$(again) $${runner%/*}/runner-few >&9 && echo \"exec '$${runner%/*}/runner-few'\"")

# ...and that the check is a make of its own, unless make -n only prints what it would do.
tune_calls = $(if $(filter $(TUNED),$(*F)),$(if $(findstring n,$(firstword -$(MAKEFLAGS))),,+))

# Which tiles to link is known only when the list is there: then another make builds
# them. One at a time, since programs share tiles.
tune_list = $(tune_folder)/tiles/$(@F:runner-%=%)
tune_tiles = $(patsubst %,$(tune_folder)/tiles/%.o,$(shell cat $(tune_list) 2>/dev/null))
$(foreach program,runner-few runner-cached runner-all,$(tune_folders:%=%/$(program))): \
        $$(tune_own) build/$$(tune_backend)/runner.o $$(tune_list) $$(tune_folder)/tiles/key \
        $$(tune_emu)
	+$(if $(tune_tiles),flock $(tune_folder)/tiles $(again) $(tune_tiles))
	$(call begin,LINK)
	$(tune_link) $(tune_tiles) -o $@

# --- What they find -------------------------------------------------------------------

# $(call tune_search,OPTION,RUNNER,07_autotune of labs, solutions or other)
tune_search = RUNNER="exec 'build/$(BACKEND)/$3/$2'" \
              TILE_FOLDER=build/$(BACKEND)/$3/tiles $(alone) build/lab tune $1 \
              $(notdir $3) $(RESULTS)/$3.search.tsv $(RESULTS)/$3.tuned.tsv
tune_map = tools/plot tune $(RESULTS)/$1.tiles $(RESULTS)/$1.search.tsv

.PHONY: $(foreach what,tune map,$(tune_numbers:%=$(what)%)) $(TUNED:%=map-%)

$(tune_numbers:%=tune%): tune%: $$(mine).$(REPORT)
	$(call passed,$<) || { echo 'no search with a wrong kernel: see $<'; exit 1; }
	+$(again) build/$(BACKEND)/$(WHO)/$(name)/runner-all
	$(call tune_search,,runner-all,$(WHO)/$(name))
	$(call tune_map,$(WHO)/$(name))

# A quick search, where there was none, so that bench has something to choose from. When
# your kernel changes, it is not repeated: its winners are likely ones still, and bench
# checks them like any kernel.
tune_results := $(call tune_each_who,$(RESULTS))
tune_changed = $(if $(filter other,$(tune_who)),build/other/$(tune_lab).cksum)
$(tune_results:%=%.tuned.tsv): $$(tune_changed) | $$(tune_result).$(REPORT)
	$(call passed,$(tune_result).$(REPORT)) || { \
	    echo 'no search with a wrong kernel: see $(tune_result).$(REPORT)'; exit 1; }
	$(call begin,TUNE,$(tune_kernel))
	+$(again) build/$(BACKEND)/$(tune_who)/$(tune_lab)/runner-few
	$(call tune_search,--quick,runner-few,$(tune_who)/$(tune_lab))

# A table of speeds is made again when other tiles win.
$(tune_results:%=%.tsv): $$(tune_result).tuned.tsv

$(tune_numbers:%=plot%): plot%: map%
$(tune_numbers:%=map%): map%: bench%
	$(call tune_map,$(WHO)/$(name))
	grep -q ": $$(cat build/$(BACKEND)/$(WHO)/$(name)/tiles/key)$$" $(mine).tuned.tsv || \
	    echo 'These tiles won with an earlier kernel: make tune$* tries them all again.'

pictures: $(TUNED:%=map-%)
$(TUNED:%=map-%): map-%: tables
	$(call tune_map,$(WHO)/$*) >/dev/null

-include $(wildcard build/*/common/tune/*.d)
