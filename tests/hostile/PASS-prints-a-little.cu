// Prints a line that looks like a verdict.
#include <cstdio>
#include <iostream>
#include <vector>
SGEMM
{
    std::vector<int> shape = {M, N, K};
    std::cout << "lab01: RACE\n";
    printf("%zu\n", shape.size());
    MULTIPLY;
}
