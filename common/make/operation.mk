# Operations: the functions that kernels implement (common/operation/operation.h).
#
# build/<backend>/operations.o    their data and what calls them
# build/<backend>/libcommon.a     what a program takes from as it needs
# build/<backend>/product.o       tools/make/product.c with both, to link with a kernel

operation_names := $(patsubst common/call/call_%.c,%,$(wildcard common/call/call_*.c))
operation_calls_c := $(operation_names:%=common/call/call_%.c)
operation_c := $(operation_names:%=common/operation/%.c) $(operation_calls_c)

# How the course reads tables and whole files: the emulator's reader.
reader_c := emu/base/table.c emu/base/whole_file.c
reader_o := $(reader_c:%.c=build/cpu/%.o)

operation_common_c := $(reader_c) $(filter-out %/probe_gpu.c %/probe_unknown.c $(operation_c),$\
                        $(wildcard $(patsubst %,common/%/*.c,$\
                          call element operation check trial diagnose bench device))) \
                      $(patsubst %,common/%.c,finding/compiler_log finding/verdict \
                        rpc/supervise_end rpc/unsupervised)

# Nothing names them, so that the linker would drop them from a library.
build/cpu/operations.o build/gpu/operations.o: build/%/operations.o: \
        $(operation_c:%.c=build/$$*/%.o) build/operations.list
	$(call begin,LD)
	ld -r $(filter %.o,$^) -o $@

# Changes when an operation comes or goes.
build/operations.list: FORCE
	mkdir -p $(@D); echo '$(operation_names)' | cmp -s - $@ || { \
	    echo '$(operation_names)' >$@.$$$$ && mv $@.$$$$ $@; }

build/cpu/libcommon.a: $(operation_common_c:%.c=build/cpu/%.o)

build/gpu/libcommon.a: $(operation_common_c:%.c=build/gpu/%.o) \
        $(patsubst %,build/gpu/common/device/probe_%.o,gpu unknown)

build/cpu/product.o build/gpu/product.o: build/%/product.o: \
        build/%/tools/make/product.o build/%/operations.o build/%/libcommon.a
	$(call begin,LD)
	ld -r $^ -o $@

-include $(wildcard build/*/emu/base/*.d build/*/common/call/*.d build/*/common/element/*.d build/*/common/operation/*.d build/*/tools/make/*.d)
