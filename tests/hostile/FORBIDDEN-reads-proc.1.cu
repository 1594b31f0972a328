// Looks where everything lies.
#include <fstream>
#include <string>
SGEMM
{
    std::ifstream maps("/proc/self/maps");
    std::string line;
    std::getline(maps, line);
    MULTIPLY;
}
