// Right where the emulator's headers are, and empty for nvcc.
SGEMM
{
#ifdef EMU_INLINE
    MULTIPLY;
#endif
}
