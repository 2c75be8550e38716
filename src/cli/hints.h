// Hints on standard error: what is right and yet rarely meant. A line for each kind, however many images it is about.
#ifndef RIM_CLI_HINTS_H
#define RIM_CLI_HINTS_H

#include "inputs.h"

typedef enum hint_kind
{
    HINT_OPAQUE,   // every pixel is solid
    HINT_EMPTY,    // none is
    HINT_ANIMATED, // only the first frame is used
    HINT_COUNT
} hint_kind;

// All zero is no hint yet. The names are borrowed until the hints are printed.
typedef struct hints
{
    int         counts[HINT_COUNT];
    const char *files[HINT_COUNT], *frames[HINT_COUNT]; // of the first image
    const char *last[HINT_COUNT];                       // the file of the last one
} hints;

// Remembers what is to be said of an input with this mask.
void hints_add(hints *h, const input *in, const rim_mask *mask, int threshold);

// Prints the hints.
void hints_print(const hints *h, int threshold);

#endif
