/* Marks and ranges for a profiler, of NVTX 3: they have no effect here. Names and
   values are NVIDIA's. */
#ifndef NVTX_VERSION
#define NVTX_VERSION 3

#include <stdint.h>
#include <wchar.h>

#define NVTX_API
#define NVTX_SUCCESS 0
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

typedef enum nvtxColorType_t {
    NVTX_COLOR_UNKNOWN = 0,
    NVTX_COLOR_ARGB = 1
} nvtxColorType_t;
typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef uint64_t nvtxRangeId_t;

typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType;
    int32_t reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

#define EMU_NVTX static inline __attribute__((__unused__))
EMU_NVTX void nvtxMarkEx(const nvtxEventAttributes_t *__mark)
{
    (void)__mark;
}
EMU_NVTX void nvtxMarkA(const char *__text)
{
    (void)__text;
}
EMU_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *__mark)
{
    (void)__mark;
    return 0;
}
EMU_NVTX nvtxRangeId_t nvtxRangeStartA(const char *__text)
{
    (void)__text;
    return 0;
}
EMU_NVTX void nvtxRangeEnd(nvtxRangeId_t __range)
{
    (void)__range;
}
EMU_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t *__mark)
{
    (void)__mark;
    return NVTX_NO_PUSH_POP_TRACKING;
}
EMU_NVTX int nvtxRangePushA(const char *__text)
{
    (void)__text;
    return NVTX_NO_PUSH_POP_TRACKING;
}
EMU_NVTX int nvtxRangePop(void)
{
    return NVTX_NO_PUSH_POP_TRACKING;
}
EMU_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char *__name)
{
    (void)__name;
    return (nvtxDomainHandle_t)0;
}
EMU_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t __domain)
{
    (void)__domain;
}
EMU_NVTX int nvtxDomainRangePushEx(nvtxDomainHandle_t __domain,
                                   const nvtxEventAttributes_t *__mark)
{
    (void)__domain, (void)__mark;
    return NVTX_NO_PUSH_POP_TRACKING;
}
EMU_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t __domain)
{
    (void)__domain;
    return NVTX_NO_PUSH_POP_TRACKING;
}
EMU_NVTX nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t __domain,
                                                      const char *__text)
{
    (void)__domain, (void)__text;
    return (nvtxStringHandle_t)0;
}
EMU_NVTX void nvtxNameCategoryA(uint32_t __category, const char *__name)
{
    (void)__category, (void)__name;
}
EMU_NVTX void nvtxNameOsThreadA(uint32_t __os_thread, const char *__name)
{
    (void)__os_thread, (void)__name;
}
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA

#endif
