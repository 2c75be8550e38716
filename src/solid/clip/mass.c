// Mass properties of a clip: volume and first moment after each cut, everything else on demand.
#include "simd/f64x4.h"

#include "solid/clip/lanes.h"

// Returns corner i of the list in the base frame.
static vec3d clip_mass_corner(const rim_clip *clip, int32_t i)
{
    return cut_position(&clip->body, clip->corner_nodes[i]);
}

// Returns the centroid of a clip without volume, relative to `origin`, and stores twice the area of its faces in
// *area2. With an area, the centroid is the mean of the triangles' centroids (a + b + c) / 3, weighted by their areas.
// Without one (a segment or point) it is the mean of the corners. Requires clip_list. `origin` must be corner 0, which
// then adds nothing to that mean.
static vec3d flat_centroid(const rim_clip *clip, vec3d origin, double *area2)
{
    vec3d sum = v3d(0.0, 0.0, 0.0), mean = sum;
    *area2 = 0.0;
    for (int32_t f = 0; f < clip->face_count; f++)
    {
        const int32_t *loop = clip->loops + clip->starts[f];
        vec3d          a = v3d_sub(clip_mass_corner(clip, loop[0]), origin);
        for (int32_t i = 2; i < clip->starts[f + 1] - clip->starts[f]; i++)
        {
            vec3d  b = v3d_sub(clip_mass_corner(clip, loop[i - 1]), origin);
            vec3d  c = v3d_sub(clip_mass_corner(clip, loop[i]), origin);
            double twice = v3d_length(v3d_cross(v3d_sub(b, a), v3d_sub(c, a)));
            sum = v3d_along(sum, v3d_add(v3d_add(a, b), c), twice / 3.0);
            *area2 += twice;
        }
    }
    if (*area2 > 0.0) return v3d_scale(sum, 1.0 / *area2);
    for (int32_t i = 1; i < clip->corner_count; i++)
        mean =
            v3d_along(mean, v3d_sub(clip_mass_corner(clip, i), origin), 1.0 / clip->corner_count);
    return mean;
}

// Computes volume, first moment and kind from the graph, by sums over the triangles of all faces and one node, the
// origin (lanes.h). face_nodes of the origin's own three faces are set to the origin, so that these faces add exactly
// 0. A body thinner than CLIP_THIN times the clip's size is flat, with volume 0. Requires a living node, and room for
// the list.
void clip_weigh(rim_clip *clip)
{
    cut_body *body = &clip->body;
    int32_t   w = 0;
    while (!body->alive[w]) w++;
    int32_t origin = 64 * w + bits_lowest(body->alive[w]);
    for (int k = 0; k < 3; k++) body->face_nodes[body->faces[4 * origin + k]] = 4 * origin;
    clip_sums sums = CUT_KERNEL(body, clip_sum)(body, origin);
    clip->origin = cut_position(body, origin);
    clip->first = sums.first;
    clip->volume = sums.volume6 / 6.0;
    clip->kind = RIM_CLIP_SOLID;

    // The thickness of a thin body is about 2 volume / area, and the body is solid if this is above `thin`. The area is
    // below 16 size^2, because the body lies in a ball of radius `size`, whose area is 4 pi size^2. So a volume above
    // 8 thin size^2 is that of a solid, whatever the area. Fewer than four listed faces enclose no volume: so many
    // corners have coincided.
    double thin = CLIP_THIN * clip->size;
    if (clip->volume > 8.0 * thin * clip->size * clip->size) return;
    clip_list(clip);
    if (clip->face_count >= 4)
    {
        double area2;
        flat_centroid(clip, clip_mass_corner(clip, 0), &area2);
        if (clip->volume > 0.25 * thin * area2) return;
    }
    clip->kind = RIM_CLIP_FLAT;
    clip->volume = 0.0;
}

double rim_clip_volume(const rim_clip *clip)
{
    return clip->volume;
}

// Replaces the inertia tensor I by  R I R^T,  that of the body rotated by R.
static void turn_inertia(rim_mass3 *mass, mat3d r)
{
    mat3d one = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    mat3d inertia = { { mass->xx, mass->xy, mass->zx },
                      { mass->xy, mass->yy, mass->yz },
                      { mass->zx, mass->yz, mass->zz } };
    mat3d turned = m3d_mul(r, m3d_mul(inertia, m3d_between(r, one)));
    mass->xx = turned.x.x;
    mass->yy = turned.y.y;
    mass->zz = turned.z.z;
    mass->xy = turned.y.x;
    mass->yz = turned.z.y;
    mass->zx = turned.x.z;
}

// Returns the mass properties of a solid in the world. Sums the tetrahedra of the origin and the triangles (r, i, j) of
// all faces, with the face's node r and an edge i -> j of the face. Node i has the half-edges 4 i .. 4 i + 2. An edge
// that begins or ends at r spans no triangle.
static rim_mass3 solid_mass(const rim_clip *clip)
{
    const cut_body *body = &clip->body;
    mass_sum        sum = { .volume6 = 0.0 };
    vec3d           o = clip->origin;
    for (int32_t i = 0; i < body->count; i++)
    {
        if (!cut_bit(body->alive, i)) continue;
        vec3d u = v3d_sub(cut_position(body, i), o);
        for (int32_t h = 4 * i; h < 4 * i + 3; h++)
        {
            int32_t r = body->face_nodes[body->faces[h]] / 4, j = body->twins[h] >> 2;
            if (r == i || r == j) continue;
            mass_add(&sum, v3d_sub(cut_position(body, r), o), u, v3d_sub(cut_position(body, j), o));
        }
    }
    rim_mass3 mass = mass_end(&sum, o);
    vec3d     at = clip_to_world(clip, v3d(mass.x, mass.y, mass.z));
    mass.x = at.x, mass.y = at.y, mass.z = at.z;
    turn_inertia(&mass, clip->world.turn);
    return mass;
}

// Returns the area and centroid of a clip without volume, in the world.
static rim_mass3 flat_mass(const rim_clip *clip)
{
    double    area2;
    vec3d     origin = clip_mass_corner(clip, 0);
    vec3d     at = clip_to_world(clip, v3d_add(origin, flat_centroid(clip, origin, &area2)));
    rim_mass3 mass = { .area = 0.5 * area2, .x = at.x, .y = at.y, .z = at.z };
    return mass;
}

rim_mass3 rim_clip_mass(const rim_clip *clip)
{
    if (clip->kind == RIM_CLIP_EMPTY) return (rim_mass3){ 0 };
    return clip->kind == RIM_CLIP_SOLID ? solid_mass(clip) : flat_mass(clip);
}

// Computes the centroid in the world. clip->first is 24 times the first moment about the origin (clip_sum in lanes.h),
// so the centroid is  origin + (first / 24) / volume.
void rim_clip_centroid(const rim_clip *clip, double point[3])
{
    rim_mass3 mass = { 0 };
    if (clip->kind == RIM_CLIP_FLAT) mass = flat_mass(clip);
    vec3d at = v3d(mass.x, mass.y, mass.z);
    if (clip->kind == RIM_CLIP_SOLID)
        at = clip_to_world(clip, v3d_along(clip->origin, clip->first, 1.0 / (24.0 * clip->volume)));
    point[0] = at.x, point[1] = at.y, point[2] = at.z;
}
