// Points inside the vertices of a game.
#ifndef RIM_BASE_POINTS_H
#define RIM_BASE_POINTS_H

#include "base/float.h"
#include "rimcast/vec3.h"

#include <stddef.h>
#include <string.h>

// The positions of vertices: the first one, of any alignment, and the bytes from one to the next.
typedef struct point_list
{
    const rim_vec3 *first;
    size_t          stride;
} point_list;

// Returns the list for the option `stride`, where 0 means packed. Its stride is 0 if the option is not valid.
static inline point_list point_list_of(const rim_vec3 *first, int stride)
{
    point_list list = { first, sizeof *first };
    if (stride != 0) list.stride = stride < (int)sizeof *first ? 0 : (size_t)stride;
    return list;
}

static inline rim_vec3 point_at(const point_list *list, size_t i)
{
    rim_vec3 p;
    memcpy(&p, (const char *)list->first + i * list->stride, sizeof p);
    return p;
}

// Returns false if a count is negative, if there are more triangles than `most`, or if there are no indices and fewer than
// three points for each triangle.
static inline bool points_suffice(int point_count, const int *indices, int triangle_count, int most)
{
    return triangle_count >= 0 && triangle_count <= most && point_count >= 0 &&
           (indices || point_count / 3 >= triangle_count);
}

// Stores in out[] the corners of a triangle: those of its three indices or, without indices, three points one after
// another. Returns false for an index out of range, and for a corner that is not finite.
static inline bool points_of_triangle(rim_vec3 out[3], const point_list *list, int point_count,
                                      const int *indices, int triangle)
{
    for (size_t k = 0; k < 3; k++)
    {
        size_t at = 3 * (size_t)triangle + k;
        if (indices && (indices[at] < 0 || indices[at] >= point_count)) return false;
        out[k] = point_at(list, indices ? (size_t)indices[at] : at);
        if (!vec3_is_finite(out[k])) return false;
    }
    return true;
}

#endif
