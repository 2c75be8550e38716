// Descriptions of files of shapes. See info_shapes.h.
#define _XOPEN_SOURCE 700

#include "info_shapes.h"

#include "report.h"

#include "rimcast/shapes.h"

#include <stdio.h>
#include <string.h>

bool shapes_file_is(const char *path)
{
    unsigned char start[8];
    return file_peek(path, start, sizeof start) == sizeof start &&
           memcmp(start, "RIMSHAPE", sizeof start) == 0;
}

static void print_point_line(bytes *out, rim_vec2 p)
{
    char x[RIM_NUMBER_TEXT], y[RIM_NUMBER_TEXT];
    rim_number_print_float(x, p.x);
    rim_number_print_float(y, p.y);
    bytes_print(out, "%s,%s\n", x, y);
}

// Prints one shape: a line for each of its properties, those that it does not have left out.
static void print_entry(bytes *out, const rim_shapes_entry *e)
{
    const rim_mask       *mask = rim_sprite_mask(e->sprite);
    int                   rays, hits = 0;
    const rim_edge_point *outline = rim_sprite_outline(e->sprite, &rays);
    int64_t               corners = 0;
    for (int i = 0; i < rays; i++) hits += outline[i].hit;
    for (int i = 0; i < e->piece_count; i++) corners += e->pieces[i].count;
    bytes_print_name(out, e->name);
    bytes_print(out, "\n  size          %d x %d\n  solid pixels  %lld\n  anchor        ",
                rim_mask_width(mask), rim_mask_height(mask), (long long)rim_mask_count(mask));
    print_point_line(out, rim_sprite_anchor(e->sprite));
    bytes_print(out, "  outline       %d of %d rays hit\n", hits, rays);
    if (e->piece_count > 0)
        bytes_print(out, "  pieces        %d with %lld corners\n", e->piece_count,
                    (long long)corners);
    if (e->tag[0])
    {
        bytes_print(out, "  tag           ");
        bytes_print_name(out, e->tag);
        bytes_print(out, "\n");
    }
    for (int i = 0; i < e->point_count; i++)
    {
        bytes_print(out, "  point         ");
        bytes_print_name(out, e->points[i].name);
        bytes_print(out, " at ");
        print_point_line(out, e->points[i].at);
    }
}

// Prints one part of a figure: kind, name, tag, and its bounds in the figure's space. The name of an image is that of the
// entry with the same sprite, which exists in every loaded file.
static void print_part(bytes *out, const rim_shapes_content *content, const rim_shapes_figure *f,
                       int number)
{
    static const char *const kinds[] = { "image ", "box", "circle", "polygon" }; // by rim_part_kind
    const rim_figure_part   *p = &f->parts[number];
    rim_figure               alone = { p, 1, rim_xform2_identity() };
    rim_box2                 box = rim_figure_bounds(&alone);
    int                      entry = 0;
    char                     label[24];
    snprintf(label, sizeof label, "parts[%d]", number);
    bytes_print(out, "  %-13s ", label);
    if (f->part_names[number][0])
    {
        bytes_print_name(out, f->part_names[number]);
        bytes_print(out, ", ");
    }
    bytes_print(out, "%s", kinds[p->kind]);
    while (p->kind == RIM_PART_SPRITE && content->entries[entry].sprite != p->sprite) entry++;
    if (p->kind == RIM_PART_SPRITE) bytes_print_name(out, content->entries[entry].name);
    if (p->tag != 0) bytes_print(out, ", tag %d", p->tag);
    if (rim_box2_is_empty(box))
    {
        bytes_print(out, ", nothing solid\n");
        return;
    }
    char x0[RIM_NUMBER_TEXT], y0[RIM_NUMBER_TEXT], x1[RIM_NUMBER_TEXT], y1[RIM_NUMBER_TEXT];
    rim_number_print_float(x0, box.lo.x);
    rim_number_print_float(y0, box.lo.y);
    rim_number_print_float(x1, box.hi.x);
    rim_number_print_float(y1, box.hi.y);
    bytes_print(out, ", x %s .. %s, y %s .. %s\n", x0, x1, y0, y1);
}

// Prints the name, the tag and the parts of a figure.
static void print_figure(bytes *out, const rim_shapes_content *content, const rim_shapes_figure *f)
{
    bytes_print(out, "figure ");
    bytes_print_name(out, f->name);
    bytes_print(out, "\n");
    if (f->tag[0])
    {
        bytes_print(out, "  tag           ");
        bytes_print_name(out, f->tag);
        bytes_print(out, "\n");
    }
    for (int i = 0; i < f->part_count; i++) print_part(out, content, f, i);
}

// Appends a description of a file of shapes to the text. Returns false after an error message.
bool shapes_file_describe(bytes *out, const char *path)
{
    bytes       file;
    rim_shapes *shapes;
    if (!file_read_wanted(&file, path, "a file of shapes", FILE_MAX_BYTES)) return false;
    size_t     size = file.size;
    rim_status status = rim_shapes_load(&shapes, file.data, size, NULL);
    bytes_free(&file);
    path = input_name(path);
    if (status == RIM_ERR_MEMORY) return complain("%s: out of memory; free some", path);
    if (status)
        return complain("%s: %s; bake it again with this version", path, rim_status_text(status));
    rim_shapes_content content = rim_shapes_read(shapes);
    bytes_print_name(out, path);
    bytes_print(out, ": %d shape%s", content.entry_count, content.entry_count == 1 ? "" : "s");
    if (content.figure_count > 0)
        bytes_print(out, " and %d figure%s", content.figure_count,
                    content.figure_count == 1 ? "" : "s");
    bytes_print(out, " in %zu bytes\n", size);
    for (int i = 0; i < content.entry_count; i++) print_entry(out, &content.entries[i]);
    for (int i = 0; i < content.figure_count; i++) print_figure(out, &content, &content.figures[i]);
    rim_shapes_destroy(shapes);
    return !out->failed || complain("%s: out of memory; free some", path);
}
