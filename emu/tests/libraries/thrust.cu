// Thrust of Debian on device vectors, each result against the host's.
#include <algorithm>
#include <cstdio>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

static int line; // of the first check that failed
#define IS(condition)                                                                  \
    do {                                                                               \
        if (!(condition) && !line)                                                     \
            line = __LINE__;                                                           \
    } while (0)

struct square {
    __host__ __device__ float operator()(float x) const
    {
        return x * x;
    }
};
struct is_odd {
    __host__ __device__ bool operator()(int x) const
    {
        return x & 1;
    }
};
struct add_pair {
    template <class T> __host__ __device__ void operator()(T t) const
    {
        thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t);
    }
};

int main()
{
    enum { N = 3000 };
    thrust::host_vector<int> h(N);
    for (int i = 0; i < N; i++)
        h[i] = i * 7919 % 3001;
    thrust::device_vector<int> d = h, ones(N, 1), sums(N);
    IS(thrust::reduce(d.begin(), d.end()) == thrust::reduce(h.begin(), h.end()));
    IS(thrust::count_if(d.begin(), d.end(), is_odd()) ==
       std::count_if(h.begin(), h.end(), is_odd()));
    IS(thrust::max_element(d.begin(), d.end()) - d.begin() ==
       std::max_element(h.begin(), h.end()) - h.begin());
    thrust::exclusive_scan(d.begin(), d.end(), sums.begin());
    IS(sums[N - 1] + h[N - 1] == thrust::reduce(h.begin(), h.end()));
    thrust::for_each(
        thrust::make_zip_iterator(
            thrust::make_tuple(d.begin(), ones.begin(), sums.begin())),
        thrust::make_zip_iterator(thrust::make_tuple(d.end(), ones.end(), sums.end())),
        add_pair());
    IS(sums[5] == h[5] + 1);
    IS(thrust::inner_product(d.begin(), d.end(), ones.begin(), 0) ==
       thrust::reduce(h.begin(), h.end()));

    thrust::device_vector<float> f(1000, 2.f);
    IS(thrust::transform_reduce(f.begin(), f.end(), square(), 0.f,
                                thrust::plus<float>()) == 4000);

    thrust::device_vector<int> order(N);
    thrust::sequence(order.begin(), order.end());
    thrust::sort_by_key(d.begin(), d.end(), order.begin());
    thrust::host_vector<int> sorted = d, of = order;
    for (int i = 0; i < N; i++)
        IS(sorted[i] == h[of[i]] && (i == 0 || sorted[i - 1] <= sorted[i]));
    IS(thrust::binary_search(d.begin(), d.end(), h[17]));

    thrust::device_vector<int> keys(20), values(20, 1), groups(20), counts(20);
    for (int i = 0; i < 20; i++)
        keys[i] = i / 5;
    IS(thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), groups.begin(),
                             counts.begin())
               .first -
           groups.begin() ==
       4);
    IS(counts[3] == 5);
    IS(thrust::unique(keys.begin(), keys.end()) - keys.begin() == 4);
    thrust::device_vector<int> rest(100);
    thrust::copy(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(100),
                 rest.begin());
    IS(thrust::remove_if(rest.begin(), rest.end(), is_odd()) - rest.begin() == 50);
    if (line)
        printf("line %d is wrong\n", line);
    else
        puts("right");
}
