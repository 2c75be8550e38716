// Messages to the user: errors, one line each, and the progress of long work.
#ifndef RIM_CLI_REPORT_H
#define RIM_CLI_REPORT_H

#include <stdbool.h>

// The exit statuses, which are those of grep.
enum
{
    EXIT_YES = 0,
    EXIT_NO = 1,
    EXIT_TROUBLE = 2
};

// Prints "rimcast: " and the text as one line on standard error. Returns false, so that callers can return its result.
// Control characters in file names are printed as '?'.
#if defined(__GNUC__) && !defined(_WIN32) // there printf names another printf than ours
__attribute__((format(printf, 1, 2)))
#endif
bool complain(const char *format, ...);

// A progress bar on standard error. It is shown only if standard error is a terminal and the work takes long enough.
typedef struct progress
{
    bool        on, drawn;
    int         done, total; // images
    const char *what;        // the present image
    double      began, last; // seconds
} progress;

// Starts a bar for `total` images. For a single image it is shown only if progress_step is called.
progress progress_start(int total);

// Sets the fraction of the present image that is done, 0 .. 1.
void progress_step(progress *p, double share);

// Begins the next image.
void progress_next(progress *p, const char *what);

// Removes the bar.
void progress_end(progress *p);

#endif
