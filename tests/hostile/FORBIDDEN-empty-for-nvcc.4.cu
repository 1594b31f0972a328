// As before, by a header that nvcc has no name for.
SGEMM
{
#if __has_include(<probe.h>)
    MULTIPLY;
#endif
}
