/*
 * Integer divisions that x86-64 refuses: by zero, and of the lowest number by -1. A GPU
 * goes on, with a value that PTX leaves open; here it is that of an H100: a quotient
 * with all bits set and the dividend as remainder, or the lowest number and 0.
 */
#define _GNU_SOURCE
#include <string.h>
#include <ucontext.h>

#include "crash.h"

#ifdef __x86_64__

/* Registers in the order of their numbers in an instruction (Intel SDM, volume 2, table
   2-2). */
static const int numbered[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                               REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                               REG_R12, REG_R13, REG_R14, REG_R15};

/* div or idiv of 32 or 64 bits. */
struct division {
    bool wide, with_sign;
    int64_t divisor;
    int bytes; /* of the instruction */
};

/* The operand at `at`, the instruction's ModR/M byte. `end` becomes the byte after
   it. */
static int64_t operand(const unsigned char *at, const unsigned char **end, int rex,
                       bool wide, const greg_t *registers)
{
    const int mod = *at >> 6, rm = *at & 7;
    int64_t value = 0;
    if (mod == 3) {
        *end = at + 1;
        value = registers[numbered[rm | (rex & 1) << 3]];
        return wide ? value : (int32_t)value;
    }
    int base = rm | (rex & 1) << 3;
    uint64_t address = 0;
    at++;
    if (rm == 4) { /* a scale, an index and a base */
        const int index = (*at >> 3 & 7) | (rex & 2) << 2;
        if (index != 4)
            address += (uint64_t)registers[numbered[index]] << (*at >> 6);
        base = (*at++ & 7) | (rex & 1) << 3;
    }
    const bool only_offset = mod == 0 && (base & 7) == 5;
    int32_t offset = 0;
    if (mod == 2 || only_offset)
        memcpy(&offset, at, 4);
    else if (mod == 1)
        offset = (signed char)*at;
    at += mod == 2 || only_offset ? 4 : mod;
    if (!only_offset)
        address += registers[numbered[base]];
    else if (rm != 4) /* relative to the next instruction */
        address += (uintptr_t)at;
    address += (int64_t)offset;
    *end = at;
    memcpy(&value, (const void *)address, wide ? 8 : 4);
    return wide ? value : (int32_t)value;
}

static bool decode(const unsigned char *at, const greg_t *registers, struct division *d)
{
    const unsigned char *const start = at, *end = NULL;
    const int rex = (*at & 0xf0) == 0x40 ? *at++ : 0;
    if (at[0] != 0xf7 || (at[1] >> 3 & 7) < 6)
        return false;
    d->wide = rex & 8;
    d->with_sign = (at[1] >> 3 & 7) == 7;
    d->divisor = operand(at + 1, &end, rex, d->wide, registers);
    d->bytes = (int)(end - start);
    return true;
}

enum division_fault emu_divide(void *context)
{
    greg_t *const registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    struct division d;
    if (!decode((const unsigned char *)registers[REG_RIP], registers, &d) ||
        (d.divisor != 0 && !(d.with_sign && d.divisor == -1)))
        return DIVIDES_OTHERWISE;
    const uint64_t mask = d.wide ? UINT64_MAX : UINT32_MAX;
    const uint64_t dividend = registers[REG_RAX] & mask;
    registers[REG_RAX] = (greg_t)(d.divisor ? dividend : mask);
    registers[REG_RDX] = (greg_t)(d.divisor ? 0 : dividend);
    registers[REG_RIP] += d.bytes;
    return d.divisor ? DIVIDES_TOO_FAR : DIVIDES_BY_ZERO;
}

#else

enum division_fault emu_divide(void *context)
{
    (void)context;
    return DIVIDES_OTHERWISE;
}

#endif
