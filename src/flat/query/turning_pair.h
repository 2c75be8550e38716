// The first touch of two convex parts of bodies that move and turn at constant rates.
//
// Two convex parts are apart if an edge of one has all corners of the other on its outer side. In the frame of the
// edge's body, which turns with it, the edge rests, and a corner v of the other body is at
//
//      Q(t) = R(-phi t) w(t) + R((psi - phi) t) v,        w(t) = w(0) + t d,
//
// with R(x) the rotation by x, phi and psi the turns of the edge's and the corner's body during the unit of time, w the
// vector from the anchor of the first to that of the second, and d its change during that time. With n the edge's unit
// normal and c its offset, the corner's distance from the edge is
//
//      f(t) = n . Q(t) - c,
//      |f''| <= K = 2 |phi| |d| + phi^2 max |w| + (psi - phi)^2 |v|.
//
// So f(t + h) >= f + f' h - K h^2 / 2, and the parts stay apart until that falls to zero for the best edge. Stepping
// from one such time to the next never passes the first touch, and converges to it as Newton's method does.
//
// (B. Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, chapter 2, steps by bounds of speeds;
// here the bound is of second order, so that parts which pass each other closely cost few steps as well.)
#ifndef RIM_FLAT_QUERY_TURNING_PAIR_H
#define RIM_FLAT_QUERY_TURNING_PAIR_H

#include "base/vec2d.h"
#include "rimcast/shape2.h"

#include <stdbool.h>
#include <stdint.h>

// A body, in the frame of its anchor: axes as in the world at the start, turning with the body.
typedef struct turning_body
{
    vec2d  at;    // the anchor in the world at the start
    vec2d  delta; // its motion during the unit of time
    double turn;  // radians during the unit of time
    double reach; // no point of the body is farther from its anchor
} turning_body;

typedef struct turning_scene
{
    turning_body body[2];
    vec2d        apart;           // w(0): from the anchor of body 0 to that of body 1 at the start
    vec2d        approach;        // d: the change of w during the unit of time
    double       farthest;        // max |w|
    double       speed;           // no two points of the bodies approach each other faster
    double       acceleration[2]; // [i]: K above, for edges of body i and any corner of the other
    double       touch;    // a distance that counts as a touch; far above the rounding of distances
    double       rounding; // an overlap that is deeper is certain
    double       window;   // the time by which a touch may be reported too early
    int64_t      steps;    // of all searches so far: squares tested, and gaps of two parts computed
    int64_t      most_steps; // a search of two parts that takes as many ends in a touch
} turning_scene;

// Computes what follows from the two bodies, which must be set. `pixel` is the width of the smallest feature, in the
// world; the tolerances are fractions of it.
void turning_scene_init(turning_scene *s, double pixel);

// The bodies at one time. For body i: where the other's anchor is in the frame of body i, how that changes, and the
// rotation that takes vectors of the other's frame to that of body i.
typedef struct turning_moment
{
    double          t;
    vec2d           origin[2], velocity[2];
    rim_sincos_pair rotation[2];
} turning_moment;

void turning_moment_at(turning_moment *m, const turning_scene *s, double t);

// A convex part of a body in its frame: a pixel, or a shape's own ring of corners in the world at the start; a circle
// has one corner, its center, and a radius. Pixels have their edges' outward unit normals at hand.
typedef struct turning_part
{
    int             count;
    const rim_vec2 *ring;   // NULL for a pixel
    vec2d           anchor; // of the body, at the start
    double          side;   // +1 if the corners run from x towards y, else -1
    double          radius; // of a circle
    vec2d           corner[4], normal[4];
} turning_part;

typedef struct turning_touch
{
    bool   hit;
    double t;
    int    owner;  // the body whose edge is touched
    vec2d  normal; // outward from that body, unit, in its frame
    vec2d  corner; // of the other body that touches, in its frame
} turning_touch;

// Finds the first touch of part a of body 0 and part b of body 1 that begins in t .. until and goes deeper than
// scene->touch before time 1. The time found is never later than the first touch, and at most scene->window before a
// time at which the two share area. Returns false, and leaves *out, if there is none. Requires that they do not overlap
// at t, and that a is no circle unless b is one.
bool turning_part_touch(turning_scene *s, const turning_part *a, const turning_part *b, double t,
                        double until, turning_touch *out);

static inline vec2d turning_corner(const turning_part *p, int i)
{
    if (!p->ring) return p->corner[i];
    return vec2d_sub(vec2d_of(p->ring[i]), p->anchor);
}

#endif
