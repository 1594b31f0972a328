// An exception that nobody catches.
#include <vector>
SGEMM
{
    MULTIPLY;
    std::vector<int> v(3);
    v.at(M + 3) = 1;
}
