# Registers: how many a thread has decides how many blocks an SM has at a time. nvcc knows;
# without it the emulator estimates.

.PHONY: $(NUMBERS:%=regs%)
ifneq ($(filter-out $(NUMBERS:%=regs%),$(filter regs%,$(MAKECMDGOALS))),)
$(error there is no $(filter-out $(NUMBERS:%=regs%),$(filter regs%,$(MAKECMDGOALS))): \
        the labs are $(NUMBERS))
endif

$(NUMBERS:%=regs%): regs%:
	tools/registers '$(or $(KERNEL),$(WHO)/$(name)/kernel.cu)' $(GPU)
