SGEMM
{
    MULTIPLY;
}
int main()
{
    return 0;
}
