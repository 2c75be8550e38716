// Which way the pixels look about a place: the outward normals of their outer edges, added up.
//
// When a shape moves by d against the pixels, the area that they share changes by what the pixels' border
// inside the shape lets out: the integral of the pixels' outward normal over that border is the direction
// in which the shared area falls fastest.
#ifndef RIM_FLAT_QUERY_NORMAL_H
#define RIM_FLAT_QUERY_NORMAL_H

#include "flat/query/circle_pixels.h"
#include "flat/query/convex_pixels.h"

// About a point in the world, over the edges within two pixels of it; zero if they cancel out.
rim_vec2 pixel_normal_near(const posed_pixels *grid, const double point[2]);

// Adds that of one more sprite before it is made unit, as long as its edges there are in the world: where
// two pieces of a floor meet, the edges between them cancel.
void pixel_normal_add(double sum[2], const posed_pixels *grid, const double point[2]);

// Over the edges inside a shape.
rim_vec2 pixel_normal_in_convex(const convex_pixels *c);
rim_vec2 pixel_normal_in_circle(const circle_pixels *c);

#endif
