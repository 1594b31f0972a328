// A semicolon is missing.
SGEMM
{
    MULTIPLY
}
