#define _XOPEN_SOURCE 700

#include "info_shapes.h"

#include "report.h"

#include "rimcast/shapes.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool shapes_file_is(const char *path)
{
    char        start[8] = "";
    struct stat about;
    if (path_is_standard(path) || stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    bool read = fread(start, 1, sizeof start, file) == sizeof start;
    fclose(file);
    return read && memcmp(start, "RIMSHAPE", sizeof start) == 0;
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

bool shapes_file_describe(bytes *out, const char *path)
{
    bytes       file;
    rim_shapes *shapes;
    if (!file_read_wanted(&file, path, "a file of shapes", FILE_MAX_BYTES)) return false;
    size_t     size = file.size;
    rim_status status = rim_shapes_load(&shapes, file.data, size, NULL);
    bytes_free(&file);
    if (status == RIM_ERR_MEMORY) return complain("%s: out of memory; free some", path);
    if (status)
        return complain("%s: %s; bake it again with this version", path, rim_status_text(status));
    rim_shapes_content content = rim_shapes_read(shapes);
    bytes_print_name(out, path);
    bytes_print(out, ": %d shape%s in %zu bytes\n", content.entry_count,
                content.entry_count == 1 ? "" : "s", size);
    for (int i = 0; i < content.entry_count; i++) print_entry(out, &content.entries[i]);
    rim_shapes_destroy(shapes);
    return !out->failed || complain("%s: out of memory; free some", path);
}
