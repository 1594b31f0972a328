// main() of its own.
SGEMM
{
    MULTIPLY;
}
int main()
{
    return 0;
}
