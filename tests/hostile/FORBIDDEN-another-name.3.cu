// A function under another's name: weakref.
extern "C" {
static void forget() __attribute__((weakref("probe_reset")));
}
SGEMM
{
    MULTIPLY;
}
