# The page that shows the check of a kernel and renews itself at each save (docs/live.md).
#
# build/live         the server; view/live/main.c describes its call
# build/microhttpd   says that its library is there: asked once

lives := $(NUMBERS:%=live%)
.PHONY: $(lives)

ifneq ($(filter-out $(lives),$(filter live%,$(MAKECMDGOALS))),)
$(error there is no $(firstword $(filter-out $(lives),$(filter live%,$(MAKECMDGOALS)))): the \
        labs are $(NUMBERS))
endif

live_o := $(patsubst %.c,build/cpu/%.o,$(wildcard view/live/*.c common/finding/*.c)) \
          build/cpu/common/device/new_file.o $(reader_o)
$(filter build/cpu/view/%,$(live_o)): | build/microhttpd build/jansson
# LD_RUN_PATH is then also for the libraries that libmicrohttpd needs.
build/live: $(live_o)
	$(call begin,LINK)
	$(CC) $^ -o $@ -Wl,--disable-new-dtags -lmicrohttpd -ljansson -pthread

build/microhttpd:
	$(CC) -E -include microhttpd.h -x c /dev/null >/dev/null 2>&1 || { \
	    echo 'libmicrohttpd is missing: make setup, or apt-get install libmicrohttpd-dev' \
	        >&2; exit 2; }
	mkdir -p $(@D) && touch $@

# The lab after this one; what make leaves of one kernel; whose speeds are shown beside it.
live_next = $(word 2,$(foreach lab,$(LABS),\
    $(if $(filter $(name),$(firstword $(sort $(name) $(lab)))),$(lab))))
live_objects = $(foreach backend,$(checkers),build/$(backend)/$(WHO)/$(name)/kernel.o)
live_tables = $(plot_measured) $(call plot_tables,$(call plot_before,$(name)))

# From the command line alone: some systems have a PORT of their own in the environment.
live_port = $(if $(filter command,$(origin PORT)),$(PORT),0)

# exploreNN, if this copy of the course has an explorer.
live_explore = $(if $(wildcard view/explorer/*.mk),explore)

# All that is not of the kernel is built before the page is there.
$(lives): live%: build/live build/lab $(foreach backend,$(checkers),build/$(backend)/runner.o) \
                 $(if $(filter cpu,$(checkers)),emu/build/libemu.a)
	+build/live --lab $(name) --kernel '$(watched)' --mine $(mine) \
	    --record $(mine).$(REPORT:.txt=.json) --port '$(live_port)' \
	    --next '$(live_next)' --explore '$(live_explore)' \
	    $(live_objects:%=--object %) $(live_tables:%=--table %) $(again)

-include $(wildcard build/cpu/view/live/*.d)
