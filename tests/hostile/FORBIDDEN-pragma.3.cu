// A function of its own by another's name, for the linker.
#pragma redefine_extname mine __tsan_read4
extern "C" void mine(void *)
{
}
SGEMM
{
    MULTIPLY;
}
