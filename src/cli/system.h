// The few things that POSIX and Windows do in different ways.
#ifndef RIM_CLI_SYSTEM_H
#define RIM_CLI_SYSTEM_H

#include <stdbool.h>
#include <sys/stat.h>

// Called once, first: writing beyond a limit is an error like any other, and what is written stays as it is.
void system_begin(void);

// The file that a path leads to, links followed; owned. NULL if it does not exist.
char *system_resolve(const char *path);

// Gives an open file its permissions, where files have some.
bool system_set_mode(int handle, mode_t mode);

// Renames; a file that is there is replaced at once.
bool system_replace(const char *from, const char *to);

// Returns true if two paths lead to one file, also by links. False if one of them does not exist.
bool system_same_file(const char *one, const char *other);

// Returns true if standard input is redirected from this file.
bool system_is_standard_input(const char *path);

// A clock that only goes forward, from whenever it began.
double system_seconds(void);

// A folder, and no link to one?
bool system_is_folder(const char *path);

#endif
