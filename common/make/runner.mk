# A kernel's runner: the kernel, and what does as the program lab asks (rpc/protocol.h).
#
# build/<backend>/runner.o               what a kernel is linked with
# build/<backend>/<who>/NN_name/runner   linked with it (in tuned labs: tune.mk)
# build/gpu/peer/sgemm                   the runner of NVIDIA's library for an operation
# build/gpu/peer/NAME.LIBRARY            the same for another of its libraries

runner_c := $(wildcard common/runner/*.c) $(operation_calls_c) \
            $(patsubst %,common/%.c,rpc/protocol call/callable)
runner_probe_gpu := $(patsubst %,common/device/probe_%.c,gpu unknown)
build/cpu/runner.o build/gpu/runner.o: build/%/runner.o: \
        $(runner_c:%.c=build/$$*/%.o) \
        $$(if $$(filter gpu,$$*),$(runner_probe_gpu:%.c=build/gpu/%.o)) \
        build/operations.list
	$(call begin,LD)
	ld -r $(filter %.o,$^) -o $@

# The kernel with names of its own.
build/cpu/%/own.o: build/cpu/%/kernel.o tools/make/localize build/cpu/runner.o
	cp $< $@
	tools/make/localize $@ build/cpu/runner.o

build/cpu/%/runner: build/cpu/%/own.o build/cpu/runner.o emu/build/libemu.a
	$(call begin,LINK)
	$(compile) emu/frontend/emucc $(filter %.o,$^) -o $@

build/gpu/%/runner: build/gpu/%/kernel.o build/gpu/runner.o
	$(call begin,LINK)
	$(compile) $(nvcc) $^ -o $@

runner_peers := $(patsubst common/peer/peer_%.cu,build/gpu/peer/%,$\
                  $(wildcard common/peer/peer_*.cu))
$(filter-out %.cuDNN,$(runner_peers)): build/gpu/peer/%: common/peer/peer_%.cu $(wildcard common/*.h) \
        $(wildcard common/peer/*.cuh) build/gpu/runner.o
	$(call begin,NVCC)
	mkdir -p $(@D)
	$(nvcc) -Icommon -Werror all-warnings $(filter %.cu %.o,$^) -o $@ -lcublas -lcublasLt

# NVIDIA's cuDNN and cudnn_frontend.h need not be there: without them, a file that does not run.
build/gpu/peer/attention.cuDNN: common/peer/peer_attention.cuDNN.cu common/attention.h build/gpu/runner.o
	$(call begin,NVCC)
	mkdir -p $(@D)
	if echo '#include <cudnn_frontend.h>' | $(CXX) -E -x c++ -I$(dir $(NVCC))../include - >/dev/null 2>&1; then \
	    $(nvcc) -Icommon $(filter %.cu %.o,$^) -o $@ -lcudnn -lnvrtc -lcuda; \
	else : >$@; fi

-include $(wildcard build/*/common/runner/*.d build/gpu/common/*/*.d)
