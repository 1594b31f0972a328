/* printf in kernels: the interface of device_print.c. */
#ifndef EMU_DEVICE_PRINT_H
#define EMU_DEVICE_PRINT_H

/* Write the output of the last launch's blocks to standard output. */
void emu_print_all(void);

#endif
