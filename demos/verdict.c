#include "verdict.h"

#include <math.h>

const char *const VERDICT_TEXTS[VERDICT_COUNT] = {
    "standing",
    "walking",
    "climbing",
    "sliding along a wall",
    "stopped by a wall",
    "slope too steep",
    "step too high",
    "in the air",
    "stuck",
};

// Judges what stopped it by the triangle's own slope and height.
static verdict verdict_of_wall(const level *l, const rim_character *c, int wall)
{
    const rim_triangle *t = &l->triangles[wall];
    float               up = fabsf(l->normals[wall].y), top = fmaxf(t->a.y, fmaxf(t->b.y, t->c.y));
    if (up >= cosf(c->slope)) return VERDICT_TOO_HIGH;
    if (up > 0.05f) return VERDICT_TOO_STEEP;
    return top - c->position.y < 0.5f * c->height ? VERDICT_TOO_HIGH : VERDICT_WALL;
}

verdict verdict_of(const level *l, const rim_character *c, const rim_walk *walk, rim_vec3 wish,
                   float dt)
{
    float speed = rim_vec3_length(wish);
    if (walk->stuck) return VERDICT_STUCK;
    if (!walk->grounded) return VERDICT_AIR;
    if (speed == 0.0f) return VERDICT_STANDING;
    if (walk->stepped) return VERDICT_CLIMBING;
    float on = (walk->moved.x * wish.x + walk->moved.z * wish.z) / (speed * speed * dt);
    if (on > 0.98f) return VERDICT_WALKING;
    float gone =
        sqrtf(walk->moved.x * walk->moved.x + walk->moved.z * walk->moved.z) / (speed * dt);
    if (gone > 0.1f || walk->wall < 0) return walk->wall < 0 ? VERDICT_WALKING : VERDICT_SLIDING;
    return verdict_of_wall(l, c, walk->wall);
}
