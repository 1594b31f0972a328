// A name that ends in R before a string, in an attribute that g++ ignores.
// clang-format off
[[gnu::gnu(FOR"(")]] int a;
__attribute__((no_sanitize("thread"))) float peek(const float *p) { return *p; }
[[gnu::gnu(")")]] int b;
SGEMM
{
    MULTIPLY;
}
