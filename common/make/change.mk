# A kernel with other constants, and what that changes: `tools/make/change TM=16,BK=4` edits a copy,
# in which every line keeps its number. In the names of files this CHANGE is TM-16.BK-4.
#
#   build/changed/<who>/NN_name/CHANGE/kernel.cu              the copy
#   results/<device>/changed/<who>/NN_name/CHANGE.counted.tsv  its trace
#
# Ask make for the trace of any CHANGE. A kernel that has no such constant, or whose copy does
# not compile or run to its end, has a trace of one line: "# not run: REASON".
#
# A lab with tiles is changed in its default tile.

# The trace that counts are made from is NN_name.$(counted).tsv, of `build/lab $(counted_by)`.
counted = counted
counted_by = life
$(RESULTS)/%.counted.tsv: build/cpu/%/runner build/lab
	$(call begin,COUNT,$(source))
	mkdir -p $(@D)
	$(view_lab) $(counted_by) $(*F) $@ || { rm -f $@; exit 1; }

# $(call changed_trace,TM=16,labs/04_tile1d): the trace's file
changed_name = $(subst =,-,$(subst $(changed_comma),.,$1))
changed_comma := ,
changed_trace = $(RESULTS)/changed/$2/$(changed_name).$(counted).tsv

# In the rule below $* is labs/04_tile1d/TM-16.
changed_part = $(word $1,$(subst /, ,$*))
changed_of = $(call changed_part,1)/$(call changed_part,2)
changed_source = $(if $(filter other/%,$*),$(KERNEL),$(changed_of)/kernel.cu)
changed_newer = $(if $(filter other/%,$*),build/$(changed_of).cksum,$(changed_of)/kernel.cu)
$(RESULTS)/changed/%.$(counted).tsv: $$(changed_newer) common/sgemm.h tools/make/change \
        tools/make/change.awk tools/make/trace-changed $(emucc) build/cpu/runner.o emu/build/libemu.a build/lab
	$(call begin,CHANGE,$(changed_source): $(call changed_part,3))
	tools/make/trace-changed $(call changed_part,2) $(call changed_part,3) '$(changed_source)' \
	    build/changed/$* $(counted_by) $@
