/* The emulator has no NCCL. Programs may include this header; each use of
   it is refused by name: frontend/rewrite_refuse.c. */
