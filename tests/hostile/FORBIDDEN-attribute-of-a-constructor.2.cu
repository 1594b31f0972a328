// A variable that is made before all others.
struct first {
    first()
    {
    }
};
first of_all __attribute__((__init_priority__(101)));
SGEMM
{
    MULTIPLY;
}
