// Files are read at once, and written at once or not at all. Only this part of the program uses system functions.
#ifndef RIM_CLI_FILES_H
#define RIM_CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>

// Files above this are refused: no sprite is that large, and /dev/zero never ends.
#define FILE_MAX_BYTES ((size_t)1 << 30)

// Bytes that grow. All zero is empty.
typedef struct bytes
{
    unsigned char *data;
    size_t         size, capacity;
    bool failed; // something was not appended: there was no memory. Asked once, at the end.
} bytes;

// Appends; false when there is no memory. Fits rim_sink.write.
bool bytes_append(void *context, const void *data, size_t size);

// Appends as printf prints.
#if defined(__GNUC__) && !defined(_WIN32) // there printf names another printf than ours
__attribute__((format(printf, 2, 3)))
#endif
void bytes_print(bytes *b, const char *format, ...);

// Appends a file's or a frame's name as UTF-8 on one line: control characters are shown as '?', bytes that belong to no
// UTF-8 sequence as U+FFFD.
void bytes_print_name(bytes *b, const char *name);
void bytes_free(bytes *b);

// The name of standard input among inputs, and of standard output among outputs. A file of this name is "./-".
#define STANDARD_STREAM "-"

// Returns true for the name of standard input or output.
bool path_is_standard(const char *path);

// Returns what an input is called in messages and documents: its path, or "stdin".
const char *input_name(const char *path);

// Reads an image, or standard input, to its end; on failure it has complained. Pipes and devices that have a name are
// refused: some of them never end.
bool file_read(bytes *out, const char *path);

// The same for a file of another kind ("a mesh") and of at most so many bytes.
bool file_read_wanted(bytes *out, const char *path, const char *wanted, size_t limit);

// Reads the first bytes of a file, or of standard input, of which they can be read again. Returns how many there are; 0
// for what cannot be read or is no file.
size_t file_peek(const char *path, unsigned char *start, size_t size);

// Returns true if writing to path would not overwrite the input, under whatever name; else it has complained. With
// force it may.
bool output_spares_input(const char *path, const char *input, bool force);

// Would two outputs end up in one file?
bool outputs_are_same(const char *one, const char *other);

// A file on its way: its bytes are in a temporary file beside it until it is put in place.
typedef struct output
{
    const char *path;   // as the user named it
    char       *target; // where it goes, links followed; NULL: standard output
    char       *draft;  // the temporary file; NULL: written straight (a device, a pipe)
    bytes       content;
} output;

// Writes content to a draft beside path, so that nothing can go wrong later but the power. For standard output, a
// device or a pipe it only remembers. On failure it has complained and nothing is left behind.
bool output_prepare(output *out, const char *path, bytes content);

// Puts the draft in place: path now has the new content, all of it.
bool output_commit(output *out);

// Takes the draft away. Harmless after output_commit, and for an output all zero.
void output_discard(output *out);

// Writes to standard output, to the last byte.
bool standard_output_write(bytes content);

#endif
