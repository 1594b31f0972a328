__attribute__((section("mine"))) int mine = 1;
SGEMM
{
    MULTIPLY;
}
