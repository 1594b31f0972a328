/*
 * The commands of build/view. Each draws one picture from the files that it is given
 * and writes it to stdout. tools/plot calls them.
 *
 * argv[0] is the command's name, and argv[1] the kind of picture: "text" or "svg".
 * main.c has checked how many arguments there are. A command returns the exit status.
 * Bad input ends the program with one line on stderr and status 2.
 *
 * From the environment:
 *   BASE     where the picture goes, without its ending; it tells whose picture it is
 *   KERNEL   the file that a trace under other/ was made from
 *   LINE     the line of the kernel to draw (access, banks, tile); "" leaves the choice
 * to them
 */
#ifndef COMMANDS_H
#define COMMANDS_H

typedef int view_command(int argc, char **argv);

/* The sectors that a warp moves: one trace, or two side by side. */
view_command view_access;

/* The banks of shared memory that a warp meets in. */
view_command view_banks;

/* A tile that the copy engine copies, and what wgmma reads of it. */
view_command view_tile;

/* The elements of A, B and C that a block touches, and when. */
view_command view_touched;

#endif
