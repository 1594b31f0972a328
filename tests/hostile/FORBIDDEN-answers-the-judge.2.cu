// A stream on a descriptor's number.
#include <ext/stdio_filebuf.h>
#include <ostream>
struct first {
    first()
    {
        __gnu_cxx::stdio_filebuf<char> channel(3, std::ios::out);
        std::ostream(&channel) << "lab01: PASS";
    }
} first;
SGEMM
{
    MULTIPLY;
}
