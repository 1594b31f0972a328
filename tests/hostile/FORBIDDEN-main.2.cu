// main(), left in for a test of one's own.
#include <cstdio>
SGEMM
{
    MULTIPLY;
}
int main(int argc, char **argv)
{
    float *p;
    cudaMalloc(&p, 4);
    sgemm(1, 1, 1, 1, p, p, 0, p);
    printf("%s: %d\n", argv[0], argc);
}
