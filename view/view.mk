# The program build/view, which draws pictures from traces (view/commands.h). tools/plot
# runs it.

view_o := $(patsubst %.c,build/cpu/%.o,$(wildcard view/*.c))
build/view: $(view_o)
	$(call begin,LINK)
	$(CC) $^ -o $@

-include $(wildcard build/cpu/view/*.d)
