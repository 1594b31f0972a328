/* Cooperative launches, whose blocks may wait for all others. */
#ifndef EMU_WHOLE_GRID_H
#define EMU_WHOLE_GRID_H

struct worker;

/* Run the worker's part of the launch's blocks, from barrier to barrier of the grid. */
void emu_grid_run(struct worker *w);

#endif
