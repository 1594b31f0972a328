# What the reference kernels are for, and what else a handout does not have: that which serves
# those who change the course, or grade with it.

#: demo       the whole reference ladder on this machine, with pictures
#: solutionNN  the reference beside yours, once checkNN passes; FORCE=1: before
#: grade      a class: SUBMISSIONS=folder (a folder a student) OUT=folder
#: grader     build what grading needs, and nothing else
#: lint       format, shell scripts, skeletons against solutions, static analysis
#: bench-emu  how fast the emulator is: nanoseconds per access, memory, two cores
#: update-tables  write the tables and plots in the pages from docs/measured
#: handout    for teachers: pack the course without its solutions
#: dist       pack the committed course; the same commit gives the same bytes
#: gradescope.zip  for teachers: an autograder for Gradescope
#= FROM=solutions   the reference kernels; FROM=labs, yours, is the default

.PHONY: demo bench-emu dist

dist:
	tools/dist

demo:
	+$(again) FROM=solutions KERNEL= SEED= check-all
	+$(again) FROM=solutions KERNEL= SEED= tables pictures
	$(MAKE) --no-print-directory FROM=solutions KERNEL= SEED= ladder
	[ ! -f $(RESULTS)/solutions/ladder.svg ] || \
	    echo 'Pictures, one per lab, and the ladder: $(RESULTS)/solutions/*.svg and *.png'

bench-emu:
	tools/measure/bench-emu

# The check first, unless FORCE=1; what it says is seen only where it does not pass.
unearned = verdict=$$(build/lab verdict $(mine).$(REPORT:.txt=.json)); \
           echo "solution$* comes once check$* passes: $${verdict%% *} now (FORCE=1: now)" >&2
$(NUMBERS:%=solution%): solution%:
	+$(if $(FORCE),,$(again) check$* >/dev/null 2>&1 || { $(unearned); exit 1; })
	tools/solution $(name) '$(watched)'
