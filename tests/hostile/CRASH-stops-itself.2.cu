// An exception that is not caught.
#include <vector>
SGEMM
{
    MULTIPLY;
    std::vector<int> v(3);
    v.at(M + 3) = 1;
}
