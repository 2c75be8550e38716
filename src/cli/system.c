// System functions for Windows and for POSIX. See system.h.
#define _XOPEN_SOURCE 700

#include "system.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <windows.h>

void system_begin(void)
{
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
}

char *system_resolve(const char *path)
{
    return _fullpath(NULL, path, 0);
}

bool system_set_mode(int handle, mode_t mode)
{
    (void)handle, (void)mode;
    return true;
}

bool system_replace(const char *from, const char *to)
{
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) != 0;
}

static bool is_same_handle(HANDLE one, HANDLE other)
{
    BY_HANDLE_FILE_INFORMATION a, b;
    return GetFileInformationByHandle(one, &a) && GetFileInformationByHandle(other, &b) &&
           a.dwVolumeSerialNumber == b.dwVolumeSerialNumber && a.nFileIndexLow == b.nFileIndexLow &&
           a.nFileIndexHigh == b.nFileIndexHigh;
}

static HANDLE open_to_look(const char *path)
{
    return CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                       OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

bool system_same_file(const char *one, const char *other)
{
    HANDLE a = open_to_look(one), b = open_to_look(other);
    bool   same = a != INVALID_HANDLE_VALUE && b != INVALID_HANDLE_VALUE && is_same_handle(a, b);
    if (a != INVALID_HANDLE_VALUE) CloseHandle(a);
    if (b != INVALID_HANDLE_VALUE) CloseHandle(b);
    return same;
}

bool system_is_standard_input(const char *path)
{
    HANDLE file = open_to_look(path);
    bool   same =
        file != INVALID_HANDLE_VALUE && is_same_handle(file, GetStdHandle(STD_INPUT_HANDLE));
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    return same;
}

double system_seconds(void)
{
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (double)count.QuadPart / (double)frequency.QuadPart;
}

bool system_is_folder(const char *path)
{
    DWORD is = GetFileAttributesA(path);
    return is != INVALID_FILE_ATTRIBUTES && (is & FILE_ATTRIBUTE_DIRECTORY) &&
           !(is & FILE_ATTRIBUTE_REPARSE_POINT);
}
#else
void system_begin(void)
{
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

// Returns the path to which a link leads, relative to where `path` is, or NULL if it is no link or memory runs out. The
// caller frees it.
static char *follow_link(const char *path)
{
    char    to[4096];
    ssize_t length = readlink(path, to, sizeof to);
    if (length <= 0 || length == (ssize_t)sizeof to) return NULL;
    const char *slash = to[0] == '/' ? NULL : strrchr(path, '/');
    size_t      folder = slash ? (size_t)(slash - path) + 1 : 0;
    char       *joined = malloc(folder + (size_t)length + 1);
    if (!joined) return NULL;
    memcpy(joined, path, folder);
    memcpy(joined + folder, to, (size_t)length);
    joined[folder + (size_t)length] = '\0';
    return joined;
}

// Links that lead to each other in a circle are no missing file, so the recursion ends.
char *system_resolve(const char *path)
{
    struct stat about;
    char       *found = realpath(path, NULL);
    if (found || errno != ENOENT || stat(path, &about) == 0)
        return found; // /dev/fd/1 may have no path
    char *next = follow_link(path), *end = next ? system_resolve(next) : NULL;
    if (!end) return next;
    free(next);
    return end;
}

bool system_set_mode(int handle, mode_t mode)
{
    return fchmod(handle, mode) == 0;
}

bool system_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

static bool is_same_inode(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool system_same_file(const char *one, const char *other)
{
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && is_same_inode(&a, &b);
}

bool system_is_standard_input(const char *path)
{
    struct stat a, b;
    return stat(path, &a) == 0 && fstat(STDIN_FILENO, &b) == 0 && is_same_inode(&a, &b);
}

double system_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool system_is_folder(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISDIR(about.st_mode);
}
#endif
