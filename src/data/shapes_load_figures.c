// Reading the figures of shapes.
#include "data/shapes_loaded.h"

#include "base/float.h"

// --- checks of both saving and loading -----------------------------------------------------------------------------

// Returns true if a pose is finite and not singular.
static bool shapes_is_pose(rim_xform2 m)
{
    return vec2_is_finite(rim_vec2_make(m.a, m.b)) && vec2_is_finite(rim_vec2_make(m.c, m.d)) &&
           vec2_is_finite(rim_vec2_make(m.tx, m.ty)) && rim_xform2_determinant(m) != 0.0;
}

// A sprite is not examined here, because its number is checked by part_is_sound.
bool shapes_is_part(const rim_figure_part *p)
{
    if (!shapes_is_pose(p->pose)) return false;
    switch (p->kind)
    {
    case RIM_PART_SPRITE:
        return true;
    case RIM_PART_BOX:
        return vec2_is_finite(p->box.lo) && vec2_is_finite(p->box.hi) &&
               p->box.lo.x < p->box.hi.x && p->box.lo.y < p->box.hi.y;
    case RIM_PART_CIRCLE:
        return vec2_is_finite(p->circle.center) && float_is_finite(p->circle.radius) &&
               p->circle.radius > 0.0f;
    case RIM_PART_POLYGON:
        return p->polygon.count <= RIM_PART_CORNERS && shapes_is_piece(p->polygon) &&
               rim_polygon2_is_convex(p->polygon) && rim_polygon2_area(p->polygon) != 0.0;
    }
    return false;
}

// --- counting --------------------------------------------------------------------------------------------

// The offsets in a part's record, in bytes. It has the kind, the tag, the six numbers of the pose, and four words by
// kind:
//
//      sprite      the number of its entry, 0, 0, 0
//      box         lo.x, lo.y, hi.x, hi.y
//      circle      center.x, center.y, radius, 0
//      polygon     the number of its corners, 0, 0, 0
enum
{
    PART_TAG = 4,
    PART_POSE = 8,
    PART_REST = 32
};

// Returns how many of the last four words of a part's record are used for a kind of part.
static int words_of_kind(uint32_t kind)
{
    switch (kind)
    {
    case RIM_PART_BOX:
        return 4;
    case RIM_PART_CIRCLE:
        return 3;
    default:
        return 1;
    }
}

// Returns true if kind, entry and number of corners of a part's record are valid, and its unused words are zero.
// `entries` is the number of entries. Pose and shape are checked later, by shapes_is_part.
static bool part_is_sound(const uint8_t *part, uint64_t entries)
{
    uint32_t kind = shapes_get_u32(part);
    uint32_t number = shapes_get_u32(part + PART_REST); // of the entry, or of corners
    if (kind > RIM_PART_POLYGON) return false;
    for (int i = words_of_kind(kind); i < 4; i++)
        if (shapes_get_u32(part + PART_REST + 4 * i) != 0) return false;
    if (kind == RIM_PART_SPRITE) return number < entries;
    return kind != RIM_PART_POLYGON || (number >= 3 && number <= RIM_PART_CORNERS);
}

// The parts of all figures must add up to the section of parts, and the corners of all polygons to that of corners.
// There must be one number in the order for each figure.
bool shapes_figure_counts_agree(const shapes_sections *in)
{
    uint64_t parts = 0, corners = 0;
    for (uint64_t i = 0; i < in->of[SHAPES_FIGURES].count; i++)
    {
        const uint8_t *figure = in->of[SHAPES_FIGURES].at + 8 * i;
        if (shapes_get_u32(figure + 4) != 0) return false;
        parts += shapes_get_u32(figure);
    }
    for (uint64_t i = 0; i < in->of[SHAPES_PARTS].count; i++)
    {
        const uint8_t *part = in->of[SHAPES_PARTS].at + SHAPES_PART * i;
        if (!part_is_sound(part, in->of[SHAPES_RECORDS].count)) return false;
        if (shapes_get_u32(part) == RIM_PART_POLYGON) corners += shapes_get_u32(part + PART_REST);
    }
    return parts == in->of[SHAPES_PARTS].count && corners == in->of[SHAPES_FIGURE_CORNERS].count &&
           in->of[SHAPES_FIGURE_ORDER].count == in->of[SHAPES_FIGURES].count;
}

// --- figures ----------------------------------------------------------------------------------

// The next element to read of each section, and the next free element of each array.
typedef struct figure_cursor
{
    const uint8_t   *part, *corner;
    shapes_texts     texts;
    rim_figure_part *parts;
    const char     **names;
    rim_vec2        *corners;
} figure_cursor;

// Reads `count` corners to the array of corners, and returns the polygon of them.
static rim_polygon2 read_polygon(figure_cursor *c, int count)
{
    rim_polygon2 polygon = { c->corners, count };
    for (int i = 0; i < count; i++, c->corner += 8) *c->corners++ = shapes_get_vec2(c->corner);
    return polygon;
}

// Reads a part, whose record is shown above PART_TAG. Requires that part_is_sound is true for it.
static rim_figure_part read_part(figure_cursor *c, const rim_shapes_entry *entries)
{
    const uint8_t *tag = c->part + PART_TAG, *pose = c->part + PART_POSE,
                  *rest = c->part + PART_REST;
    rim_figure_part part = { .kind = (rim_part_kind)shapes_get_u32(c->part),
                             .tag = shapes_get_int(tag),
                             .pose = { shapes_get_float(pose), shapes_get_float(pose + 4),
                                       shapes_get_float(pose + 8), shapes_get_float(pose + 12),
                                       shapes_get_float(pose + 16), shapes_get_float(pose + 20) } };
    if (part.kind == RIM_PART_SPRITE) part.sprite = entries[shapes_get_u32(rest)].sprite;
    if (part.kind == RIM_PART_BOX)
        part.box = (rim_box2){ shapes_get_vec2(rest), shapes_get_vec2(rest + 8) };
    if (part.kind == RIM_PART_CIRCLE)
        part.circle = (rim_circle2){ shapes_get_vec2(rest), shapes_get_float(rest + 8) };
    if (part.kind == RIM_PART_POLYGON) part.polygon = read_polygon(c, shapes_get_int(rest));
    c->part += SHAPES_PART;
    return part;
}

// Reads a figure, whose part_count is set. Returns false if a text or a part is not valid.
static bool read_figure(rim_shapes_figure *f, figure_cursor *c, const rim_shapes_entry *entries)
{
    f->parts = c->parts;
    f->part_names = c->names;
    f->name = shapes_next_text(&c->texts);
    f->tag = f->name ? shapes_next_text(&c->texts) : NULL;
    if (!f->tag || !f->name[0]) return false;
    for (int i = 0; i < f->part_count; i++)
    {
        rim_figure_part part = read_part(c, entries);
        const char     *name = shapes_next_text(&c->texts);
        if (!name || !shapes_is_part(&part)) return false;
        *c->parts++ = part;
        *c->names++ = name;
    }
    return true;
}

// Requires that the counts agree. The figures must use up all texts.
bool shapes_read_figures(rim_shapes *s, const shapes_sections *in)
{
    figure_cursor c = { .part = in->of[SHAPES_PARTS].at,
                        .corner = in->of[SHAPES_FIGURE_CORNERS].at,
                        .texts = shapes_copy_texts(s->figure_text, &in->of[SHAPES_FIGURE_TEXT]),
                        .parts = s->parts,
                        .names = s->part_names,
                        .corners = s->figure_corners };
    for (int i = 0; i < s->figure_count; i++)
    {
        s->figures[i].part_count = shapes_get_int(in->of[SHAPES_FIGURES].at + (size_t)i * 8);
        if (!read_figure(&s->figures[i], &c, s->entries)) return false;
    }
    return c.texts.at == c.texts.end;
}
