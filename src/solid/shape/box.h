// Boxes as cores: a frame in which the box lies along the axes.
#ifndef RIM_SOLID_SHAPE_BOX_H
#define RIM_SOLID_SHAPE_BOX_H

#include "solid/shape/contact.h"

typedef struct box3_local
{
    core_frame frame;
    mat3d      turn; // from the box's axes to the world's
    bool       turned;
    vec3d      lo, hi;
} box3_local;

// The sizes by which frames are chosen: INFINITY for a box that is empty or not finite.
double reach_box3(rim_box3 box);
double reach_obox(rim_obox box);

// reach: of the box, the other shape and the motion. The frame's scale is 0 if it is not finite.
box3_local box3_local_of_box3(rim_box3 box, double reach);
box3_local box3_local_of_obox(rim_obox box, double reach);

// Turns a vector from the world's axes to the box's, and back.
vec3d box3_local_turn_in(const box3_local *box, vec3d v);
vec3d box3_local_turn_out(const box3_local *box, vec3d v);

vec3d    box3_local_in(const box3_local *box, rim_vec3 p);
vec3d    box3_local_vector_in(const box3_local *box, rim_vec3 v);
rim_vec3 box3_local_out(const box3_local *box, vec3d p);
rim_vec3 box3_local_direction(const box3_local *box, vec3d v);

// Returns vertex i: x is high if bit 0 is set, y by bit 1, z by bit 2.
vec3d box3_local_vertex(const box3_local *box, int i);

// A face of a box as a polygon about its own first corner.
typedef struct box_face
{
    vec3d     base; // the first corner
    vec3d     corners[4];
    core_face face;
} box_face;

// Returns the outward normal of a face, in the box's axes.
vec3d box3_local_face_normal(int face);

void        box3_local_face(box_face *out, const box3_local *box, int face);
rim_feature box3_local_feature(int face, rim_feature on_face);

core_touch core_touch_point_box(const box3_local *box, vec3d p);
core_touch core_touch_segment_box(const box3_local *box, vec3d a, vec3d b);

// --- two shapes with flat sides, polygons and boxes: flat_pair.c ---------------------------------------

// A shape of any kind, as its public struct.
typedef enum any_kind
{
    ANY_CAPSULE, // or a sphere, whose ends are one point
    ANY_POLYGON,
    ANY_BOX3,
    ANY_OBOX,
    ANY_PLANE
} any_kind;

typedef struct any_shape
{
    any_kind kind;
    rim_vec3 origin; // the point that frames are about
    double   reach;  // the size that frames are chosen by; INFINITY if it is empty or not finite
    union
    {
        rim_capsule  capsule;
        rim_polygon3 polygon;
        rim_box3     box3;
        rim_obox     obox;
        rim_plane    plane;
    };
} any_shape;

// A polygon or a box in the pair's frame.
typedef struct flat_body
{
    const rim_vec3 *points; // NULL for a box
    int             count;
    core_frame      frame; // of the pair
    vec3d           base;  // a polygon's first corner, a box's origin
    core_face       face;
    box3_local      box;
    vec3d           corners[8]; // of a box
} flat_body;

// Returns the box of a box in a frame of its own. reach: of both shapes.
box3_local any_box(const any_shape *shape, double reach);

// Returns a polygon or a box in the pair's frame. reach: of both shapes.
flat_body flat_body_of(const core_frame *frame, const any_shape *shape, double reach);

// Returns a corner in the pair's frame.
vec3d flat_body_corner(const flat_body *body, int i);

// Computes the closest points; if they meet, the shortest way out, and a common point.
core_touch flat_pair_touch(const flat_body *a, const flat_body *b);

// Computes the same, but with the witnesses on the borders where a, pushed out, would touch b.
core_touch flat_pair_contact(const flat_body *a, const flat_body *b);

#endif
