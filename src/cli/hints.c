#include "hints.h"

#include <stdio.h>
#include <string.h>

static void hints_count(hints *h, hint_kind kind, const input *in)
{
    const char *file = in->pixels->path;
    // Transparency and animation are a file's: its frames count as one.
    if (kind != HINT_EMPTY && h->last[kind] && strcmp(h->last[kind], file) == 0) return;
    h->last[kind] = file;
    if (h->counts[kind]++ > 0) return;
    h->files[kind] = file;
    h->frames[kind] = kind == HINT_EMPTY ? in->frame : NULL;
}

// A full cell of a sheet is usual, and a sheet without any transparency is not. A threshold of 0 makes all solid on
// purpose.
static bool is_full_by_mistake(const input *in, const rim_mask *mask, int threshold)
{
    const image *im = in->pixels;
    if (threshold == 0) return false;
    return in->frame ? im->opaque : rim_mask_count(mask) == (int64_t)im->width * im->height;
}

void hints_add(hints *h, const input *in, const rim_mask *mask, int threshold)
{
    if (rim_mask_count(mask) == 0)
        hints_count(h, HINT_EMPTY, in);
    else if (is_full_by_mistake(in, mask, threshold))
        hints_count(h, HINT_OPAQUE, in);
    if (in->pixels->animated) hints_count(h, HINT_ANIMATED, in);
}

static void hints_print_kind(const hints *h, hint_kind kind, const char *what)
{
    char more[40] = "";
    if (h->counts[kind] == 0) return;
    if (h->counts[kind] > 1) snprintf(more, sizeof more, " and %d more", h->counts[kind] - 1);
    complain("hint: %s%s%s%s: %s", h->files[kind], h->frames[kind] ? " frame " : "",
             h->frames[kind] ? h->frames[kind] : "", more, what);
}

void hints_print(const hints *h, int threshold)
{
    char empty[160];
    snprintf(empty, sizeof empty,
             "no pixel has an alpha of %d or more, so there is no shape; lower --threshold",
             threshold);
    hints_print_kind(
        h, HINT_OPAQUE,
        "every pixel is solid, so the shape is a rectangle; make the background transparent, "
        "or leave it if a rectangle is meant");
    hints_print_kind(h, HINT_EMPTY, empty);
    hints_print_kind(
        h, HINT_ANIMATED,
        "is animated, and only its first frame is used; put the frames into a sheet and give "
        "--sheet");
}
