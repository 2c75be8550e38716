// Drawing figures as SVG, in the picture language of the demos: a calm dark ground, few colors, each with one
// meaning. Where a page is light, or printed, the same file shows the light variant.
#ifndef FIGURES_FIGURE_H
#define FIGURES_FIGURE_H

#include "inks.h"
#include "rimcast/rimcast.h"

#include <stdio.h>

// The colors of the scenes.
#define FIGURE_INK(name, dark, light) name,
typedef enum ink
{
    INKS(FIGURE_INK) NONE
} ink;

// A picture in the making. Coordinates are the view's; widths, sizes of dots and of letters are the picture's.
typedef struct figure
{
    FILE  *file;
    int    width, height;
    double x, y, sx, sy; // where the view's origin lies, and how large its units are
    int    clips;
} figure;

void figure_open(figure *f, const char *folder, const char *name, int width, int height);
void figure_close(figure *f);

// From here on (0, 0) lies at (x, y) of the picture and a unit is `scale` of its points; y down, or up.
void figure_view_down(figure *f, double x, double y, double scale);
void figure_view_up(figure *f, double x, double y, double scale);

void figure_line(figure *f, rim_vec2 a, rim_vec2 b, ink stroke, double width);
void figure_dashes(figure *f, rim_vec2 a, rim_vec2 b, ink stroke, double width);
void figure_arrow(figure *f, rim_vec2 a, rim_vec2 b, ink stroke, double width);
void figure_dot(figure *f, rim_vec2 at, ink fill, double radius);
void figure_ring(figure *f, rim_vec2 at, ink stroke, double radius);
void figure_circle(figure *f, rim_vec2 at, double radius, ink fill, double opacity, ink stroke);
void figure_box(figure *f, rim_vec2 lo, rim_vec2 hi, ink fill, double opacity, ink stroke);
void figure_polygon(figure *f, const rim_vec2 *points, int count, ink fill, double opacity,
                    ink stroke, double width);
void figure_path(figure *f, const rim_vec2 *points, int count, ink stroke, double width);

// Left aligned, its foot at a place; centerd. The last letters' size is 13.
void figure_text(figure *f, rim_vec2 at, ink fill, const char *format, ...);
void figure_label(figure *f, rim_vec2 at, ink fill, const char *format, ...);
// At the picture's own place.
void figure_caption(figure *f, double x, double y, const char *format, ...);

// The solid pixels under a map; `lines` shows them one by one.
void figure_mask(figure *f, const rim_mask *mask, rim_xform2 pixels, ink fill, double opacity,
                 ink stroke);
void figure_pixel_lines(figure *f, int width, int height);
void figure_posed(figure *f, rim_posed posed, ink fill, double opacity, ink stroke);
// What two posed sprites share.
void figure_shared(figure *f, rim_posed a, rim_posed b, ink fill);

// Ends the program with a message; for what does not fail in figures.
void figure_need(bool fine, const char *what);

// Masks and sprites to draw with.
rim_mask   *figure_mask_of(int width, int height);
rim_sprite *figure_sprite_of(const rim_mask *mask);

static inline rim_vec2 at(double x, double y)
{
    return rim_vec2_make((float)x, (float)y);
}

static inline rim_vec3 at3(double x, double y, double z)
{
    return rim_vec3_make((float)x, (float)y, (float)z);
}

void draw_flat_figures(const char *folder);
void draw_moving_figures(const char *folder);
void draw_solid_figures(const char *folder);
void draw_level_figures(const char *folder);
// From the tables of bench/README.md.
void draw_speed_chart(const char *folder, const char *table);

#endif
