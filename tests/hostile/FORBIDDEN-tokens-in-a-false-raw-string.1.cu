// A suffix R of its own makes "a"R"(" two strings: a reader may take the second for the
// beginning of a raw one, and what follows for its text.
// clang-format off
const char *operator""R(const char *text, unsigned long) { return text; }
const char *open = "a"R"(";
__attribute__((no_sanitize("thread"))) float peek(const float *p) { return *p; }
const char *close = ")";
SGEMM
{
    MULTIPLY;
}
