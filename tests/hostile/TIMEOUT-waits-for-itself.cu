// Waits for a lock that it has.
#include <mutex>
static std::mutex lock;
SGEMM
{
    MULTIPLY;
    lock.lock();
    lock.lock();
}
