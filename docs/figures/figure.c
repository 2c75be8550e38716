#include "figure.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define DARK(name, dark, light) dark,
#define LIGHT(name, dark, light) light,
static const int inks_dark[] = { INKS(DARK) }, inks_light[] = { INKS(LIGHT) };

void figure_need(bool fine, const char *what)
{
    if (fine) return;
    fprintf(stderr, "figures: %s\n", what);
    exit(1);
}

static void put_inks(FILE *file, const int inks[])
{
    for (int i = GROUND; i < NONE; i++)
        fprintf(file, ".f%d{fill:#%06x}.s%d{stroke:#%06x}", i, (unsigned)inks[i], i,
                (unsigned)inks[i]);
}

void figure_open(figure *f, const char *folder, const char *name, int width, int height)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.svg", folder, name);
    memset(f, 0, sizeof *f);
    f->file = fopen(path, "w");
    figure_need(f->file != NULL, path);
    f->width = width;
    f->height = height;
    fprintf(f->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
            "%d\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"13\" fill=\"none\" "
            "stroke-linejoin=\"round\" stroke-linecap=\"round\">\n<style>",
            width, height, width, height);
    put_inks(f->file, inks_dark);
    fprintf(f->file, "@media (prefers-color-scheme:light){");
    put_inks(f->file, inks_light);
    fprintf(f->file, "}@media print{");
    put_inks(f->file, inks_light);
    fprintf(f->file, "}</style>\n<rect class=\"f%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n",
            GROUND, width, height);
    figure_view_down(f, 0.0, 0.0, 1.0);
}

void figure_close(figure *f)
{
    fprintf(f->file, "</svg>\n");
    figure_need(fclose(f->file) == 0, "a figure cannot be written");
}

void figure_view_down(figure *f, double x, double y, double scale)
{
    f->x = x, f->y = y, f->sx = scale, f->sy = scale;
}

void figure_view_up(figure *f, double x, double y, double scale)
{
    f->x = x, f->y = y, f->sx = scale, f->sy = -scale;
}

// Two decimals and no more letters than needed.
static void put(figure *f, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.2f", value);
    char *end = text + strlen(text);
    while (end[-1] == '0') *--end = 0;
    if (end[-1] == '.') *--end = 0;
    fputs(strcmp(text, "-0") == 0 ? "0" : text, f->file);
}

static void put_number(figure *f, const char *name, double value)
{
    fprintf(f->file, " %s=\"", name);
    put(f, value);
    fputs("\"", f->file);
}

static void put_place(figure *f, const char *before, rim_vec2 p)
{
    fputs(before, f->file);
    put(f, f->x + p.x * f->sx);
    fputs(" ", f->file);
    put(f, f->y + p.y * f->sy);
}

static void begin(figure *f, const char *element, ink fill, double opacity, ink stroke,
                  double width)
{
    fprintf(f->file, "<%s class=\"", element);
    if (fill != NONE) fprintf(f->file, "f%d", fill);
    if (stroke != NONE) fprintf(f->file, "%ss%d", fill != NONE ? " " : "", stroke);
    fputs("\"", f->file);
    if (fill != NONE && opacity < 1.0) put_number(f, "fill-opacity", opacity);
    if (stroke != NONE && width != 1.0) put_number(f, "stroke-width", width);
}

static void line(figure *f, rim_vec2 a, rim_vec2 b, ink stroke, double width, const char *more)
{
    begin(f, "path", NONE, 1.0, stroke, width);
    fprintf(f->file, "%s d=\"", more);
    put_place(f, "M", a);
    put_place(f, "L", b);
    fputs("\"/>\n", f->file);
}

void figure_line(figure *f, rim_vec2 a, rim_vec2 b, ink stroke, double width)
{
    line(f, a, b, stroke, width, "");
}

void figure_dashes(figure *f, rim_vec2 a, rim_vec2 b, ink stroke, double width)
{
    line(f, a, b, stroke, width, " stroke-dasharray=\"4 4\"");
}

void figure_arrow(figure *f, rim_vec2 a, rim_vec2 b, ink stroke, double width)
{
    rim_vec2 way = rim_vec2_normalize(rim_vec2_sub(b, a)), side = rim_vec2_quarter(way);
    float    size = (float)((4.0 + 2.5 * width) / f->sx);
    rim_vec2 back = rim_vec2_along(b, way, -size);
    rim_vec2 head[3] = { b, rim_vec2_along(back, side, 0.45f * size),
                         rim_vec2_along(back, side, -0.45f * size) };
    figure_line(f, a, rim_vec2_along(b, way, -0.8f * size), stroke, width);
    figure_polygon(f, head, 3, stroke, 1.0, NONE, 1.0);
}

static void round_thing(figure *f, rim_vec2 p, double radius)
{
    put_number(f, "cx", f->x + p.x * f->sx);
    put_number(f, "cy", f->y + p.y * f->sy);
    put_number(f, "r", radius);
    fputs("/>\n", f->file);
}

void figure_dot(figure *f, rim_vec2 p, ink fill, double radius)
{
    begin(f, "circle", fill, 1.0, GROUND, 1.0);
    round_thing(f, p, radius);
}

void figure_ring(figure *f, rim_vec2 p, ink stroke, double radius)
{
    begin(f, "circle", GROUND, 1.0, stroke, 1.5);
    round_thing(f, p, radius);
}

void figure_circle(figure *f, rim_vec2 p, double radius, ink fill, double opacity, ink stroke)
{
    begin(f, "circle", fill, opacity, stroke, 1.5);
    round_thing(f, p, radius * f->sx);
}

void figure_box(figure *f, rim_vec2 lo, rim_vec2 hi, ink fill, double opacity, ink stroke)
{
    rim_vec2 corners[4] = { lo, { hi.x, lo.y }, hi, { lo.x, hi.y } };
    figure_polygon(f, corners, 4, fill, opacity, stroke, 1.0);
}

static void path(figure *f, const rim_vec2 *points, int count, const char *end)
{
    fputs(" d=\"", f->file);
    for (int i = 0; i < count; i++) put_place(f, i ? "L" : "M", points[i]);
    fprintf(f->file, "%s\"/>\n", end);
}

void figure_polygon(figure *f, const rim_vec2 *points, int count, ink fill, double opacity,
                    ink stroke, double width)
{
    begin(f, "path", fill, opacity, stroke, width);
    path(f, points, count, "Z");
}

void figure_path(figure *f, const rim_vec2 *points, int count, ink stroke, double width)
{
    begin(f, "path", NONE, 1.0, stroke, width);
    path(f, points, count, "");
}

static void text(figure *f, double x, double y, ink fill, const char *anchor, const char *format,
                 va_list arguments)
{
    fprintf(f->file, "<text class=\"f%d\"", fill);
    put_number(f, "x", x);
    put_number(f, "y", y);
    if (anchor) fprintf(f->file, " text-anchor=\"%s\"", anchor);
    fputs(">", f->file);
    vfprintf(f->file, format, arguments);
    fputs("</text>\n", f->file);
}

void figure_text(figure *f, rim_vec2 p, ink fill, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text(f, f->x + p.x * f->sx, f->y + p.y * f->sy, fill, NULL, format, arguments);
    va_end(arguments);
}

void figure_label(figure *f, rim_vec2 p, ink fill, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text(f, f->x + p.x * f->sx, f->y + p.y * f->sy, fill, "middle", format, arguments);
    va_end(arguments);
}

void figure_caption(figure *f, double x, double y, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text(f, x, y, DIM, NULL, format, arguments);
    va_end(arguments);
}

// All rings of a mask as one path, so that holes stay open.
static void rings(figure *f, const rim_mask *mask, rim_xform2 map)
{
    rim_contours *contours;
    figure_need(rim_contours_create(&contours, mask, RIM_TOUCH_CORNERS, NULL) == RIM_OK, "memory");
    fputs(" fill-rule=\"evenodd\" d=\"", f->file);
    int64_t         count;
    const rim_ring *all = rim_contours_rings(contours, &count);
    for (int64_t i = 0; i < count; i++)
    {
        rim_ring ring = all[i];
        for (size_t k = 0; k < ring.count; k++)
            put_place(f, k ? "L" : "M",
                      rim_xform2_apply(map, at(ring.corners[k].x, ring.corners[k].y)));
        fputs("Z", f->file);
    }
    fputs("\"/>\n", f->file);
    rim_contours_destroy(contours);
}

void figure_mask(figure *f, const rim_mask *mask, rim_xform2 pixels, ink fill, double opacity,
                 ink stroke)
{
    begin(f, "path", fill, opacity, stroke, 1.0);
    rings(f, mask, pixels);
}

void figure_pixel_lines(figure *f, int width, int height)
{
    for (int x = 0; x <= width; x++) figure_line(f, at(x, 0), at(x, height), GRID, 1.0);
    for (int y = 0; y <= height; y++) figure_line(f, at(0, y), at(width, y), GRID, 1.0);
}

// From pixels of the sprite's image to the world.
static rim_xform2 pixels_of(rim_posed posed)
{
    rim_vec2 anchor = rim_sprite_anchor(posed.sprite);
    return rim_xform2_mul(posed.pose, rim_xform2_translation(rim_vec2_scale(anchor, -1)));
}

void figure_posed(figure *f, rim_posed posed, ink fill, double opacity, ink stroke)
{
    figure_mask(f, rim_sprite_mask(posed.sprite), pixels_of(posed), fill, opacity, stroke);
}

void figure_shared(figure *f, rim_posed a, rim_posed b, ink fill)
{
    fprintf(f->file, "<clipPath id=\"c%d\"><path clip-rule=\"evenodd\"", f->clips);
    rings(f, rim_sprite_mask(a.sprite), pixels_of(a));
    fprintf(f->file, "</clipPath><g clip-path=\"url(#c%d)\">", f->clips++);
    figure_posed(f, b, fill, 1.0, NONE);
    fputs("</g>\n", f->file);
}

rim_mask *figure_mask_of(int width, int height)
{
    rim_mask *mask;
    figure_need(rim_mask_create(&mask, width, height, NULL) == RIM_OK, "memory");
    return mask;
}

rim_sprite *figure_sprite_of(const rim_mask *mask)
{
    rim_sprite *sprite;
    figure_need(rim_sprite_create(&sprite, mask, NULL) == RIM_OK, "memory");
    return sprite;
}
