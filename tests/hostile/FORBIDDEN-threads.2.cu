// A thread under another name.
#include <future>
SGEMM
{
    MULTIPLY;
    std::async(std::launch::async, [] {}).get();
}
