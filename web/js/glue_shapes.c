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

// --- figures ----------------------------------------------------------------------------------------

int EXPORT(shapes_figure_count)(const rim_shapes *shapes)
{
    return rim_shapes_read(shapes).figure_count;
}

// Returns the figure of that name, or NULL.
const rim_shapes_figure *EXPORT(shapes_find_figure)(const rim_shapes *shapes, const char *name)
{
    return rim_shapes_find_figure(shapes, name);
}

const rim_shapes_figure *EXPORT(shapes_figure)(const rim_shapes *shapes, int number)
{
    return &rim_shapes_read(shapes).figures[number];
}

const char *EXPORT(figure_name)(const rim_shapes_figure *f)
{
    return f->name;
}

const char *EXPORT(figure_tag)(const rim_shapes_figure *f)
{
    return f->tag;
}

int EXPORT(figure_part_count)(const rim_shapes_figure *f)
{
    return f->part_count;
}

const char *EXPORT(figure_part_name)(const rim_shapes_figure *f, int part)
{
    return f->part_names[part];
}

// Returns the name of the shape whose sprite a part is, or NULL if it is no sprite.
const char *EXPORT(figure_part_shape)(const rim_shapes *shapes, const rim_shapes_figure *f,
                                      int part)
{
    const rim_shapes_entry *e = rim_shapes_read(shapes).entries;
    if (f->parts[part].kind != RIM_PART_SPRITE) return NULL;
    while (e->sprite != f->parts[part].sprite) e++;
    return e->name;
}

// out: kind, tag, the pose's a, b, c, d, tx, ty; then a box's x0, y0, x1, y1, or a circle's x, y, radius, or how many corners a
// polygon has
void EXPORT(figure_part)(const rim_shapes_figure *f, int part, double *out)
{
    const rim_figure_part *p = &f->parts[part];
    const double           numbers[] = { p->kind,   p->tag,    p->pose.a,  p->pose.b,
                                         p->pose.c, p->pose.d, p->pose.tx, p->pose.ty };
    for (int i = 0; i < 8; i++) out[i] = numbers[i];
    if (p->kind == RIM_PART_BOX)
    {
        out[8] = p->box.lo.x;
        out[9] = p->box.lo.y;
        out[10] = p->box.hi.x;
        out[11] = p->box.hi.y;
    }
    if (p->kind == RIM_PART_CIRCLE)
    {
        out[8] = p->circle.center.x;
        out[9] = p->circle.center.y;
        out[10] = p->circle.radius;
    }
    if (p->kind == RIM_PART_POLYGON) out[8] = p->polygon.count;
}

const rim_vec2 *EXPORT(figure_corners)(const rim_shapes_figure *f, int part)
{
    return f->parts[part].polygon.points;
}

// Returns the first part that contains the point, or -1.
int EXPORT(figure_contains)(const rim_shapes_figure *f, pose at, float x, float y)
{
    rim_figure figure = { f->parts, f->part_count, *at };
    int        part;
    return rim_figure_contains(&figure, rim_vec2_make(x, y), &part) ? part : -1;
}

static int tell_parts(bool overlap, rim_parts which, double *out)
{
    out[0] = which.a;
    out[1] = which.b;
    return overlap;
}

// out: the part of each
int EXPORT(figure_overlaps)(const rim_shapes_figure *f, pose pf, const rim_shapes_figure *g,
                            pose pg, double *out)
{
    rim_figure a = { f->parts, f->part_count, *pf }, b = { g->parts, g->part_count, *pg };
    rim_parts  which;
    bool       overlap = rim_figure_overlaps(&a, &b, &which);
    return tell_parts(overlap, which, out);
}

int EXPORT(figure_overlaps_sprite)(const rim_shapes_figure *f, pose pf, sprite s, pose ps,
                                   double *out)
{
    rim_figure_part alone = { .pose = rim_xform2_identity(), .sprite = s };
    rim_figure      a = { f->parts, f->part_count, *pf }, b = { &alone, 1, *ps };
    rim_parts       which;
    bool            overlap = rim_figure_overlaps(&a, &b, &which);
    return tell_parts(overlap, which, out);
}
