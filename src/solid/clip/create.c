#include "solid/clip/data.h"

#include "base/float.h"
#include "simd/cpu.h"

#include <assert.h>
#include <string.h>

// --- the object --------------------------------------------------------------------------------------------

rim_status rim_clip_create(rim_clip **out, const rim_allocator *from)
{
    assert(out);
    rim_allocator heap = memory_allocator_or_default(from);
    rim_clip     *clip = memory_allocate_zeroed(&heap, 1, sizeof *clip);
    *out = clip;
    if (!clip) return RIM_ERR_MEMORY;
    clip->from = heap;
    cut_begin(&clip->body, &heap);
    return RIM_OK;
}

void rim_clip_destroy(rim_clip *clip)
{
    if (!clip) return;
    rim_allocator from = clip->from;
    cut_end(&clip->body);
    clip_release_planes(clip);
    memory_release(&from, clip->polygon_block, 2 * (size_t)clip->polygon_room,
                   sizeof *clip->polygon);
    memory_release(&from, clip->list, 8 * (size_t)clip->list_room, sizeof *clip->list);
    memory_release(&from, clip, 1, sizeof *clip);
}

static void clip_clear(rim_clip *clip)
{
    clip->kind = RIM_CLIP_EMPTY;
    clip->volume = 0.0;
    clip->is_polygon = clip->is_whole = clip->listed = false;
    clip->polygon_count = clip->corner_count = clip->face_count = 0;
    clip->body.count = 0;
}

// --- frames ------------------------------------------------------------------------------------------------

static void pose_hulls(rim_clip *clip, const rim_hull *base, const rim_xform3 *pose,
                       const rim_hull *other, const rim_xform3 *other_pose)
{
#ifdef CPU_X86
    if (clip->body.wide)
    {
        clip_relative_pose_avx2(&clip->poses, base, pose, other, other_pose);
        return;
    }
#endif
    clip_relative_pose_plain(&clip->poses, base, pose, other, other_pose);
}

// A plane crosses a face at most twice, but for corners that rounding may put on either side. What is bent it may also
// cross near corners that are off their face's plane.
static double near_of(const rim_hull *base, double size)
{
    double rounding = CLIP_NEAR * size, bent = 4.0 * base->bend;
    return bent > rounding ? bent : rounding;
}

// --- boxes -------------------------------------------------------------------------------------------------

// Two boxes are shared by no more faces than they have. Cuts of them leave less nodes than there is room in a copy.
static bool keep_whole(rim_clip *clip, const rim_hull *base, const rim_hull *other)
{
    if (!cut_reserve(&clip->body, CUT_COPY_NODES) || !clip_reserve_list(clip, CUT_COPY_NODES) ||
        !cut_load(&clip->body, base, base->face_count + other->face_count))
        return false;
    clip_spaces *set = &clip->spaces;
    memcpy(set->x, other->px, CUT_FEW_PLANES * sizeof *set->x);
    memcpy(set->y, other->py, CUT_FEW_PLANES * sizeof *set->y);
    memcpy(set->z, other->pz, CUT_FEW_PLANES * sizeof *set->z);
    memcpy(set->d, other->pd, CUT_FEW_PLANES * sizeof *set->d);
    clip->is_whole = true;
    return true;
}

// False unless the kind and all that is asked of it first is known.
static bool weigh_boxes(rim_clip *clip, const rim_hull *base, const rim_hull *other)
{
    if (!(base->box_half.x > 0.0 && other->box_half.x > 0.0)) return false;
    bool sure;
#ifdef CPU_X86
    if (clip->body.wide && clip->body.wider)
        clip->kind = clip_boxes_avx512(clip, base, other, &sure);
    else if (clip->body.wide)
        clip->kind = clip_boxes_avx2(clip, base, other, &sure);
    else
#endif
        clip->kind = clip_boxes_plain(clip, base, other, &sure);
    return sure;
}

// --- clipping ----------------------------------------------------------------------------------------------

static bool clip_solids(rim_clip *clip, const rim_hull *base, const rim_hull *other)
{
    clip->base_faces = base->face_count;
    if (!clip_reserve_planes(clip, other->padded_spaces)) return false;
    if (weigh_boxes(clip, base, other))
        return clip->kind == RIM_CLIP_EMPTY || keep_whole(clip, base, other);
    if (!cut_load(&clip->body, base, base->face_count + other->face_count)) return false;
    cut_planes planes = clip_hull_planes(clip);
    cut_result result;
    if (other->padded_spaces == CUT_FEW_PLANES && base->node_count <= CUT_FEW_NODES)
    {
        clip_planes as_given = clip_planes_of(other);
        clip_turn_planes(clip, &as_given);
        result = cut_by_few(&clip->body, &planes, clip->base_faces);
    }
    else
    {
        int32_t count = clip_bring_planes(clip, base, other, &clip->poses.between);
        result = cut_by_many(&clip->body, &planes, clip->spaces.order, count, clip->base_faces);
    }
    if (result == CUT_ALL) return true;
    if (result == CUT_NO_MEMORY || !clip_reserve_list(clip, clip->body.count)) return false;
    clip_weigh(clip);
    return true;
}

static bool clip_flats(rim_clip *clip, const rim_hull *base, const rim_hull *other)
{
    if (!clip_reserve_planes(clip, other->padded_spaces)) return false;
    if (!clip_load_polygon(clip, base, other->space_count)) return false;
    clip_planes as_given = clip_planes_of(other);
    clip_turn_planes(clip, &as_given);
    const clip_spaces *set = &clip->spaces;
    for (int32_t i = 0; i < other->space_count; i++)
    {
        clip_space space = { { set->x[i], set->y[i], set->z[i] }, set->d[i] };
        clip_polygon_by(clip, space);
    }
    if (!clip_reserve_list(clip, clip->polygon_count)) return false;
    clip_end_polygon(clip);
    return true;
}

// The hull with fewer nodes is cut, the first of equal ones; a hull without volume before any other.
static bool second_is_base(const rim_hull *a, const rim_hull *b)
{
    bool flat_a = a->kind != RIM_HULL_SOLID, flat_b = b->kind != RIM_HULL_SOLID;
    if (flat_a || flat_b) return flat_b && (!flat_a || b->kind < a->kind);
    return b->node_count < a->node_count;
}

rim_status rim_hull_clip(rim_clip *out, const rim_hull *a, rim_xform3 pa, const rim_hull *b,
                         rim_xform3 pb)
{
    assert(out && a && b);
    clip_clear(out);
    if (!pose_is_finite(pa) || !pose_is_finite(pb)) return RIM_OK;
    if (a->kind == RIM_HULL_EMPTY || b->kind == RIM_HULL_EMPTY) return RIM_OK;
    bool swap = second_is_base(a, b);
    out->base = swap ? RIM_CLIP_FROM_B : RIM_CLIP_FROM_A;
    out->other = swap ? RIM_CLIP_FROM_A : RIM_CLIP_FROM_B;
    const rim_hull   *base = swap ? b : a, *other = swap ? a : b;
    // By pointers: a copied pose is read in other parts than it was written in, and waited for.
    const rim_xform3 *pose = swap ? &pb : &pa, *other_pose = swap ? &pa : &pb;

    pose_hulls(out, base, pose, other, other_pose);
    out->size = base->radius + other->radius;
    out->near = near_of(base, out->size);
    bool good =
        base->kind == RIM_HULL_SOLID ? clip_solids(out, base, other) : clip_flats(out, base, other);
    if (good) return RIM_OK;
    clip_clear(out);
    return RIM_ERR_MEMORY;
}

// --- cutting -----------------------------------------------------------------------------------------------

static hull_place clip_place_of(vec3d v)
{
    hull_place p = { v.x, v.y, v.z, 0.0 };
    return p;
}

static bool clip_cut_one(rim_clip *clip, const rim_hull *hull, const clip_frame *world,
                         clip_space space, double size)
{
    clip_clear(clip);
    if (hull->kind == RIM_HULL_EMPTY) return true;
    clip->base = RIM_CLIP_FROM_A;
    clip->other = RIM_CLIP_FROM_PLANE;
    clip->poses.world = *world;
    clip->size = size;
    if (hull->kind != RIM_HULL_SOLID)
    {
        if (!clip_load_polygon(clip, hull, 1)) return false;
        clip_polygon_by(clip, space);
        if (!clip_reserve_list(clip, clip->polygon_count)) return false;
        clip_end_polygon(clip);
        return true;
    }
    clip->base_faces = hull->face_count;
    if (!cut_load(&clip->body, hull, hull->face_count + 1)) return false;
    cut_plane  plane = { space.normal, space.offset, CLIP_ON * size, near_of(hull, size) };
    cut_result result = cut_by(&clip->body, &plane, clip->base_faces);
    if (result == CUT_ALL) return true;
    if (result == CUT_NO_MEMORY || !clip_reserve_list(clip, clip->body.count)) return false;
    clip_weigh(clip);
    return true;
}

rim_status rim_hull_cut(rim_clip *behind, rim_clip *front, const rim_hull *hull, rim_xform3 pose,
                        rim_plane plane)
{
    assert(hull && (!behind || behind != front));
    if (behind) clip_clear(behind);
    if (front) clip_clear(front);
    vec3d  normal = v3d_from(plane.normal);
    double length = v3d_length(normal);
    if (!pose_is_finite(pose) || !float_is_finite(plane.offset) || !float_is_finite(length) ||
        !(length > 0.0))
        return RIM_OK;

    // n . (turn p + move) <= offset in the hull's frame. What is lost grows with the distance of the
    // hull from the world's origin, so the size that tolerances go by does as well.
    mat3d      turn = m3d_from_quat(pose.rotation);
    vec3d      move = v3d_add(m3d_apply(turn, v3d_from(hull->center)), v3d_from(pose.position));
    vec3d      n = v3d_scale(normal, 1.0 / length);
    double     along = v3d_dot(n, move);
    clip_space space = { m3d_unapply(turn, n), plane.offset / length - along };
    clip_frame world = { clip_place_of(turn.x), clip_place_of(turn.y), clip_place_of(turn.z),
                         clip_place_of(move) };
    clip_space back = { v3d_scale(space.normal, -1.0), -space.offset };
    double     size = hull->radius + 0.125 * fabs(along);
    bool       good = !behind || clip_cut_one(behind, hull, &world, space, size);
    good = good && (!front || clip_cut_one(front, hull, &world, back, size));
    if (good) return RIM_OK;
    if (behind) clip_clear(behind);
    if (front) clip_clear(front);
    return RIM_ERR_MEMORY;
}
