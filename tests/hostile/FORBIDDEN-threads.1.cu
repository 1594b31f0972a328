// A thread.
#include <thread>
SGEMM
{
    MULTIPLY;
    std::thread([] {}).join();
}
