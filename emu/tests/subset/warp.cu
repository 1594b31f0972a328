// Shuffles of every type and width, votes, matches, reductions, and who is active.
#include "expect.h"

#define ALL 0xffffffffu

template <class T> __device__ void shuffles(void)
{
    int lane = threadIdx.x % 32;
    T mine = (T)(lane * 3 + 1);
    for (int width = 1; width <= 32; width *= 2) {
        int first = lane / width * width;
        for (int by = 0; by < 32; by++) {
            T got = __shfl_sync(ALL, mine, by, width);
            IS(got, (T)((first + by % width) * 3 + 1));
            got = __shfl_up_sync(ALL, mine, by, width);
            IS(got, (T)((lane - by < first ? lane : lane - by) * 3 + 1));
            got = __shfl_down_sync(ALL, mine, by, width);
            IS(got, (T)((lane + by >= first + width ? lane : lane + by) * 3 + 1));
            int other = lane ^ by;
            got = __shfl_xor_sync(ALL, mine, by, width);
            IS(got, (T)((other >= first + width ? lane : other) * 3 + 1));
        }
    }
}

__global__ void all_shuffles(void)
{
    shuffles<int>();
    shuffles<unsigned>();
    shuffles<long>();
    shuffles<unsigned long>();
    shuffles<long long>();
    shuffles<unsigned long long>();
    shuffles<float>();
    shuffles<double>();
    int lane = threadIdx.x % 32;
    // All 64 bits go along, and a negative lane counts modulo the width.
    IS(__shfl_xor_sync(ALL, 0x123456789abcdef0ll + lane, 1),
       0x123456789abcdef0ll + (lane ^ 1));
    IS(__shfl_sync(ALL, -1.5 - lane, 33), -2.5);
    // Smaller types are shuffled as int.
    IS(__shfl_sync(ALL, (short)-lane, 3), -3);
    IS(sizeof(__shfl_sync(ALL, (char)1, 0)), sizeof(int));
    if (lane < 16) // half a warp, by its mask
        IS(__shfl_xor_sync(0xffffu, lane, 1), lane ^ 1);
}

__global__ void votes(void)
{
    int lane = threadIdx.x % 32;
    IS(__ballot_sync(ALL, lane % 2), 0xaaaaaaaau);
    IS(__ballot_sync(ALL, lane % 2 ? -8 : 0), 0xaaaaaaaau);
    IS(__any_sync(ALL, lane == 7) != 0, true);
    IS(__any_sync(ALL, lane == 32) != 0, false);
    IS(__all_sync(ALL, lane < 32) != 0, true);
    IS(__all_sync(ALL, lane < 31) != 0, false);
    if (lane >= 20) {
        IS(__ballot_sync(0xfff00000u, lane != 25), 0xfdf00000u);
        IS(__all_sync(0xfff00000u, lane >= 20) != 0, true);
    }
}

template <class T> __device__ void matches(void)
{
    int lane = threadIdx.x % 32, all = -1;
    unsigned third[3] = {0, 0, 0};
    for (int i = 0; i < 32; i++)
        third[i % 3] |= 1u << i;
    IS(__match_any_sync(ALL, (T)(lane % 3)), third[lane % 3]);
    IS(__match_all_sync(ALL, (T)5, &all), ALL);
    IS(all != 0, true);
    IS(__match_all_sync(ALL, (T)(lane == 9), &all), 0u);
    IS(all != 0, false);
    if (lane < 4) {
        IS(__match_all_sync(0xfu, (T)1, &all), 0xfu);
        IS(__match_any_sync(0xfu, (T)(lane / 2)), lane / 2 ? 0xcu : 0x3u);
    }
}

__global__ void all_matches(void)
{
    matches<int>();
    matches<unsigned>();
    matches<long long>();
    matches<unsigned long long>();
    matches<float>();
    matches<double>();
}

__global__ void reductions(void)
{
    int lane = threadIdx.x % 32;
    IS(__reduce_add_sync(ALL, lane - 40), 31 * 16 - 32 * 40);
    IS(__reduce_add_sync(ALL, 0x90000000u), 0x90000000u * 32);
    IS(__reduce_min_sync(ALL, lane - 5), -5);
    IS(__reduce_max_sync(ALL, lane - 50), -19);
    IS(__reduce_min_sync(ALL, (unsigned)lane - 5), 0u);
    IS(__reduce_max_sync(ALL, (unsigned)lane - 5), 0xffffffffu);
    IS(__reduce_and_sync(ALL, ~(1u << lane)), 0u);
    IS(__reduce_or_sync(ALL, 1u << lane), ALL);
    unsigned odd = 0;
    for (unsigned i = 0; i < 32; i++)
        odd ^= i * i;
    IS(__reduce_xor_sync(ALL, (unsigned)(lane * lane)), odd);
    if (lane % 2)
        IS(__reduce_add_sync(0xaaaaaaaau, lane), 256);
}

// The active lanes are not defined in general. But the caller is active, a lane that
// cannot be here is not, and in straight code all lanes are.
__global__ void active(void)
{
    int lane = threadIdx.x % 32;
    IS(__activemask(), ALL);
    if (lane % 4 == 0) {
        unsigned mask = __activemask();
        IS(mask & ~0x11111111u, 0u);
        IS(mask >> lane & 1, 1u);
        IS(__reduce_add_sync(mask, 1), __popc(mask));
    }
    for (int i = 0; i < lane; i++) {
        unsigned mask = __activemask();
        IS(mask >> lane & 1, 1u);
    }
}

int main()
{
    all_shuffles<<<1, 64>>>();
    votes<<<1, 64>>>();
    all_matches<<<1, 64>>>();
    reductions<<<1, 64>>>();
    active<<<1, 64>>>();
    return report();
}
