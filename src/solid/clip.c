#include "solid/clip_data.h"

#include "base/cpu.h"
#include "base/finite.h"

#include <assert.h>
#include <string.h>

// --- the object --------------------------------------------------------------------------------------------

rim_status rim_clip_create(rim_clip **out, const rim_allocator *from)
{
    assert(out);
    rim_allocator heap = rim_allocator_or_default(from);
    rim_clip     *clip = rim_allocate_zeroed(&heap, 1, sizeof *clip);
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
    rim_release(&from, clip->polygon_block, 2 * (size_t)clip->polygon_room, sizeof *clip->polygon);
    rim_release(&from, clip->list, 8 * (size_t)clip->list_room, sizeof *clip->list);
    rim_release(&from, clip, 1, sizeof *clip);
}

static void clear(rim_clip *clip)
{
    clip->kind = RIM_CLIP_EMPTY;
    clip->volume = 0.0;
    clip->is_polygon = clip->listed = false;
    clip->polygon_count = clip->corner_count = clip->face_count = 0;
    clip->body.count = 0;
}

// --- frames ------------------------------------------------------------------------------------------------

#ifdef CPU_GNU
__attribute__((always_inline))
#endif
static inline clip_frame
to_world(const rim_hull *hull, const rim_xform3 *pose)
{
    clip_frame map = { m3d_from_quat(pose->rotation), v3d_from(pose->position) };
    map.move = v3d_add(m3d_apply(map.turn, v3d_from(hull->center)), map.move);
    return map;
}

// From b's center frame to a's. The difference of the positions is taken first, so that far from the
// world's origin nothing is lost.
static clip_frame between(const rim_hull *a, const rim_xform3 *pa, mat3d turn_a, const rim_hull *b,
                          const rim_xform3 *pb, mat3d turn_b)
{
    clip_frame map;
    map.turn.x = m3d_unapply(turn_a, turn_b.x);
    map.turn.y = m3d_unapply(turn_a, turn_b.y);
    map.turn.z = m3d_unapply(turn_a, turn_b.z);
    vec3d apart = v3d_sub(v3d_from(pb->position), v3d_from(pa->position));
    map.move = v3d_sub(m3d_unapply(turn_a, apart), v3d_from(a->center));
    map.move = v3d_add(map.move, m3d_apply(map.turn, v3d_from(b->center)));
    return map;
}

// --- clipping ----------------------------------------------------------------------------------------------

static bool clip_solids(rim_clip *clip, const rim_hull *base, const rim_hull *other,
                        const clip_frame *map)
{
    clip->base_faces = base->face_count;
    if (!clip_reserve_planes(clip, other->padded_spaces)) return false;
    if (!cut_load(&clip->body, base, base->face_count + other->face_count)) return false;
    int32_t      count = clip_bring_planes(clip, base, other, map);
    clip_spaces *set = &clip->spaces;
    cut_planes   planes = {
          set->x, set->y, set->z, set->d, CLIP_ON * clip->size, CLIP_NEAR * clip->size
    };
    cut_result result = cut_by_many(&clip->body, &planes, set->order, count, clip->base_faces);
    if (result == CUT_ALL) return true;
    if (result == CUT_NO_MEMORY || !clip_reserve_list(clip)) return false;
    clip_weigh(clip);
    return true;
}

static bool clip_flats(rim_clip *clip, const rim_hull *base, const rim_hull *other,
                       const clip_frame *map)
{
    if (!clip_reserve_planes(clip, other->padded_spaces)) return false;
    if (!clip_load_polygon(clip, base, other->space_count)) return false;
    clip_bring_planes(clip, base, other, map);
    const clip_spaces *set = &clip->spaces;
    for (int32_t i = 0; i < other->space_count; i++)
    {
        clip_space space = { { set->x[i], set->y[i], set->z[i] }, set->d[i] };
        clip_polygon_by(clip, space);
    }
    if (!clip_reserve_list(clip)) return false;
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
    clear(out);
    if (!rim_finite_pose(pa) || !rim_finite_pose(pb)) return RIM_OK;
    if (a->kind == RIM_HULL_EMPTY || b->kind == RIM_HULL_EMPTY) return RIM_OK;
    bool swap = second_is_base(a, b);
    out->base = swap ? RIM_CLIP_FROM_B : RIM_CLIP_FROM_A;
    out->other = swap ? RIM_CLIP_FROM_A : RIM_CLIP_FROM_B;
    const rim_hull   *base = swap ? b : a, *other = swap ? a : b;
    // By pointers: a copied pose is read in other parts than it was written in, and waited for.
    const rim_xform3 *pose = swap ? &pb : &pa, *other_pose = swap ? &pa : &pb;

    clip_frame world = to_world(base, pose);
    out->turn = world.turn;
    out->move = world.move;
    out->size = base->radius + other->radius;
    clip_frame map =
        between(base, pose, world.turn, other, other_pose, m3d_from_quat(other_pose->rotation));
    bool good = base->kind == RIM_HULL_SOLID ? clip_solids(out, base, other, &map)
                                             : clip_flats(out, base, other, &map);
    if (good) return RIM_OK;
    clear(out);
    return RIM_ERR_MEMORY;
}

// --- cutting -----------------------------------------------------------------------------------------------

static bool cut_one(rim_clip *clip, const rim_hull *hull, const clip_frame *world, clip_space space,
                    double size)
{
    clear(clip);
    if (hull->kind == RIM_HULL_EMPTY) return true;
    clip->base = RIM_CLIP_FROM_A;
    clip->other = RIM_CLIP_FROM_PLANE;
    clip->turn = world->turn;
    clip->move = world->move;
    clip->size = size;
    if (hull->kind != RIM_HULL_SOLID)
    {
        if (!clip_load_polygon(clip, hull, 1)) return false;
        clip_polygon_by(clip, space);
        if (!clip_reserve_list(clip)) return false;
        clip_end_polygon(clip);
        return true;
    }
    clip->base_faces = hull->face_count;
    if (!cut_load(&clip->body, hull, hull->face_count + 1)) return false;
    cut_plane  plane = { space.normal, space.offset, CLIP_ON * size, CLIP_NEAR * size };
    cut_result result = cut_by(&clip->body, &plane, clip->base_faces);
    if (result == CUT_ALL) return true;
    if (result == CUT_NO_MEMORY || !clip_reserve_list(clip)) return false;
    clip_weigh(clip);
    return true;
}

rim_status rim_hull_cut(rim_clip *behind, rim_clip *front, const rim_hull *hull, rim_xform3 pose,
                        rim_plane plane)
{
    assert(hull && (!behind || behind != front));
    if (behind) clear(behind);
    if (front) clear(front);
    vec3d  normal = v3d_from(plane.normal);
    double length = v3d_length(normal);
    if (!rim_finite_pose(pose) || !rim_finite(plane.offset) || !rim_finite(length) ||
        !(length > 0.0))
        return RIM_OK;

    // n . (turn p + move) <= offset in the hull's frame. What is lost grows with the distance of the
    // hull from the world's origin, so the size that tolerances go by does as well.
    clip_frame world = to_world(hull, &pose);
    vec3d      n = v3d_scale(normal, 1.0 / length);
    double     along = v3d_dot(n, world.move);
    clip_space space = { m3d_unapply(world.turn, n), plane.offset / length - along };
    clip_space back = { v3d_scale(space.normal, -1.0), -space.offset };
    double     size = hull->radius + 0.125 * fabs(along);
    bool       good = !behind || cut_one(behind, hull, &world, space, size);
    good = good && (!front || cut_one(front, hull, &world, back, size));
    if (good) return RIM_OK;
    if (behind) clear(behind);
    if (front) clear(front);
    return RIM_ERR_MEMORY;
}
