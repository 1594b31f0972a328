# What a check of all labs comes to, and what teachers and learners hand one another.
# docs/grading.md describes it all.
#
# results/<device>/<who>/grade.json   verdicts and points; grade.csv, junit.xml: the same
# results/grade.json, ...             the last of them that was written
# results/submission.zip              a learner's kernels
# results/handout.tar.gz              the course without its solutions

.PHONY: check-all submit handout gradescope.zip grader

# A kernel that is not there is not finished. Its report is old, so that it is made again
# once the kernel is back.
absent := $(if $(KERNEL),,$(foreach lab,$(LABS),$\
          $(if $(wildcard $(FROM)/$(lab)/kernel.cu),,$(lab))))
$(absent:%=$(RESULTS)/$(WHO)/%.$(REPORT)): $(RESULTS)/$(WHO)/%.$(REPORT): \
        build/lab FORCE
	mkdir -p $(@D)
	build/lab check $* --record $(@:.txt=.json) --refused INCOMPLETE --what 'there is no $(FROM)/$*/kernel.cu' \
	    --try 'get it back from the course that you began with' \
	    '$(FROM)/$*/kernel.cu' >$@ || [ $$? = 1 ]
	touch -d '2000-01-01' $@

reports = $(FIT:%=$(RESULTS)/$(WHO)/%.$(REPORT))
check-all:
	+$(again) -k $(reports) build/lab POINTS=1; made=$$?; \
	build/lab summary $(reports:.txt=.json); passed=$$?; \
	tools/grading/grade-files $(BACKEND) $(RESULTS)/$(WHO) $(reports:.txt=.json) || exit 2; \
	$(left_out); [ $$passed = 0 ] && exit $$made

submit: build/lab
	tools/submit $(RESULTS)/labs $(LABS)

handout:
	tools/handout

gradescope.zip:
	tools/grading/gradescope-zip $@

# Built before anything is graded.
grader: emu build/lab
