// A function under another's name: alias.
extern "C" {
static void mine(void *)
{
}
void __tsan_read4(void *) __attribute__((alias("mine")));
}
SGEMM
{
    MULTIPLY;
}
