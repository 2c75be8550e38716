// What the parts of the outline lab share: one sprite and all its outlines.
#ifndef DEMOS_OUTLINE_LAB_H
#define DEMOS_OUTLINE_LAB_H

#include "kit.h"

#define LAB_RAYS_MAX 360

typedef struct lab
{
    char         name[48];
    SDL_Texture *texture;
    rim_mask    *mask;
    int          sprite; // of those among the assets

    // Wishes.
    double            tolerance;
    int               rays, corners;
    rim_simplify_side side;

    // Outlines.
    rim_edge_point    points[LAB_RAYS_MAX];
    rim_outline_error ray_error;
    rim_contours     *contours;
    rim_loops        *exact, *simple;
    double            simple_error;
    rim_partition    *pieces, *triangles;
    rim_vec2         *hull;
    size_t            hull_count;
    int               version; // how often they were made
    double            seconds; // that all of them took, without the rays' error
} lab;

void lab_draw(kit *k, const void *state);

#endif
