// Reading and writing whole files. An output is written completely or not at all. Only this part of the program uses
// system functions.
#ifndef RIM_CLI_FILES_H
#define RIM_CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>

// The largest size of an image file. No sprite is larger, and /dev/zero never ends.
#define FILE_MAX_BYTES ((size_t)1 << 30)

// A buffer of bytes that grows. A zeroed buffer is empty.
typedef struct bytes
{
    unsigned char *data;
    size_t         size, capacity;
    bool failed; // something was not appended: there was no memory. Asked once, at the end.
} bytes;

// Appends bytes. Returns false if memory runs out. Has the type of rim_sink.write.
bool bytes_append(void *context, const void *data, size_t size);

// Appends text in the format of printf.
#if defined(__GNUC__) && !defined(_WIN32) // there printf names another printf than ours
__attribute__((format(printf, 2, 3)))
#endif
void bytes_print(bytes *b, const char *format, ...);

// Appends the name of a file or a frame as UTF-8 on one line. Control characters become '?', and bytes that belong to
// no UTF-8 sequence become U+FFFD.
void bytes_print_name(bytes *b, const char *name);
void bytes_free(bytes *b);

// The name of standard input among inputs, and of standard output among outputs. A file of this name is "./-".
#define STANDARD_STREAM "-"

// Returns true for the name of standard input or output.
bool path_is_standard(const char *path);

// Returns the name of an input in messages and documents: its path, or "stdin".
const char *input_name(const char *path);

// Reads an image file, or standard input, to its end. On failure, prints an error. Refuses named pipes and devices,
// because some of them never end.
bool file_read(bytes *out, const char *path);

// Reads a file of another kind, such as "a mesh", with a limit of its size, in the same way.
bool file_read_wanted(bytes *out, const char *path, const char *wanted, size_t limit);

// Reads the first bytes of a file, or of standard input, from which they can be read again. Returns their number, or 0
// if the path cannot be read or is not a file.
size_t file_peek(const char *path, unsigned char *start, size_t size);

// Returns true if writing to path would not overwrite the input, whatever their names are, or if force is true.
// Otherwise prints an error and returns false.
bool output_spares_input(const char *path, const char *input, bool force);

// Returns true if two outputs are the same file.
bool outputs_are_same(const char *one, const char *other);

// An output file. Its bytes are in a temporary file beside it until output_commit renames that file.
typedef struct output
{
    const char *path;   // as the user named it
    char       *target; // where it goes, links followed; NULL: standard output
    char       *draft;  // the temporary file; NULL: written straight (a device, a pipe)
    bytes       content;
} output;

// Writes the content to a temporary file beside path, so that output_commit can hardly fail. For standard output, a
// device or a pipe, only stores the content. On failure, prints an error and leaves no file.
bool output_prepare(output *out, const char *path, bytes content);

// Renames the temporary file to path, which then has all of the new content.
bool output_commit(output *out);

// Commits several outputs: devices and pipes first, then standard output, then files. So after an error of a device or
// a pipe nothing is on standard output, and after one of these three no file is created or changed. Discards the others
// after an error.
bool outputs_commit(output *all, int count);

// Removes the temporary file. Does nothing after output_commit and for a zeroed output.
void output_discard(output *out);

// Writes all bytes to standard output.
bool standard_output_write(bytes content);

#endif
