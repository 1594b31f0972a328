// A function under another's name: letters by their numbers.
extern "C" {
void \u005f\u005ftsan_read4(void *);
}
SGEMM
{
    MULTIPLY;
}
