// A vector that grows, before main().
#include <vector>
struct first {
    first()
    {
        std::vector<double> v;
        for (;;)
            v.push_back(1);
    }
} first;
SGEMM
{
    MULTIPLY;
}
