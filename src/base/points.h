// Points inside the vertices of a game.
#ifndef RIM_BASE_POINTS_H
#define RIM_BASE_POINTS_H

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

#endif
