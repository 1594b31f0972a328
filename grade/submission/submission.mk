# The program build/submission: which file of a submission is the kernel of which lab
# (grade/submission/main.c).

submission_o := $(patsubst %.c,build/cpu/%.o,$(wildcard grade/submission/*.c))
build/submission: $(submission_o)
	$(call begin,LINK)
	$(CC) $^ -o $@

-include $(wildcard build/cpu/grade/submission/*.d)
