# What the GPU of this machine can do: the measured rows of a profile, or a whole one.
#
#   make microbench
#   make profile-gpu >emu/gpus/mine.tsv, then make lab05 BACKEND=cpu GPU=mine

.PHONY: microbench profile-gpu
ifneq ($(filter microbench profile-gpu,$(MAKECMDGOALS)),)
ifeq ($(BACKEND),cpu)
$(error $(filter microbench profile-gpu,$(MAKECMDGOALS)) measures a GPU, and there is none here)
endif
endif

build/gpu/microbench: $(wildcard common/microbench/*.cu*) common/device/cuda_check.c
	$(call begin,NVCC) >&2
	$(nvcc) -Icommon -Iemu/include -Werror all-warnings $(filter %/main.cu %.c,$^) -o $@

microbench profile-gpu: build/gpu/microbench
	$(alone) $< $(if $(filter profile-gpu,$@),--profile)
