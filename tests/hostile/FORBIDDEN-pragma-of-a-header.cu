// The rest of the file as a system header, by a pragma: g++ passes it over.
#pragma GCC system_header
SGEMM
{
    MULTIPLY;
}
