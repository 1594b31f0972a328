// A function under another's name: ifunc.
extern "C" {
typedef void hook(void *);
static hook *choose()
{
    return nullptr;
}
void seen(void *) __attribute__((ifunc("_ZL6choosev")));
}
SGEMM
{
    MULTIPLY;
}
