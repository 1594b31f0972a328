// A section of its own.
__attribute__((section("mine"))) int number = 1;
SGEMM
{
    MULTIPLY;
}
