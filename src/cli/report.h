// What the program tells people: errors, one line each, and how far long work is.
#ifndef RIM_CLI_REPORT_H
#define RIM_CLI_REPORT_H

#include <stdbool.h>

// The exit statuses, as grep's.
enum
{
    EXIT_YES = 0,
    EXIT_NO = 1,
    EXIT_TROUBLE = 2
};

// Prints "rimcast: " and the text as one line on standard error; returns false, so that a failing
// function may end with it. Control characters in file names are shown as '?'.
#if defined(__GNUC__) && !defined(_WIN32) // there printf names another printf than ours
__attribute__((format(printf, 1, 2)))
#endif
bool complain(const char *format, ...);

// A bar on standard error, shown only if that is a terminal and the work takes a while.
typedef struct progress
{
    bool        on, drawn;
    int         done, total; // whole things: images
    const char *what;        // the thing in work
    double      began, last; // seconds
} progress;

// total things will be done; a total of 1 is worth a bar only if steps within it are reported.
progress progress_start(int total);

// The share of the current thing that is done, 0 .. 1.
void progress_step(progress *p, double share);

// The next thing begins.
void progress_next(progress *p, const char *what);

// Takes the bar away.
void progress_end(progress *p);

#endif
