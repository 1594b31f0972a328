# Operations: the functions that kernels implement (common/operation/operation.h).
#
# build/cpu/operations.o    their data and what calls them
# build/cpu/libcommon.a     what a program takes from as it needs

operation_names := $(patsubst common/operation/call_%.c,%,$(wildcard common/operation/call_*.c))
operation_calls_c := $(operation_names:%=common/operation/call_%.c)
operation_c := $(operation_names:%=common/operation/%.c) $(operation_calls_c)
operation_common_c := $(filter-out %/probe_gpu.c %/probe_unknown.c $(operation_c),$\
                        $(wildcard $(patsubst %,common/%/*.c,$\
                          operation check trial diagnose bench device))) \
                      $(patsubst %,common/%.c,finding/compiler_log finding/verdict \
                        rpc/supervise_end rpc/unsupervised)

# Nothing names them, so that the linker would drop them from a library.
build/cpu/operations.o: $(operation_c:%.c=build/cpu/%.o) build/operations.list
	$(call begin,LD)
	ld -r $(filter %.o,$^) -o $@

# Changes when an operation comes or goes.
build/operations.list: FORCE
	mkdir -p $(@D); echo '$(operation_names)' >$@.new; cmp -s $@.new $@ || mv $@.new $@

build/cpu/libcommon.a: $(operation_common_c:%.c=build/cpu/%.o)

# What the tools that profile a kernel on a GPU need beside it.
build/gpu/libcommon.a: $(patsubst %,build/gpu/common/%.o,operation/matrix \
    $(patsubst %,device/%,cuda_check host_alloc probe_gpu probe_unknown))

-include $(wildcard build/*/common/operation/*.d)
