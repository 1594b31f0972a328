# The course as a static site: results/site. It has the explorers of the reference kernels,
# without the lines that a learner writes, your report if there is one, and the course in a page
# (view/try), if npm is there to build it.


.PHONY: site
site_explorers := $(foreach lab,$(LABS),$(if $(wildcard solutions/$(lab)/kernel.cu),$(lab)))
site_page = results/cpu-h200/solutions/$1.explorer.html
site_report = $(firstword $(wildcard $(RESULTS)/labs/report.html))
site:
	+$(if $(site_explorers),$(again) BACKEND=cpu GPU=h200 FROM=solutions KERNEL= SEED= DRAW= LINE= SIZE= SITE=1 \
	    $(foreach lab,$(site_explorers),explore$(firstword $(subst _, ,$(lab)))) >/dev/null)
	tools/site results/site $(if $(shell command -v npm),$(if $(wildcard view/try),--try)) $(addprefix --report ,$(site_report)) \
	    $(foreach lab,$(site_explorers),--explorer $(lab) $(call site_page,$(lab)))
	+if command -v npm >/dev/null && [ -d view/try ]; then $(again) -s try; \
	else echo 'It has no course in a page: make setup site brings npm.'; fi
