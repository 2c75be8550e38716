// Four rays down, slide, fall back: an old tutorial's walker. Put right are: the tangent (it added a number to a
// point), the averaged normals (opposite walls cancelled, small triangles outvoted large ones), the step
// height (anything inside the body was climbed), gravity and the way out of overlaps (there were none).
#include "solid/mover/step.h"

#include "rimcast/mover.h"

#include <math.h>

typedef struct ray_walker
{
    const rim_character *c;
    mover_motion         m;
    rim_vec3             foot; // where the motion's x = 0 stands
} ray_walker;

typedef struct ray_ground
{
    bool     found;
    float    y;
    int      id;
    rim_vec3 normal;
} ray_ground;

// The highest ground under the four upright edges of the box that stands at p, from `up` above to `down` below.
static ray_ground find_ground(const ray_walker *w, rim_vec3 p, float up, float down)
{
    const rim_character *c = w->c;
    ray_ground           best = { .y = -INFINITY, .id = -1 };
    for (int corner = 0; corner < 4; corner++)
    {
        rim_ray3 ray;
        ray.origin = rim_vec3_make(p.x + (corner & 1 ? c->radius : -c->radius), p.y + up,
                                   p.z + (corner & 2 ? c->depth : -c->depth));
        ray.delta = rim_vec3_make(0.0f, -(up + down), 0.0f);
        for (int i = 0; i < w->m.f.count; i++)
        {
            const rim_world_triangle *t = &w->m.f.triangles[i];
            rim_hit3                  hit = rim_triangle_raycast(&t->shape, ray, RIM_SIDE_BOTH);
            if (!hit.hit || hit.face_normal.y < character_slope_cosine(c) || hit.point.y < best.y)
                continue;
            if (hit.point.y == best.y && t->id > best.id) continue;
            best.found = true;
            best.y = hit.point.y;
            best.id = t->id;
            best.normal = hit.face_normal;
        }
    }
    return best;
}

// What a box that stands at p overlaps, as planes for its motion. How many there are.
static int ray_walker_overlaps(ray_walker *w, rim_vec3 p, rim_plane planes[MOTION_CONTACTS])
{
    motion_place(&w->m, v3d_sub(v3d_from(p), v3d_from(w->foot)));
    motion_touch(&w->m, 0.0);
    int count = 0;
    for (int i = 0; i < w->m.contact_count; i++)
        if (w->m.contacts[i].gap < 0.0)
            planes[count++] = (rim_plane){ v3d_round(w->m.contacts[i].n), 0.0f };
    return count;
}

// Goes by `way`, onto the ground if there is some, and looks whether there is room. fall: how far it falls
// without ground.
static bool try_place(ray_walker *w, rim_vec3 way, float fall, rim_vec3 *place, ray_ground *ground,
                      rim_plane planes[MOTION_CONTACTS], int *count)
{
    const rim_character *c = w->c;
    rim_vec3             p = rim_vec3_add(w->foot, way);
    float                down = c->grounded ? character_snap(c) : fall > 0.0f ? fall : 0.0f;
    float                up = c->fall.y > 0.0f ? 0.0f : c->step;
    *ground = find_ground(w, p, up, down + c->skin);
    if (ground->found)
        p.y = ground->y + c->skin;
    else
        p.y -= fall;
    *place = p;
    *count = ray_walker_overlaps(w, p, planes);
    return *count == 0;
}

static void ray_walker_start(ray_walker *w, const rim_character *c, rim_world3 world, rim_vec3 way,
                             float fall)
{
    w->c = c;
    w->foot = c->position;
    vec3d origin = v3d_from(c->position);
    origin.y += 0.5 * c->height;
    w->m.f.shape.box = true;
    w->m.f.shape.radius = c->radius;
    w->m.f.shape.rise = 0.0;
    w->m.f.shape.half = v3d(c->radius, 0.5 * c->height, c->depth);
    w->m.f.shape.skin = c->skin;
    w->m.f.shape.one_sided = c->side != RIM_SIDE_BOTH;
    w->m.f.shape.mirrored = c->side == RIM_SIDE_BACK;
    motion_begin(&w->m, world, origin, motion_kernels(true));
    // Wherever it may end: slides go to either side.
    double   length = rim_vec3_length(way), down = character_snap(c) + fabs((double)fall) + c->skin;
    vec3d    zero = v3d(0.0, 0.0, 0.0);
    rim_box3 up = field_box(&w->m.f, zero, v3d(0.0, c->step, 0.0), length);
    rim_box3 low = field_box(&w->m.f, zero, v3d(0.0, -down, 0.0), length);
    motion_expect(&w->m, rim_box3_union(up, low), zero, v3d(0.0, c->step, 0.0));
}

rim_walk rim_character_rays(rim_character *character, rim_world3 world, rim_vec3 wish, float dt)
{
    rim_walk   walk = { .ground = -1, .wall = -1 };
    ray_walker w;
    ray_ground ground;
    rim_plane  planes[MOTION_CONTACTS];
    rim_vec3   way = rim_vec3_scale(rim_vec3_make(wish.x, 0.0f, wish.z), dt), place;
    float      fall =
        character->grounded ? 0.0f : 0.5f * character->gravity * dt * dt - character->fall.y * dt;
    int count;
    if (!(dt > 0.0f &&
          rim_vec3_length(way) + fabsf(fall) + rim_vec3_length(character->position) < INFINITY))
        return walk;
    ray_walker_start(&w, character, world, way, fall);
    bool free_way = try_place(&w, way, fall, &place, &ground, planes, &count);
    if (!free_way)
    {
        // Along all that it overlaps; then not down to the ground; then not at all.
        for (int i = 0; i < count; i++) planes[i].normal.y = 0.0f;
        walk.wall_normal = planes[0].normal;
        rim_vec3 along = rim_mover_velocity(way, planes, count);
        free_way = try_place(&w, along, fall, &place, &ground, planes, &count);
        if (!free_way)
        {
            ground.found = false;
            place = rim_vec3_add(w.foot, along);
            free_way = ray_walker_overlaps(&w, place, planes) == 0;
        }
    }
    if (!free_way)
    {
        place = w.foot;
        ground = find_ground(&w, place, character->step, character_snap(character));
        walk.stuck = ray_walker_overlaps(&w, place, planes) > 0;
    }
    bool was = character->grounded;
    character->grounded = ground.found && character->fall.y <= 0.0f;
    character->fall.y = character->grounded || (!free_way && fall > 0.0f)
                            ? 0.0f
                            : character->fall.y - (was ? 0.0f : character->gravity * dt);
    character->ground = walk.ground = character->grounded ? ground.id : -1;
    if (character->grounded) walk.ground_normal = ground.normal;
    walk.grounded = character->grounded;
    walk.landed = walk.grounded && !was;
    walk.moved = rim_vec3_sub(place, character->position);
    walk.cut = !w.m.f.complete;
    walk.gathered = w.m.gathered;
    character->position = place;
    character->rest = rim_vec3_make(0.0f, 0.0f, 0.0f);
    return walk;
}
