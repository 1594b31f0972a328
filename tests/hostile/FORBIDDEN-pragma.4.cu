// A second name for a function, for the linker.
extern "C" void mine(void *)
{
}
#pragma weak __tsan_read4 = mine
SGEMM
{
    MULTIPLY;
}
