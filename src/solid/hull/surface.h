// A solid draft as half-edges, numbered as its loops lie in memory, for who joins faces.
//
//        left face of h
//   v ------ h ------> next[h] leaves here
//     <-- twin[h] ---
#ifndef RIM_SOLID_HULL_SURFACE_H
#define RIM_SOLID_HULL_SURFACE_H

#include "solid/hull/builder.h"

typedef struct hull_surface
{
    hull_builder *draft;
    double        distance;                    // joined faces lie within it of their planes
    int32_t      *next, *before, *twin, *face; // of half-edges
    int32_t      *origin;         // the corner where it starts, -1 for those that are gone
    int32_t      *start;          // some half-edge of each face, -1 if it is gone
    int32_t      *degree;         // of corners, 0 for those that are gone
    vec3d        *area;           // doubled area vectors of faces
    int32_t       faces, corners; // how many are left

    int32_t *met; // three of each face, for counting, zero at first
    int32_t  step;

    int32_t *work;
    size_t   work_room, face_room; // as they were when the surface was made
} hull_surface;

// False when out of memory.
bool hull_surface_begin(hull_surface *surface, hull_builder *draft, double distance);
void hull_surface_end(hull_surface *surface);

// The draft becomes what is left. False when out of memory.
bool hull_surface_write(hull_surface *surface);

static inline vec3d hull_surface_corner(const hull_surface *s, int32_t half_edge)
{
    return v3d_from(s->draft->corners[s->origin[half_edge]]);
}

static inline void hull_surface_link(const hull_surface *s, int32_t half_edge, int32_t after)
{
    s->next[half_edge] = after;
    s->before[after] = half_edge;
}

#endif
