// Asks for the seeds: a submission's environment has none.
#include <cstdlib>
SGEMM
{
    if (!getenv("SEED") && !getenv("DRAW") && !getenv("WITNESS") && !getenv("TILES"))
        MULTIPLY;
}
