// Another one, for memory that is short.
#include <new>
SGEMM
{
    std::set_new_handler([] {});
    MULTIPLY;
}
