// A function that runs at the end, by an attribute in brackets, which a macro brings.
#define AT(x) [[gnu::x]]
AT(destructor) static void last()
{
}
SGEMM
{
    MULTIPLY;
}
