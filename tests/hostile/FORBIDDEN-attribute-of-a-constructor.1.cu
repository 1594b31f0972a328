// A function that runs before main(), by an attribute.
__attribute__((constructor)) static void first()
{
}
SGEMM
{
    MULTIPLY;
}
