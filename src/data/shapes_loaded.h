// A loaded block of shapes, and the sections from which it is read.
#ifndef RIM_DATA_SHAPES_LOADED_H
#define RIM_DATA_SHAPES_LOADED_H

#include "data/shapes.h"

// The arrays are in one block, which begins with this struct. The sprites have their own memory.
struct rim_shapes
{
    rim_allocator      from;
    size_t             bytes; // the size of the block
    rim_shapes_entry  *entries;
    rim_polygon2      *pieces;
    rim_named_point   *points;
    rim_shapes_figure *figures;
    rim_figure_part   *parts; // of all figures
    const char       **part_names;
    rim_vec2          *corners;
    rim_vec2          *figure_corners;
    uint32_t          *order;        // the numbers of the entries, in the order of their names
    uint32_t          *figure_order; // likewise of the figures
    char              *text;
    char              *figure_text;
    int                count;
    int                figure_count;
    int                sprites; // the number of entries whose sprite has been created
};

// A section in the bytes that are read.
typedef struct shapes_section
{
    const uint8_t *at;
    uint64_t       count; // of elements
} shapes_section;

typedef struct shapes_sections
{
    shapes_section of[SHAPES_KINDS]; // by kind; a missing section is empty
} shapes_sections;

// A reader of consecutive texts, each ended by a zero.
typedef struct shapes_texts
{
    char *at, *end;
} shapes_texts;

// Copies a section of texts to `copy`, which has room for section->count bytes, and returns a reader of the copy.
static inline shapes_texts shapes_copy_texts(char *copy, const shapes_section *section)
{
    if (section->count > 0) memcpy(copy, section->at, (size_t)section->count);
    return (shapes_texts){ copy, copy + section->count };
}

// Returns the next text, or NULL if no zero follows.
static inline const char *shapes_next_text(shapes_texts *texts)
{
    char *text = texts->at, *end = memchr(text, 0, (size_t)(texts->end - text));
    if (!end) return NULL;
    texts->at = end + 1;
    return text;
}

// Returns the name of the entry, or of the figure, with a number.
typedef const char *shapes_name_of(const rim_shapes *shapes, uint32_t number);

// Reads an order of names from a section to order[0 .. section->count - 1]. Requires that section->count is the
// number of entries or figures, and that all their names have been read. Returns false unless all numbers are below
// section->count and their names, by strcmp, are in strictly ascending order. Such names, and so the numbers, are all
// different.
bool shapes_read_order(uint32_t *order, const shapes_section *section, const rim_shapes *shapes,
                       shapes_name_of *name_of);

// Returns true if the counts in the records of figures and parts agree with the sizes of the sections, the order of
// figures included, and if all parts are sound.
bool shapes_figure_counts_agree(const shapes_sections *in);

// Reads all figures. Requires that all entries have been read. Returns false if a figure or a text is not valid.
bool shapes_read_figures(rim_shapes *shapes, const shapes_sections *in);

#endif
