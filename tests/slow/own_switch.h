/* For the emulator under ThreadSanitizer; included in front of each of its files.
   TSan's setjmp() and longjmp() take all jumps to be on one stack. The jump that
   abandons a coroutine is not: it is the compiler's own. */
#include <setjmp.h>

#define _setjmp(env) __builtin_setjmp((void **)(env))
#define _longjmp(env, value) __builtin_longjmp((void **)(env), 1)
