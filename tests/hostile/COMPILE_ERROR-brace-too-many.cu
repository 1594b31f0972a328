// A brace too many.
SGEMM
{
    MULTIPLY;
}
}
