// A variable that the object file has no room for.
float big[1 << 30] = {1};
SGEMM
{
    MULTIPLY;
    (void)big[M];
}
