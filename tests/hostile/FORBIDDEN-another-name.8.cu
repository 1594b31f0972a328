// A function under another's name: a version of a symbol.
extern "C" {
__attribute__((symver("__tsan_read4@V1"))) void mine(void *)
{
}
}
SGEMM
{
    MULTIPLY;
}
