SGEMM
{
}
