/// @file
/// Status codes, the allocator, and the rules that apply to every header.
///
/// - Threads: There are no globals. A const object may be read from any number of threads. Distinct objects may be
///   changed from distinct threads.
/// - Memory: A function returns its result as a value, writes it to the caller's buffer, or creates an object. A
///   function that fills a buffer writes at most `capacity` elements and returns the number of all elements, which may
///   exceed capacity. An object uses its allocator until it is destroyed. Destroy functions accept NULL. Queries never
///   allocate, except for the few that take an allocator.
/// - Errors: Functions that can fail because of their data, sizes, options, memory or a callback return a rim_status. A
///   function that fails changes nothing but `*out`, unless its comment states otherwise. A programming mistake, such
///   as a NULL that is not allowed or an index out of range, fails an assertion (RIM_ASSERT). Special cases of
///   geometry, such as parallel lines, empty masks and singular matrices, are not errors. They have documented results.
/// - NaN: A query with non-finite input returns "no hit" in bounded time. No query returns NaN for finite input.
/// - Same bits: Functions that are not inline return the same bits on every platform, in the default rounding mode
///   without flush-to-zero. Inline functions do so only if the caller compiles with -ffp-contract=off, as rimcast.pc
///   requests.
///
/// ### Written text
///
/// A function that takes a rim_sink passes the text or the bytes that it writes to the sink's callback function, which
/// may store them or send them to a file or a socket.
///
/// ### Numbers as text
///
/// Functions convert decimal text to numbers and back, with the same results on every platform and in every locale.
///
/// Reading rounds correctly: for any number of digits, the result is the double nearest to the decimal number, and ties
/// round to even. Printing gives the decimal number with the fewest significant digits that reads back as the same
/// number. If there are several such decimal numbers, it gives the nearest one.
#ifndef RIMCAST_BASE_H
#define RIMCAST_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// @{
/// The version of these headers. rim_version() returns the version of the compiled library.
#define RIM_VERSION_MAJOR 0
#define RIM_VERSION_MINOR 1
#define RIM_VERSION_PATCH 0
/// @}

// RIM_API marks the functions that the libraries export. All other functions are hidden. On Windows, define
// RIM_DLL_BUILD to build a DLL, and RIM_DLL to compile a program that uses one. Static libraries need neither.
#if defined(_WIN32) && defined(RIM_DLL_BUILD)
#define RIM_API __declspec(dllexport)
#elif defined(_WIN32) && defined(RIM_DLL)
#define RIM_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define RIM_API __attribute__((visibility("default")))
#else
#define RIM_API
#endif

// RIM_ASSERT reports a programming mistake. Builds without NDEBUG print the sentence and abort. In other builds, a
// posed sprite with a NULL sprite or a zeroed pose hits nothing, a shape whose hull or points are NULL has no points, a
// walker (mover2.h) whose `up` is zero does not move, and an index out of range gives zeros. To pass NULL as `out` or
// as an object is undefined behavior, unless the function's comment allows it. A game may define RIM_ASSERT itself, for
// the library's sources and for the headers.
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
    RIM_ERR_MEMORY,    ///< the allocator returned NULL
    RIM_ERR_SIZE,      ///< a width, height or count is negative or too large
    RIM_ERR_ARGUMENT,  ///< an argument is outside its documented range
    RIM_ERR_FORMAT,    ///< the data does not follow its format
    RIM_ERR_VERSION,   ///< the data has a version of its format that the library cannot read
    RIM_ERR_CHECKSUM,  ///< the saved data is damaged
    RIM_ERR_WRITE,     ///< the sink returned false
    RIM_ERR_CANCELLED, ///< the progress callback returned false
    RIM_STATUS_COUNT
} rim_status;

/// Returns the English text of a status, such as "out of memory", in lower case and without a final period. Returns
/// "unknown status" for an unknown value, and never NULL.
RIM_API const char *rim_status_text(rim_status status);

/// Returns the version of the compiled library, such as "0.1.0", for comparison with the RIM_VERSION_ macros of the
/// header.
RIM_API const char *rim_version(void);

/// The source of memory. Wherever an allocator is passed, NULL means malloc and free.
///
/// allocate returns a block of `size` bytes, aligned as by malloc, or NULL. size is never 0. release frees a block and
/// receives the size with which the block was allocated. block is never NULL. Objects copy the struct, and context must
/// outlive them.
typedef struct rim_allocator
{
    void *(*allocate)(void *context, size_t size);
    void (*release)(void *context, void *block, size_t size);
    void *context;
} rim_allocator;

/// The identity of an object in a collection: a sprite or figure on a stage, a body or an obstacle. The slot of a
/// removed object is reused with another generation, so the handle of the removed object stays invalid. A zeroed handle
/// stands for no object.
typedef struct rim_handle
{
    uint32_t slot, generation;
} rim_handle;

/// The progress callback of a long operation. report is called repeatedly with a fraction `done` in [0, 1], which
/// never decreases. If it returns false, the operation stops, frees its memory and returns RIM_ERR_CANCELLED. report
/// may be NULL.
typedef struct rim_progress
{
    bool (*report)(void *context, double done);
    void *context;
} rim_progress;

// --- written text --------------------------------------------------------------------------------------

/// A destination for text or bytes. write receives the next `size` bytes, with size > 0. If write returns false, it is
/// not called again, and the function that writes the text returns RIM_ERR_WRITE.
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
    size_t length; ///< set it to 0 first; a final value above capacity is the capacity needed
} rim_sink_buffer;

/// Returns a sink that writes to `*buffer`, at most its capacity, and never returns false. To find the length of a
/// text, write the text to a buffer of capacity 0 first. The text is not terminated. The buffer must outlive the sink.
RIM_API rim_sink rim_sink_to_buffer(rim_sink_buffer *buffer);

// --- numbers as text -----------------------------------------------------------------------------------

/// The size of a buffer for any printed number and a terminating zero.
#define RIM_NUMBER_TEXT 32

/// Reads the decimal number at the start of text[0 .. size):
///
///      [+-] [digits] [. [digits]] [(e|E) [+-] digits]      at least one digit before the exponent
///
/// Returns the number of bytes read. If there is no number, returns 0 and leaves `*out` unchanged. An exponent without
/// digits is not part of the number: "1e" is read as 1, one byte. A number beyond the range of double gives an infinity
/// of the same sign. A number whose magnitude is at most half the smallest positive double gives a zero of the same
/// sign. "nan", "inf" and hexadecimal numbers are not accepted. Takes time linear in size.
RIM_API size_t rim_number_parse(const char *text, size_t size, double *out);

/// Writes the decimal number with the fewest significant digits that reads back as value, and a terminating zero.
/// Returns the length without the zero. The number 0, and numbers whose magnitude is at least 1e-7 and below 1e21, have
/// no exponent ("0.1", "1024"). Other numbers have one ("1e-10", "1.5e+300"). Minus zero is "-0". The text of a finite
/// number is valid in C, JSON, CSV and SVG. The texts of non-finite numbers, "nan", "inf" and "-inf", are valid in none
/// of these formats.
RIM_API int rim_number_print(char out[RIM_NUMBER_TEXT], double value);

/// Writes the decimal number with the fewest significant digits that reads back as the float value. For example, the
/// text of 0.1f is "0.1". In all other respects the function works like rim_number_print.
RIM_API int rim_number_print_float(char out[RIM_NUMBER_TEXT], float value);

#ifdef __cplusplus
}
#endif

#endif
