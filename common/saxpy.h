/* The contract of saxpy(). */
#ifndef SAXPY_H
#define SAXPY_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * y = a * x + y, in single precision, on the device.
 *
 *   x and y hold n elements each and do not overlap; 1 <= n <= 2^31 - 1.
 *
 * Launches on the default stream and returns at once. Errors are the launch's own.
 */
void saxpy(int n, float a, const float *x, float *y);

#ifdef __cplusplus
}
#endif

#endif
