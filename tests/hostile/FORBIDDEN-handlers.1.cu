// A handler of the C++ library's.
#include <exception>
SGEMM
{
    MULTIPLY;
    std::set_terminate([] {
        for (;;)
            ;
    });
    throw 1;
}
