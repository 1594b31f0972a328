// Sleeps by the C++ library.
#include <thread>
#include <chrono>
SGEMM
{
    MULTIPLY;
    std::this_thread::sleep_for(std::chrono::seconds(1000));
}
