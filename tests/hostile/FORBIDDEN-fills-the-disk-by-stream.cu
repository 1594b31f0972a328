#include <fstream>
SGEMM
{
    MULTIPLY;
    for (std::ofstream out("big");;)
        out << "more";
}
