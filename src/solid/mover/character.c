#include "rimcast/angle.h"
#include "rimcast/character.h"

#include "solid/mover/step.h"
#include "solid/shape/closest.h"

#include <string.h>

// Returns a character of the kind capsule with the default options, standing at `feet`. `radius` is the half width,
// also of a box.
static rim_character character_default(rim_vec3 feet, float radius, float height)
{
    rim_character c = { .kind = RIM_CHARACTER_CAPSULE };
    c.radius = radius;
    c.depth = radius;
    c.height = height;
    c.step = 0.2f * height;
    c.snap = -1.0f;
    c.slope = (float)(RIM_PI / 4.0);
    c.gravity = 9.81f;
    c.skin = radius / 256.0f;
    c.position = feet;
    c.ground = -1;
    return c;
}

rim_character rim_character_capsule(rim_vec3 feet, float radius, float height)
{
    return character_default(feet, radius, height < 2.0f * radius ? 2.0f * radius : height);
}

rim_character rim_character_box(rim_vec3 feet, rim_vec3 half)
{
    rim_character c = character_default(feet, half.x, 2.0f * half.y);
    c.kind = RIM_CHARACTER_BOX;
    c.depth = half.z;
    c.skin = (half.x < half.z ? half.x : half.z) / 256.0f;
    return c;
}

// Returns the character's box or capsule in the world, standing on its position.
rim_shape3 rim_character_shape(const rim_character *character)
{
    const rim_character *c = character;
    rim_shape3           shape = { .kind = RIM_SHAPE3_CAPSULE };
    rim_vec3             foot = c->position;
    if (c->kind == RIM_CHARACTER_BOX)
    {
        rim_vec3 middle = rim_vec3_make(foot.x, foot.y + 0.5f * c->height, foot.z);
        shape.kind = RIM_SHAPE3_BOX;
        shape.box.pose = rim_xform3_translation(middle);
        shape.box.half = rim_vec3_make(c->radius, 0.5f * c->height, c->depth);
        return shape;
    }
    shape.capsule.a = rim_vec3_make(foot.x, foot.y + c->radius, foot.z);
    shape.capsule.b = rim_vec3_make(foot.x, foot.y + c->height - c->radius, foot.z);
    shape.capsule.radius = c->radius;
    return shape;
}

// The new velocity replaces an earlier one, also in the air: a second jump is as high as the first.
void rim_character_jump(rim_character *character, float speed)
{
    character->fall = character->carried;
    character->fall.y += speed;
    character->carried = rim_vec3_make(0.0f, 0.0f, 0.0f);
    character->grounded = false;
    character->ground = -1;
}

// --- a step ---------------------------------------------------------------------------------------------

// Returns the mover's position in the world.
static vec3d character_place_of(const rim_character *c)
{
    vec3d p = v3d_add(v3d_from(c->position), v3d_from(c->rest));
    p.y += character_foot_height(c);
    return p;
}

// Returns the mover's shape of a character. The members for the other kind are set as well, but not used: radius and
// rise are those of a capsule, half those of a box. c->radius is the half width of both kinds.
static field_shape shape_of(const rim_character *c)
{
    field_shape shape = { .box = c->kind == RIM_CHARACTER_BOX };
    shape.radius = c->radius;
    shape.rise = c->height > 2.0f * c->radius ? (double)c->height - 2.0 * c->radius : 0.0;
    shape.half = v3d(c->radius, 0.5 * c->height, c->depth);
    shape.skin = c->skin;
    return shape;
}

// Sets the state at the start of a step of `dt` seconds, with nothing gathered. Positions in the state are relative to
// the mover's position at the start. s->tangent follows from the cosine: sqrt(1 - cosine^2) / cosine. The cosine is
// less than 1, because by rounding the y of the normal of level ground may be less than 1.
static void character_start(stepper *s, const rim_character *c, rim_world3 world, rim_vec3 wish,
                            double dt, const field_kernels *kernels)
{
    s->c = c;
    s->walk = (rim_walk){ .ground = -1, .wall = -1 };
    motion_begin(&s->m, world, character_place_of(c), shape_of(c), c->side, kernels);
    s->wish = v3d(wish.x, 0.0, wish.z);
    s->fall = v3d_from(c->fall);
    s->carried = v3d(0.0, 0.0, 0.0);
    s->cosine = fmin((float)rim_sincos((double)c->slope).cos, 1.0 - MOVER_OTHER_NORMAL);
    double sine = 1.0 - s->cosine * s->cosine;
    s->tangent = sine > 0.0 ? sqrt(sine) / s->cosine : 0.0;
    s->largest = c->kind == RIM_CHARACTER_BOX && c->depth < c->radius ? c->depth : c->radius;
    s->time = dt;
    s->grounded = s->lenient = c->grounded;
    s->took_off = s->searched = false;
}

// Returns a box around everything that an ordinary step may come near, and stores in *high how far the step may rise.
//
// A horizontal motion w that walls turn aside ends in the ball whose diameter is the line from 0 to w. So the box is
// horizontally around this ball, whose diameter is `side`. Downward, it has room for the snap, the fall, and a slope of
// 45 degrees, and upward for a step and such a slope. Motions and falls are cut to 4 half widths: longer ones gather
// more when it is needed.
static rim_box3 step_box(const stepper *s, double *high)
{
    const rim_character *c = s->c;
    vec3d                v = v3d_add(v3d_add(s->wish, s->fall), v3d_from(c->carried));
    double               level = sqrt(v.x * v.x + v.z * v.z) * s->time, most = 4.0 * s->largest;
    double               fall = (fabs(v.y) + fabs((double)c->gravity) * s->time) * s->time;
    double               side = level < most ? level : most, down = fall < most ? fall : most;
    double half_time = level > 0.0 ? 0.5 * side / level * s->time : 0.0; // to the ball's center
    double low = character_snap(c) + side + down;
    *high = c->step + side;
    vec3d from = v3d(v.x * half_time, -low, v.z * half_time), up = v3d(0.0, low + *high, 0.0);
    return field_box(&s->m.f, &from, &up, 0.5 * side + 2.0 * s->m.f.shape.skin);
}

// Moves with the velocity of the ground on which the character stands, and keeps it in s->carried. Does nothing if the
// character stands on no triangle, if the world has no velocities, or if the velocity is not finite.
static void carry_with_ground(stepper *s)
{
    const rim_character *c = s->c;
    if (!c->grounded || c->ground < 0 || !s->m.world.velocity) return;
    rim_vec3 v = s->m.world.velocity(s->m.world.context, c->ground, c->position);
    if (!(v3d_length2(v3d_from(v)) < INFINITY)) return;
    s->carried = v3d_from(v);
    if (v3d_length2(s->carried) > 0.0) motion_slide(&s->m, v3d_scale(s->carried, s->time));
}

// Returns true if the character moves up and away from all contacts that are no steeper than ground, which therefore do
// not hold it. A character that runs into a ramp faster than it rises lands there. One that runs into a wall does not,
// even if the wall leans back. Rounding may turn a motion along the ground upwards by MOVER_PARALLEL_WALLS of it, which
// is no rising. Requires the contacts of the position.
static bool is_rising(const stepper *s)
{
    vec3d  v = v3d_add(s->wish, s->fall);
    double least = MOVER_PARALLEL_WALLS * v3d_length(v);
    if (s->fall.y <= least) return false;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        vec3d n = s->m.contacts[i].n;
        if (n.y >= s->cosine && v3d_dot(n, v) <= least) return false;
    }
    return true;
}

// Moves piece by piece until the time is used up, on the ground or in the air. Before each piece, a character in the
// air lands if contacts hold it and it is not rising. If RIM_CHARACTER_PHASES pieces leave a rest of the time, reports
// that the step was cut.
static void character_run(stepper *s)
{
    for (int phase = 0; phase < RIM_CHARACTER_PHASES && s->time > 0.0; phase++)
    {
        motion_find_contacts(&s->m, motion_margin(&s->m));
        character_record_walls(s);
        if (!s->grounded && !is_rising(s) && !s->took_off && character_held(s, s->lenient))
        {
            s->grounded = s->lenient = true;
            s->walk.landed = true;
        }
        if (s->grounded)
        {
            s->fall = v3d(0.0, 0.0, 0.0);
            character_on_ground(s);
        }
        else
            character_in_air(s);
    }
    if (s->time > 0.0) s->walk.cut = true;
}

// --- the report ---------------------------------------------------------------------------------------

// Stores the result of the step in the character and the report. position + rest is the place of the feet in about
// double precision.
static void character_end(stepper *s, rim_character *c)
{
    vec3d    place = v3d_add(s->m.f.origin, s->m.x), zero = v3d(0.0, 0.0, 0.0);
    rim_vec3 old = c->position;
    place.y -= character_foot_height(c);
    c->position = v3d_saturate(place);
    c->rest = v3d_round(v3d_sub(place, v3d_from(c->position)));
    c->grounded = s->grounded;
    c->fall = v3d_saturate(s->grounded ? zero : s->fall);
    c->carried = v3d_saturate(s->grounded ? s->carried : zero);
    s->walk.moved = rim_vec3_sub(c->position, old);
    s->walk.grounded = s->grounded;
    if (!s->grounded)
    {
        s->walk.ground = -1;
        s->walk.ground_normal = v3d_round(zero);
    }
    c->ground = s->walk.ground;
    s->walk.cut = s->walk.cut || s->m.cut;
    s->walk.gathered = s->m.gathered;
}

// --- at rest in a dead end --------------------------------------------------------------------------------
//
// A step is a function of the character, the wish and the triangles around. If a search found no way out of a dead end
// and the step changed nothing, later steps skip the search as long as all of these are the same. Two hashes decide:
// one of the character and the triangles that an ordinary step may come near, compared in each step, and one of all
// triangles that the search reads, compared in every eighth step.

// The second hash is compared once in so many steps.
#define CLOSED_STEPS 8

// Adds a word to a hash, and computes the key of the next one. The sum over words of
//
//      (low half + low half of the key) (high half + high half of the key),
//
// with sums modulo 2^32 and whole products, is UMAC's NH (Black, Halevi, Krawczyk, Krovetz, Rogaway, 1999). The keys are
// odd numbers without a pattern. The first key is 2^64 over the golden ratio. Each further key is the one before times
// a multiplier of linear congruential generators (Steele, Vigna, "Computationally easy, spectrally good multipliers",
// 2021).
static inline void hash_add(uint64_t *hash, uint64_t *key, uint64_t word)
{
    uint32_t low = (uint32_t)word + (uint32_t)*key;
    uint32_t high = (uint32_t)(word >> 32) + (uint32_t)(*key >> 32);
    *hash += (uint64_t)low * high;
    *key *= 0xd1342543de82ef95u;
}

// Returns a hash of memory, eight bytes a word; zeros are added to the last word. Reads the words where they are: copies of
// numbers that were just stored would wait for the stores.
static inline uint64_t hash_bytes(const void *from, size_t size)
{
    const char *at = from;
    uint64_t    hash = 0, key = 0x9e3779b97f4a7c15u, word = 0;
    for (; size >= sizeof word; size -= sizeof word, at += sizeof word)
    {
        memcpy(&word, at, sizeof word);
        hash_add(&hash, &key, word);
    }
    word = 0;
    memcpy(&word, at, size);
    if (size) hash_add(&hash, &key, word);
    return hash;
}

// Returns a hash of everything that a step depends on, except for the triangles: of the character, the wish and the
// time.
static uint64_t hash_character(const rim_character *c, vec3d wish, double dt)
{
    const double numbers[] = { c->kind,   c->radius,   c->depth,      c->height,     c->step,
                               c->snap,   c->gravity,  c->skin,       c->side,       c->ground,
                               c->slope,  c->grounded, c->position.x, c->position.y, c->position.z,
                               c->rest.x, c->rest.y,   c->rest.z,     c->fall.x,     c->fall.y,
                               c->fall.z, wish.x,      wish.y,        wish.z,        dt };
    return hash_bytes(numbers, sizeof numbers);
}

// Gathers the triangles in the box, and returns the sum of their hashes, so that their order has no effect. Returns 0
// if there are too many triangles. Other results are odd, so that they are never 0: hashes are shifted by a bit and
// added to 1. Afterwards only the list of triangles in s->m.f is valid.
static uint64_t hash_triangles(stepper *s, rim_box3 box)
{
    uint64_t hash = 1;
    motion_gather(&s->m, box);
    if (!s->m.f.complete) return 0;
    for (int i = 0; i < s->m.f.count; i++)
        hash += hash_bytes(&s->m.f.triangles[i], sizeof s->m.f.triangles[i]) << 1;
    return hash;
}

// Returns a hash of the character, its wish, the time and the triangles that an ordinary step may come near, or 0 if
// there are too many triangles. Other results are odd.
static uint64_t hash_near(stepper *s)
{
    double   high;
    uint64_t hash = hash_triangles(s, step_box(s, &high));
    return hash ? (hash + hash_character(s->c, s->wish, s->time)) | 1u : 0;
}

// Returns true if this step changes nothing, like the one before, and then completes the report. It is so if a search
// failed in an earlier step (c->closed, its hash_near, is not 0), if hash_near is the same now, and, in every
// CLOSED_STEPS-th step, if the hash of all triangles of the search is the same. It is never so in a world with
// velocities.
static bool is_still_closed(stepper *s, rim_character *c)
{
    if (!c->closed || s->m.world.velocity || hash_near(s) != c->closed) return false;
    c->closed_steps = (c->closed_steps + 1) % CLOSED_STEPS;
    if (!c->closed_steps && hash_triangles(s, character_dead_end_box(s)) != c->closed_around)
        return false;
    s->walk.grounded = c->grounded;
    s->walk.ground = c->ground;
    s->walk.ground_normal = c->closed_ground_normal;
    s->walk.wall = c->closed_wall;
    s->walk.wall_normal = c->closed_wall_normal;
    s->walk.ceiling = c->closed_ceiling;
    s->walk.gathered = s->m.gathered;
    return true;
}

// Returns true if a step left the character where it was, in all that later steps depend on.
static bool is_unchanged(const rim_character *before, const rim_character *c)
{
    return memcmp(&before->position, &c->position, sizeof c->position) == 0 &&
           memcmp(&before->rest, &c->rest, sizeof c->rest) == 0 &&
           memcmp(&before->fall, &c->fall, sizeof c->fall) == 0 && before->ground == c->ground &&
           before->grounded == c->grounded;
}

// Stores the hashes and the report for is_still_closed, if this step has searched a way out of a dead end in vain and
// left the character as it was before. Otherwise sets c->closed to 0. `before` is the character before the step.
static void record_closed(stepper *s, const rim_character *before, rim_character *c, double dt)
{
    // Events of a step are not stored, so a step with one is not repeated.
    bool plain = !s->walk.landed && !s->walk.stepped && !s->walk.stuck && !s->walk.cut;
    c->closed = 0;
    if (!s->searched || !is_unchanged(before, c) || !plain || s->m.world.velocity) return;
    s->time = dt; // as at the start of a step, where is_still_closed computes the hashes
    c->closed_around = hash_triangles(s, character_dead_end_box(s));
    c->closed = c->closed_around ? hash_near(s) : 0;
    c->closed_steps = 0;
    c->closed_ground_normal = s->walk.ground_normal;
    c->closed_wall = s->walk.wall;
    c->closed_wall_normal = s->walk.wall_normal;
    c->closed_ceiling = s->walk.ceiling;
    s->walk.gathered = s->m.gathered;
}

// Returns true if a step can be computed: all numbers are finite, and the time, the size and the skin are positive. A sum
// of magnitudes or squares is finite only if all its terms are.
static bool character_is_finite(const rim_character *c, rim_vec3 wish, float dt)
{
    vec3d  p = character_place_of(c), v = v3d_add(v3d_from(wish), v3d_from(c->fall));
    double sum = v3d_length2(p) + v3d_length2(v) + fabs((double)c->gravity) +
                 fabs((double)c->step) + fabs((double)c->snap) + fabs((double)c->slope) +
                 fabs((double)c->depth) + v3d_length2(v3d_from(c->carried));
    sum += (double)dt + (double)c->radius + (double)c->height + (double)c->skin;
    bool has_size = c->radius > 0.0f && c->height > 0.0f && c->skin > 0.0f;
    if (c->kind == RIM_CHARACTER_BOX) has_size = has_size && c->depth > 0.0f;
    return sum < INFINITY && dt > 0.0f && has_size;
}

// In this order: rests if nothing has changed in a dead end, gathers the triangles, moves with the ground, pushes the
// character out of overlaps, moves, and reports. A character or wish that is not finite does not move, and the report
// repeats the character's ground.
rim_walk character_step_with(rim_character *character, rim_world3 world, rim_vec3 wish, float dt,
                             const field_kernels *kernels)
{
    stepper s;
    if (!character_is_finite(character, wish, dt))
    {
        rim_walk none = { .grounded = character->grounded,
                          .ground = character->ground,
                          .wall = -1 };
        return none;
    }
    const rim_character before = *character;
    character_start(&s, character, world, wish, dt, kernels);
    if (is_still_closed(&s, character)) return s.walk;
    double   high;
    rim_box3 box = step_box(&s, &high);
    vec3d    rise = v3d(0.0, high, 0.0);
    motion_require(&s.m, box, &s.m.x, &rise);
    carry_with_ground(&s);
    s.walk.stuck = motion_push_out(&s.m) > 0.0;
    character_run(&s);
    character_end(&s, character);
    record_closed(&s, &before, character, dt);
    return s.walk;
}

rim_walk rim_character_step(rim_character *character, rim_world3 world, rim_vec3 wish, float dt)
{
    return character_step_with(character, world, wish, dt, motion_kernels());
}
