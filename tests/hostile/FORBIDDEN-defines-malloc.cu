// malloc() of its own, for all of the program.
extern "C" void *malloc(size_t) noexcept
{
    return nullptr;
}
SGEMM
{
    MULTIPLY;
}
