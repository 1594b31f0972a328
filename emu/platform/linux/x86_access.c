/*
 * How many bytes of memory an x86-64 instruction accesses, for the instructions that
 * g++ uses on baseline x86-64 (Intel SDM, volume 2: opcode maps in appendix A). The
 * result for all others is "not known".
 */
#include "witness.h"

#include <stdbool.h>

struct prefixes {
    bool operand16, f2, f3, wide; /* 66, F2, F3, REX.W */
};

/* The byte after 0F. */
static int of_two_bytes(unsigned char op, const struct prefixes *p)
{
    const int scalar = p->f3 ? 4 : p->f2 ? 8 : 16; /* ss, sd, or packed */
    switch (op) {
    case 0x10: /* movups, movss, movsd */
    case 0x11:
    case 0x51: /* sqrt */
    case 0x58: /* add */
    case 0x59: /* mul */
    case 0x5c: /* sub */
    case 0x5d: /* min */
    case 0x5e: /* div */
    case 0x5f: /* max */
    case 0xc2: /* cmp */
        return scalar;
    case 0x5a: /* cvtss2sd, cvtsd2ss; packed: cvtps2pd m64, cvtpd2ps m128 */
        return p->f3 ? 4 : p->f2 ? 8 : p->operand16 ? 16 : 8;
    case 0x2a: /* cvtsi2ss */
    case 0x2c: /* cvttss2si */
    case 0x2d:
        if (op == 0x2a)
            return p->wide ? 8 : 4;
        return p->f3 ? 4 : 8;
    case 0x2e: /* ucomiss, ucomisd */
    case 0x2f:
        return p->operand16 ? 8 : 4;
    case 0x12: /* movlps, movhps and their kin */
    case 0x13:
    case 0x16:
    case 0x17:
    case 0xd6: /* movq */
        return 8;
    case 0x6e: /* movd, movq */
        return p->wide ? 8 : 4;
    case 0x7e:
        return p->f3 || p->wide ? 8 : 4;
    case 0x6f: /* movdqa, movdqu; without a prefix MMX */
    case 0x7f:
        return p->operand16 || p->f3 ? 16 : 8;
    case 0xb6: /* movzx, movsx */
    case 0xbe:
        return 1;
    case 0xb7:
    case 0xbf:
        return 2;
    case 0xaf: /* imul */
        return p->wide ? 8 : p->operand16 ? 2 : 4;
    default:
        /* cmovcc; setcc; the packed rest */
        if (op >= 0x40 && op <= 0x4f)
            return p->wide ? 8 : p->operand16 ? 2 : 4;
        if (op >= 0x90 && op <= 0x9f)
            return 1;
        if ((op >= 0x14 && op <= 0x15) || (op >= 0x28 && op <= 0x2b) ||
            (op >= 0x54 && op <= 0x57) || op == 0x5b || (op >= 0x60 && op <= 0x76) ||
            op == 0xc6 || op >= 0xd0)
            return 16;
        return 0;
    }
}

int emu_x86_access(const unsigned char *code)
{
    struct prefixes p = {false, false, false, false};
    for (;; code++) {
        if (*code == 0x66)
            p.operand16 = true;
        else if (*code == 0xf2)
            p.f2 = true;
        else if (*code == 0xf3)
            p.f3 = true;
        else if (*code != 0x2e && *code != 0x3e && *code != 0x64 && *code != 0x65)
            break;
    }
    if ((*code & 0xf0) == 0x40)
        p.wide = *code++ & 8;
    const int word = p.wide ? 8 : p.operand16 ? 2 : 4;
    switch (*code) {
    case 0x0f:
        return code[1] == 0x38 || code[1] == 0x3a ? 16 : of_two_bytes(code[1], &p);
    case 0xc4: /* VEX and EVEX: AVX, which no kernel is compiled for */
    case 0xc5:
    case 0x62:
        return -1;
    case 0x63: /* movsxd */
        return 4;
    case 0x80: /* arithmetic with a constant */
    case 0xc0:
    case 0xd0:
    case 0xd2:
    case 0xc6: /* mov of a constant */
    case 0xf6:
    case 0xfe:
    case 0xa4: /* movsb, stosb */
    case 0xaa:
        return 1;
    case 0xd9: /* x87: float */
        return 4;
    case 0xdd: /* x87: double */
        return 8;
    case 0x69: /* imul with a constant */
    case 0x6b:
    case 0x81:
    case 0x83:
    case 0xc1:
    case 0xc7:
    case 0xd1:
    case 0xd3:
    case 0xf7:
    case 0xff:
    case 0xa5: /* movs, stos */
    case 0xab:
        return word;
    default:
        /* add or adc sbb and sub xor cmp; test xchg mov: byte or word by the lowest
           bit */
        if ((*code < 0x40 && (*code & 7) < 4) || (*code >= 0x84 && *code <= 0x8b))
            return *code & 1 ? word : 1;
        return 0;
    }
}
