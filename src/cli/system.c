#define _XOPEN_SOURCE 700

#include "system.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <windows.h>

void system_begin(void)
{
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
}

char *system_resolve(const char *path)
{
    return realpath(path, NULL);
}

bool system_set_mode(int handle, mode_t mode)
{
    return fchmod(handle, mode) == 0;
}

bool system_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
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
