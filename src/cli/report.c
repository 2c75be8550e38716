// Messages to the user. See report.h.
#define _POSIX_C_SOURCE 200809L

#include "report.h"

#include "system.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Short work shows no progress bar. During long work, the bar is redrawn a few times per second.
#define SECONDS_BEFORE_BAR 0.3
#define SECONDS_BETWEEN 0.1

#define BAR_WIDTH 24
#define NAME_WIDTH 40

// Prints a line on standard error, in place of a progress bar if there is one. Control characters become ?. Always
// returns false, so that callers can return its result.
bool complain(const char *format, ...)
{
    char    line[2048];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof line)
        memcpy(line + sizeof line - 4, "...", 4); // the line was cut off
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
    // The progress bar, if there is one, is on this line.
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    fprintf(stderr, "rimcast: %s\n", line);
    return false;
}

progress progress_start(int total)
{
    progress p = { .on = isatty(STDERR_FILENO) != 0, .done = -1, .total = total, .what = "" };
    p.began = p.last = p.on ? system_seconds() : 0.0;
    return p;
}

// Draws the progress bar in place of the one drawn before. `share` is the fraction of the present item that is done.
// p->done is the number of items before it, or -1 before the first item. Shows the number of the item if there are
// several, else a percentage.
static void report_draw(progress *p, double share)
{
    int  done = p->done < 0 ? 0 : p->done;
    int  filled = (int)((done + share) / p->total * BAR_WIDTH);
    char bar[BAR_WIDTH + 1], name[NAME_WIDTH + 1];
    for (int i = 0; i < BAR_WIDTH; i++) bar[i] = i < filled ? '#' : '.';
    bar[BAR_WIDTH] = 0;

    size_t length = strlen(p->what); // the end of a long path tells more than its start
    snprintf(name, sizeof name, "%s",
             length > NAME_WIDTH ? p->what + length - NAME_WIDTH : p->what);
    for (char *c = name; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
    if (p->total > 1)
        fprintf(stderr, "\r[%s] %d/%d %s\033[K", bar, done + 1, p->total, name);
    else
        fprintf(stderr, "\r[%s] %d%% %s\033[K", bar, (int)(share * 100.0), name);
    fflush(stderr);
    p->drawn = true;
}

void progress_step(progress *p, double share)
{
    if (!p->on) return;
    double now = system_seconds();
    if (now - p->began < SECONDS_BEFORE_BAR || now - p->last < SECONDS_BETWEEN) return;
    p->last = now;
    report_draw(p, share);
}

void progress_next(progress *p, const char *what)
{
    p->done++;
    p->what = what;
    progress_step(p, 0.0);
}

void progress_end(progress *p)
{
    if (p->drawn) fputs("\r\033[K", stderr);
    p->drawn = false;
}
