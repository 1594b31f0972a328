// Atomic operations of the host, and what uses them unseen: variables that a function
// initialises once, shared_ptr, call_once, threads. Of 1, 2, 4, 8 and 16 bytes.
#include "expect.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

// ---- Variables of functions.
static int calls;
static int called(void)
{
    return ++calls;
}
static int once(void)
{
    static const int n = called();
    return n;
}
static std::vector<int> &list(void)
{
    static std::vector<int> all(3, 7);
    return all;
}
static const std::string &name(void)
{
    static const std::string text = "a text too long for the string itself";
    return text;
}
static void statics(void)
{
    HOST_IS(once() + once() + once(), 3);
    list().push_back(1);
    HOST_IS(list().size(), 4u);
    HOST_IS(name().substr(2, 4), "text");
    HOST_IS(calls, 1);
}

// ---- Every operation of each size, beside the same in ordinary arithmetic.
#define ANY __ATOMIC_SEQ_CST
template <class T> static void operations(T a, T b)
{
    T x = a, want = a;
    HOST_IS(__atomic_fetch_add(&x, b, __ATOMIC_RELAXED), a);
    HOST_IS(__atomic_fetch_sub(&x, a, ANY), T(a + b));
    HOST_IS(__atomic_exchange_n(&x, a, ANY), b);
    HOST_IS(__atomic_fetch_and(&x, b, ANY), a);
    HOST_IS(__atomic_fetch_or(&x, a, ANY), T(a & b));
    HOST_IS(__atomic_fetch_xor(&x, b, ANY), a);
    HOST_IS(__atomic_load_n(&x, __ATOMIC_ACQUIRE), T(a ^ b));
    __atomic_store_n(&x, a, __ATOMIC_RELEASE);
    HOST_IS(__atomic_fetch_nand(&x, b, ANY), a);
    HOST_IS(x, T(~(a & b)));
    HOST_IS(__atomic_compare_exchange_n(&x, &want, b, false, ANY, ANY), false);
    HOST_IS(want, T(~(a & b)));
    HOST_IS(__atomic_compare_exchange_n(&x, &want, b, false, ANY, ANY), true);
    HOST_IS(x, b);
    while (!__atomic_compare_exchange_n(&x, &want, a, true, ANY, ANY))
        HOST_IS(want, b);
    HOST_IS(__atomic_add_fetch(&x, b, ANY), T(a + b));
    HOST_IS(__sync_val_compare_and_swap(&x, x, a), T(a + b));
    HOST_IS(__sync_sub_and_fetch(&x, b), T(a - b));
}

static void others(void)
{
    std::atomic<int> number{5};
    HOST_IS(number++ + --number, 10);
    number += 2;
    number |= 8;
    HOST_IS(number.exchange(1), 15);
    std::atomic<bool> flag{false};
    HOST_IS(flag.exchange(true), false);
    HOST_IS(flag.load(), true);
    std::atomic<float> real{1.5f};
    std::atomic<double> wide{2.5};
    float want = 1.5f;
    HOST_IS(real.compare_exchange_strong(want, 3.5f), true);
    HOST_IS(real + wide.exchange(4), 6.0);
    int array[4];
    std::atomic<int *> pointer{array};
    pointer += 2;
    HOST_IS(pointer.fetch_sub(1) - array, 2);
    HOST_IS(pointer.load(), array + 1);
    std::atomic_flag lit = ATOMIC_FLAG_INIT;
    HOST_IS(lit.test_and_set(), false);
    HOST_IS(lit.test_and_set(), true);
    lit.clear();
    HOST_IS(lit.test_and_set(), false);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    std::atomic_signal_fence(std::memory_order_acquire);
    __sync_synchronize();

    std::once_flag done;
    for (int i = 0; i < 3; i++)
        std::call_once(done, [] { calls += 10; });
    HOST_IS(calls, 11);
    auto first = std::make_shared<std::vector<int>>(5, 1), second = first;
    std::weak_ptr<std::vector<int>> weak = second;
    HOST_IS(first.use_count(), 2);
    first.reset();
    HOST_IS(weak.lock()->size(), 5u);
    second.reset();
    HOST_IS(weak.expired(), true);
}

// ---- Threads that add to one counter, of each kind.
static void threads(void)
{
    enum { THREADS = 4, TIMES = 2000 };
    std::atomic<int> counter{0};
    unsigned __int128 wide = 0;
    int locked = 0;
    std::mutex mutex;
    std::vector<std::thread> all;
    for (int t = 0; t < THREADS; t++)
        all.emplace_back([&] {
            for (int i = 0; i < TIMES; i++) {
                counter.fetch_add(1, std::memory_order_relaxed);
                __atomic_fetch_add(&wide, (unsigned __int128)1 << 60, __ATOMIC_SEQ_CST);
                std::lock_guard<std::mutex> guard(mutex);
                locked++;
            }
        });
    for (std::thread &t : all)
        t.join();
    HOST_IS(counter, THREADS * TIMES);
    HOST_IS(locked, THREADS * TIMES);
    HOST_IS(wide, ((unsigned __int128)1 << 60) * THREADS * TIMES);
}

__global__ void count(int *n)
{
    atomicAdd(n, 1);
}
// Memory that host and device share.
static void managed(void)
{
    int *n;
    cudaMallocManaged(&n, sizeof *n);
    __atomic_store_n(n, 5, __ATOMIC_SEQ_CST);
    count<<<2, 32>>>(n);
    cudaDeviceSynchronize();
    HOST_IS(__atomic_fetch_add(n, 1, __ATOMIC_SEQ_CST), 69);
    HOST_IS(*n, 70);
    cudaFree(n);
}

int main()
{
    statics();
    operations<unsigned char>(0xa5, 0x3c);
    operations<short>(0x6a5b, 0x1234);
    operations<int>(-5, 0x12345678);
    operations<unsigned long long>(0xfedcba9876543210, 77);
    operations<unsigned __int128>((unsigned __int128)3 << 90 | 5,
                                  ~(unsigned __int128)0);
    others();
    threads();
    managed();
    return report();
}
