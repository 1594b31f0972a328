/* The integer types of C. */
#include <stdint.h>
