# build/lab: what reads the records of checks (common/lab/lab.h).

lab_o := $(patsubst %.c,build/cpu/%.o,$(wildcard common/lab/*.c) common/verdict.c \
         common/gaps.c)
build/lab: $(lab_o) $(finding_o)
	$(call begin,LINK)
	$(CC) $^ -o $@ -ljansson -lm

-include $(wildcard build/cpu/common/lab/*.d)
