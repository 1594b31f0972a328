/* The emulator has the types of this header. A call of one of its functions is refused by
   name: frontend/rewrite_refuse.c. */
#include "cublas_api.h"
