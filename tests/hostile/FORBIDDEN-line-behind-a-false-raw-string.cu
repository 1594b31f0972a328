// What looks like the beginning of a raw string and is none: xR is a name. Who takes it
// for one does not see the line marker, and takes what follows for a header's.
// clang-format off
#define IGNORE(x)
IGNORE(xR"(")
#ifdef EOF
# 1 "vector" 3
__attribute__((no_sanitize("thread"))) float peek(const float *p) { return *p; }
# 17 "labs/01_naive/kernel.cu"
#endif
IGNORE(")")
SGEMM
{
    MULTIPLY;
}
