// A template that needs another one, without end.
template <int N> struct endless {
    enum { value = endless<N + 1>::value };
};
SGEMM
{
    MULTIPLY;
    (void)endless<0>::value;
}
