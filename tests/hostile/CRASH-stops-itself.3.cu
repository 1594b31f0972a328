// terminate(), of the C++ library.
#include <exception>
SGEMM
{
    MULTIPLY;
    std::terminate();
}
