/*
 * nvcc's machine code as blocks: instructions of which a warp executes all or none.
 *
 * An instruction has 128 bits. NVIDIA does not document them: the fields are those that
 * cuobjdump -sass prints for compute capability 9.0.
 */
#ifndef EMU_MACHINE_H
#define EMU_MACHINE_H

#include <stdbool.h>

#include "cubin.h"

/* The lowest 9 bits. Bits 9 to 11 are the form: where the operands are. */
enum opcode {
    FMUL = 0x020,
    FADD = 0x021,
    FFMA = 0x023,
    IMAD = 0x024,
    IMAD_WIDE = 0x025,
    IMAD_HIGH = 0x027,
    LDSM = 0x03b,
    HMMA = 0x03c,
    BAR = 0x11d,
    DEPBAR = 0x11a,
    BRA = 0x147,
    BRX = 0x149,
    EXIT = 0x14d,
    LDG = 0x181,
    LDL = 0x183,
    LDS = 0x184,
    STG = 0x186,
    STL = 0x187,
    STS = 0x188,
    LDGSTS = 0x1ae,
    LDGDEPBAR = 0x1af,
    FIRST_FP16 = 0x030, /* HADD2 ... HFMA2: on the FMA pipe */
    LAST_FP16 = 0x035,
    ALWAYS = 7,    /* the predicate */
    REGISTERS = 1, /* the form of operands that are all in registers */
    NOWHERE = 255, /* register RZ */
};

struct fields {
    enum opcode opcode;
    int form, predicate, words; /* words: of an access, per lane */
    int reg[3];
    int stall, sets, frees, waits, reuse;
    int groups; /* of DEPBAR: copies that may be in flight */
    int target; /* of BRA */
};

/* Instruction number i. */
struct fields emu_fields(const struct machine_code *code, int i);

/* What a warp accesses. */
enum access {
    LOADS,      /* global, in instructions... */
    LOAD_WORDS, /* ...and words of 4 bytes per lane */
    SHARED_WORDS,
    STORED_WORDS, /* to shared memory */
    COPIES,
    PRODUCTS, /* matrix instructions */
    TURNS, /* stores to shared memory after a load, and not after a store: a loop that
              nvcc has unrolled has fewer of them */
    ACCESSES
};
struct accesses {
    int n[ACCESSES];
};
enum last { NEITHER, LOADED, STORED };

struct block {
    int from, to;          /* instructions */
    int next[2];           /* blocks; -1: none */
    bool at_barrier;       /* it ends with one */
    enum last first, last; /* of its loads and stores */
    struct accesses has;
};

struct graph {
    struct machine_code code;
    struct block *block;
    int n;
};

/* The block array is for free(). */
struct graph emu_graph(const struct machine_code *code);

#endif
