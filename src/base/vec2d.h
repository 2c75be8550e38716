// Vectors of the plane in double.
#ifndef RIM_BASE_VEC2D_H
#define RIM_BASE_VEC2D_H

#include "rimcast/angle.h"
#include "rimcast/vec2.h"

#include <math.h>

typedef struct vec2d
{
    double x, y;
} vec2d;

static inline vec2d vec2d_make(double x, double y)
{
    vec2d v = { x, y };
    return v;
}

static inline vec2d vec2d_of(rim_vec2 v)
{
    return vec2d_make(v.x, v.y);
}

static inline vec2d vec2d_add(vec2d a, vec2d b)
{
    return vec2d_make(a.x + b.x, a.y + b.y);
}

static inline vec2d vec2d_sub(vec2d a, vec2d b)
{
    return vec2d_make(a.x - b.x, a.y - b.y);
}

static inline vec2d vec2d_scale(vec2d v, double s)
{
    return vec2d_make(v.x * s, v.y * s);
}

static inline double vec2d_dot(vec2d a, vec2d b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double vec2d_length(vec2d v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

// Returns v turned a quarter from x towards y.
static inline vec2d vec2d_quarter(vec2d v)
{
    return vec2d_make(-v.y, v.x);
}

static inline vec2d vec2d_turn(rim_sincos_pair r, vec2d v)
{
    return vec2d_make(r.cos * v.x - r.sin * v.y, r.sin * v.x + r.cos * v.y);
}

static inline vec2d vec2d_turn_back(rim_sincos_pair r, vec2d v)
{
    return vec2d_make(r.cos * v.x + r.sin * v.y, r.cos * v.y - r.sin * v.x);
}

#endif
