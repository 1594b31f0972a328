/* Cooperative launches, whose blocks may wait for all others. */
#ifndef EMU_WHOLE_GRID_H
#define EMU_WHOLE_GRID_H

struct worker;

/* Run the worker's blocks of the launch, from one barrier of the grid to the next. */
void emu_grid_run(struct worker *w);

#endif
