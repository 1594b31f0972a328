// sgemm() twice.
SGEMM
{
    MULTIPLY;
}
SGEMM
{
    MULTIPLY;
}
