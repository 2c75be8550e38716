// Four rays down, slide, fall back: an old tutorial's walker. Put right are: the tangent (it added a number to a
// point), the averaged normals (opposite walls cancelled, small triangles outvoted large ones), the step
// height (anything inside the body was climbed), gravity and the way out of overlaps (there were none).
#include "four_rays.h"

#include "rimcast/angle.h"
#include "rimcast/mover.h"

#include <math.h>

#define MOST_TRIANGLES 512
#define MOST_PLANES 64

// The character and the triangles that a tick can come near.
typedef struct four_rays
{
    const rim_character *c;
    float                slope_cosine, snap;
    int                  count;
    rim_world_triangle   near[MOST_TRIANGLES];
} four_rays;

typedef struct ray_ground
{
    bool     found;
    float    y;
    int      id;
    rim_vec3 normal;
} ray_ground;

// Where a tick may lead, whether there is room, and what it stands on there.
typedef struct ray_place
{
    rim_vec3   position;
    ray_ground ground;
    int        overlaps;
    int        walls[MOST_PLANES]; // ids of what it overlaps
    rim_plane  planes[MOST_PLANES];
} ray_place;

// The highest ground under the four upright edges of the box that stands at p, from `up` above to `down` below.
static ray_ground find_ground(const four_rays *w, rim_vec3 p, float up, float down)
{
    const rim_character *c = w->c;
    ray_ground           best = { .id = -1 };
    for (int corner = 0; corner < 4; corner++)
    {
        float    x = p.x + (corner & 1 ? c->radius : -c->radius);
        float    z = p.z + (corner & 2 ? c->depth : -c->depth);
        rim_ray3 ray = { rim_vec3_make(x, p.y + up, z), rim_vec3_make(0.0f, -(up + down), 0.0f) };
        for (int i = 0; i < w->count; i++)
        {
            rim_hit3 hit = rim_triangle_raycast(&w->near[i].shape, ray, RIM_SIDE_BOTH);
            if (!hit.hit || hit.face_normal.y < w->slope_cosine) continue;
            if (best.found && hit.point.y <= best.y) continue;
            best = (ray_ground){ true, hit.point.y, w->near[i].id, hit.face_normal };
        }
    }
    return best;
}

// Finds what the box overlaps where it stands.
static void find_overlaps(const four_rays *w, ray_place *place)
{
    rim_character at = *w->c;
    at.position = place->position;
    rim_shape3 box = rim_character_shape(&at);
    place->overlaps = 0;
    for (int i = 0; i < w->count && place->overlaps < MOST_PLANES; i++)
    {
        rim_shape3   triangle = { RIM_SHAPE3_TRIANGLE, .triangle = w->near[i].shape };
        rim_contact3 contact =
            rim_shape3_contact(&box, rim_xform3_identity(), &triangle, rim_xform3_identity());
        if (!contact.hit || contact.depth == 0.0f) continue;
        place->walls[place->overlaps] = w->near[i].id;
        place->planes[place->overlaps++] = (rim_plane){ contact.normal, 0.0f };
    }
}

// Goes by `way`, then onto the ground if there is some, else down by `fall`.
static void try_place(const four_rays *w, rim_vec3 way, float fall, ray_place *place)
{
    const rim_character *c = w->c;
    rim_vec3             p = rim_vec3_add(c->position, way);
    float                down = c->grounded ? w->snap : fmaxf(fall, 0.0f);
    float                up = c->fall.y > 0.0f ? 0.0f : c->step;
    place->ground = find_ground(w, p, up, down + c->skin);
    p.y = place->ground.found ? place->ground.y + c->skin : p.y - fall;
    place->position = p;
    find_overlaps(w, place);
}

// Finds a place for the tick: along what it overlaps; then not down to the ground; then where it was. Returns false for
// the last.
static bool find_place(const four_rays *w, rim_vec3 way, float fall, ray_place *place,
                       rim_walk *walk)
{
    try_place(w, way, fall, place);
    if (place->overlaps == 0) return true;

    for (int i = 0; i < place->overlaps; i++) place->planes[i].normal.y = 0.0f;
    walk->wall = place->walls[0];
    walk->wall_normal = rim_vec3_normalize(place->planes[0].normal);
    rim_vec3 along = rim_mover_velocity(way, place->planes, place->overlaps);
    try_place(w, along, fall, place);
    if (place->overlaps == 0) return true;

    place->ground.found = false;
    place->position = rim_vec3_add(w->c->position, along);
    find_overlaps(w, place);
    if (place->overlaps == 0) return true;

    place->position = w->c->position;
    place->ground = find_ground(w, place->position, w->c->step, w->snap);
    find_overlaps(w, place);
    walk->stuck = place->overlaps > 0;
    return false;
}

// Gathers the triangles that the box may come near: slides go to either side.
static void gather(four_rays *w, rim_world3 world, rim_walk *walk, float way, float fall)
{
    const rim_character *c = w->c;
    float    down = w->snap + fabsf(fall) + c->skin, up = c->height + c->step + fabsf(fall);
    rim_vec3 lo = { c->position.x - c->radius - way, c->position.y - down,
                    c->position.z - c->depth - way };
    rim_vec3 hi = { c->position.x + c->radius + way, c->position.y + up,
                    c->position.z + c->depth + way };
    int      count = world.gather(world.context, rim_box3_make(lo, hi), w->near, MOST_TRIANGLES);
    w->count = count < MOST_TRIANGLES ? count : MOST_TRIANGLES;
    walk->cut = count > MOST_TRIANGLES;
    walk->gathered = 1;
}

rim_walk four_rays_step(rim_character *c, rim_world3 world, rim_vec3 wish, float dt)
{
    rim_walk  walk = { .ground = -1, .wall = -1 };
    four_rays w = { .c = c,
                    .slope_cosine = (float)rim_sincos((double)c->slope).cos,
                    .snap = c->snap < 0.0f ? c->step : c->snap };
    ray_place place;
    bool      was = c->grounded;
    rim_vec3  way = rim_vec3_scale(rim_vec3_make(wish.x, 0.0f, wish.z), dt);
    float     fall = was ? 0.0f : 0.5f * c->gravity * dt * dt - c->fall.y * dt;
    gather(&w, world, &walk, (float)rim_vec3_length(way), fall);
    bool moves = find_place(&w, way, fall, &place, &walk);

    c->grounded = place.ground.found && c->fall.y <= 0.0f;
    if (c->grounded || (!moves && fall > 0.0f))
        c->fall.y = 0.0f;
    else if (!was)
        c->fall.y -= c->gravity * dt;
    c->ground = walk.ground = c->grounded ? place.ground.id : -1;
    if (c->grounded) walk.ground_normal = place.ground.normal;
    walk.grounded = c->grounded;
    walk.landed = walk.grounded && !was;
    walk.moved = rim_vec3_sub(place.position, c->position);
    c->position = place.position;
    return walk;
}
