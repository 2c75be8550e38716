// The shapes and figures that rimcast bake collects. See bake.h.
#define _XOPEN_SOURCE 700

#include "bake.h"

#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Appends a zeroed entry and returns it, or NULL if memory runs out. The next call may move all entries.
baked_entry *baked_next(baked *b)
{
    if (b->count == b->capacity)
    {
        int          capacity = b->capacity ? 2 * b->capacity : 16;
        baked_entry *grown = realloc(b->items, (size_t)capacity * sizeof *grown);
        if (!grown) return NULL;
        b->items = grown;
        b->capacity = capacity;
    }
    memset(&b->items[b->count], 0, sizeof *b->items);
    return &b->items[b->count++];
}

// Appends a zeroed figure and returns it, or NULL if memory runs out. The next call may move all figures.
baked_figure *baked_next_figure(baked *b)
{
    if (b->figure_count == b->figure_capacity)
    {
        int           capacity = b->figure_capacity ? 2 * b->figure_capacity : 16;
        baked_figure *grown = realloc(b->figures, (size_t)capacity * sizeof *grown);
        if (!grown) return NULL;
        b->figures = grown;
        b->figure_capacity = capacity;
    }
    memset(&b->figures[b->figure_count], 0, sizeof *b->figures);
    return &b->figures[b->figure_count++];
}

// Frees what a figure owns: its names, its parts and the corners of their polygons.
static void free_figure(baked_figure *f)
{
    for (int i = 0; i < f->count; i++)
    {
        free((rim_vec2 *)(uintptr_t)f->parts[i].polygon.points);
        free(f->part_names[i]);
    }
    free(f->parts);
    free(f->part_names);
    free(f->name);
    free(f->tag);
}

// Frees the entries and figures and all that they own.
void baked_free(baked *b)
{
    for (int i = 0; i < b->count; i++)
    {
        rim_sprite_destroy(b->items[i].sprite);
        free(b->items[i].name);
        free(b->items[i].tag);
        free(b->items[i].pieces);
        free(b->items[i].corners);
        free(b->items[i].points);
    }
    for (int i = 0; i < b->figure_count; i++) free_figure(&b->figures[i]);
    free(b->items);
    free(b->by_name);
    free(b->figures);
    memset(b, 0, sizeof *b);
}

// Copies the pieces of a partition to an entry without pieces, relative to the anchor. Returns false if memory runs
// out; baked_free then frees what was allocated.
bool baked_add_pieces(baked_entry *e, const rim_partition *pieces, rim_vec2 anchor)
{
    int64_t          count;
    size_t           corners = 0;
    const rim_piece *piece = rim_partition_pieces(pieces, &count);
    for (int64_t i = 0; i < count; i++) corners += (size_t)piece[i].count;
    if (count == 0) return true;
    e->pieces = calloc((size_t)count, sizeof *e->pieces);
    e->corners = calloc(corners, sizeof *e->corners);
    if (!e->pieces || !e->corners) return false;
    rim_vec2 *corner = e->corners;
    for (int64_t i = 0; i < count; i++)
    {
        e->pieces[i] = (rim_polygon2){ corner, piece[i].count };
        for (int k = 0; k < piece[i].count; k++)
            *corner++ = rim_vec2_sub(piece[i].points[k], anchor);
    }
    e->piece_count = (int)count;
    return true;
}

// Copies the named points of a frame, relative to the anchor; their names are borrowed. Returns false if memory runs
// out.
bool baked_add_points(baked_entry *e, const named_frame *frame, rim_vec2 anchor)
{
    if (frame->point_count == 0) return true;
    e->points = calloc((size_t)frame->point_count, sizeof *e->points);
    if (!e->points) return false;
    for (int i = 0; i < frame->point_count; i++)
    {
        e->points[i].name = frame->points[i].name;
        e->points[i].at = rim_vec2_sub(frame->points[i].at, anchor);
    }
    e->point_count = frame->point_count;
    return true;
}

// --- names ---------------------------------------------------------------------------------------------

// Returns the length of the folder, with the slashes behind it, that begins `path` and that the user named: the longest
// one if there are several. Returns 0 if the user named no such folder.
static size_t named_folder(arguments files, const char *path)
{
    size_t longest = 0;
    for (int i = 0; i < files.count; i++)
    {
        size_t length = strlen(files.items[i]);
        while (length > 0 && files.items[i][length - 1] == '/') length--;
        bool inside = strncmp(path, files.items[i], length) == 0 && path[length] == '/';
        while (inside && path[length] == '/') length++;
        if (inside && path[length] && length > longest) longest = length;
    }
    return longest;
}

// Returns the name of a shape: its path relative to the folder that was named, without extension, and the frame's name.
// With by_frame, returns the frame's name alone. Returns NULL if memory runs out.
char *baked_name(arguments files, const char *path, const char *frame, bool by_frame)
{
    if (by_frame && frame) return strdup(frame);
    size_t      folder = named_folder(files, path);
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    const char *from = folder ? path + folder : file; // where the name begins
    const char *dot = strrchr(file, '.');             // of the extension, unless it begins the name
    size_t      length = dot && dot > file ? (size_t)(dot - from) : strlen(from);
    char       *name = malloc(length + (frame ? strlen(frame) : 0) + 2);
    if (!name) return NULL;
    memcpy(name, from, length);
    name[length] = '\0';
    if (frame) sprintf(name + length, "_%s", frame);
    return name;
}

static int by_entry_name(const void *a, const void *b)
{
    const baked_entry *const *one = a, *const *other = b;
    return strcmp((*one)->name, (*other)->name);
}

// Prints that two entries have the same name: the frames of an atlas if `source` is not NULL, else images or cells.
static bool complain_of_twins(const baked_entry *one, const baked_entry *other, const char *source)
{
    if (source)
        return complain("%s: two frames are named '%s'; rename one and export the atlas again",
                        source, one->name);
    return complain("%s and %s: both would be named '%s'; bake the folder above them, or rename "
                    "one",
                    one->path, other->path, one->name);
}

// Sorts the entries by name for baked_find. Prints an error and returns false if two entries have the same name, an
// entry has no name, or memory runs out.
bool baked_sort(baked *b, const char *source)
{
    b->by_name = calloc((size_t)b->count + 1, sizeof *b->by_name);
    if (!b->by_name) return complain("bake: out of memory; free some");
    for (int i = 0; i < b->count; i++) b->by_name[i] = &b->items[i];
    if (b->count) qsort(b->by_name, (size_t)b->count, sizeof *b->by_name, by_entry_name);
    for (int i = 1; i < b->count; i++)
        if (strcmp(b->by_name[i - 1]->name, b->by_name[i]->name) == 0)
            return complain_of_twins(b->by_name[i - 1], b->by_name[i], source);
    for (int i = 0; i < b->count; i++)
        if (!b->items[i].name[0])
            return complain("%s: a frame has no name; export the atlas again",
                            source ? source : b->items[i].path);
    return true;
}

// Returns the entry of a name, or NULL. Requires baked_sort.
const baked_entry *baked_find(const baked *b, const char *name)
{
    baked_entry key = { .name = (char *)(uintptr_t)name }, *sought = &key;
    if (b->count == 0) return NULL;
    baked_entry **found =
        bsearch(&sought, b->by_name, (size_t)b->count, sizeof *b->by_name, by_entry_name);
    return found ? *found : NULL;
}

static int by_figure_name(const void *a, const void *b)
{
    const baked_figure *const *one = a, *const *other = b;
    return strcmp((*one)->name, (*other)->name);
}

// Returns true if no two figures have the same name. Else prints an error. Sorts them, so that equal names are
// neighbors.
bool baked_figures_differ(const baked *b)
{
    size_t               count = (size_t)b->figure_count;
    const baked_figure **sorted = calloc(count + 1, sizeof *sorted);
    if (!sorted) return complain("bake: out of memory; free some");
    for (size_t i = 0; i < count; i++) sorted[i] = &b->figures[i];
    if (count) qsort(sorted, count, sizeof *sorted, by_figure_name);
    bool good = true;
    for (size_t i = 1; i < count && good; i++)
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0)
            good = complain("%s and %s: both have a figure '%s'; rename one", sorted[i - 1]->path,
                            sorted[i]->path, sorted[i]->name);
    free(sorted);
    return good;
}

// Writes entries and figures as a block of shapes. The sink appends to memory, so RIM_ERR_WRITE means that memory has
// run out.
rim_status baked_save(const baked *b, rim_sink sink)
{
    rim_shapes_entry  *entries = calloc((size_t)b->count + 1, sizeof *entries);
    rim_shapes_figure *figures = calloc((size_t)b->figure_count + 1, sizeof *figures);
    rim_status         status = RIM_ERR_MEMORY;
    if (entries && figures)
    {
        for (int i = 0; i < b->count; i++)
        {
            const baked_entry *e = &b->items[i];
            entries[i] = (rim_shapes_entry){ .name = e->name,
                                             .tag = e->tag,
                                             .sprite = e->sprite,
                                             .pieces = e->pieces,
                                             .points = e->points,
                                             .piece_count = e->piece_count,
                                             .point_count = e->point_count };
        }
        for (int i = 0; i < b->figure_count; i++)
        {
            const baked_figure *f = &b->figures[i];
            figures[i] = (rim_shapes_figure){ .name = f->name,
                                              .tag = f->tag,
                                              .parts = f->parts,
                                              .part_names = (const char *const *)f->part_names,
                                              .part_count = f->count };
        }
        rim_shapes_content content = { .entries = entries,
                                       .entry_count = b->count,
                                       .figures = figures,
                                       .figure_count = b->figure_count };
        status = rim_shapes_save(sink, &content);
    }
    free(entries);
    free(figures);
    return status == RIM_ERR_WRITE ? RIM_ERR_MEMORY : status;
}
