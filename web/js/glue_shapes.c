// Blocks of shapes, for JavaScript.
#include "glue.h"

rim_status EXPORT(shapes_load)(rim_shapes **out, const void *bytes, size_t size)
{
    return rim_shapes_load(out, bytes, size, NULL);
}

void EXPORT(shapes_destroy)(rim_shapes *shapes)
{
    rim_shapes_destroy(shapes);
}

int EXPORT(shapes_count)(const rim_shapes *shapes)
{
    return rim_shapes_read(shapes).entry_count;
}

// Returns the number of the entry of that name, or -1.
int EXPORT(shapes_find)(const rim_shapes *shapes, const char *name)
{
    const rim_shapes_entry *found = rim_shapes_find(shapes, name);
    return found ? (int)(found - rim_shapes_read(shapes).entries) : -1;
}

static const rim_shapes_entry *entry_of(const rim_shapes *shapes, int entry)
{
    return &rim_shapes_read(shapes).entries[entry];
}

const char *EXPORT(shapes_name)(const rim_shapes *shapes, int entry)
{
    return entry_of(shapes, entry)->name;
}

const char *EXPORT(shapes_tag)(const rim_shapes *shapes, int entry)
{
    return entry_of(shapes, entry)->tag;
}

const rim_sprite *EXPORT(shapes_sprite)(const rim_shapes *shapes, int entry)
{
    return entry_of(shapes, entry)->sprite;
}

int EXPORT(shapes_pieces)(const rim_shapes *shapes, int entry)
{
    return entry_of(shapes, entry)->piece_count;
}

int EXPORT(shapes_corners)(const rim_shapes *shapes, int entry, int piece)
{
    return entry_of(shapes, entry)->pieces[piece].count;
}

const rim_vec2 *EXPORT(shapes_piece)(const rim_shapes *shapes, int entry, int piece)
{
    return entry_of(shapes, entry)->pieces[piece].points;
}

int EXPORT(shapes_points)(const rim_shapes *shapes, int entry)
{
    return entry_of(shapes, entry)->point_count;
}

const char *EXPORT(shapes_point_name)(const rim_shapes *shapes, int entry, int point)
{
    return entry_of(shapes, entry)->points[point].name;
}

// out: x, y
void EXPORT(shapes_point)(const rim_shapes *shapes, int entry, int point, double *out)
{
    rim_vec2 at = entry_of(shapes, entry)->points[point].at;
    out[0] = at.x;
    out[1] = at.y;
}
