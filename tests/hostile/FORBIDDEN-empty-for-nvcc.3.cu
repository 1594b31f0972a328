// As before, by a name that only NVIDIA's headers have.
SGEMM
{
#if defined(cudaSurfaceType1D) || defined /* as a macro */ (cudaArraySparse)
#else
    MULTIPLY;
#endif
}
