# A handout: the course without solutions and tests (tools/handout). In place of what the
# reference kernels would do here, it shows what they did on an H200.
#
# results/reference/   ladder and gflops, as SVG and PNG, drawn from docs/measured/h200

#: demo       the reference ladder, as it was measured on an H200, with pictures

ifeq ($(wildcard solutions),)
.PHONY: demo
recorded = $(wildcard docs/measured/h200/0[1-9]_*.tsv)
demo:
	RECORDED=yes tools/plot gflops results/reference/gflops $(recorded)
	RECORDED=yes tools/plot ladder results/reference/ladder $(recorded)
	echo 'Recorded on an H200. Yours, and for this machine: make lab01'

$(NUMBERS:%=solution%): solution%:
	tools/solution $(name)

# The ladder has the recorded reference where you have no lab, beside times that are modelled
# for an H200. (cuBLAS is in the recorded tables, too.)
recorded_of = $(filter %/$1.tsv,$(plot_measured))
mixed = $(foreach lab,$(view_products),$(or $(call plot_yours,$(lab)),$(call recorded_of,$(lab))))
plot_draw_ladder = $(if $(filter docs/%,$(mixed)),RECORDED=yes) tools/plot ladder \
              $(RESULTS)/$(WHO)/ladder $(if $(filter docs/%,$(mixed)),,$(plot_measured)) $(mixed)
endif
