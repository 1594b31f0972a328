// A hook of its own in the place of the emulator's.
extern "C" void __tsan_read4(void *)
{
}
SGEMM
{
    MULTIPLY;
}
