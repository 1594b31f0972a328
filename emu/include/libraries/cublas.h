/* The old interface of cuBLAS, without handles. A call of one of its functions is
   refused by name: frontend/rewrite_refuse.c. */
#include "cublas_api.h"

typedef cublasStatus_t cublasStatus;
