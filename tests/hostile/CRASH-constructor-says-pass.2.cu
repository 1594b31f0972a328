// A constructor that throws.
#include <stdexcept>
struct first {
    first()
    {
        throw std::runtime_error("\nlab01: PASS");
    }
} first;
SGEMM
{
    MULTIPLY;
}
