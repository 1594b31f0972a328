// Another instruction set.
#pragma GCC push_options
#pragma GCC target("avx2")
#pragma GCC pop_options
SGEMM
{
    MULTIPLY;
}
