// Inline PTX: integers, bits, comparisons, numbers with a fraction, conversions,
// branches.
#include <stdint.h>

#include "expect.h"

__global__ void integers()
{
    unsigned d, a = 0xfffffff0u, b = 0x25;
    int s, n = -7, m = 3;
    unsigned long long w;
    long long sw;
    unsigned short h;
    asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, 0x15u);
    asm("sub.s32 %0, %1, 0x10;" : "=r"(s) : "r"(n));
    IS(s, -23);
    asm("mul.lo.s32 %0, %1, %2;" : "=r"(s) : "r"(n), "r"(m));
    IS(s, -21);
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, 0x24u);
    asm("mul.hi.s32 %0, %1, %2;" : "=r"(s) : "r"(n), "r"(m));
    IS(s, -1);
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(w) : "r"(a), "r"(b));
    IS(w, 0x24fffffdb0ull);
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(sw) : "r"(n), "r"(m));
    IS(sw, -21ll);
    asm("mad.lo.u32 %0, %1, %2, %1;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, 0xfffffdb0u + 0xfffffff0u);
    asm("mad.hi.s32 %0, %1, %2, %2;" : "=r"(s) : "r"(n), "r"(m));
    IS(s, 2);
    asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(sw) : "r"(n), "r"(m), "l"(sw));
    IS(sw, -42ll);
    asm("div.s32 %0, %1, %2;" : "=r"(s) : "r"(n), "r"(m));
    IS(s, -2);
    asm("rem.s32 %0, %1, %2;" : "=r"(s) : "r"(n), "r"(m));
    IS(s, -1);
    asm("div.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, 0xfffffff0u / 0x25);
    asm("min.s32 %0, %1, %2;" : "=r"(s) : "r"(n), "r"(m));
    IS(s, -7);
    asm("max.u32 %0, %1, %2;" : "=r"(d) : "r"(n), "r"(m));
    IS(d, 0xfffffff9u);
    asm("abs.s32 %0, %1;" : "=r"(s) : "r"(n));
    IS(s, 7);
    asm("neg.s32 %0, %1;" : "=r"(s) : "r"(n));
    IS(s, 7);
    asm("add.u16 %0, %1, %2;"
        : "=h"(h)
        : "h"((unsigned short)0xffff), "h"((unsigned short)3));
    IS(h, 2);
    asm("add.u64 %0, %1, 1;" : "=l"(w) : "l"(0xffffffffull));
    IS(w, 0x100000000ull);
}

__global__ void bits()
{
    unsigned d, a = 0xf0f01234u, b = 0x0ff0ff00u, c = 0x55555555u;
    int s, n = -256;
    unsigned long long w, big = 0x8000000000000001ull;
    unsigned short low, high;
    asm("and.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, a & b);
    asm("or.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, a | b);
    asm("xor.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, a ^ b);
    asm("not.b64 %0, %1;" : "=l"(w) : "l"(big));
    IS(w, ~big);
    asm("shl.b32 %0, %1, 8;" : "=r"(d) : "r"(a));
    IS(d, a << 8);
    asm("shl.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(40));
    IS(d, 0u);
    asm("shr.s32 %0, %1, 4;" : "=r"(s) : "r"(n));
    IS(s, -16);
    asm("shr.s32 %0, %1, 99;" : "=r"(s) : "r"(n));
    IS(s, -1);
    asm("shr.u32 %0, %1, 4;" : "=r"(d) : "r"(n));
    IS(d, 0x0ffffff0u);
    asm("shf.l.wrap.b32 %0, %1, %2, 8;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, 0xf0ff00f0u);
    asm("shf.r.clamp.b32 %0, %1, %2, 8;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, 0x00f0f012u);
    asm("prmt.b32 %0, %1, %2, 0x7520;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, 0x0ffff034u);
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    IS(d, (a & b) | (a & c) | (b & c));
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    IS(d, a ^ b ^ c);
    asm("bfe.u32 %0, %1, 4, 8;" : "=r"(d) : "r"(a));
    IS(d, 0x23u);
    asm("bfe.s32 %0, %1, 28, 8;" : "=r"(s) : "r"(a));
    IS(s, -1);
    asm("bfe.s32 %0, %1, 8, 5;" : "=r"(s) : "r"(a));
    IS(s, -14);
    asm("bfe.s64 %0, %1, 60, 4;" : "=l"(w) : "l"(big));
    IS(w, 0xfffffffffffffff8ull);
    asm("bfe.u64 %0, %1, 1, 63;" : "=l"(w) : "l"(big));
    IS(w, 0x4000000000000000ull);
    asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, 0x0ff0f400u);
    asm("popc.b32 %0, %1;" : "=r"(d) : "r"(a));
    IS(d, 13u);
    asm("popc.b64 %0, %1;" : "=r"(d) : "l"(big));
    IS(d, 2u);
    asm("clz.b32 %0, %1;" : "=r"(d) : "r"(b));
    IS(d, 4u);
    asm("bfind.u32 %0, %1;" : "=r"(d) : "r"(b));
    IS(d, 27u);
    asm("bfind.u32 %0, %1;" : "=r"(d) : "r"(0));
    IS(d, ~0u);
    asm("bfind.s32 %0, %1;" : "=r"(d) : "r"(-3)); // ...11101
    IS(d, 1u);
    asm("bfind.s32 %0, %1;" : "=r"(d) : "r"(-1));
    IS(d, ~0u);
    asm("bfind.shiftamt.u64 %0, %1;" : "=r"(d) : "l"(big >> 4));
    IS(d, 4u);
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;"
        : "=r"(d)
        : "r"(0x01ff0003), "r"(0x03000001), "r"(1000));
    IS(d, 1000u + 2 + 255 + 0 + 2);
    asm("brev.b32 %0, %1;" : "=r"(d) : "r"(a));
    IS(d, 0x2c480f0fu);
    asm("mov.b32 {%0, %1}, %2;" : "=h"(low), "=h"(high) : "r"(a));
    IS(low, 0x1234);
    IS(high, 0xf0f0);
    asm("mov.b32 %0, {%1, %2};" : "=r"(d) : "h"(high), "h"(low));
    IS(d, 0x1234f0f0u);
    asm("mov.b64 %0, {%1, %2};" : "=l"(w) : "r"(a), "r"(b));
    IS(w, 0x0ff0ff00f0f01234ull);
}

__global__ void predicates()
{
    int s;
    for (int a = -2; a <= 2; a++) {
        asm("{ .reg .pred p, q;\n"
            "  setp.lt.s32 p|q, %1, 0;      // q: the opposite\n"
            "  @p mov.s32 %0, -1;\n"
            "  @q mov.s32 %0, 1;\n"
            "  setp.eq.and.s32 p, %1, 0, q; /* zero */\n"
            "  @p mov.s32 %0, 0; }"
            : "=r"(s)
            : "r"(a));
        IS(s, (a > 0) - (a < 0));
        asm("{ .reg .pred p;\n setp.hi.u32 p, %1, 1;\n selp.s32 %0, 10, 20, p; }"
            : "=r"(s)
            : "r"(a));
        IS(s, a == 0 || a == 1 ? 20 : 10);
        asm("slct.s32.s32 %0, 5, 6, %1;" : "=r"(s) : "r"(a));
        IS(s, a >= 0 ? 5 : 6);
    }
    const float nan = __int_as_float(0x7fffffff);
    asm("{ .reg .pred p;\n setp.ltu.f32 p, %1, 0f00000000;\n selp.s32 %0, 1, 0, p; }"
        : "=r"(s)
        : "f"(nan));
    IS(s, 1);
    asm("{ .reg .pred p;\n setp.ne.f32 p, %1, %1;\n selp.s32 %0, 1, 0, p; }"
        : "=r"(s)
        : "f"(nan));
    IS(s, 0);
    asm("{ .reg .pred p, q;\n setp.nan.f32 p, %1, %1;\n not.pred q, p;\n xor.pred p, "
        "p, q;\n"
        " selp.s32 %0, 1, 0, p; }"
        : "=r"(s)
        : "f"(nan));
    IS(s, 1);
}

// A loop, labels, registers by number, and a name that is used twice.
__global__ void branches()
{
    for (unsigned n = 0; n < 20; n++) {
        unsigned sum;
        asm volatile("{\n\t"
                     ".reg .pred %%p;\n\t"
                     ".reg .u32 %%r<3>;\n\t"
                     "mov.u32 %%r0, 0;\n\t"
                     "mov.u32 %%r1, 0;\n"
                     "AGAIN:\n\t"
                     "setp.ge.u32 %%p, %%r0, %1;\n\t"
                     "@%%p bra.uni DONE;\n\t"
                     "add.u32 %%r0, %%r0, 1;\n\t"
                     "mad.lo.u32 %%r1, %%r0, %%r0, %%r1;\n\t"
                     "bra AGAIN;\n"
                     "DONE:\n\t"
                     "mov.u32 %0, %%r1;\n\t"
                     "}"
                     : "=r"(sum)
                     : "r"(n)
                     : "memory");
        IS(sum, n * (n + 1) * (2 * n + 1) / 6);
    }
}

__global__ void fractions()
{
    float d;
    double w;
    const float tiny = 0x1p-130f, nan = __int_as_float(0x7fffffff);
    asm("add.f32 %0, %1, %2;" : "=f"(d) : "f"(1.5f), "f"(2.25f));
    IS(d, 3.75f);
    asm("mul.rn.f32 %0, %1, 0f40000000;" : "=f"(d) : "f"(1.5f));
    IS(d, 3.0f);
    asm("add.ftz.f32 %0, %1, %1;" : "=f"(d) : "f"(tiny));
    IS(d, 0.0f);
    asm("mul.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(tiny), "f"(0x1p40f)); // of the factor
    IS(d, 0.0f);
    asm("fma.rn.ftz.f32 %0, %1, %2, %1;" : "=f"(d) : "f"(tiny), "f"(0x1p40f));
    IS(d, 0.0f);
    asm("add.f32 %0, %1, %1;" : "=f"(d) : "f"(tiny));
    IS(d, 0x1p-129f);
    asm("fma.rn.f32 %0, %1, %1, %2;" : "=f"(d) : "f"(1 + 0x1p-12f), "f"(-1 - 0x1p-11f));
    IS(d, 0x1p-24f);
    asm("fma.rn.f64 %0, %1, %1, %2;" : "=d"(w) : "d"(1 + 0x1p-30), "d"(-1 - 0x1p-29));
    IS(w, 0x1p-60);
    asm("div.rn.f32 %0, %1, %2;" : "=f"(d) : "f"(1.0f), "f"(3.0f));
    IS(d, 1.0f / 3.0f);
    asm("min.f32 %0, %1, %2;" : "=f"(d) : "f"(nan), "f"(-2.0f));
    IS(d, -2.0f);
    asm("max.f32 %0, %1, %2;" : "=f"(d) : "f"(3.0f), "f"(nan));
    IS(d, 3.0f);
    asm("neg.f32 %0, %1;" : "=f"(d) : "f"(3.0f));
    IS(d, -3.0f);
    asm("abs.f32 %0, %1;" : "=f"(d) : "f"(-3.0f));
    IS(d, 3.0f);
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(4.0f));
    IS(fabsf(d - 0.25f) < 1e-6f, true);
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(10.0f));
    IS(fabsf(d - 1024) < 1e-2f, true);
    asm("lg2.approx.f32 %0, %1;" : "=f"(d) : "f"(1024.0f));
    IS(fabsf(d - 10) < 1e-4f, true);
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(d) : "f"(16.0f));
    IS(fabsf(d - 0.25f) < 1e-5f, true);
    asm("sqrt.rn.f32 %0, %1;" : "=f"(d) : "f"(2.0f));
    IS(d, sqrtf(2.0f));
    asm("tanh.approx.f32 %0, %1;" : "=f"(d) : "f"(0.5f));
    IS(fabsf(d - 0.46211716f) < 1e-3f, true);
}

__global__ void conversions()
{
    int s;
    unsigned d;
    unsigned short h;
    float f;
    long long w;
    double g;
    asm("cvt.u32.u64 %0, %1;" : "=r"(d) : "l"(0x123456789abcull));
    IS(d, 0x56789abcu);
    asm("cvt.s64.s32 %0, %1;" : "=l"(w) : "r"(-5));
    IS(w, -5ll);
    asm("cvt.s32.s16 %0, %1;" : "=r"(s) : "h"((short)-3));
    IS(s, -3);
    asm("cvt.rn.f32.s32 %0, %1;" : "=f"(f) : "r"(-16777217));
    IS(f, -16777216.0f);
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(s) : "f"(-2.75f));
    IS(s, -2);
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(s) : "f"(2.5f));
    IS(s, 2);
    asm("cvt.rmi.s32.f32 %0, %1;" : "=r"(s) : "f"(-2.25f));
    IS(s, -3);
    asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(d) : "f"(-1.0f));
    IS(d, 0u);
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(s) : "f"(3e9f));
    IS(s, 2147483647);
    asm("cvt.f64.f32 %0, %1;" : "=d"(g) : "f"(0.1f));
    IS(g, (double)0.1f);
    asm("cvt.rn.f32.f64 %0, %1;" : "=f"(f) : "d"(0.1));
    IS(f, 0.1f);
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(1.0f + 0x1p-11f));
    IS(h, 0x3c00);
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"((unsigned short)0xc500));
    IS(f, -5.0f);
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(h) : "f"(1.0f + 3 * 0x1p-8f));
    IS(h, 0x3f82);
    asm("cvt.rz.bf16.f32 %0, %1;" : "=h"(h) : "f"(1.0f + 3 * 0x1p-8f));
    IS(h, 0x3f81);
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(2.0f), "f"(-1.0f));
    IS(d, 0x4000bf80u);
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(2.0f), "f"(-1.0f));
    IS(d, 0x4000bc00u);
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(d) : "f"(1.0f + 0x1p-11f));
    IS(d, 0x3f802000u);
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(d) : "f"(1.0f + 0x1p-12f));
    IS(d & 0xffffe000u, 0x3f800000u);
}

__global__ void halves()
{
    unsigned d, a = 0x40003c00u, b = 0xbc004200u,
                c = 0x3c003c00u; // (1, 2), (3, -1), (1, 1)
    asm("add.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, 0x3c004400u);
    asm("mul.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, 0xc0004200u);
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    IS(d, 0xbc004400u);
    asm("max.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    IS(d, 0x40004200u);
    asm("neg.f16x2 %0, %1;" : "=r"(d) : "r"(a));
    IS(d, 0xc000bc00u);
    a = 0x40003f80u, b = 0xbf804040u, c = 0x3f803f80u;
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    IS(d, 0xbf804080u);
}

int main()
{
    integers<<<1, 32>>>();
    bits<<<1, 32>>>();
    predicates<<<1, 32>>>();
    branches<<<1, 32>>>();
    fractions<<<1, 32>>>();
    conversions<<<1, 32>>>();
    halves<<<1, 32>>>();
    return report();
}
