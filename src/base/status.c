#include "rimcast/base.h"

#include <float.h>

// The promise of equal bits needs float and double expressions to be evaluated in their own type.
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "Rimcast needs FLT_EVAL_METHOD 0; on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif

#define TEXT(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *rim_version(void)
{
    return VERSION_TEXT(RIM_VERSION_MAJOR, RIM_VERSION_MINOR, RIM_VERSION_PATCH);
}

const char *rim_status_text(rim_status status)
{
    static const char *const texts[] = {
        "ok",
        "out of memory",
        "size out of range",
        "argument out of range",
        "malformed data",
        "data of another version",
        "data is damaged (checksum differs)",
        "output could not be written",
        "stopped on request",
    };
    _Static_assert(sizeof texts / sizeof texts[0] == RIM_STATUS_COUNT, "a text for every status");

    if ((unsigned)status >= RIM_STATUS_COUNT) return "unknown status";
    return texts[status];
}
