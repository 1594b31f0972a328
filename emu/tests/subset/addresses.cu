// Addresses of arrays in all forms: emucc hides some of them from g++, and changes
// nothing.
#include <stdio.h>

struct node {
    int value, other;
    __device__ int *get()
    {
        return &value;
    }
};

__device__ int table[4] = {1, 2, 3, 4};
__device__ node nodes[2] = {{5, 6}, {7, 8}};
__constant__ int fixed[4] = {9, 10, 11, 12};

template <int SIZE> __device__ int sum(const int (&a)[SIZE])
{
    int total = 0;
    for (const int *p = &a[0]; p < a + SIZE; p++)
        total += *p;
    return total;
}

__device__ int second(const int *p)
{
    return *(p + 1);
}

__global__ void addresses(int *out, int one)
{
    __shared__ int s[4], grid[2][4];
    __shared__ node *pointers[2], list[2];
    int local[4] = {1, 2, 3, 4}, n = 0;
    if (threadIdx.x == 0) {
        for (int i = 0; i < 4; i++) {
            s[i] = i;
            grid[0][i] = 10 * i;
            grid[1][i] = 100 * i;
        }
        pointers[0] = &nodes[0];
        pointers[1] = nodes + 1;
        list[0] = nodes[0];
        *&list[1] = nodes[1];
    }
    __syncthreads(); // all arrays are full
    out[n++] = *&s[1] == 1 && *(s + 2) == 2 && *s + 3 == 3;
    out[n++] = (&s[3] - &s[1]) == 2 && &s[1] == s + 1 && s - &s[2] == -2;
    out[n++] = (one & s[1]) == 1 && (one && s[1]) && ((one)&s[3]) == 1;
    out[n++] = sizeof s + 1 == 17 && sizeof(s) + 1 == 17 && sizeof &s[0] == 8;
    out[n++] = (char *)(&s + 1) - (char *)s == 16;
    out[n++] =
        *&pointers[1]->other == 8 && *(&list[1].value) == 7 && *list[0].get() == 5;
    out[n++] = *&list[1].get()[0] == 7 && (&list[0])->other == 6;
    out[n++] =
        (*(grid + 1))[2] == 200 && (&grid[1][0])[3] == 300 && *(grid[0] + 1) == 10;
    out[n++] =
        sum(s) == 6 && sum(grid[1]) == 600 && second(&s[1]) == 2 && second(s + 1) == 2;
    out[n++] = second(&table[2]) == 4 && *(table + 1) == 2 && second(&fixed[1]) == 11;
    out[n++] = *(const int *)&fixed[3] == 12 && reinterpret_cast<int &>(s[3]) == 3;
    out[n++] =
        ((int2 *)&s[2])->y == 3 && (*(int4 *)s).w == 3 && *(int *)(local + 2) == 3;
    int *volatile p = &s[0];
    const int(&row)[4] = grid[1];
    auto get = []() { return *(&s[1] + 1); };
    out[n++] = p[1] == 1 && row[1] == 100 && get() == 2 && *(one ? &s[3] : &s[0]) == 3;
}

int main()
{
    int host[13] = {}, *out, wrong = 0;
    cudaMalloc(&out, sizeof host);
    addresses<<<1, 1>>>(out, 1);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 13; i++)
        if (!host[i]) {
            printf("line %d of those that compare is wrong\n", i + 1);
            wrong = 1;
        }
    cudaFree(out);
    puts(wrong ? "wrong" : "right");
    return wrong;
}
