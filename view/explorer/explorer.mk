# The explorer: one page that shows all that one block of a kernel does.
#
#   results/<device>/<who>/NN_name.life.tsv       what the block does: `lab life`
#   results/<device>/<who>/NN_name.explorer.html  the page

.PHONY: $(NUMBERS:%=explore%)
ifneq ($(filter-out $(NUMBERS:%=explore%),$(filter explore%,$(MAKECMDGOALS))),)
$(error there is no $(firstword $(filter-out $(NUMBERS:%=explore%),$(filter explore%,$\
        $(MAKECMDGOALS)))): the labs are $(NUMBERS))
endif

explorer_o := $(patsubst %.c,build/cpu/%.o,$(wildcard view/trace/*.c view/explorer/*.c))
build/explorer: $(explorer_o)
	$(call begin,LINK)
	$(CC) $^ -o $@ -ljansson
$(explorer_o): | build/jansson

# Of a kernel that fails its check, the block that failed.
$(RESULTS)/%.life.tsv: build/cpu/%/runner $(RESULTS)/%.$(REPORT) build/lab
	$(call begin,TRACE,$(source))
	$(view_lab) life $(*F) $@ $(RESULTS)/$*.$(REPORT:.txt=.json) || { rm -f $@; exit 1; }

# Of a reference kernel, the lines that a learner writes are withheld until the lab passes.
explorer_withhold = $(if $(filter solutions,$(WHO)),$(shell build/lab passed \
        $(RESULTS)/labs/$(name).check.json 2>/dev/null || echo withhold))
$(NUMBERS:%=explore%): explore%: $$(mine).life.tsv build/explorer
	tools/explore $(mine).explorer.html $(mine).life.tsv '$(watched)' $(explorer_withhold) \
	    $(mine).$(REPORT:.txt=.json)
	echo '$(mine).explorer.html'
