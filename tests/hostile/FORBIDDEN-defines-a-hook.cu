extern "C" void __tsan_read4(void *)
{
}
SGEMM
{
    MULTIPLY;
}
