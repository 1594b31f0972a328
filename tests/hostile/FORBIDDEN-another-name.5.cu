// A function under another's name: a label, at the end of a line.
extern "C" {
void mine(void *) __a\
sm("__tsan_read4");
}
SGEMM
{
    MULTIPLY;
}
