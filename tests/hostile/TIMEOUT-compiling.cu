// A constant that takes long to find, many times.
template <int I> constexpr int slow()
{
    int sum = I;
    for (int i = 0; i < 200000; i++)
        sum = sum * 7 % 1001;
    return sum;
}
template <int I> struct many {
    static constexpr int value = slow<I>() + many<I - 1>::value;
};
template <> struct many<0> {
    static constexpr int value = 0;
};
SGEMM
{
    MULTIPLY;
    (void)many<800>::value;
}
