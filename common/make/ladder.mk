# The whole ladder in one run on a GPU: every kernel that passes its check, and NVIDIA's
# library, timed in turn; then the benchmarks of the labs about other operations.

.PHONY: bench-all
ifeq ($(if $(filter bench-all,$(MAKECMDGOALS)),$(BACKEND)),cpu)
$(error bench-all times kernels on a GPU, and there is none here: make demo models them)
endif

ladder_runners := $(foreach lab,$(FIT),$(call timed_runner,gpu/$(WHO)/$(lab)))
ladder_others = $(filter-out 00_% $(patsubst labs/%/kernel.cu,%,$(shell \
    grep -l '"sgemm\.h"' labs/*/kernel.cu)),$(FIT))
bench-all: $(FIT:%=$(RESULTS)/$(WHO)/%.$(REPORT)) $(ladder_runners) $(runner_peers) build/lab
	$(foreach report,$(filter %.$(REPORT),$^),$(call passed,$(report)) || { \
	    echo 'no speed for a wrong kernel: see $(report)'; exit 1; };)
	$(bench_provenance) $(alone) build/lab ladder --peers build/gpu/peer $(RESULTS)/$(WHO) \
	    $(foreach runner,$(ladder_runners),$\
	        $(patsubst %/,%,$(notdir $(patsubst %/,%,$(dir $(runner)))))="exec '$(runner)'")
	+$(MAKE) --no-print-directory $(foreach lab,$(ladder_others),bench$(firstword $(subst _, ,$(lab))))
	$(left_out)
