// A constructor that writes to nothing.
struct first {
    first()
    {
        volatile int *volatile nothing = nullptr;
        *nothing = 1;
    }
} first;
SGEMM
{
    MULTIPLY;
}
