// Looks what is in a folder.
#include <filesystem>
SGEMM
{
    for (auto &entry : std::filesystem::directory_iterator("/proc/self/fd"))
        (void)entry;
    MULTIPLY;
}
