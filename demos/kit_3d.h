// The solid world on the page: a camera, and a list of triangles, lines and dots that is clipped,
// fogged, sorted from far to near and drawn.
//
//      kit_3d_begin(k, camera);
//      kit_3d_triangle(k, a, b, c, colour); ...
//      kit_3d_end(k);
//
// World: right-handed, y up. Triangles are seen from the side on which their corners run
// counter-clockwise. Sorting is by distance (the painter's way), so what is large is cut into pieces
// that are small for their distance; where that is not enough, add things in order between several
// begin and end.
#ifndef DEMOS_KIT_3D_H
#define DEMOS_KIT_3D_H

#include "kit.h"

// yaw 0 looks along -z, positive yaw turns right; positive pitch looks up. Radians.
typedef struct kit_camera
{
    rim_vec3 eye;
    float    yaw, pitch;
    float    field; // the vertical field of view
    float    fog;   // density: a colour is left with exp(-(fog distance)^2) of itself
} kit_camera;

typedef struct kit_frame
{
    rim_vec3 right, up, forward;
} kit_frame;

kit_frame kit_camera_frame(const kit_camera *camera);

// A camera that looks at a point from a distance.
kit_camera kit_camera_around(rim_vec3 target, float yaw, float pitch, float distance);

void kit_3d_begin(kit *k, const kit_camera *camera);
void kit_3d_end(kit *k);

// What follows is sorted as if it were nearer by this much; 0 again at every begin.
void kit_3d_lift(kit *k, float nearer);

// What follows is drawn before all of lower rank and after all of higher rank, whatever its distance, which sorts
// what is of one rank; 0 again at every begin.
void kit_3d_rank(kit *k, int rank);

rim_vec3 kit_3d_eye(const kit *k);

// Where a world point is on the page; false if it is behind the eye.
bool kit_3d_project(kit *k, rim_vec3 p, rim_vec2 *at);

// Does the eye see the front of a plane through p?
bool kit_3d_faces(kit *k, rim_vec3 p, rim_vec3 normal);

void kit_3d_triangle(kit *k, rim_vec3 a, rim_vec3 b, rim_vec3 c, SDL_Color colour);
void kit_3d_both_sides(kit *k, rim_vec3 a, rim_vec3 b, rim_vec3 c, SDL_Color colour);
void kit_3d_polygon(kit *k, const rim_vec3 *points, int count, SDL_Color colour); // both sides
// The same, not cut into pieces: for what lies on a surface and is drawn after it by its rank.
void kit_3d_whole(kit *k, const rim_vec3 *points, int count, SDL_Color colour);
void kit_3d_line(kit *k, rim_vec3 a, rim_vec3 b, float width, SDL_Color colour);
void kit_3d_loop(kit *k, const rim_vec3 *points, int count, float width, SDL_Color colour);
void kit_3d_dot(kit *k, rim_vec3 p, float radius, SDL_Color colour); // radius on the page
void kit_3d_arrow(kit *k, rim_vec3 a, rim_vec3 b, float width, SDL_Color colour);
void kit_3d_text(kit *k, rim_vec3 p, kit_size size, SDL_Color colour, const char *text);

// A box with lit sides and, if it is wide, edges of this width.
void kit_3d_box(kit *k, rim_box3 box, float edges, SDL_Color colour);

// The box of the page around the hull of some points, grown by a radius: for kit_subject.
rim_box2 kit_3d_bounds(kit *k, const rim_vec3 *points, int count, float radius);

// A sphere or a capsule with a lit surface; a == b is a sphere.
void kit_3d_round(kit *k, rim_vec3 a, rim_vec3 b, float radius, SDL_Color colour);
// Its rings alone.
void kit_3d_rings(kit *k, rim_vec3 a, rim_vec3 b, float radius, float width, SDL_Color colour);

// A flat ground around a point, lit, of squares in two shades, fading into the distance: draw it and the shadows on it
// in a begin and end of their own before what stands on it.
void kit_3d_ground(kit *k, rim_vec3 around, float reach);

// A body that throws a shadow: the hull of at most eight points, grown by a radius. The shadow is a prism along the
// sun's rays, whose sides touch the hull of the points.
#define KIT_SHADOW_SIDES 14

typedef struct kit_shadow
{
    rim_vec3 points[8];
    int      count;
    float    radius;
    rim_vec3 middle; // of the points
    float    around; // the radius of a sphere about the middle around all points
    float    sides
        [KIT_SHADOW_SIDES]; // how far the points reach across the rays, in each side's direction
} kit_shadow;

kit_shadow kit_shadow_hull(const rim_vec3 *points, int count, float radius);
kit_shadow kit_shadow_round(rim_vec3 a, rim_vec3 b, float radius);
kit_shadow kit_shadow_box(rim_box3 box);

// Could the shadow reach the sphere?
bool kit_shadow_near(const kit_shadow *s, rim_vec3 centre, float radius);

// Draws what of a convex surface lies in the shadow, no farther from the body than the reach.
void kit_3d_shadow(kit *k, const kit_shadow *s, const rim_vec3 *surface, int count, float reach);

// The same on the ground at this height.
void kit_3d_ground_shadow(kit *k, const kit_shadow *s, float height);

// The shadow of a flat face, or one of the faces of a body, there.
void kit_3d_ground_shade(kit *k, const rim_vec3 *points, int count, float height);

// The direction to the scenes' one sun, of length 1.
rim_vec3 kit_3d_sun(void);

// Does the scenes' one sun shine on a surface with this normal?
bool kit_3d_sunny(rim_vec3 normal);

// The colour of a surface with this unit normal under the scenes' one sun.
SDL_Color kit_3d_lit(SDL_Color colour, rim_vec3 normal);

#endif
