/* How every run begins; opening.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* localtime_r */
#include "check/opening.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device/cuda_check.h"
#include "probe.h"

bool opening_seed(uint64_t *seed)
{
    const char *text = getenv("SEED");
    char *end;

    if (!text || !*text) {
        const time_t now = time(NULL);
        struct tm day;

        localtime_r(&now, &day);
        *seed = (uint64_t)(day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 +
                day.tm_mday;
        return true;
    }
    errno = 0;
    *seed = strtoull(text, &end, 10);
    if (isdigit((unsigned char)*text) && *end == '\0' && errno == 0)
        return true;
    fprintf(stderr, "SEED is '%s': give a number from 0 to 2^64 - 1\n", text);
    return false;
}

const char *opening_article(const char *device)
{
    return strncmp(device, "NVIDIA", strlen("NVIDIA")) == 0 ? "an" : "a";
}

void opening_line(const char *lab, int sms, uint64_t seed)
{
    struct cudaDeviceProp device;
    char with[32] = "";

    if (sms)
        snprintf(with, sizeof with, " with %d SMs", sms);
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    if (probe_available())
        printf("lab%.2s on the CPU emulator as %s %s%s (%s), seed %" PRIu64 "\n", lab,
               opening_article(device.name), device.name, with, probe_source(), seed);
    else if (strcmp(probe_source(), "modelled") == 0)
        printf("lab%.2s compiled without the hooks of the emulator, seed %" PRIu64 "\n",
               lab, seed);
    else
        printf("lab%.2s on %s (GPU), seed %" PRIu64 "\n", lab, device.name, seed);
}
