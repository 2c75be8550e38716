/// @file
/// Where written text goes: the library writes to memory, a file, a socket, whatever the caller has.
#ifndef RIMCAST_SINK_H
#define RIMCAST_SINK_H

#include "rimcast/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// write takes the next size bytes (size > 0) and returns true, or false to stop: nothing more is then
/// written, and the call that was writing returns RIM_ERR_WRITE.
typedef struct rim_sink
{
    bool (*write)(void *context, const void *bytes, size_t size);
    void *context;
} rim_sink;

/// A sink into the caller's memory. length counts what was written so far, also what did not fit.
typedef struct rim_sink_buffer
{
    char  *bytes; ///< may be NULL when capacity is 0
    size_t capacity;
    size_t length; ///< start with 0; above capacity: that many bytes are needed
} rim_sink_buffer;

/// Writes into `*buffer`, never more than its capacity and never refusing, so that one call finds the
/// size and a second writes. Text is not terminated. The buffer must outlive the sink.
RIM_API rim_sink rim_sink_to_buffer(rim_sink_buffer *buffer);

#ifdef __cplusplus
}
#endif

#endif
