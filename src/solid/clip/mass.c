// Mass properties of a clip: volume and first moment after each cut, everything else on demand.
#include "simd/f64x4.h"

#include "solid/clip/lanes.h"

// Returns the sums over the tetrahedra of the origin and the triangles (r, i, j) of all faces, with the face's node r and
// an edge i -> j of the face. Node i has the half-edges 4 i .. 4 i + 2. An edge that begins or ends at r spans no
// triangle.
static mass_sum clip_sum_all(const rim_clip *clip)
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
    return sum;
}

// Returns true if a body with clip->volume is thick enough for a solid. The thickness of a thin body is about 2 volume /
// area, and the body is solid if this is above `thin`. The area is below 16 size^2, because the body lies in a ball of
// radius `size`, whose area is 4 pi size^2. So a volume above 8 thin size^2 is that of a solid, whatever the area. Fewer
// than four listed faces enclose no volume: so many corners have coincided.
static bool is_thick(rim_clip *clip)
{
    double thin = CLIP_THIN * clip->size;
    if (clip->volume > 8.0 * thin * clip->size * clip->size) return true;
    clip_list(clip);
    return clip->face_count >= 4 && clip->volume > 0.5 * thin * clip_sum_all(clip).area;
}

// Computes volume, first moment and kind from the graph, by sums over the triangles of all faces and one node, the
// origin (lanes.h). face_nodes of the origin's own three faces are set to the origin, so that these faces add exactly
// 0. A body thinner than CLIP_THIN times the clip's size is flat, with volume 0, and so is a part of a hull without
// volume. A flat body is listed. Requires a living node.
void clip_weigh(rim_clip *clip, bool of_solid)
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
    if (of_solid && is_thick(clip)) return;
    clip_list(clip);
    clip->kind = RIM_CLIP_FLAT;
    clip->volume = 0.0;
}

double rim_clip_volume(const rim_clip *clip)
{
    return clip->volume;
}

// Replaces the inertia tensor I by  R I R^T,  that of the body rotated by R. R^T is m3d_between(R, 1).
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

// Returns the mean of the listed corners in the base frame.
static vec3d clip_mean_of_corners(const rim_clip *clip)
{
    vec3d sum = v3d(0.0, 0.0, 0.0);
    for (int32_t i = 0; i < clip->corner_count; i++)
        sum = v3d_add(sum, cut_position(&clip->body, clip->corner_nodes[i]));
    return v3d_scale(sum, 1.0 / clip->corner_count);
}

// Computes the mass properties in the base frame and moves them to the world. Without volume, mass_end takes the centroid
// of the surface; without area, the given point: that is the mean of the corners of a segment or point.
rim_mass3 rim_clip_mass(const rim_clip *clip)
{
    if (clip->kind == RIM_CLIP_EMPTY) return (rim_mass3){ 0 };
    bool      solid = clip->kind == RIM_CLIP_SOLID;
    mass_sum  sum = clip_sum_all(clip);
    rim_mass3 mass;
    if (!solid) sum.volume6 = 0.0;
    if (solid || clip->face_count > 0)
        mass = mass_end(&sum, clip->origin);
    else
        mass = mass_end(&(mass_sum){ .area = 0.0 }, clip_mean_of_corners(clip));
    vec3d at = clip_to_world(clip, v3d(mass.x, mass.y, mass.z));
    mass.x = at.x, mass.y = at.y, mass.z = at.z;
    if (solid) turn_inertia(&mass, clip->world.turn);
    return mass;
}

// Computes the centroid in the world. clip->first is 24 times the first moment about the origin (clip_sum in lanes.h),
// so the centroid is  origin + (first / 24) / volume.
void rim_clip_centroid(const rim_clip *clip, double point[3])
{
    rim_mass3 mass = { 0 };
    if (clip->kind == RIM_CLIP_FLAT) mass = rim_clip_mass(clip);
    vec3d at = v3d(mass.x, mass.y, mass.z);
    if (clip->kind == RIM_CLIP_SOLID)
        at = clip_to_world(clip, v3d_along(clip->origin, clip->first, 1.0 / (24.0 * clip->volume)));
    point[0] = at.x, point[1] = at.y, point[2] = at.z;
}
