/* The emulator has no NVRTC. Programs may include this header; each use of
   it is refused by name: frontend/rewrite_refuse.c. */
