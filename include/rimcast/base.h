/// @file
/// Status codes, the allocator, and the contracts that hold in every header.
///
/// - Threads: There are no globals. A const object may be read from any number of threads; distinct
///   objects may be changed from distinct threads.
/// - Memory: Results are values, or go to the caller's buffer (at most the capacity; the needed count is returned),
///   or are objects with create and destroy, which keep their allocator. Queries never allocate. destroy accepts
///   NULL.
/// - Errors: Functions that depend on files, sizes or memory return a rim_status. A programming mistake (NULL where
///   it is not allowed, a negative radius) fails an assertion, RIM_ASSERT. Geometry does not fail: parallel lines,
///   empty masks and singular matrices have documented results.
/// - NaN: A query with non-finite input returns "no hit" in bounded time. No query returns NaN for finite input.
/// - Same bits: Compiled functions return the same bits on every platform, in the default rounding mode without
///   flush-to-zero. Inline functions in headers do so only if the caller compiles with -ffp-contract=off, as
///   rimcast.pc requests.
///
/// ### Written text
///
/// The library writes text through a function of the caller, which may store it in memory or send it to a file or a
/// socket.
///
/// ### Numbers as text
///
/// Conversion of decimal text to numbers and back, independent of the locale and with the same bits everywhere.
///
/// Reading rounds correctly: the result is the double nearest to the decimal number, ties to even, for any number of
/// digits. Printing gives the shortest text that reads back as the same number, and of several the nearest to it.
#ifndef RIMCAST_BASE_H
#define RIMCAST_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// @{
/// The version of these headers; rim_version() returns that of the library.
#define RIM_VERSION_MAJOR 0
#define RIM_VERSION_MINOR 1
#define RIM_VERSION_PATCH 0
/// @}

// Marks the functions that the libraries export; all others are hidden. On Windows define RIM_DLL_BUILD to build a
// DLL, and RIM_DLL to compile a program that uses one; static libraries need neither.
#if defined(_WIN32) && defined(RIM_DLL_BUILD)
#define RIM_API __declspec(dllexport)
#elif defined(_WIN32) && defined(RIM_DLL)
#define RIM_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define RIM_API __attribute__((visibility("default")))
#else
#define RIM_API
#endif

// Reports a programming mistake. Builds without NDEBUG abort with the sentence. In other builds a NULL sprite and a
// pose that was never set hit nothing, a shape whose hull or points are NULL has no points, a walker without `up` stays,
// a number out of range gives zeros; a NULL `out` or object is undefined behavior. To do something else, define it
// before building the library and before including its headers.
#ifndef RIM_ASSERT
#define RIM_ASSERT(holds, sentence) assert((holds) && sentence)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The result of a function that can fail. RIM_OK is zero, so `if (status)` tests for failure.
typedef enum rim_status
{
    RIM_OK = 0,
    RIM_ERR_MEMORY,    ///< the allocator refused; nothing was changed, free something and retry
    RIM_ERR_SIZE,      ///< a width, height or count is negative or too large
    RIM_ERR_ARGUMENT,  ///< an argument is outside its documented range
    RIM_ERR_FORMAT,    ///< the data does not follow its format
    RIM_ERR_VERSION,   ///< the data was saved by a version that this one cannot read
    RIM_ERR_CHECKSUM,  ///< the saved data is damaged
    RIM_ERR_WRITE,     ///< the sink refused to take more bytes
    RIM_ERR_CANCELLED, ///< the progress callback returned false
    RIM_STATUS_COUNT
} rim_status;

/// Returns the English text of a status, such as "out of memory", without capital and full stop. Never NULL; "unknown
/// status" for an unknown value.
RIM_API const char *rim_status_text(rim_status status);

/// Returns the version of the compiled library, such as "0.1.0", for comparison with the RIM_VERSION_ macros of the
/// header.
RIM_API const char *rim_version(void);

/// The source of memory. NULL, wherever one is passed, means malloc and free.
///
/// allocate returns size bytes aligned as by malloc, or NULL; size is never 0. release frees a block of the given
/// size, which is that of its allocation; block is never NULL. Objects copy the struct; context must outlive them.
typedef struct rim_allocator
{
    void *(*allocate)(void *context, size_t size);
    void (*release)(void *context, void *block, size_t size);
    void *context;
} rim_allocator;

/// The identity of an object in a collection: a sprite on a stage, a body or an obstacle. The slot of a removed
/// object is reused with another generation, which distinguishes a stale handle from a valid one. All zero stands for
/// no object.
typedef struct rim_handle
{
    uint32_t slot, generation;
} rim_handle;

/// Progress of long work. report is called repeatedly with done in [0, 1], never decreasing. If it returns false, the
/// work stops, frees everything and returns RIM_ERR_CANCELLED. report may be NULL.
typedef struct rim_progress
{
    bool (*report)(void *context, double done);
    void *context;
} rim_progress;

// --- written text --------------------------------------------------------------------------------------

/// A destination for text. write takes the next size bytes (size > 0) and returns true, or false to stop: nothing
/// more is then written, and the writing function returns RIM_ERR_WRITE.
typedef struct rim_sink
{
    bool (*write)(void *context, const void *bytes, size_t size);
    void *context;
} rim_sink;

/// A buffer in the caller's memory. length counts all bytes written so far, including those that did not fit.
typedef struct rim_sink_buffer
{
    char  *bytes; ///< may be NULL when capacity is 0
    size_t capacity;
    size_t length; ///< start with 0; above capacity: that many bytes are needed
} rim_sink_buffer;

/// Returns a sink that writes into `*buffer`, at most its capacity, and never refuses. So one call can find the size
/// and a second one write. The text is not terminated. The buffer must outlive the sink.
RIM_API rim_sink rim_sink_to_buffer(rim_sink_buffer *buffer);

// --- numbers as text -----------------------------------------------------------------------------------

/// Room for any printed number and a terminating zero.
#define RIM_NUMBER_TEXT 32

/// Reads the decimal number at the start of text[0 .. size):
///
///      [+-] digits [. digits] [(e|E) [+-] digits]      at least one digit before the exponent
///
/// Returns the number of bytes read, or 0 (and `*out` is unchanged) if there is no number. An exponent without digits
/// is not part of the number: "1e" is 1, and one byte is read. Numbers beyond the range give an infinity of their
/// sign, those up to half the smallest positive double a zero of their sign. "nan", "inf" and hexadecimal digits are
/// not numbers here. Takes time linear in size.
RIM_API size_t rim_number_parse(const char *text, size_t size, double *out);

/// Writes the shortest text that reads back as value, terminated by a zero; returns its length. Numbers from 1e-7 up
/// to 1e21 have no exponent ("0.1", "1024"), others have one ("1e-10", "1.5e+300"). The text is valid in C, JSON, CSV
/// and SVG. Minus zero is "-0". NaN is "nan" and infinities are "inf" and "-inf", which are valid in none of these
/// formats: callers check for them first.
RIM_API int rim_number_print(char out[RIM_NUMBER_TEXT], double value);

/// Writes the shortest text that reads back as the float value; 0.1f is "0.1". Otherwise as rim_number_print.
RIM_API int rim_number_print_float(char out[RIM_NUMBER_TEXT], float value);

#ifdef __cplusplus
}
#endif

#endif
