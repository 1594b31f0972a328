# The whole ladder in one run on a GPU: every kernel that passes its check, and NVIDIA's
# library, timed in turn.

.PHONY: bench-all
ifeq ($(if $(filter bench-all,$(MAKECMDGOALS)),$(BACKEND)),cpu)
$(error bench-all times kernels on a GPU, and there is none here: make demo models them)
endif

ladder_runners := $(foreach lab,$(LABS),$(call timed_runner,gpu/$(WHO)/$(lab)))
bench-all: $(LABS:%=$(RESULTS)/$(WHO)/%.$(REPORT)) $(ladder_runners) $(runner_peers) build/lab
	$(foreach report,$(filter %.$(REPORT),$^),$(call passed,$(report)) || { \
	    echo 'no speed for a wrong kernel: see $(report)'; exit 1; };)
	$(bench_provenance) $(alone) build/lab ladder --peers build/gpu/peer $(RESULTS)/$(WHO) \
	    $(foreach runner,$(ladder_runners),$\
	        $(patsubst %/,%,$(notdir $(patsubst %/,%,$(dir $(runner)))))="exec '$(runner)'")
