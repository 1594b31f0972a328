// A constant that is never found.
constexpr int endless()
{
    for (int i = 0;; i = 1 - i)
        ;
    return 0;
}
constexpr int value = endless();
SGEMM
{
    MULTIPLY;
}
