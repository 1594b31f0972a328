# The program build/view, which draws pictures from traces (view/pictures/commands.h). tools/plot
# runs it.

view_o := $(patsubst %.c,build/cpu/%.o,$(wildcard view/trace/*.c view/pictures/*.c))
build/cpu/view/%.o: CFLAGS += -Iview
build/view: $(view_o) $(reader_o)
	$(call begin,LINK)
	$(CC) $^ -o $@

-include $(wildcard build/cpu/view/*/*.d)
