// The few things that POSIX and Windows do in different ways.
#ifndef RIM_CLI_SYSTEM_H
#define RIM_CLI_SYSTEM_H

#include <stdbool.h>
#include <sys/stat.h>

// Prepares the process, once, before anything else: writing beyond a limit, or to a pipe that nobody reads, then is an
// ordinary error, and on Windows standard input and output are in binary mode.
void system_begin(void);

// Returns the path of the file after following all links, or NULL if it does not exist. For a link to a file that does
// not exist yet, it is the path of that file. The caller owns it.
char *system_resolve(const char *path);

// Sets the permissions of an open file, on systems that have permissions.
bool system_set_mode(int handle, mode_t mode);

// Renames a file. An existing file is replaced atomically.
bool system_replace(const char *from, const char *to);

// Returns true if two paths lead to one file, also by links. False if one of them does not exist.
bool system_same_file(const char *one, const char *other);

// Returns true if standard input is redirected from this file.
bool system_is_standard_input(const char *path);

// Returns the time of a clock that never goes backward, with any origin.
double system_seconds(void);

// Returns true if the path is a folder and not a link.
bool system_is_folder(const char *path);

#endif
