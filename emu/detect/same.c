/*
 * Stores of what was there already: a lane writes a word of global memory that holds
 * the same bits. Often that is a bug, such as two threads doing one's work, or
 * bandwidth for nothing; often it is neither. So this detector is off unless EMU_CHECKS
 * names it, and it only notes.
 */
#include "detectors.h"

const struct observer emu_same = {.name = "same", .off = true};
