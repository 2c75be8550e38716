// Reading and writing whole files. See files.h.
#define _XOPEN_SOURCE 700

#include "files.h"

#include "report.h"
#include "system.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Makes room for `size` more bytes: doubles the capacity until they fit. On failure sets b->failed and returns false.
static bool files_make_room(bytes *b, size_t size)
{
    if (size <= b->capacity - b->size) return true;
    size_t capacity = b->capacity ? b->capacity : 4096;
    while (capacity <= SIZE_MAX / 2 && capacity - b->size < size) capacity *= 2;
    unsigned char *grown = capacity - b->size < size ? NULL : realloc(b->data, capacity);
    if (!grown)
    {
        b->failed = true;
        return false;
    }
    b->data = grown;
    b->capacity = capacity;
    return true;
}

bool bytes_append(void *context, const void *data, size_t size)
{
    bytes *b = context;
    if (!files_make_room(b, size)) return false;
    memcpy(b->data + b->size, data, size);
    b->size += size;
    return true;
}

// Appends formatted text; sets b->failed if memory runs out. vsnprintf is called twice, first for the length. The
// zero that it writes behind the text is not counted in b->size.
void bytes_print(bytes *b, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int printed = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    size_t length = printed > 0 ? (size_t)printed : 0; // negative for text that can't be encoded
    if (!files_make_room(b, length + 1)) return;
    va_start(arguments, format);
    vsnprintf((char *)b->data + b->size, length + 1, format, arguments);
    va_end(arguments);
    b->size += length;
}

// Returns the number of bytes of the UTF-8 sequence at text (RFC 3629), or 0 if there is none. The first byte gives the
// number of bytes and the highest bits of the code point; each further byte gives 6 bits. least[n] is the smallest code
// point that needs n bytes; a smaller one in n bytes is not valid.
static size_t files_utf8_sequence(const unsigned char *text)
{
    static const unsigned long least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t                     size = 4;
    if (text[0] < 0x80) return 1;
    if (text[0] < 0xc0 || text[0] >= 0xf8) return 0;
    if (text[0] < 0xf0) size = 3;
    if (text[0] < 0xe0) size = 2;
    unsigned long point = text[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++)
    {
        if ((text[i] & 0xc0) != 0x80) return 0;
        point = point << 6 | (text[i] & 0x3fu);
    }
    bool is_surrogate = point >= 0xd800 && point <= 0xdfff;
    bool is_valid = point >= least[size] && point <= 0x10ffff && !is_surrogate;
    return is_valid ? size : 0;
}

// Appends a name for printing: control characters become ?, and invalid bytes become U+FFFD.
void bytes_print_name(bytes *b, const char *name)
{
    const unsigned char *c = (const unsigned char *)name;
    while (*c)
    {
        size_t size = files_utf8_sequence(c);
        if (size == 0)
            bytes_print(b, "\xef\xbf\xbd"); // U+FFFD
        else if (*c < 0x20 || *c == 0x7f)
            bytes_print(b, "?");
        else
            bytes_print(b, "%.*s", (int)size, (const char *)c);
        c += size ? size : 1;
    }
}

void bytes_free(bytes *b)
{
    free(b->data);
    memset(b, 0, sizeof *b);
}

// Returns what the user can do about an error of the system.
static const char *advice_for(int error)
{
    if (error == ENOENT || error == ENOTDIR) return "check the name";
    if (error == EACCES || error == EPERM || error == EROFS) return "check the permissions";
    if (error == ENOSPC) return "make room";
#ifdef EDQUOT
    if (error == EDQUOT) return "make room";
#endif
    return "check the file";
}

static bool complain_of_file(const char *path, const char *what)
{
    int error = errno;
    return complain("%s: %s: %s; %s", path, what, strerror(error), advice_for(error));
}

bool path_is_standard(const char *path)
{
    return strcmp(path, STANDARD_STREAM) == 0;
}

const char *input_name(const char *path)
{
    return path_is_standard(path) ? "stdin" : path;
}

// The bytes of standard input that file_peek has read and file_read_wanted has not.
static bytes peeked;

// Reads up to `size` bytes from the start of a regular file or of standard input, and returns their number; 0 for any
// other file. The bytes of standard input are kept for file_read_wanted.
size_t file_peek(const char *path, unsigned char *start, size_t size)
{
    struct stat about;
    bool        standard = path_is_standard(path);
    if (!standard && (stat(path, &about) != 0 || !S_ISREG(about.st_mode))) return 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) return 0;
    if (!standard)
    {
        size_t read = fread(start, 1, size, file);
        fclose(file);
        return read;
    }
    while (!peeked.failed && peeked.size < size)
    {
        int next = fgetc(file);
        if (next == EOF) break;
        unsigned char byte = (unsigned char)next;
        bytes_append(&peeked, &byte, 1);
    }
    size_t read = peeked.size < size ? peeked.size : size;
    if (read > 0) memcpy(start, peeked.data, read);
    return read;
}

// Appends all bytes of a stream to *out. Returns false after an error message if the stream cannot be read or memory
// runs out, and if *out is then empty or has more than `limit` bytes.
static bool read_stream(bytes *out, const char *path, FILE *file, const char *wanted, size_t limit)
{
    unsigned char block[65536];
    size_t        size;
    while ((size = fread(block, 1, sizeof block, file)) > 0)
    {
        if (out->size + size > limit)
            return complain("%s: is larger than %zu MiB; give %s", path, limit >> 20, wanted);
        if (!bytes_append(out, block, size)) return complain("%s: out of memory; free some", path);
    }
    if (ferror(file)) return complain_of_file(path, "cannot be read");
    if (out->size == 0) return complain("%s: is empty; give %s", path, wanted);
    return true;
}

// Returns false after an error message if the path is a pipe or a device. Opening a pipe would wait for a writer, and a
// device may never end. For a folder or a missing file returns true, because reading it gives a better message.
static bool is_file_to_read(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0 || S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)) return true;
    return complain("%s: is a %s and no file; to read it nevertheless, give - and redirect it: "
                    "rimcast ... - < %s",
                    path, S_ISFIFO(about.st_mode) ? "pipe" : "device", path);
}

// Reads a whole file, or standard input. Prints an error that names the wanted kind of file if it cannot be read, is
// empty, or has more than `limit` bytes.
bool file_read_wanted(bytes *out, const char *path, const char *wanted, size_t limit)
{
    memset(out, 0, sizeof *out);
    bool standard = path_is_standard(path);
    if (!standard && !is_file_to_read(path)) return false;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) return complain_of_file(path, "cannot be opened");
    if (standard)
    {
        // What was peeked comes first, and is then owned by *out.
        *out = peeked;
        memset(&peeked, 0, sizeof peeked);
    }
    bool good = !out->failed || complain("%s: out of memory; free some", input_name(path));
    good = good && read_stream(out, input_name(path), file, wanted, limit);
    if (!standard) fclose(file);
    if (!good) bytes_free(out);
    return good;
}

bool file_read(bytes *out, const char *path)
{
    memset(out, 0, sizeof *out);
    struct stat about;
    if (!path_is_standard(path) && stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return complain("%s: is a directory; name the images in it, for example %s%s*.png", path,
                        path, path[strlen(path) - 1] == '/' ? "" : "/");
    return file_read_wanted(out, path, "an image", FILE_MAX_BYTES);
}

static bool write_stream(FILE *file, bytes content)
{
    bool good = fwrite(content.data, 1, content.size, file) == content.size;
    return (fflush(file) == 0) && good;
}

bool standard_output_write(bytes content)
{
    if (write_stream(stdout, content)) return true;
    if (errno == EPIPE) return false; // the reader has seen enough, so there is nothing to say
    return complain_of_file("standard output", "cannot be written");
}

// Writes the content to a file and closes it. Returns false with errno if writing or closing fails.
static bool write_and_close(FILE *file, bytes content)
{
    bool good = write_stream(file, content);
    int  error = errno;
    if (fclose(file) != 0) return false;
    errno = error;
    return good;
}

// Returns the path of the file after following all links, or a copy of the path if neither a file nor a link is there.
// The caller frees it. Returns NULL if memory runs out.
static char *resolve(const char *path)
{
    char *target = system_resolve(path);
    return target ? target : strdup(path);
}

// --- what outputs must not overwrite ----------------------------------------------------------------

static bool is_regular_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

// Prints an error and returns false if writing the output would overwrite a file that is read, unless `force` is set.
bool output_spares_input(const char *path, const char *input, bool force)
{
    if (force || path_is_standard(path) || !is_regular_file(path)) return true;
    bool same =
        path_is_standard(input) ? system_is_standard_input(path) : system_same_file(path, input);
    if (!same) return true;
    return complain("%s: is read as %s and would be overwritten; give another name, or add --force",
                    path, input_name(input));
}

// Returns the folder of a path, as the path of "." in it. The caller frees it. Returns NULL if memory runs out.
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t      size = slash ? (size_t)(slash - path) + 1 : 0;
    char       *folder = malloc(size + 2);
    if (!folder) return NULL;
    memcpy(folder, path, size);
    strcpy(folder + size, ".");
    return folder;
}

static const char *name_in_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Returns true if two paths without links at their ends are one file. Files that do not exist yet are compared by
// folder and name.
static bool targets_are_same(const char *one, const char *other)
{
    if (is_regular_file(one) || is_regular_file(other)) return system_same_file(one, other);
    if (strcmp(name_in_folder(one), name_in_folder(other)) != 0) return false;
    char *a = folder_of(one), *b = folder_of(other);
    bool  same = a && b && system_same_file(a, b);
    free(a);
    free(b);
    return same;
}

bool outputs_are_same(const char *one, const char *other)
{
    if (strcmp(one, other) == 0) return true;
    if (path_is_standard(one) || path_is_standard(other)) return false;
    char *a = resolve(one), *b = resolve(other);
    bool  same = a && b && targets_are_same(a, b);
    free(a);
    free(b);
    return same;
}

// --- outputs ----------------------------------------------------------------------------------------

// Opens a new file in the folder of out->target, because a rename is atomic only within a file system. Stores its
// path in out->draft, and gives it the permissions `mode`. output_discard removes the file. Returns NULL with errno
// on failure.
static FILE *open_draft(output *out, mode_t mode)
{
    const char       *slash = strrchr(out->target, '/');
    size_t            folder = slash ? (size_t)(slash - out->target) + 1 : 0;
    static const char pattern[] = ".rimcast-XXXXXX";
    out->draft = malloc(folder + sizeof pattern);
    if (!out->draft) return NULL;
    memcpy(out->draft, out->target, folder);
    memcpy(out->draft + folder, pattern, sizeof pattern);

    int handle = mkstemp(out->draft);
    if (handle < 0)
    {
        int error = errno;
        free(out->draft);
        out->draft = NULL;
        errno = error;
        return NULL;
    }
    FILE *file = system_set_mode(handle, mode) ? fdopen(handle, "wb") : NULL;
    if (!file) close(handle);
    return file;
}

// Returns the permissions that fopen would give a new file. umask can be read only by setting it.
static mode_t mode_of_new_files(void)
{
    mode_t mask = (mode_t)umask(0);
    umask(mask);
    return (mode_t)(0666 & ~mask);
}

// Writes the content to a draft beside the target, so that output_commit only renames it. On failure, prints an error
// and returns false. A rename does not need the permission to write to the old file, so this permission is tested
// here, and the old file's mode is given to the draft. Standard output and devices have no draft.
bool output_prepare(output *out, const char *path, bytes content)
{
    memset(out, 0, sizeof *out);
    out->path = path;
    out->content = content;
    if (path_is_standard(path)) return true;
    out->target = resolve(path);
    if (!out->target) return complain("%s: out of memory; free some", path);

    struct stat about;
    bool        exists = stat(out->target, &about) == 0;
    if (exists && S_ISDIR(about.st_mode))
    {
        output_discard(out);
        return complain("%s: is a directory; give the name of a file in it", path);
    }
    if (exists && !S_ISREG(about.st_mode)) return true; // a device, which is written to directly
    if (exists && access(out->target, W_OK) != 0)
    {
        complain_of_file(path, "cannot be written");
        output_discard(out);
        return false;
    }

    FILE *file = open_draft(out, exists ? about.st_mode & 0777 : mode_of_new_files());
    if (file && write_and_close(file, content)) return true;
    complain_of_file(path, "cannot be written");
    output_discard(out);
    return false;
}

static bool write_straight(const output *out)
{
    FILE *file = fopen(out->target, "wb");
    if (!file) return complain_of_file(out->path, "cannot be opened");
    if (write_and_close(file, out->content)) return true;
    return complain_of_file(out->path, "cannot be written");
}

// Renames the finished draft of an output to its target, which replaces an older file in one step. Prints an error and
// returns false if that fails.
static bool put_in_place(output *out)
{
    if (!system_replace(out->draft, out->target))
        return complain_of_file(out->path, "cannot be put in place");
    free(out->draft);
    out->draft = NULL;
    return true;
}

// Renames the draft to the target, or writes to standard output, a device or a pipe directly. On failure prints an
// error and returns false. Either way, *out is released, and a draft that was not renamed is removed.
bool output_commit(output *out)
{
    bool good;
    if (!out->target)
        good = standard_output_write(out->content);
    else if (out->draft)
        good = put_in_place(out);
    else
        good = write_straight(out);
    output_discard(out);
    return good;
}

// Commits several outputs: devices and pipes, then standard output, then files. So nothing is on standard output after
// an error of a device, and no file is changed after an error of either: these fail more often than a rename, which
// cannot be undone. Stops at the first error, after its message, and returns false. Either way, all outputs are
// released.
bool outputs_commit(output *all, int count)
{
    bool good = true;
    for (int i = 0; i < count && good; i++)
        if (all[i].target && !all[i].draft) good = output_commit(&all[i]);
    for (int i = 0; i < count && good; i++)
        if (all[i].path && !all[i].target)
            good = output_commit(&all[i]); // a released output has no path
    for (int i = 0; i < count && good; i++)
        if (all[i].draft) good = output_commit(&all[i]);
    for (int i = 0; i < count; i++) output_discard(&all[i]);
    return good;
}

void output_discard(output *out)
{
    if (out->draft) remove(out->draft);
    free(out->draft);
    free(out->target);
    memset(out, 0, sizeof *out);
}
