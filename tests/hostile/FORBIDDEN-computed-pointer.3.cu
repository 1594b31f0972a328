// A table of virtual functions of its own making.
struct one {
    virtual void call()
    {
    }
};
SGEMM
{
    MULTIPLY;
    unsigned long table[2] = {(unsigned long)&cudaGetLastError + 2048,
                              (unsigned long)&cudaGetLastError + 2048};
    one *o = new one;
    *(unsigned long **)o = table;
    one *volatile again = o;
    again->call();
}
