# The number of registers per thread limits how many blocks run on an SM. nvcc knows;
# without it the emulator estimates.

.PHONY: $(NUMBERS:%=regs%)
ifneq ($(filter-out $(NUMBERS:%=regs%),$(filter regs%,$(MAKECMDGOALS))),)
$(error there is no $(filter-out $(NUMBERS:%=regs%),$(filter regs%,$(MAKECMDGOALS))): \
        the labs are $(NUMBERS))
endif

$(NUMBERS:%=regs%): regs%:
	tools/make/registers '$(or $(KERNEL),$(WHO)/$(name)/kernel.cu)' $(GPU)
