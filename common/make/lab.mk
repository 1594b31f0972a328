# The program build/lab, which judges kernels, times them and reads the records of that
# (common/lab/lab.h). It contains no kernel.
#
# build/lab.o   all of it but what the labs say: check.c, bench.c and tune.c
# build/lab     with that

lab_data := $(patsubst %.c,build/cpu/%.o,$(wildcard $(foreach lab,$(LABS),$\
              $(foreach what,check bench tune,labs/$(lab)/$(what).c))))
lab_o := $(patsubst %.c,build/cpu/%.o,$(wildcard common/lab/*.c common/finding/*.c) \
           $(filter-out %/entry.c %/unsupervised.c,$\
             $(wildcard common/tune/*.c common/rpc/*.c)))
build/lab.o: $(lab_o) build/cpu/operations.o build/cpu/libcommon.a
	$(call begin,LD)
	ld -r $^ -o $@

build/lab: build/lab.o $(lab_data)
	$(call begin,LINK)
	$(CC) $^ -o $@ -ljansson -lm

# build/jansson   says that the library is there: asked once
build/cpu/common/finding/record.o: | build/jansson
build/jansson:
	$(CC) -E -include jansson.h -x c /dev/null >/dev/null 2>&1 || { \
	    echo 'libjansson is missing: make setup, or apt-get install libjansson-dev' \
	        >&2; exit 2; }
	mkdir -p $(@D) && touch $@

-include $(wildcard build/cpu/common/*/*.d)
