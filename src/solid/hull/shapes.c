// Ready-made hulls. All but the box are the hulls of their corners; the box keeps its own numbering.
#include "base/float.h"
#include "rimcast/angle.h"
#include "solid/hull/builder.h"

#include <math.h>

static bool hull_shape_is_size(float x)
{
    return float_is_finite(x) && x >= 0.0f;
}

// Creates the hull of the corners in a builder.
static rim_status hull_of_corners(rim_hull **out, const hull_builder *corners, float merge)
{
    rim_hull_options options = { .merge = merge,
                                 .allocator = &corners->from,
                                 .stride = (int)sizeof *corners->corners };
    return rim_hull_create(out, &corners->corners->at, (int)corners->corner_count, &options);
}

// Adds a corner, rounded to floats. Its source is its own number.
static void hull_shape_add(hull_builder *corners, vec3d p)
{
    hull_builder_add_corner(corners, (hull_point){ v3d_round(p), (int32_t)corners->corner_count });
}

// --- box -------------------------------------------------------------------------------------------------

// Lists the six faces, so that a box keeps its numbering; without volume it is the hull of its corners.
rim_status hull_create_from_bounds(rim_hull **out, rim_box3 bounds, const rim_allocator *from)
{
    static const int8_t LOOPS[6][4] = {
        { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 }, // -x, +x, -y
        { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 }, // +y, -z, +z
    };
    rim_vec3 lo = bounds.lo, hi = bounds.hi;
    *out = NULL;
    if (!vec3_is_finite(lo) || !vec3_is_finite(hi)) return RIM_ERR_ARGUMENT;
    hull_builder builder = hull_builder_begin(from);
    rim_status   status = RIM_ERR_MEMORY;
    if (hull_builder_reserve(&builder, RIM_HULL_SOLID, 8, 6, 24))
    {
        for (int i = 0; i < 8; i++)
            hull_shape_add(&builder,
                           v3d(i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z));
        for (int f = 0; f < 6; f++)
        {
            for (int k = 0; k < 4; k++) hull_builder_add_to_loop(&builder, LOOPS[f][k]);
            hull_builder_close_face(&builder);
        }
        bool is_solid = lo.x < hi.x && lo.y < hi.y && lo.z < hi.z;
        status = is_solid ? hull_build_topology(out, &builder, NULL)
                          : hull_of_corners(out, &builder, 0.0f);
    }
    hull_builder_end(&builder);
    return status;
}

// Creates the box -half .. half. Returns RIM_ERR_ARGUMENT for a size that is negative or not finite.
rim_status rim_hull_create_box(rim_hull **out, rim_vec3 half, const rim_allocator *from)
{
    RIM_ASSERT(out, "out is NULL");
    *out = NULL;
    if (!hull_shape_is_size(half.x) || !hull_shape_is_size(half.y) || !hull_shape_is_size(half.z))
        return RIM_ERR_ARGUMENT;
    rim_box3 bounds = { rim_vec3_scale(half, -1.0f), half };
    return hull_create_from_bounds(out, bounds, from);
}

// --- cylinder and cone ----------------------------------------------------------------------------------------

// Adds `sides` corners on a circle in the plane of the unit vectors u and v. Degrees, so that quarter turns are exact.
static void add_circle(hull_builder *corners, vec3d center, double radius, vec3d u, vec3d v,
                       int sides)
{
    for (int i = 0; i < sides; i++)
    {
        rim_sincos_pair turn = rim_sincos_degrees(360.0 * i / sides);
        vec3d           p = v3d_along(center, u, radius * turn.cos);
        hull_shape_add(corners, v3d_along(p, v, radius * turn.sin));
    }
}

// Creates a cylinder or a cone about the y axis: the hull of a circle of `sides` corners at y = low and, at y = high, of
// an equal circle or of the cone's tip. Returns RIM_ERR_ARGUMENT if `radius` or `high` is negative or not finite, and for
// fewer than three sides; `low` is 0 or -high. A radius or height of 0 makes a hull without volume. Returns
// RIM_ERR_MEMORY when out of memory, also for more sides than an array can have.
static rim_status create_round(rim_hull **out, float radius, double low, float high, int sides,
                               bool is_cone, const rim_allocator *from)
{
    RIM_ASSERT(out, "out is NULL");
    *out = NULL;
    if (!hull_shape_is_size(radius) || !hull_shape_is_size(high) || sides < 3)
        return RIM_ERR_ARGUMENT;
    hull_builder corners = hull_builder_begin(from);
    rim_status   status = RIM_ERR_MEMORY;
    vec3d        x = v3d(1.0, 0.0, 0.0), z = v3d(0.0, 0.0, 1.0), top = v3d(0.0, high, 0.0);
    if (sides <= INT32_MAX / 2 &&
        hull_builder_reserve(&corners, RIM_HULL_EMPTY, 2 * (size_t)sides, 0, 0))
    {
        add_circle(&corners, v3d(0.0, low, 0.0), radius, x, z, sides);
        if (is_cone)
            hull_shape_add(&corners, top);
        else
            add_circle(&corners, top, radius, x, z, sides);
        // Faces of more than three corners are exactly flat in spite of rounding: all corners of a circle have the same
        // y, and the two circles of a cylinder have the same x and z. So no nearly flat faces need to be merged.
        status = hull_of_corners(out, &corners, RIM_HULL_EXACT);
    }
    hull_builder_end(&corners);
    return status;
}

rim_status rim_hull_create_cylinder(rim_hull **out, float radius, float half_height, int sides,
                                    const rim_allocator *from)
{
    return create_round(out, radius, -half_height, half_height, sides, false, from);
}

rim_status rim_hull_create_cone(rim_hull **out, float radius, float height, int sides,
                                const rim_allocator *from)
{
    return create_round(out, radius, 0.0, height, sides, true, from);
}

// --- capsule ---------------------------------------------------------------------------------------------

// Circles of corners from end a to end b, and a pole at either end:
//
//      pole a   circle 0   ...   circle n - 1   pole b
//
// If both ends are equal, the equators of the two half spheres are one circle.
typedef struct capsule_frame
{
    vec3d  a, b;        // the centers of the two half spheres
    vec3d  along, u, v; // unit vectors: from a to b, and two across; u x v = along
    double radius;
} capsule_frame;

// Returns a right-handed frame along the capsule's axis, along y if its ends are equal.
static capsule_frame frame_of(rim_capsule capsule)
{
    capsule_frame f = { .a = v3d_from(capsule.a), .b = v3d_from(capsule.b) };
    f.radius = capsule.radius;
    f.along = v3d_normalize(v3d_sub(f.b, f.a));
    if (v3d_length2(f.along) == 0.0) f.along = v3d(0.0, 1.0, 0.0);
    f.u = hull_perpendicular(f.along);
    f.v = v3d_cross(f.along, f.u);
    return f;
}

// Adds a circle of corners around `center`, on the sphere of the capsule's radius, at a latitude in degrees: 0 is the
// equator, 90 the pole at end b.
static void add_capsule_circle(hull_builder *corners, const capsule_frame *f, vec3d center,
                               double latitude, int sides)
{
    rim_sincos_pair up = rim_sincos_degrees(latitude);
    vec3d           middle = v3d_along(center, f->along, f->radius * up.sin);
    add_circle(corners, middle, f->radius * up.cos, f->u, f->v, sides);
}

// Adds the corners from pole a to pole b: `rings` circles on each half sphere, at latitudes from the equator on in
// steps of 90 / rings degrees. `ball`, for equal ends, leaves out the second equator. Requires room for all circles and
// both poles.
static void add_capsule_corners(hull_builder *corners, const capsule_frame *f, int sides, int rings,
                                bool ball)
{
    hull_shape_add(corners, v3d_along(f->a, f->along, -f->radius));
    for (int k = rings - 1; k >= 0; k--)
        add_capsule_circle(corners, f, f->a, -90.0 * k / rings, sides);
    for (int k = ball ? 1 : 0; k < rings; k++)
        add_capsule_circle(corners, f, f->b, 90.0 * k / rings, sides);
    hull_shape_add(corners, v3d_along(f->b, f->along, f->radius));
}

// The largest numbers of sides and rings.
#define CAPSULE_MOST 16384

// Creates the hull of all corners: a multiple of `sides`, and the two poles. The rule of merging makes quadrilaterals
// between the circles of the triangles to which rounding bends them.
static rim_status create_round_capsule(rim_hull **out, const capsule_frame *frame, int sides,
                                       int rings, const rim_allocator *from)
{
    bool   ball = v3d_length2(v3d_sub(frame->b, frame->a)) == 0.0;
    int    circles = 2 * rings - (ball ? 1 : 0);
    size_t count = (size_t)circles * (size_t)sides;
    if (count > INT32_MAX / 8) return RIM_ERR_SIZE;
    hull_builder corners = hull_builder_begin(from);
    rim_status   status = RIM_ERR_MEMORY;
    if (hull_builder_reserve(&corners, RIM_HULL_EMPTY, count + 2, 0, 0))
    {
        add_capsule_corners(&corners, frame, sides, rings, ball);
        status = hull_of_corners(out, &corners, 0.0f);
    }
    hull_builder_end(&corners);
    return status;
}

// Creates the hull of a capsule; of its two ends if the radius is 0.
rim_status rim_hull_create_capsule(rim_hull **out, rim_capsule capsule, int sides, int rings,
                                   const rim_allocator *from)
{
    RIM_ASSERT(out, "out is NULL");
    *out = NULL;
    capsule_frame frame = frame_of(capsule);
    vec3d         sum = v3d_add(frame.a, frame.b); // finite if both ends are
    if (!hull_shape_is_size(capsule.radius) || !float_is_finite(sum.x + sum.y + sum.z))
        return RIM_ERR_ARGUMENT;
    if (sides < 3 || rings < 1) return RIM_ERR_ARGUMENT;
    if (sides > CAPSULE_MOST || rings > CAPSULE_MOST) return RIM_ERR_SIZE;
    if (capsule.radius > 0.0f) return create_round_capsule(out, &frame, sides, rings, from);
    rim_hull_options options = { .allocator = from };
    rim_vec3         ends[2] = { capsule.a, capsule.b };
    return rim_hull_create(out, ends, 2, &options);
}
