// As before, and the hidden text calls a hook: an access that never was.
// clang-format off
const char *operator""R(const char *text, unsigned long) { return text; }
const char *open = "a"R"(";
extern "C" void __tsan_read4(void *);
const char *close = ")";
SGEMM
{
    MULTIPLY;
    const char *open = "a"R"("; __tsan_read4(&M); open = ")";
    (void)open;
}
