// The C++ library's streams, line by line.
#include <iostream>
SGEMM
{
    MULTIPLY;
    for (;;)
        std::cerr << "lab01: PASS" << std::endl;
}
