/* Where there is no nvcc, there is no cubin. */
#include "cubin.h"

int emu_cubin_kernels(const char *name, struct machine_code *to, int room)
{
    (void)name, (void)to, (void)room;
    return 0;
}

int emu_cubin_registers(const char *name)
{
    (void)name;
    return 0;
}
