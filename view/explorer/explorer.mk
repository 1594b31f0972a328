# The explorer: one page that shows all that one block of a kernel does.

explorer_o := $(patsubst %.c,build/cpu/%.o,$(wildcard view/trace/*.c view/explorer/*.c))
build/explorer: $(explorer_o)
	$(call begin,LINK)
	$(CC) $^ -o $@ -ljansson
$(explorer_o): | build/jansson
