// Template: compiled anew by each file that includes it.
// What balls and rods near a triangle have in common, for either kind of lanes. Lane i is edge i of the triangle
// and its first corner; the last lane is the face. Include four_plain.h or four_avx2.h first.
#ifndef RIM_SOLID_SHAPE_TRIANGLE_LANES_H
#define RIM_SOLID_SHAPE_TRIANGLE_LANES_H

#include "solid/shape/four3.h"
#include "solid/shape/triangle.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The end of an answer as it lies in memory: what follows the kind of the axis's feature.
typedef struct near_part
{
    int         axis_index;
    rim_feature feature;
    rim_case3   letter;
} near_part;

// What four_answer takes for granted.
_Static_assert(offsetof(rim_distance3, distance) == 36 &&
                   offsetof(rim_distance3, feature_a) == 44 && sizeof(rim_distance3) == 64 &&
                   sizeof(near_part) == 16,
               "an answer is sixteen words");

// The way from the closest point to the core, in all lanes.
typedef struct near_way
{
    four3            way;
    four             length, inverse;
    rim_feature_kind axis;
    const near_part *part;
} near_way;

#define NEAR_CORNERS(axis, a, b, c, letter)                                                        \
    {                                                                                              \
        { axis, { RIM_FEATURE_VERTEX, a }, letter }, { axis, { RIM_FEATURE_VERTEX, b }, letter },  \
            { axis, { RIM_FEATURE_VERTEX, c }, letter },                                           \
        {                                                                                          \
            axis, { RIM_FEATURE_FACE, 0 }, RIM_CASE_A                                              \
        }                                                                                          \
    }
#define NEAR_EDGES(axis, letter)                                                                   \
    {                                                                                              \
        { axis, { RIM_FEATURE_EDGE, 0 }, letter }, { axis, { RIM_FEATURE_EDGE, 1 }, letter },      \
            { axis, { RIM_FEATURE_EDGE, 2 }, letter },                                             \
        {                                                                                          \
            axis, { RIM_FEATURE_FACE, 0 }, RIM_CASE_A                                              \
        }                                                                                          \
    }
#define NEAR_AXIS(axis, at_edge, at_corner)                                                        \
    {                                                                                              \
        NEAR_CORNERS(axis, 0, 1, 2, at_corner), NEAR_EDGES(axis, at_edge),                         \
            NEAR_CORNERS(axis, 1, 2, 0, at_corner)                                                 \
    }

// Of fractions clamped to 0 .. 1, of which these lanes are above 0 and these are 1: 0 for the first end, 1 for
// between, 2 for the last.
FOUR_INLINE int place_in(int lane, int above, int full)
{
    return (above >> lane & 1) + (full >> lane & 1);
}

// A place on the axis; a lane and the place on its edge.
FOUR_INLINE const near_part *triangle_part_of(int axis, int lane, int edge)
{
    static const near_part PARTS[3][3][4] = { NEAR_AXIS(0, RIM_CASE_C, RIM_CASE_E),
                                              NEAR_AXIS(0, RIM_CASE_B, RIM_CASE_D),
                                              NEAR_AXIS(1, RIM_CASE_C, RIM_CASE_E) };
    return &PARTS[axis][edge][lane];
}

// Is it finite? Told by its bits: the float registers have enough to do.
FOUR_INLINE bool near_radius(float r)
{
    uint32_t bits;
    memcpy(&bits, &r, sizeof bits);
    return (bits & 0x7fffffff) < 0x7f800000;
}

// From the point of the axis, in all lanes. What overlaps has one point for both, all of the way: the radius is
// longer by more than the roundings, and less than any float shows. Normals have no minus zero: they are added to
// zero.
FOUR_INLINE void tell_near(rim_distance3 *answer, const near_way *found, four3 point,
                           const float *r)
{
    four none = four_all(0.0), one = four_all(1.0), radius = four_spread(r);
    four gap = four_max(four_sub(found->length, radius), none);
    four longer = four_mul(radius, four_all(1.0 + 0x1p-50));
    four part = four_min(four_mul(longer, found->inverse), one);
    four from = four3_row(point), way = four3_row(found->way);
    four normal = four_add(none, four_mul(way, found->inverse));
    four_answer(answer, four_sub(from, four_mul(way, part)), four_sub(from, way),
                four_last_of(normal, gap), 0.0f, (int)found->axis, four_words_at(found->part));
}

FOUR_INLINE void touch_near(core_touch *touch, const near_way *found, vec3d point)
{
    vec3d way = four3_first(found->way);
    touch->distance = four_first(found->length);
    // Plus zero: a minus zero would be seen in the answer.
    touch->normal = v3d_add(v3d_scale(way, four_first(found->inverse)), v3d(0.0, 0.0, 0.0));
    touch->pair.x = point;
    touch->pair.y = v3d_sub(point, way);
    touch->pair.square = v3d_length2(way);
    touch->pair.fx = core_feature(found->axis, found->part->axis_index);
    touch->pair.fy = found->part->feature;
    touch->pair.letter = found->part->letter;
}

#endif
