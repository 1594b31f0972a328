# Pictures of what a kernel does to memory. The emulator runs it, whatever the backend:
# no GPU shows what the lanes of a warp do.
#
# countNN and strides print; the others write to results/<device>/<who>/
#   NN_name.trace.tsv       the requests of one block
#   NN_name.traffic.tsv     the bytes that one large product moves
#   NN_name.tile.tsv        the requests of one block, where tiles are ragged
#   NN_name.access.svg, banks, touched, tile: the pictures, each also .png and .plot.txt
#   roofline.svg            the same; report.html

VIEWS := access banks touched tile count
views := $(foreach view,$(VIEWS),$(NUMBERS:%=$(view)%))
.PHONY: $(views) strides roofline report

ifneq ($(filter-out $(views),$(filter $(VIEWS:%=%%),$(MAKECMDGOALS))),)
$(error there is no $(firstword $(filter-out $(views),$(filter $(VIEWS:%=%%),$\
        $(MAKECMDGOALS)))): the labs are $(NUMBERS))
endif
export LINE

view_lab = RUNNER="exec '$<'" build/lab
$(RESULTS)/%.trace.tsv: build/cpu/%/runner build/lab
	$(call begin,TRACE,$(source))
	mkdir -p $(@D)
	$(view_lab) trace $(*F) $@ || exit 1

# What one product moves. The roofline's is of the largest size that every lab's benchmark has.
# The plot of counts takes a smaller one, which has nearly the same counts per FMA.
roofline_size = 4096
counts_size = 1024
define view_traffic
	$(call begin,COUNT,$(source))
	mkdir -p $(@D)
	TUNE_CACHE=$(RESULTS)/$*.tuned.tsv $(view_lab) traffic $(*F) $1 $@ || exit 1
endef
$(RESULTS)/%.traffic.tsv: $$(call timed_runner,cpu/$$*) build/lab
	$(call view_traffic,$(roofline_size))
$(RESULTS)/%.counts.tsv: $$(call timed_runner,cpu/$$*) build/lab | $(RESULTS)/%.tsv
	$(call view_traffic,$(counts_size))

# Lab 02's accesses are shown beside lab 01's: yours if it has passed, or the reference's.
access_before_02_coalesce = 01_naive
before_trace = $(patsubst %.tsv,%.trace.tsv,$(call plot_tables,$(access_before_$1)))

$(NUMBERS:%=access%): access%: $$(call before_trace,$$(name)) $$(mine).trace.tsv | build/view
	tools/plot access $(mine).access $^

$(NUMBERS:%=banks%): banks%: $$(mine).trace.tsv | build/view
	tools/plot banks $(mine).banks $<

$(NUMBERS:%=touched%): touched%: $$(mine).trace.tsv | build/view
	tools/plot touched $(mine).touched $<

# Tiles that reach out of the matrix, of a kernel that may have a fault.
tile_sizes = 200,600,149
$(RESULTS)/%.tile.tsv: build/cpu/%/runner build/lab
	$(call begin,TRACE,$(source))
	mkdir -p $(@D)
	$(view_lab) trace $(*F) $@ $(tile_sizes) || { rm -f $@; exit 1; }

$(NUMBERS:%=tile%): tile%: $$(mine).tile.tsv | build/view
	tools/plot tile $(mine).tile $<

strides: build/cpu/docs/strides
	$<

build/cpu/docs/strides: docs/strides.cu $(emucc) emu/build/libemu.a
	$(call begin,EMUCC)
	emu/frontend/emucc -Icommon $< -o $@

SIZE = 512
$(NUMBERS:%=count%): count%: build/cpu/$(WHO)/$$(name)/runner build/lab
	$(view_lab) count $(name) '$(SIZE)'

# --- The roofline, and the page with all of it ----------------------------------------

# The labs about a product: what others compute has another roofline.
view_products := $(notdir $(patsubst %/,%,$(dir $(shell \
                   grep -l 'functions = {"sgemm"' labs/*/check.c))))
traffic = $(patsubst %.tsv,%.traffic.tsv,$1)
roofline: $$(call plot_references,$(view_products)) \
          $$(call traffic,$$(call plot_tables,$(view_products)))
	$(if $(strip $(call plot_tables,$(view_products))),tools/plot roofline $(RESULTS)/$(WHO)/roofline \
	    $(foreach table,$(call plot_tables,$(view_products)),$(call traffic,$(table)) $(table)),$(plot_nothing))

# Three makes, one after the other: what is timed depends on what passes, and what is
# drawn on what was timed. A lab that fails is shown as such.
report:
	+-$(again) -k SEED= LINE= $(FIT:%=$(RESULTS)/$(WHO)/%.check.txt)
	+-$(again) -k SEED= LINE= report-tables
	+$(again) SEED= LINE= report-page
	$(left_out)

.PHONY: report-tables report-page
# ".touched": the picture of a lab's card, as on its page; that of its banks in place of counts.
report_picture = $(or $(subst .counts,.banks,$(suffix $(filter $1.%,$(page_pictures)))),.tiles)
ifneq ($(filter report-%,$(MAKECMDGOALS)),)
of_verdict = $(foreach lab,$(LABS),$(if $(filter $1,$(firstword $(shell \
             build/lab verdict $(RESULTS)/$(WHO)/$(lab).check.json 2>/dev/null))),$(lab)))
right := $(call of_verdict,PASS)
ifeq ($(WHO),labs) # a table of before your last change is no longer yours
plot_yours = $(if $(filter $1,$(right)),$(wildcard $(RESULTS)/labs/$1.tsv))
endif
ran := $(call of_verdict,PASS WRONG TECHNIQUE)
# Labs whose operands come by tensor copies: a tile that one brings takes access' place.
view_tensor := $(notdir $(patsubst %/,%,$(dir $(shell grep -l cp.async.bulk.tensor labs/*/kernel.cu))))
views_of = $(foreach kind,svg png plot.txt,$(foreach view,access banks touched tile,$(RESULTS)/$(WHO)/$1.$(view).$(kind)))

report-tables: $(right:%=$(RESULTS)/$(WHO)/%.tsv) $(ran:%=$(RESULTS)/$(WHO)/%.trace.tsv)
report-page: ladder roofline $(addprefix view-,$(ran)) $(addprefix speed-,$(right))
	rm -f $(foreach lab,$(filter-out $(ran),$(LABS)),$(call views_of,$(lab)))
	tools/report $(RESULTS)/$(WHO) $(roofline_size) '$(patsubst %/,%,$(dir $(firstword $(plot_measured))))' \
	    $(foreach lab,$(LABS),$(lab)$(call report_picture,$(lab)))

.PHONY: $(LABS:%=view-%) $(LABS:%=speed-%)
$(LABS:%=speed-%): speed-%: $$(call plot_references,$$(call plot_before,$$*))
	$(call plot_draw,$*) >/dev/null
	$(if $(filter $*,$(TUNED)),$(call map,$(WHO)/$*) >/dev/null)

# A kernel that has nothing of a picture goes without it; a line says why.
view_base = $(RESULTS)/$(WHO)/$*
$(LABS:%=view-%): view-%: $$(call before_trace,$$*) \
        $$(if $$(filter $$*,$$(view_tensor)),$$(view_base).tile.tsv) | build/view
	rm -f $(call views_of,$*)
	for view in $(if $(filter $*,$(view_tensor)),tile,access) \
	    $$(awk -F '\t' '$$8 == "shared" { print "banks"; exit }' $(view_base).trace.tsv) \
	    $(if $(filter $*,$(view_products)),touched); do \
	    trace=$(view_base).trace.tsv before=; \
	    case $$view in access) before='$(call before_trace,$*)' ;; tile) trace=$(view_base).tile.tsv ;; esac; \
	    tools/plot $$view $(view_base).$$view $$before $$trace >/dev/null; \
	done; true
endif

# --- Pictures of the reference kernels on the pages: make page-pictures FROM=solutions

# 02_coalesce.access and so on: those that the pages show.
page_pictures := $(patsubst docs/pictures/%.svg,%,$(sort $(shell grep -oh 'docs/pictures/[a-z0-9_.]*' \
                     labs/*/README.md)))
ifeq ($(WHO),solutions)
.PHONY: page-pictures
page-pictures: $(page_pictures:%=docs/pictures/%.svg) docs/pictures/roofline.svg docs/pictures/race.svg
endif
page_base = $(RESULTS)/solutions/$(basename $1)
page_inputs_.access = $(call before_trace,$(basename $1)) $(page_base).trace.tsv
page_inputs_.touched = $(page_base).trace.tsv
page_inputs_.banks = $(page_base).trace.tsv
page_inputs_.tile = $(page_base).tile.tsv
page_inputs_.counts = $(call plot_counted,$(basename $1))
page_inputs = $(call page_inputs_$(suffix $1),$1)
$(page_pictures:%=docs/pictures/%.svg): docs/pictures/%.svg: $$(call page_inputs,$$*) build/view tools/plot
	WITHHOLD=yes tools/plot $(patsubst .%,%,$(suffix $*)) $(RESULTS)/solutions/pages/$* \
	    $(call page_inputs,$*) >/dev/null && cp $(RESULTS)/solutions/pages/$*.svg $@
docs/pictures/race.svg: tests/transcripts/03.txt tools/pages/recording
	tools/pages/recording $< >$@.new && mv $@.new $@
docs/pictures/roofline.svg: roofline
	cp $(RESULTS)/solutions/roofline.svg $@

# --- The program build/view, which draws pictures from traces (commands.h); tools/plot runs it

view_o := $(patsubst %.c,build/cpu/%.o,$(wildcard view/trace/*.c view/pictures/*.c))
build/cpu/view/%.o: CFLAGS += -Iview
build/view: $(view_o) $(reader_o)
	$(call begin,LINK)
	$(CC) $^ -o $@

-include $(wildcard build/cpu/view/*/*.d)
