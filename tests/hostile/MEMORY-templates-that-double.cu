// Templates, each of which needs two others.
template <int N, int P> struct two {
    two<N - 1, 2 * P> left;
    two<N - 1, 2 * P + 1> right;
};
template <int P> struct two<0, P> {
    char c;
};
SGEMM
{
    MULTIPLY;
    (void)sizeof(two<26, 1>);
}
