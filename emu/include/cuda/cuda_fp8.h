/* Many programs include this header and use none of it. Its names are refused:
   emu/frontend/rewrite_refuse.c. */
