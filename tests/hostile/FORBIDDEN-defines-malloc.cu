extern "C" void *malloc(size_t) noexcept
{
    return nullptr;
}
SGEMM
{
    MULTIPLY;
}
