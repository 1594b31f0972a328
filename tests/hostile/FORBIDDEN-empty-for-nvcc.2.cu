// As before; the macro of a header is the submission's, too, where it is missing.
#ifndef SIZE_MAX
#define SIZE_MAX 0
#endif
SGEMM
{
#if SIZE_MAX
    MULTIPLY;
#endif
}
