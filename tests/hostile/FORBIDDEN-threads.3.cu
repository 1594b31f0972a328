// A thread of the C library.
#include <pthread.h>
static void *nothing(void *)
{
    return nullptr;
}
SGEMM
{
    pthread_t t;
    MULTIPLY;
    pthread_create(&t, nullptr, nothing, nullptr);
}
