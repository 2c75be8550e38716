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
    rim_release(&from, clip->planes, 5 * (size_t)clip->plane_room, sizeof *clip->planes);
    rim_release(&from, clip->face_node, (size_t)clip->face_room, sizeof *clip->face_node);
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

// p' = turn p + move from one hull's center frame to another's.
typedef struct frame_map
{
    mat3d turn;
    vec3d move;
} frame_map;

#ifdef CPU_GNU
__attribute__((always_inline))
#endif
static inline frame_map
to_world(const rim_hull *hull, const rim_xform3 *pose)
{
    frame_map map = { m3d_from_quat(pose->rotation), v3d_from(pose->position) };
    map.move = v3d_add(m3d_apply(map.turn, v3d_from(hull->center)), map.move);
    return map;
}

// From b's center frame to a's. The difference of the positions is taken first, so that far from the
// world's origin nothing is lost.
static frame_map between(const rim_hull *a, const rim_xform3 *pa, mat3d turn_a, const rim_hull *b,
                         const rim_xform3 *pb, mat3d turn_b)
{
    frame_map map;
    map.turn.x = m3d_unapply(turn_a, turn_b.x);
    map.turn.y = m3d_unapply(turn_a, turn_b.y);
    map.turn.z = m3d_unapply(turn_a, turn_b.z);
    vec3d apart = v3d_sub(v3d_from(pb->position), v3d_from(pa->position));
    map.move = v3d_sub(m3d_unapply(turn_a, apart), v3d_from(a->center));
    map.move = v3d_add(map.move, m3d_apply(map.turn, v3d_from(b->center)));
    return map;
}

// --- planes ------------------------------------------------------------------------------------------------

// The other hull's half-spaces in the base frame, and by how much the base's box reaches beyond each:
// five arrays of `padded` doubles.
typedef struct plane_set
{
    double *x, *y, *z, *d, *beyond;
    int32_t count;
} plane_set;

static bool reserve_planes(rim_clip *clip, int32_t planes)
{
    if (planes <= clip->plane_room) return true;
    double *grown = rim_allocate(&clip->from, 5 * (size_t)planes, sizeof *grown);
    if (!grown) return false;
    rim_release(&clip->from, clip->planes, 5 * (size_t)clip->plane_room, sizeof *clip->planes);
    clip->planes = grown;
    clip->plane_room = planes;
    return true;
}

static bool reserve_faces(rim_clip *clip, int32_t faces)
{
    if (faces <= clip->face_room) return true;
    int32_t *grown = rim_allocate(&clip->from, (size_t)faces, sizeof *grown);
    if (!grown) return false;
    rim_release(&clip->from, clip->face_node, (size_t)clip->face_room, sizeof *clip->face_node);
    clip->face_node = grown;
    clip->face_room = faces;
    return true;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

#ifdef CPU_GNU
__attribute__((always_inline))
#endif
static inline void
bring(const plane_set *set, int32_t padded, const rim_hull *base, const rim_hull *other,
      const frame_map *map)
{
    vec3d lo = v3d_sub(v3d_from(base->bounds.lo), v3d_from(base->center));
    vec3d hi = v3d_sub(v3d_from(base->bounds.hi), v3d_from(base->center));
    mat3d t = map->turn;
    vec3d c = map->move;
    double *restrict ox = set->x, *restrict oy = set->y, *restrict oz = set->z;
    double *restrict od = set->d, *restrict beyond = set->beyond;
    const double *restrict ix = other->px, *restrict iy = other->py, *restrict iz = other->pz;
    const double *restrict id = other->pd;
    for (int32_t i = 0; i < padded; i++)
    {
        double x = t.x.x * ix[i] + t.y.x * iy[i] + t.z.x * iz[i];
        double y = t.x.y * ix[i] + t.y.y * iy[i] + t.z.y * iz[i];
        double z = t.x.z * ix[i] + t.y.z * iy[i] + t.z.z * iz[i];
        double d = id[i] + (x * c.x + y * c.y + z * c.z);
        ox[i] = x, oy[i] = y, oz[i] = z, od[i] = d;
        beyond[i] = larger(x * lo.x, x * hi.x) + larger(y * lo.y, y * hi.y) +
                    larger(z * lo.z, z * hi.z) - d;
    }
}

#ifdef CPU_X86
// The same loop for the compiler to make four planes wide.
__attribute__((target("avx2"))) static void bring_wide(const plane_set *set, int32_t padded,
                                                       const rim_hull *base, const rim_hull *other,
                                                       const frame_map *map)
{
    bring(set, padded, base, other, map);
}
#endif

static plane_set bring_planes(rim_clip *clip, const rim_hull *base, const rim_hull *other,
                              const frame_map *map)
{
    int32_t   padded = other->padded_spaces;
    double   *at = clip->planes;
    plane_set set = {
        at, at + padded, at + 2 * padded, at + 3 * padded, at + 4 * padded, other->space_count
    };
#ifdef CPU_X86
    if (clip->body.wide)
    {
        bring_wide(&set, padded, base, other, map);
        return set;
    }
#endif
    bring(&set, padded, base, other, map);
    return set;
}

// --- clipping ----------------------------------------------------------------------------------------------

static cut_result cut_at(rim_clip *clip, const plane_set *set, int32_t i)
{
    cut_plane plane = {
        { set->x[i], set->y[i], set->z[i] }, set->d[i], CLIP_ON * clip->size, CLIP_NEAR * clip->size
    };
    return cut_by(&clip->body, &plane, clip->base_faces + i);
}

// Of the planes that the base reaches beyond, the deepest first, which leaves least to the others; the
// rest in order. The list is made without branches, which no processor could guess.
static int32_t choose_planes(rim_clip *clip, const plane_set *set)
{
    double   on = CLIP_ON * clip->size, most = set->beyond[0];
    int32_t *order = clip->face_node, count = 1, deepest = 0;
    for (int32_t i = 1; i < set->count; i++)
    {
        bool deeper = set->beyond[i] > most;
        most = deeper ? set->beyond[i] : most;
        deepest = deeper ? i : deepest;
    }
    order[0] = deepest;
    for (int32_t i = 0; i < set->count; i++)
    {
        order[count] = i;
        count += (set->beyond[i] > on) & (i != deepest);
    }
    return most > on ? count : 0;
}

static cut_result cut_all(rim_clip *clip, plane_set *set)
{
    int32_t        count = choose_planes(clip, set);
    const int32_t *order = clip->face_node;
    for (int32_t k = 0; k < count; k++)
    {
        cut_result result = cut_at(clip, set, order[k]);
        if (result == CUT_ALL || result == CUT_NO_MEMORY) return result;
        if (k == 0 && clip->body.count > 32) cut_compact(&clip->body);
    }
    return CUT_SOME;
}

static bool clip_solids(rim_clip *clip, const rim_hull *base, const rim_hull *other,
                        const frame_map *map)
{
    clip->base_faces = base->face_count;
    if (!reserve_planes(clip, other->padded_spaces)) return false;
    if (!reserve_faces(clip, base->face_count + other->face_count + 1)) return false;
    plane_set set = bring_planes(clip, base, other, map);
    if (!cut_load(&clip->body, base)) return false;
    cut_result result = cut_all(clip, &set);
    if (result == CUT_ALL) return true;
    if (result == CUT_NO_MEMORY || !clip_reserve_list(clip)) return false;
    clip_weigh(clip);
    return true;
}

static bool clip_flats(rim_clip *clip, const rim_hull *base, const rim_hull *other,
                       const frame_map *map)
{
    if (!reserve_planes(clip, other->padded_spaces)) return false;
    if (!clip_load_polygon(clip, base, other->space_count)) return false;
    plane_set set = bring_planes(clip, base, other, map);
    for (int32_t i = 0; i < set.count; i++)
    {
        clip_space space = { { set.x[i], set.y[i], set.z[i] }, set.d[i] };
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

    frame_map world = to_world(base, pose);
    out->turn = world.turn;
    out->move = world.move;
    out->size = base->radius + other->radius;
    frame_map map =
        between(base, pose, world.turn, other, other_pose, m3d_from_quat(other_pose->rotation));
    bool good = base->kind == RIM_HULL_SOLID ? clip_solids(out, base, other, &map)
                                             : clip_flats(out, base, other, &map);
    if (good) return RIM_OK;
    clear(out);
    return RIM_ERR_MEMORY;
}

// --- cutting -----------------------------------------------------------------------------------------------

static bool cut_one(rim_clip *clip, const rim_hull *hull, const frame_map *world, clip_space space,
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
    if (!reserve_faces(clip, hull->face_count + 1) || !cut_load(&clip->body, hull)) return false;
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
    frame_map  world = to_world(hull, &pose);
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
