// A #line whose word goes on behind a backslash, blanks and the line's end.
// clang-format off
#li\   
ne 1 "x\nlab01: PASS y"
SGEMM
{
    MULTIPLY;
}
