// Mass properties of a clip: volume and first moment after each cut, everything else on demand.
#include "simd/f64x4.h"

#include "solid/clip/lanes.h"

#include <string.h>

static int32_t first_node(const cut_body *body)
{
    int32_t w = 0;
    while (!body->alive[w]) w++;
    return 64 * w + bits_lowest(body->alive[w]);
}

// Returns the surface area: half the length of each face's area vector, a fan from its first corner. Requires clip_list.
static double clip_mass_area_of(const rim_clip *clip)
{
    double area = 0.0;
    for (int32_t f = 0; f < clip->face_count; f++)
    {
        vec3d origin = clip_node(clip, clip->corner_nodes[clip->loops[clip->starts[f]]]);
        vec3d sum = v3d(0.0, 0.0, 0.0), before = sum;
        for (int32_t i = clip->starts[f] + 1; i < clip->starts[f + 1]; i++)
        {
            vec3d to = v3d_sub(clip_node(clip, clip->corner_nodes[clip->loops[i]]), origin);
            sum = v3d_add(sum, v3d_cross(before, to));
            before = to;
        }
        area += 0.5 * v3d_length(sum);
    }
    return area;
}

// Computes volume, first moment and kind from the graph. Sums over the triangles from one node, the origin, to all faces.
// face_nodes of the origin's own faces are set to it, so that these add nothing.
void clip_weigh(rim_clip *clip)
{
    cut_body *body = &clip->body;
    int32_t   origin = first_node(body);
    vec3d     o = cut_position(body, origin);
    for (int k = 0; k < 3; k++) body->face_nodes[body->faces[4 * origin + k]] = 4 * origin;
    clip_sums sums = CUT_KERNEL(body, clip_sum)(body, origin);
    clip->origin = o;
    clip->first = sums.first;
    clip->volume = sums.volume6 / 6.0;
    clip->kind = RIM_CLIP_SOLID;

    // The surface is below 16 size^2, as the body lies in a ball of radius `size` (4 pi size^2), so a volume above half of that
    // times the least thickness is solid. Otherwise the thickness is 2 volume / area. A body whose corners have coincided in
    // two directions has no faces.
    double thin = CLIP_NEAR * clip->size;
    if (clip->volume > 8.0 * thin * clip->size * clip->size) return;
    clip_list(clip);
    if (clip->face_count >= 4 && clip->volume > 0.5 * thin * clip_mass_area_of(clip)) return;
    clip->kind = RIM_CLIP_FLAT;
    clip->volume = 0.0;
}

double rim_clip_volume(const rim_clip *clip)
{
    return clip->volume;
}

// Returns R I R^T, the inertia tensor of a rotated body.
static void turn_inertia(rim_mass3 *mass, mat3d r)
{
    mat3d i = { { mass->xx, mass->xy, mass->zx },
                { mass->xy, mass->yy, mass->yz },
                { mass->zx, mass->yz, mass->zz } };
    vec3d rows[3] = { v3d(r.x.x, r.y.x, r.z.x), v3d(r.x.y, r.y.y, r.z.y),
                      v3d(r.x.z, r.y.z, r.z.z) };
    vec3d turned[3];
    for (int k = 0; k < 3; k++) turned[k] = m3d_apply(i, rows[k]);
    mass->xx = v3d_dot(rows[0], turned[0]);
    mass->yy = v3d_dot(rows[1], turned[1]);
    mass->zz = v3d_dot(rows[2], turned[2]);
    mass->xy = v3d_dot(rows[0], turned[1]);
    mass->yz = v3d_dot(rows[1], turned[2]);
    mass->zx = v3d_dot(rows[2], turned[0]);
}

// Sums the tetrahedra of the origin and each triangle of a face: its node r, node i and the next node j.
static rim_mass3 solid_mass(const rim_clip *clip)
{
    const cut_body *body = &clip->body;
    mass_sum        sum;
    memset(&sum, 0, sizeof sum);
    vec3d   o = clip->origin;
    int32_t words = (body->count + 63) / 64;
    for (int32_t w = 0; w < words; w++)
        for (uint64_t bits = body->alive[w]; bits; bits &= bits - 1)
        {
            int32_t i = 64 * w + bits_lowest(bits);
            vec3d   u = v3d_sub(cut_position(body, i), o);
            for (int32_t h = 4 * i; h < 4 * i + 3; h++)
            {
                int32_t r = body->face_nodes[body->faces[h]] / 4, j = body->twins[h] >> 2;
                if (r == i || r == j) continue;
                mass_add(&sum, v3d_sub(cut_position(body, r), o), u,
                         v3d_sub(cut_position(body, j), o));
            }
        }
    rim_mass3 mass = mass_end(&sum, o);
    vec3d     at = clip_to_world(clip, v3d(mass.x, mass.y, mass.z));
    mass.x = at.x, mass.y = at.y, mass.z = at.z;
    turn_inertia(&mass, clip->world.turn);
    return mass;
}

// Computes the centroid of a polygon from its triangles; that of a segment or point is the mean of its corners.
static rim_mass3 flat_mass(const rim_clip *clip)
{
    rim_mass3 mass;
    memset(&mass, 0, sizeof mass);
    vec3d  middle = v3d(0.0, 0.0, 0.0), mean = middle;
    double weight = 0.0;
    vec3d  origin = clip_node(clip, clip->corner_nodes[0]);
    for (int32_t i = 1; i < clip->corner_count; i++)
        mean = v3d_along(mean, v3d_sub(clip_node(clip, clip->corner_nodes[i]), origin),
                         1.0 / clip->corner_count);
    for (int32_t f = 0; f < clip->face_count; f++)
        for (int32_t i = clip->starts[f] + 2; i < clip->starts[f + 1]; i++)
        {
            int32_t nodes[3] = { clip->loops[clip->starts[f]], clip->loops[i - 1], clip->loops[i] };
            vec3d   p[3];
            for (int k = 0; k < 3; k++)
                p[k] = v3d_sub(clip_node(clip, clip->corner_nodes[nodes[k]]), origin);
            double area = v3d_length(v3d_cross(v3d_sub(p[1], p[0]), v3d_sub(p[2], p[0])));
            middle = v3d_along(middle, v3d_add(v3d_add(p[0], p[1]), p[2]), area / 3.0);
            weight += area;
        }
    vec3d local = weight > 0.0 ? v3d_scale(middle, 1.0 / weight) : mean;
    vec3d at = clip_to_world(clip, v3d_add(origin, local));
    mass.area = 0.5 * weight;
    mass.x = at.x, mass.y = at.y, mass.z = at.z;
    return mass;
}

rim_mass3 rim_clip_mass(const rim_clip *clip)
{
    rim_mass3 none;
    memset(&none, 0, sizeof none);
    if (clip->kind == RIM_CLIP_EMPTY) return none;
    return clip->kind == RIM_CLIP_SOLID ? solid_mass(clip) : flat_mass(clip);
}

// Computes the centroid in the world. clip->first is 24 times the first moment about the origin (clip_sum in lanes.h), so the
// centroid is  origin + (first / 24) / volume.
void rim_clip_centroid(const rim_clip *clip, double point[3])
{
    point[0] = point[1] = point[2] = 0.0;
    if (clip->kind == RIM_CLIP_EMPTY) return;
    vec3d at;
    if (clip->kind == RIM_CLIP_SOLID)
        at = clip_to_world(clip, v3d_along(clip->origin, clip->first, 1.0 / (24.0 * clip->volume)));
    else
    {
        rim_mass3 mass = flat_mass(clip);
        at = v3d(mass.x, mass.y, mass.z);
    }
    point[0] = at.x, point[1] = at.y, point[2] = at.z;
}
