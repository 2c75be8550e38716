#include "solid/clip/data.h"

#include "base/float.h"

#include <string.h>

// --- the object --------------------------------------------------------------------------------------------

// Creates an empty clip without memory for a body; clipping allocates it.
rim_status rim_clip_create(rim_clip **out, const rim_allocator *from)
{
    RIM_ASSERT(out, "out is NULL");
    rim_allocator heap = memory_allocator_or_default(from);
    rim_clip     *clip = memory_allocate_zeroed(&heap, 1, sizeof *clip);
    *out = clip;
    if (!clip) return RIM_ERR_MEMORY;
    clip->from = heap;
    cut_begin(&clip->body, &heap);
    return RIM_OK;
}

// Releases all that the clip holds, but not the clip.
static void clip_end(rim_clip *clip)
{
    cut_end(&clip->body);
    memory_release(&clip->from, clip->planes, clip->plane_room, sizeof *clip->planes);
    memory_release(&clip->from, clip->order, clip->order_room, sizeof *clip->order);
}

void rim_clip_destroy(rim_clip *clip)
{
    if (!clip) return;
    rim_allocator from = clip->from;
    clip_end(clip);
    memory_release(&from, clip, 1, sizeof *clip);
}

// Makes the clip empty. Keeps its memory for the next one.
static void clip_clear(rim_clip *clip)
{
    clip->kind = RIM_CLIP_EMPTY;
    clip->volume = 0.0;
    clip->listed = false;
    clip->corner_count = clip->face_count = 0;
}

// --- clipping ----------------------------------------------------------------------------------------------

// Sets clip->world, from the base's center frame to the world, and clip->between, from the other's center frame to the
// base's. With R, c, p of the base and R', c', p' of the other (rotation, center, position):
//
//     world    q -> R q + (R c + p)
//     between  q -> R^T R' q + R^T (p' - p) - c + R^T R' c'
//
// The positions are subtracted first, so that hulls far from the world's origin lose no precision. Sets clip->size, to
// which tolerances are relative: the rounding errors of `between` grow with the lengths of its terms.
static void clip_set_frames(rim_clip *clip, const rim_hull *base, const rim_xform3 *pose,
                            const rim_hull *other, const rim_xform3 *other_pose)
{
    mat3d turn = m3d_from_quat(pose->rotation), turned = m3d_from_quat(other_pose->rotation);
    vec3d at = v3d_from(pose->position), apart = v3d_sub(v3d_from(other_pose->position), at);
    vec3d center = v3d_from(base->center), other_center = v3d_from(other->center);
    clip->world.turn = turn;
    clip->world.move = v3d_add(m3d_apply(turn, center), at);
    clip->between.turn = m3d_between(turn, turned);
    clip->between.move = v3d_add(v3d_sub(m3d_unapply(turn, apart), center),
                                 m3d_apply(clip->between.turn, other_center));
    double far = v3d_length(center) + v3d_length(other_center) + v3d_length(apart);
    clip->size = base->radius + other->radius + CLIP_DISTANCE_SHARE * far;
}

// Returns the largest product of n with a number of lo .. hi.
static double clip_larger_product(double n, double lo, double hi)
{
    return n * (n > 0.0 ? hi : lo);
}

// Transforms the other hull's half-spaces  n . p <= d  to the base's frame, by the rotation R and the translation c of
// clip->between:
//
//     n' = R n        d' = d + c . n'
//
// Lists in clip->order those beyond which the base's bounds extend: first the one that they extend farthest beyond,
// because it removes the most, then the rest by their numbers. Returns their number. Requires the frames and the size,
// and room in clip->planes and clip->order.
static int32_t clip_list_planes(rim_clip *clip, const rim_hull *base, const rim_hull *other)
{
    vec3d   center = v3d_from(base->center), lo = v3d_sub(v3d_from(base->bounds.lo), center);
    vec3d   hi = v3d_sub(v3d_from(base->bounds.hi), center);
    mat3d   turn = clip->between.turn;
    double  on = CLIP_ON * clip->size, most = on;
    int32_t count = 0, deepest = 0; // the place of the deepest in the order
    for (int32_t i = 0; i < other->space_count; i++)
    {
        vec3d  n = m3d_apply(turn, v3d(other->px[i], other->py[i], other->pz[i]));
        double d = other->pd[i] + v3d_dot(clip->between.move, n);
        double beyond = clip_larger_product(n.x, lo.x, hi.x) +
                        clip_larger_product(n.y, lo.y, hi.y) +
                        clip_larger_product(n.z, lo.z, hi.z) - d;
        clip->planes[i] = (hull_plane){ n, d };
        clip->order[count] = i;
        if (beyond > most) deepest = count, most = beyond;
        count += beyond > on;
    }
    if (count == 0) return 0;
    int32_t first = clip->order[deepest];
    memmove(clip->order + 1, clip->order, (size_t)deepest * sizeof *clip->order);
    clip->order[0] = first;
    return count;
}

// Cuts a hull by the half-spaces order[0 .. listed - 1] of `all`, which are in the frame of its center, and computes the
// volume of the rest. The hull's faces keep their numbers; the face of half-space i gets number base_faces + i. Returns
// false when out of memory. Requires a cleared clip with its frames and size.
static bool clip_by_planes(rim_clip *clip, const rim_hull *base, const hull_plane *planes,
                           const int32_t *order, int32_t listed, int32_t all)
{
    cut_body *body = &clip->body;
    clip->base_faces = base->kind == RIM_HULL_SOLID ? base->face_count : 2 + cut_prism_sides(base);
    if (!cut_load(body, base, clip->base_faces + all)) return false;
    cut_result result = CUT_KERNEL(body, cut_by_many)(body, planes, CLIP_ON * clip->size, order,
                                                      listed, clip->base_faces);
    if (result == CUT_SOME || result == CUT_NOTHING) // else the clip stays empty
        clip_weigh(clip, base->kind == RIM_HULL_SOLID);
    return result != CUT_NO_MEMORY;
}

// Stores the common part of two hulls in *out. The base is cut by the half-spaces of the other hull: the intersection of
// two convex bodies is the part of one inside all planes of the other. All is computed in the base's center frame: its axes
// about its center. The base is the hull of the lesser kind (a point before a line before a polygon before a solid), and
// of two of one kind the one with fewer nodes.
rim_status rim_hull_clip(rim_clip *out, const rim_hull *a, rim_xform3 pa, const rim_hull *b,
                         rim_xform3 pb)
{
    RIM_ASSERT(out && a && b, "out or a hull is NULL");
    clip_clear(out);
    if (!pose_is_finite(pa) || !pose_is_finite(pb)) return RIM_OK;
    if (a->kind == RIM_HULL_EMPTY || b->kind == RIM_HULL_EMPTY) return RIM_OK;
    bool swap = b->kind < a->kind || (b->kind == a->kind && b->node_count < a->node_count);
    out->base = swap ? RIM_CLIP_FROM_B : RIM_CLIP_FROM_A;
    out->other = swap ? RIM_CLIP_FROM_A : RIM_CLIP_FROM_B;
    const rim_hull   *base = swap ? b : a, *other = swap ? a : b;
    const rim_xform3 *pose = swap ? &pb : &pa, *other_pose = swap ? &pa : &pb;

    clip_set_frames(out, base, pose, other, other_pose);
    size_t spaces = (size_t)other->space_count;
    bool   good = MEMORY_RESERVE(&out->from, out->planes, out->plane_room, spaces) &&
                MEMORY_RESERVE(&out->from, out->order, out->order_room, spaces);
    good = good && clip_by_planes(out, base, out->planes, out->order,
                                  clip_list_planes(out, base, other), other->space_count);
    if (good) return RIM_OK;
    clip_clear(out);
    return RIM_ERR_MEMORY;
}

// Stores the volume of the common part of two hulls, or 0 if an error is returned. Clips in a temporary clip with
// memory of `from`.
rim_status rim_hull_shared_volume(double *volume, const rim_hull *a, rim_xform3 pa,
                                  const rim_hull *b, rim_xform3 pb, const rim_allocator *from)
{
    RIM_ASSERT(volume, "volume is NULL");
    rim_clip clip = { .from = memory_allocator_or_default(from) };
    cut_begin(&clip.body, &clip.from);
    rim_status status = rim_hull_clip(&clip, a, pa, b, pb);
    *volume = clip.volume;
    clip_end(&clip);
    return status;
}

// --- cutting -----------------------------------------------------------------------------------------------

// Stores in *clip the part of a hull in one half-space, and computes its volume. The half-space is given in the frame
// of the hull's center, and `world` leads from that frame to the world. Tolerances are relative to `size`. Returns
// false when out of memory. Requires a cleared clip.
static bool clip_cut_one(rim_clip *clip, const rim_hull *hull, const clip_frame *world,
                         hull_plane half_space, double size)
{
    if (hull->kind == RIM_HULL_EMPTY) return true;
    clip->base = RIM_CLIP_FROM_A;
    clip->other = RIM_CLIP_FROM_PLANE;
    clip->world = *world;
    clip->size = size;
    int32_t order = 0;
    return clip_by_planes(clip, hull, &half_space, &order, 1, 1);
}

// Stores in *behind and *front, either of which may be NULL, the parts of the hull on the two sides of a plane of the
// world. Both stay empty if a number is not finite or the plane has no normal.
rim_status rim_hull_cut(rim_clip *behind, rim_clip *front, const rim_hull *hull, rim_xform3 pose,
                        rim_plane plane)
{
    RIM_ASSERT(hull, "the hull is NULL");
    RIM_ASSERT(!behind || behind != front, "both parts have the same place");
    if (behind) clip_clear(behind);
    if (front) clip_clear(front);
    vec3d  normal = v3d_from(plane.normal);
    double length = v3d_length(normal);
    if (!pose_is_finite(pose) || !float_is_finite(plane.offset) || !float_is_finite(length) ||
        !(length > 0.0))
        return RIM_OK;

    // In the world n . q <= offset / |normal|. With q = turn p + move this is
    //
    //     (turn^T n) . p <= offset / |normal| - n . move.
    //
    // Rounding errors grow with the lengths of R c and p, whose sum is `move`, and so does `size`, to which tolerances
    // are relative.
    mat3d      turn = m3d_from_quat(pose.rotation);
    vec3d      move = v3d_add(m3d_apply(turn, v3d_from(hull->center)), v3d_from(pose.position));
    vec3d      n = v3d_scale(normal, 1.0 / length);
    hull_plane to_behind = { m3d_unapply(turn, n), plane.offset / length - v3d_dot(n, move) };
    clip_frame world = { turn, move };
    hull_plane to_front = { v3d_scale(to_behind.normal, -1.0), -to_behind.offset };
    double     far = v3d_length(v3d_from(hull->center)) + v3d_length(v3d_from(pose.position));
    double     size = hull->radius + CLIP_DISTANCE_SHARE * far;
    bool       good = !behind || clip_cut_one(behind, hull, &world, to_behind, size);
    good = good && (!front || clip_cut_one(front, hull, &world, to_front, size));
    if (good) return RIM_OK;
    if (behind) clip_clear(behind);
    if (front) clip_clear(front);
    return RIM_ERR_MEMORY;
}
