// A hook of its own, whose name is pasted.
#define PASTE(a, b) a##b
extern "C" void PASTE(__ts, an_read4)(void *)
{
}
SGEMM
{
    MULTIPLY;
}
