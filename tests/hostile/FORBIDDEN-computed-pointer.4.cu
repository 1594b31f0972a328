// A std::function, forged.
#include <functional>
SGEMM
{
    MULTIPLY;
    std::function<void()> f = [M] { (void)M; };
    unsigned long *word = (unsigned long *)&f;
    word[3] = (unsigned long)&cudaGetLastError + 2048;
    f();
}
