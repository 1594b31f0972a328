// Does nothing.
SGEMM
{
}
