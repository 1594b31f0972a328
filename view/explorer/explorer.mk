# The explorer: one page that shows all that one block of a kernel does.
#
# results/<device>/<who>/
#   NN_name.life.tsv       what the block does: `lab life`
#   NN_name.tiles.tsv      what the model says of it, and of the changes in whatif.tsv
#   NN_name.explorer.html  the page

.PHONY: $(NUMBERS:%=explore%)
ifneq ($(filter-out $(NUMBERS:%=explore%),$(filter explore%,$(MAKECMDGOALS))),)
$(error there is no $(firstword $(filter-out $(NUMBERS:%=explore%),$(filter explore%,$\
        $(MAKECMDGOALS)))): the labs are $(NUMBERS))
endif

explorer_o := $(patsubst %.c,build/cpu/%.o,$(wildcard view/trace/*.c view/explorer/*.c))
build/explorer: $(explorer_o) $(reader_o)
	$(call begin,LINK)
	$(CC) $^ -o $@ -ljansson
$(explorer_o): | build/jansson

# Of a kernel that fails its check, the block that failed.
$(RESULTS)/%.life.tsv: build/cpu/%/runner $(RESULTS)/%.$(REPORT) build/lab
	$(call begin,TRACE,$(source))
	$(view_lab) life $(*F) $@ $(RESULTS)/$*.$(REPORT:.txt=.json) || { rm -f $@; exit 1; }

# --- What the model says of it, by nvcc's program if there is an nvcc: as the benchmark.

explorer_gpu = $(if $(filter $(TUNED),$1),,$(GPU))
$(RESULTS)/%.model.tsv: build/cpu/%/runner build/lab $$(call cubin_of,$$*)
	$(call begin,MODEL,$(source))
	mkdir -p $(@D)
	EMU_CUBIN=$(call cubin_of,$*) $(view_lab) model $(*F) $@ || { rm -f $@; exit 1; }

# Of a change, as in common/make/change.mk.
$(RESULTS)/changed/%.model.tsv: $$(changed_newer) common/sgemm.h tools/make/change tools/make/change.awk \
        tools/make/trace-changed $(emucc) build/cpu/runner.o emu/build/libemu.a build/lab
	$(call begin,MODEL,$(changed_source): $(call changed_part,3))
	CUBIN_OF=$(call explorer_gpu,$(call changed_part,2)) tools/make/trace-changed \
	    $(call changed_part,2) $(call changed_part,3) '$(changed_source)' \
	    build/changed/model/$* model $@

explorer_changes = $(shell grep -v '^\#' labs/$1/whatif.tsv 2>/dev/null | sed 1d)
explorer_models = $(foreach change,$(call explorer_changes,$(notdir $1)),$\
        $(patsubst %.$(counted).tsv,%.model.tsv,$(call changed_trace,$(change),$1)))
$(RESULTS)/%.tiles.tsv: $(RESULTS)/%.model.tsv $$(call explorer_models,$$*) tools/make/tiles-table \
                        $$(wildcard labs/$$(*F)/whatif.tsv)
	tools/make/tiles-table $@ $< $(join $(addsuffix :,$(call explorer_changes,$(*F))),$\
	    $(call explorer_models,$*))

# --- The page.

# Of a reference kernel, the lines that a learner writes are withheld until the lab passes;
# on the site (SITE=1), always.
explorer_withhold = $(if $(filter solutions,$(WHO)),$(if $(SITE),--withhold,$(shell build/lab passed \
        $(RESULTS)/labs/$(name).check.json 2>/dev/null || echo --withhold)))
explorer_more = $(if $(wildcard labs/$(name)/questions.tsv),$(if $(SITE),,$(mine).answers.tsv) $(mine).tiles.tsv)
# The kernel of the lab before: the learner's if it passes, else the reference kernel, if it is here.
explorer_last = $(shell printf '%s\n' $(LABS) | sed -n '/^$(name)$$/{x;p;q}; h')
explorer_before = $(foreach lab,$(explorer_last),$(foreach who,$\
        $(if $(filter solutions,$(WHO)),,$(if $(filter yes,$(shell build/lab passed \
        $(RESULTS)/labs/$(lab).check.json 2>/dev/null && echo yes)),labs)) \
        $(if $(wildcard solutions/$(lab)/kernel.cu),solutions),$(RESULTS)/$(who)/$(lab)))
# Of a kernel without a fault, also the kernel before, questions and what-if tables; QUICK=1:
# without the last two.
$(NUMBERS:%=explore%): explore%: $$(mine).life.tsv build/explorer
	+more=''; before='$(firstword $(explorer_before))'; \
	case $$(build/lab verdict $(mine).$(REPORT:.txt=.json)) in \
	PASS | TECHNIQUE*) more='$(if $(QUICK),,$(explorer_more))' ;; *) before='' ;; esac; \
	set -- $$more $${before:+$$before.life.tsv $$before.model.tsv}; \
	[ $$# = 0 ] || $(again) "$$@" || exit; \
	tools/explore $(mine).explorer.html \
	    $${before:+--before $$before.life.tsv $$before.model.tsv} $(explorer_withhold) \
	    $${more:+$(if $(SITE),,--questions $(mine).answers.tsv) --tiles $(mine).tiles.tsv} \
	    --record $(mine).$(REPORT:.txt=.json) $(mine).life.tsv '$(watched)' && \
	echo '$(mine).explorer.html'
