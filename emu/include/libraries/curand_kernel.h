/* The emulator has no cuRAND. Programs may include this header; each use of
   it is refused by name: frontend/rewrite_refuse.c. */
