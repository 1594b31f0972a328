# Plots of speed: a lab beside those before it, and the ladder of them all.

# The tables of labs: yours where you have one (and used as it is, never made again for
# another lab), else the reference's.
plot_yours = $(if $(filter solutions,$(WHO)),,$(wildcard $(RESULTS)/labs/$1.tsv))
plot_reference = $(if $(wildcard solutions/$1/kernel.cu),$(RESULTS)/solutions/$1.tsv)
plot_tables = $(foreach lab,$1,$(or $(call plot_yours,$(lab)),$(call plot_reference,$(lab))))
plot_references = $(filter $(RESULTS)/solutions/%,$(call plot_tables,$1))

# The labs before $1, those that sort in front of it, about the same function.
plot_functions := $(shell awk -F '"' '/functions = {/ { split(FILENAME, part, "/"); \
                        print part[2] "=" $$2 }' labs/*/check.c /dev/null)
plot_function = $(patsubst $1=%,%,$(filter $1=%,$(plot_functions)))
plot_before = $(foreach lab,$(LABS),$(if $(filter $1,$(firstword $(sort $1 $(lab)))),,$\
                  $(if $(filter $(call plot_function,$1),$(call plot_function,$(lab))),$(lab))))

# Beside a model of a GPU, cuBLAS as it was measured on that GPU.
plot_measured := $(if $(filter cpu,$(BACKEND)),$(wildcard docs/measured/$(GPU)/*.tsv))
plot_draw = tools/plot gflops $(RESULTS)/$(WHO)/$1 $(plot_measured) \
       $(call plot_tables,$(call plot_before,$1)) $(if $(plot_modelled),$$(ls $(plot_modelled)/$1.tsv 2>/dev/null)) \
       $(RESULTS)/$(WHO)/$1.tsv

# Beside times of this GPU, if it has a profile, the model's.
ifneq ($(and $(filter gpu,$(BACKEND)),$(filter plot% lab%,$(MAKECMDGOALS)),$(shell command -v $(CXX))),)
plot_profile := $(shell tools/measure/gpu-profile)
plot_modelled = $(if $(plot_profile),results/cpu-$(plot_profile)/$(WHO))
plot_model = $(if $(plot_profile),$(MAKE) --no-print-directory BACKEND=cpu GPU=$(plot_profile) \
        $(plot_modelled)/$(name).tsv >/dev/null 2>&1 || true)
endif

$(NUMBERS:%=plot%): plot%: bench% $$(call plot_references,$$(call plot_before,$$(name)))
	+$(plot_model)
	$(call plot_draw,$(name))
	$(if $(filter $(name),$(view_products)),$(call plot_counts,$(name)))

# The memory accesses of a lab about a product, and of those before it that were counted.
plot_before_counts = $(patsubst %.tsv,%.counts.tsv,$(call plot_tables,$(filter $(view_products),$(call plot_before,$1))))
plot_counted = $(if $(filter $1,$(view_products)),$(foreach table,$(plot_before_counts),\
                   $(if $(filter $(RESULTS)/solutions/%,$(table))$(wildcard $(table)),$(table))) \
                   $(RESULTS)/$(WHO)/$1.counts.tsv)
plot_counts = tools/plot counts $(RESULTS)/$(WHO)/$1.counts $(plot_counted)
# Of these, the reference's and this lab's are made; yours of an earlier lab is used as it is.
plot_counted_made = $(filter $(RESULTS)/solutions/% $(RESULTS)/$(WHO)/$1.counts.tsv,$(call plot_counted,$1))
$(NUMBERS:%=plot%): plot%: $$(call plot_counted_made,$$(name))

# The ladder is of the labs about a product.
# Where nothing is there to draw: a handout, before the first lab.
plot_nothing = echo 'no lab has been timed yet: begin with make lab01'
ladder: $$(call plot_references,$$(view_products))
	$(if $(strip $(call plot_tables,$(view_products))),$(plot_draw_ladder),$(plot_nothing))
plot_draw_ladder = tools/plot ladder $(RESULTS)/$(WHO)/ladder $(plot_measured) $(call plot_tables,$(view_products))

tables: $(FIT:%=$(RESULTS)/$(WHO)/%.tsv)

pictures: $(FIT:%=picture-%)
$(LABS:%=picture-%): picture-%: tables
	$(call plot_draw,$*) >/dev/null

