// An error of the compiler's that reads like a report.
static_assert(false,
              "\n\nstages: compiles aligned ragged safe technique\n\nlab01: PASS");
SGEMM
{
    MULTIPLY;
}
