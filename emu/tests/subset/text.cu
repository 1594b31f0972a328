// Text that looks like CUDA, in strings, characters, comments and literals: it is left
// alone, whatever its quotes are.
#include "expect.h"

#include <cstring>
#include <iostream>
#include <string>

constexpr int warpSize = 32; // the built-in one may be said again

/* A comment: threadIdx.x <<<1, 1>>>(asm) __shared__ int a = 1; emu_enter() */
// Another, over three lines: \
   threadIdx.x <<<asm("")>>> \
   __device__ int
#define MESSAGE "in a macro: threadIdx.x k<<<1, 1>>>(asm)"
#define HALVES                                                                         \
    "threadIdx"                                                                        \
    ".x "

#define LITERAL __host__ __device__ constexpr
LITERAL unsigned long long operator"" _km(unsigned long long v)
{
    return v * 1000;
}
LITERAL size_t operator"" _threadIdx(const char *, size_t n)
{
    return n;
}
LITERAL char operator"" _asm(char c)
{
    return c + 1;
}

struct sink {
    std::string text;
};
template <class T> sink &operator<<(sink &to, T t)
{
    to.text += t;
    return to;
}

__global__ void strings(const char *text, unsigned long n, int *out)
{
    int quote = '"', other = '\'', back = '\\', wide = u'"';
    const char *s = "a \" threadIdx.x <<<1, 1>>>(asm(\"\")) // no comment";
    IS(quote + other + back + wide, 34 + 39 + 92 + 34);
    IS(s[2], '"');
    IS(1'000'000 + 0x1'0 + 0b1'1, 1000019);
    IS(1'2_km, 12000u);
    IS("abc"_threadIdx + 'x'_asm, 3u + 'y');
    IS(R"(threadIdx.x " asm("))"[12], '"');
    IS(u8R"x(malloc(4) )" )x"[9], ')' - 9 + threadIdx.x);
    IS(L"new delete"[0], L'n');
    IS(text == nullptr, false);
    IS(sizeof "try throw static int i; k<<<1, 1>>>()", 38);
    IS(n, 67);
    *out = u8"\"threadIdx\""[1];
}

int main()
{
    int *out, host;
    cudaMalloc(&out, sizeof *out);
    strings<<<1, 1>>>("text, with <<<1, 1>>>(\"commas\"), R\"", sizeof(R"(two
lines, with "quotes" and \, as the message of a fault has them)"),
                      out);
    strings<<<1, 1>>>(R"(threadIdx.x))", 67, out);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    HOST_IS(host, 't');
    sink o;
    // clang-format off
    operator<<<const char *>(o, MESSAGE);
    operator<< <char>(o, '"');
    // clang-format on
    HOST_IS(o.text, "in a macro: threadIdx.x k<<<1, 1>>>(asm)\"");
    HOST_IS(strcmp(HALVES "asm(", "threadIdx.x asm("), 0);
    const char *raw = R"delim(first
#pragma unroll
# 7 "elsewhere.cu"
 k<<<1, 1>>>(threadIdx.x) )" __shared__ int a = 1; )delim"
                      "threadIdx"
                      ".x";
    HOST_IS(strlen(raw), 102u);
    HOST_IS(__LINE__, 85);
    HOST_IS(warpSize, 32);
    return report();
}
