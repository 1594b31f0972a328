// A function under another's name: a label of the assembler.
extern "C" {
void mine(void *) __asm__("__tsan_read4");
void mine(void *)
{
}
}
SGEMM
{
    MULTIPLY;
}
