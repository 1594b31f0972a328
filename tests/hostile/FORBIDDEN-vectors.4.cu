// A vector type of its own.
typedef float four __attribute__((vector_size(16)));
SGEMM
{
    MULTIPLY;
    four f = {alpha, beta, 0, 0};
    (void)f;
}
