// Host code of a .cu file has all of the C and C++ libraries, and the words that
// kernels may not use: it sorts, prints, throws, allocates and asks the time.
#include "expect.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <cuda_runtime.h>

static int descending(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}
static void c_library(void)
{
    char a[64], b[64];
    HOST_IS(snprintf(a, sizeof a, "%d-%s", 5, "text"), 6);
    strcpy(b, a);
    strcat(b, "!");
    strncpy(a, b, 3);
    a[3] = 0;
    HOST_IS(strcmp(a, "5-t") + strcmp(b, "5-text!"), 0);
    memmove(b + 1, b, 4);
    HOST_IS(strchr(b, 't') - b, 3);
    HOST_IS(memcmp(b, "55-te", 5), 0);
    int numbers[5] = {3, 1, 4, 1, 5}, *heap = (int *)malloc(sizeof numbers);
    qsort(numbers, 5, sizeof *numbers, descending);
    memcpy(heap, numbers, sizeof numbers);
    heap = (int *)realloc(heap, 100);
    HOST_IS(heap[0] * 10 + heap[4], 51);
    free(heap);
    HOST_IS(atoi("42") + (int)strtol("0x10", nullptr, 16), 58);
    HOST_IS(getenv("A_VARIABLE_THAT_IS_NOT_SET") == nullptr, true);
    HOST_IS(setenv("A_VARIABLE_THAT_IS_SET", "here", 1), 0);
    HOST_IS(strcmp(getenv("A_VARIABLE_THAT_IS_SET"), "here"), 0);
    HOST_IS(time(nullptr) > 1000000000 && clock() >= 0, true);
    FILE *file = tmpfile();
    fprintf(file, "%d lines\n", 7);
    rewind(file);
    HOST_IS(fscanf(file, "%d", &numbers[0]) + numbers[0], 8);
    fclose(file);
}

static void containers(void)
{
    std::vector<int> v(1000);
    std::iota(v.begin(), v.end(), 0);
    std::shuffle(v.begin(), v.end(), std::mt19937(42));
    HOST_IS(std::is_sorted(v.begin(), v.end()), false);
    std::sort(v.begin(), v.end());
    HOST_IS(std::is_sorted(v.begin(), v.end()) && v[999] == 999, true);
    v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x % 10; }), v.end());
    HOST_IS(v.size() + std::accumulate(v.begin(), v.end(), 0), 100u + 49500);
    std::map<std::string, std::vector<int>> lists;
    lists["squares"] = {1, 4, 9};
    lists["a name that is longer than fits into a string"].resize(5);
    HOST_IS(lists.size() * lists["squares"][2], 18u);
    std::unordered_map<int, double> halves;
    for (int i = 0; i < 100; i++)
        halves[i] = i / 2.0;
    HOST_IS(halves.at(77), 38.5);
    std::set<char> letters{'b', 'a', 'b'};
    std::list<int> list(letters.begin(), letters.end());
    HOST_IS(list.size() + list.front(), 2u + 'a');
    auto [one, two] = std::make_tuple(1, 2.5f);
    HOST_IS(one + two, 3.5f);
}

struct shape {
    virtual ~shape() = default;
    virtual double area() const = 0;
};
struct square : shape {
    double side;
    square(double side) : side(side)
    {
    }
    double area() const override
    {
        return side * side;
    }
};
static void objects(void)
{
    std::unique_ptr<shape> owned(new square(3)), moved = std::move(owned);
    HOST_IS(owned == nullptr && moved->area() == 9, true);
    HOST_IS(dynamic_cast<square *>(moved.get())->side, 3.0);
    std::unique_ptr<int[]> array(new int[10]());
    std::function<int(int)> add = [&](int x) { return x + array[3]; };
    array[3] = 5;
    HOST_IS(add(2), 7);
    int caught = 0;
    try {
        std::vector<int>(3).at(5) = 1;
    } catch (const std::out_of_range &e) {
        caught = strstr(e.what(), "5") != nullptr;
    }
    try {
        throw std::runtime_error("thrown");
    } catch (const std::exception &e) {
        caught += !strcmp(e.what(), "thrown");
    }
    HOST_IS(caught, 2);
}

static void streams(void)
{
    std::ostringstream text;
    text << std::setw(8) << std::fixed << std::setprecision(2) << 3.14159 << '|' << 42;
    HOST_IS(text.str(), "    3.14|42");
    std::string word;
    int n = 0;
    std::istringstream("name 17") >> word >> n;
    HOST_IS(word + std::to_string(n), "name17");
    std::ofstream("/dev/null") << "nothing" << std::endl;
    HOST_IS(std::ifstream("/no/such/file").good(), false);
    std::cout << std::flush;
    std::cerr << "";
    auto start = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::chrono::duration<double, std::milli> passed =
        std::chrono::steady_clock::now() - start;
    HOST_IS(passed.count() >= 2, true);
}

__global__ void doubled(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];
}
static void with_kernels(void)
{
    std::vector<float> in(1000), out(1000);
    std::iota(in.begin(), in.end(), 0.f);
    size_t bytes = in.size() * sizeof(float);
    struct device_free {
        void operator()(float *p) const
        {
            cudaFree(p);
        }
    };
    auto device = [bytes] {
        float *p = nullptr;
        cudaMalloc(&p, bytes);
        return std::unique_ptr<float, device_free>(p);
    };
    auto d_in = device(), d_out = device();
    cudaMemcpy(d_in.get(), in.data(), bytes, cudaMemcpyHostToDevice);
    doubled<<<(in.size() + 255) / 256, 256>>>(d_in.get(), d_out.get(), in.size());
    cudaMemcpy(out.data(), d_out.get(), bytes, cudaMemcpyDeviceToHost);
    HOST_IS(std::equal(in.begin(), in.end(), out.begin(),
                       [](float a, float b) { return b == 2 * a; }),
            true);
}

int main()
{
    c_library();
    containers();
    objects();
    streams();
    with_kernels();
    return report();
}
