# Labs with a table of tiles, labs/NN_name/tiles.tsv: their kernel is compiled once more
# for every tile that its tile_valid() accepts, and a tuner finds the fastest. All that is
# not said here is as in every lab.
#
# build/<backend>/<who>/NN_name/
#   rule         prints the tiles of the table that tile_valid() accepts
#   tiles/all    what it prints; few: the first of these; cached: those that have won;
#                tried: few, or nothing if the kernel is not right as it is
#   alone        the runner without tiles
#   tiles/64_64_16_4_4.o    the kernel for one tile; .log: what the compiler said
#   tiles/key    a number that changes with the kernel, and with all that judges it
#   runner, quick           linked with the tiles in few
#   bench, tune             linked with those in cached, and in all
#
# results/<device>/<who>/
#   NN_name.search.tsv      the record of the search
#   NN_name.tuned.tsv       the cache of winners
#   NN_name.tiles.svg, png  the map of the search

TUNED := $(patsubst labs/%/tiles.tsv,%,$(wildcard labs/[0-9][0-9]_*/tiles.tsv))
TUNED_NUMBERS := $(foreach lab,$(TUNED),$(firstword $(subst _, ,$(lab))))
each_who = $(foreach who,labs solutions other,$(TUNED:%=$1/$(who)/%))
tuned := $(call each_who,build/cpu) $(call each_who,build/gpu)

ifneq ($(filter-out $(TUNED_NUMBERS:%=tune%),$(filter tune%,$(MAKECMDGOALS))),)
$(error only labs with tiles can be tuned: $(TUNED_NUMBERS:%=tune%))
endif

# In a rule for a file of build/cpu/labs/07_autotune or results/cpu-h200/labs.
part = $(word $1,$(subst /, ,$@))
backend = $(call part,2)
who = $(call part,3)
lab_of = $(firstword $(subst ., ,$(call part,4)))
folder = build/$(backend)/$(who)/$(lab_of)
kernel = $(if $(filter other,$(who)),$(KERNEL),$(who)/$(lab_of)/kernel.cu)
result = $(RESULTS)/$(who)/$(lab_of)

libs = $($(backend)_libs)
compile_cpu = emu/frontend/emucc
compile_gpu = $(nvcc)
link = tools/compile-kernel build/judge/$(lab_of) '$(kernel)' $(result).$(REPORT) \
       $(result).$(REPORT:.txt=.json) $(compile_$(backend)) $(filter %.o %/libcommon.a,$^)

# --- The kernels ----------------------------------------------------------------------

names = $(shell awk '!/^[#]/ && NF { print $$1 "_" $$2 "_" $$3 "_" $$4 "_" $$5 }' \
                labs/$1/tiles.tsv)
tile_objects := $(foreach lab,$(TUNED),$(foreach tile,$(call names,$(lab)),$\
                $(addsuffix /tiles/$(tile).o,$(filter %/$(lab),$(tuned)))))

# A kernel that does not compile becomes an object with nothing in it, and make goes on.
$(tile_objects): $$(folder)/kernel.o common/tune/entry.c $(calls_c) tools/compile-tile
	$(call begin,TILE)
	tools/compile-tile $@ $(call function_of,$(lab_of)) $(compile_$(backend)) -Icommon -c '$(kernel)'

# --- Which of them are wanted ---------------------------------------------------------

$(tuned:%=%/rule): $$(folder)/kernel.o build/$$(backend)/common/tune/rule.o \
                   build/$$(backend)/common/tune/tiles.o $$(libs)
	$(call begin,LINK)
	$(link) -o $@

# A tile_valid() that breaks off is the check's to report.
$(tuned:%=%/tiles/all) $(tuned:%=%/tiles/few): $$(folder)/rule \
                                               labs/$$(lab_of)/tiles.tsv
	mkdir -p $(@D)
	$^ $(@F) 2>/dev/null | grep -x '[0-9_]*' >$@ || :

# A kernel that is wrong as it is needs no tiles: it is told before they are compiled.
without_tiles := $(patsubst %,%/alone,$(filter build/cpu/%,$(tuned)))
$(without_tiles): $$(folder)/own.o build/$$(backend)/runner.o build/$$(backend)/libcommon.a
	$(call begin,LINK)
	$(link) -o $@

$(without_tiles:%/alone=%/tiles/tried): $$(folder)/alone $$(folder)/tiles/few \
                                        build/judge/$$(lab_of)
	if WITHOUT_STAGE=yes RUNNER='exec $<' build/judge/$(lab_of) '$(kernel)' >/dev/null 2>&1; \
	then cp $(folder)/tiles/few $@; else : >$@; fi

$(tuned:%=%/tiles/cached): $$(folder)/tiles/all $$(result).tuned.tsv FORCE
	awk -F '\t' '/^[^#]/ { print $$6 "_" $$7 "_" $$8 "_" $$9 "_" $$10 }' \
	    $(result).tuned.tsv | sort -u | grep -xFf $< >$@.new || :
	cmp -s $@.new $@ || mv $@.new $@

# --- Programs -------------------------------------------------------------------------

tune_c := $(filter-out %/entry.c %/rule.c,$(wildcard common/tune/*.c))
tune_o = $(tune_c:%.c=build/$(backend)/%.o)
spec_of = build/$(backend)/labs/$(lab_of)/$1.o

$(tuned:%=%/tiles/key): $$(folder)/kernel.o $$(call spec_of,tune) $$(tune_o) $$(libs)
	mkdir -p $(@D)
	objcopy --strip-unneeded $< $@.o
	cat $@.o $(filter-out $<,$^) | cksum | cut -d' ' -f1 >$@

spec_quick = tune
spec_bench = bench
spec_tune = tune
list_runner = $(if $(filter cpu,$(backend)),tried,few)
list_quick = few
list_bench = cached
list_tune = all

# Which tiles to link is known only when the list is there: then another make builds
# them. One at a time, since programs share tiles.
list = $(folder)/tiles/$(list_$(@F))
tiles = $(patsubst %,$(folder)/tiles/%.o,$(shell cat $(list) 2>/dev/null))
with_peers = $(if $(filter gpu/bench,$(backend)/$(@F)),$(peers))
$(foreach program,quick bench tune,$(tuned:%=%/$(program))): \
        $$(folder)/kernel.o $$(call spec_of,$$(spec_$$(@F))) $$(tune_o) \
        $$(with_peers) $$(libs) $$(list) $$(folder)/tiles/key
	+$(if $(tiles),flock $(folder)/tiles $(again) $(tiles))
	$(call begin,LINK)
	$(link) $(tiles) $(if $(with_peers),-lcublas) -o $@

$(tuned:%=%/runner): $$(folder)/$$(if $$(filter cpu,$$(backend)),own,kernel).o build/$$(backend)/runner.o $$(list) \
                     build/$$(backend)/libcommon.a
	+$(if $(tiles),flock $(folder)/tiles $(again) $(tiles))
	$(call begin,LINK)
	$(link) $(tiles) -o $@

# --- What they find -------------------------------------------------------------------

# $(call search,quick|tune,07_autotune of labs, solutions or other)
search = $(alone) build/$(BACKEND)/$2/$1 $1 $(RESULTS)/$2.search.tsv \
         $(RESULTS)/$2.tuned.tsv
map = tools/plot tune $(RESULTS)/$1.tiles $(RESULTS)/$1.search.tsv

.PHONY: $(foreach what,tune map,$(TUNED_NUMBERS:%=$(what)%)) $(TUNED:%=map-%)

$(TUNED_NUMBERS:%=tune%): tune%: $$(mine).$(REPORT)
	$(call passed,$<) || { echo 'no search with a wrong kernel: see $<'; exit 1; }
	+$(again) build/$(BACKEND)/$(WHO)/$(name)/tune
	$(call search,tune,$(WHO)/$(name))
	$(call map,$(WHO)/$(name))

# A quick search, where there was none, so that bench has something to choose from. When
# your kernel changes, it is not repeated: its winners are likely ones still, and bench
# checks them like any kernel.
tuned_results := $(call each_who,$(RESULTS))
elsewhere = $(if $(filter other,$(who)),build/other/$(lab_of).cksum)
$(tuned_results:%=%.tuned.tsv): $$(elsewhere) | $$(result).$(REPORT)
	$(call passed,$(result).$(REPORT)) || { \
	    echo 'no search with a wrong kernel: see $(result).$(REPORT)'; exit 1; }
	$(call begin,TUNE,$(kernel))
	+$(again) build/$(BACKEND)/$(who)/$(lab_of)/quick
	$(call search,quick,$(who)/$(lab_of))

# A table of speeds is made again when other tiles win.
$(tuned_results:%=%.tsv): $$(result).tuned.tsv

$(TUNED_NUMBERS:%=plot%): plot%: map%
$(TUNED_NUMBERS:%=map%): map%: bench%
	$(call map,$(WHO)/$(name))
	grep -q ": $$(cat build/$(BACKEND)/$(WHO)/$(name)/tiles/key)$$" $(mine).tuned.tsv || \
	    echo 'These tiles won with an earlier kernel: make tune$* tries them all again.'

pictures: $(TUNED:%=map-%)
$(TUNED:%=map-%): map-%: tables
	$(call map,$(WHO)/$*) >/dev/null

-include $(wildcard build/*/common/tune/*.d)

build/tests/tune_test.t: $(patsubst %,build/cpu/common/tune/%.o,$\
                           cache progress search tile_log tiles) \
                       build/cpu/common/finding/compiler_log.o
