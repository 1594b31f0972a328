/* printf in kernels: what others ask of device_print.c. */
#ifndef EMU_PRINT_H
#define EMU_PRINT_H

/* Print what the blocks of the last launch printed. */
void emu_print_all(void);

#endif
