__attribute__((section("mine"))) int number = 1;
SGEMM
{
    MULTIPLY;
}
