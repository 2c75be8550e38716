/// @file
/// Status codes, the allocator, and the contracts that hold in every header.
///
/// - Threads: There are no globals. A const object may be read from any number of threads; distinct
///   objects may be changed from distinct threads.
/// - Memory: Three idioms: values; the caller's buffer (functions return the count they needed and
///   write at most the capacity); create/destroy, with the allocator kept in the object.
///   Queries never allocate. destroy accepts NULL.
/// - Errors: Files, sizes and memory return a rim_status. A programmer's mistake (NULL where it is
///   not allowed, a negative radius) asserts, by RIM_ASSERT. Geometry does not fail: parallel lines, empty
///   masks, singular matrices have a documented answer.
/// - NaN: Non-finite input to a query gives "no hit" in bounded time; no query returns NaN for
///   finite input.
/// - Same bits: Compiled functions give the same bits on every platform in the default rounding mode
///   without flush-to-zero. Functions defined inline in headers promise this only if the
///   caller compiles with -ffp-contract=off, as rimcast.pc asks for.
///
/// ### Written text
///
/// Where written text goes: the library writes to memory, a file, a socket, whatever the caller has.
///
/// ### Numbers as text
///
/// Decimal text to numbers and back, without a locale and with the same bits everywhere.
///
/// Reading is correctly rounded: the result is the float or double nearest to the decimal number
/// written, ties to even, however many digits it has. Printing gives the shortest text that reads back
/// as the same number, and of those the nearest to it.
#ifndef RIMCAST_BASE_H
#define RIMCAST_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// @{
/// The version of these headers; rim_version() tells that of the library.
#define RIM_VERSION_MAJOR 0
#define RIM_VERSION_MINOR 1
#define RIM_VERSION_PATCH 0
/// @}

// Marks the functions that the libraries export; all others are hidden. On Windows a DLL is
// built with RIM_DLL_BUILD, and what uses one is compiled with RIM_DLL; static libraries need neither.
#if defined(_WIN32) && defined(RIM_DLL_BUILD)
#define RIM_API __declspec(dllexport)
#elif defined(_WIN32) && defined(RIM_DLL)
#define RIM_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define RIM_API __attribute__((visibility("default")))
#else
#define RIM_API
#endif

// What a call does about a mistake: builds without NDEBUG end with the sentence. In others a NULL sprite and a pose that was
// never set hit nothing, a walker without `up` stays, a number that nothing has gives zeros; a NULL `out` or object is
// undefined behaviour. Define it before building the library and including its headers to do something else.
#ifndef RIM_ASSERT
#define RIM_ASSERT(holds, sentence) assert((holds) && sentence)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a call that can fail. RIM_OK is zero, so `if (status)` means failure.
typedef enum rim_status
{
    RIM_OK = 0,
    RIM_ERR_MEMORY,    ///< the allocator refused; nothing was changed, free something and retry
    RIM_ERR_SIZE,      ///< a width, height or count is negative or beyond what the call takes
    RIM_ERR_ARGUMENT,  ///< an argument is outside its documented range
    RIM_ERR_FORMAT,    ///< the data is not what the format says; the call tells the line if it can
    RIM_ERR_VERSION,   ///< saved by a version that this one cannot read
    RIM_ERR_CHECKSUM,  ///< saved data was damaged
    RIM_ERR_WRITE,     ///< the sink refused to take more bytes
    RIM_ERR_CANCELLED, ///< the progress callback asked to stop
    RIM_STATUS_COUNT
} rim_status;

/// One English sentence part for a status, without a capital or a full stop: "out of memory".
/// Never NULL; an unknown value gives "unknown status".
RIM_API const char *rim_status_text(rim_status status);

/// "0.1.0". The version of the compiled library; compare with the RIM_VERSION_ macros of the header.
RIM_API const char *rim_version(void);

/// Where memory comes from. Passed as NULL anywhere it means malloc and free.
///
/// allocate returns size bytes aligned as by malloc, or NULL; size is never 0.
/// release takes back a block with the size it was asked for; block is never NULL.
/// The struct is copied into the objects made from it; context must outlive them.
typedef struct rim_allocator
{
    void *(*allocate)(void *context, size_t size);
    void (*release)(void *context, void *block, size_t size);
    void *context;
} rim_allocator;

/// A thing in a collection: a sprite on a stage. Slots of those who left are given again, with another generation, so
/// that a stale handle is told from a fresh one. All zero stands for no sprite, body or obstacle.
typedef struct rim_handle
{
    uint32_t slot, generation;
} rim_handle;

/// How long work tells how far it is: called now and then with done in [0, 1], never decreasing.
/// Returning false stops the work, which then returns RIM_ERR_CANCELLED and leaves nothing behind.
/// A NULL report is allowed everywhere.
typedef struct rim_progress
{
    bool (*report)(void *context, double done);
    void *context;
} rim_progress;

// --- written text --------------------------------------------------------------------------------------

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

// --- numbers as text -----------------------------------------------------------------------------------

/// Room for any printed number and a terminating zero.
#define RIM_NUMBER_TEXT 32

/// Reads the decimal number at the start of text[0 .. size):
///
///      [+-] digits [. digits] [(e|E) [+-] digits]      at least one digit before the exponent
///
/// Returns how many bytes it takes, 0 (and `*out` unchanged) if there is none. An exponent without digits
/// is not part of the number: "1e" is 1 and takes one byte. Numbers beyond the range give an infinity
/// of their sign, those below half the smallest one a zero of their sign. "nan", "inf" and hexadecimal
/// digits are not numbers here. Takes time linear in size.
RIM_API size_t rim_number_parse(const char *text, size_t size, double *out);

/// Writes the shortest text that reads back as value, terminated by a zero; returns its length.
/// From 1e-7 up to 1e21 without exponent ("0.1", "1024"), otherwise with ("1e-10", "1.5e+300").
/// The text is valid in C, JSON, CSV and SVG. Minus zero is "-0"; not-a-number is "nan", infinities
/// "inf" and "-inf", which none of those formats takes: callers refuse them before.
RIM_API int rim_number_print(char out[RIM_NUMBER_TEXT], double value);

/// The same for a float: the shortest text that reads back as this float. 0.1f is "0.1".
RIM_API int rim_number_print_float(char out[RIM_NUMBER_TEXT], float value);

#ifdef __cplusplus
}
#endif

#endif
