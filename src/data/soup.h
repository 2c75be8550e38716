// The inside of a polygon soup, for the readers that fill it.
#ifndef RIM_DATA_SOUP_H
#define RIM_DATA_SOUP_H

#include "rimcast/soup.h"

// All arrays stand in the one block that starts with this struct.
//
// Polygon p has the corners corners[first[p]] .. corners[first[p + 1] - 1].
struct rim_soup
{
    rim_vec3     *points;
    rim_triangle *triangles;
    int          *corners;
    int          *first;
    int          *indices;
    int          *triangle_polygons;
    int           point_count, polygon_count, corner_count, triangle_count;
    size_t        bytes;
    rim_allocator allocator;
};

// How much a text holds, counted before anything is allocated.
typedef struct soup_counts
{
    uint64_t points, polygons, corners;
} soup_counts;

// A soup with room for what was counted; first[] and the counts are set, first[0] = 0.
// Every polygon must have 3 or more corners. RIM_ERR_SIZE if an int cannot count something.
rim_status soup_create(rim_soup **out, soup_counts counts, const rim_allocator *from);

// Makes the triangles from points, corners and first.
void soup_triangulate(rim_soup *soup);

#endif
