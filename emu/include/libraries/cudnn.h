/* The emulator has no cuDNN. Programs may include this header; each use of
   it is refused by name: frontend/rewrite_refuse.c. */
