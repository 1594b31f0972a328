float big[1 << 30] = {1};
SGEMM
{
    MULTIPLY;
    (void)big[M];
}
