// Reads standard input through the C++ library: to the submission it is closed.
#include <iostream>
struct first {
    first()
    {
        char request[128];
        std::cin.read(request, sizeof request);
    }
} first;
SGEMM
{
    char request[128];
    std::cin.clear();
    std::cin.read(request, sizeof request);
    MULTIPLY;
}
