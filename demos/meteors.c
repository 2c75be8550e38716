// A small game, whole: rocks come loose from a belt and dig craters where they fall; a hero on the ground shoots them.
//
// One stage holds rocks, land and platforms. Shots are swept against all of them while all move. A burst loosens the
// rocks in its circle; a falling rock is swept against the ground and cuts its own shape, larger, out of the land. The
// hero walks on the land by its pixels, jumps through planks, rides a ferry. What touches its face or chest hurts.
#include "hero.h"
#include "rimcast/sdl.h"
#include "rings.h"
#include "shape.h"

#define LAND_TOP 200 // on the page; what follows is in the land's pixels
#define LAND_HEIGHT 540
#define BOTTOM 510 // cannot be dug from here on
#define CHASM 560  // which has no bottom
#define CHASM_END 740
#define SHORE 390
#define GRAVITY 1500.0f // px/s^2, and px/s
#define JUMP 610.0f
#define RUN 240.0f
#define BOLT_SPEED 900.0f
#define BOLT_STEPS 44
#define RELOAD 4 // steps between shots
#define SAFE 120 // steps that nothing hurts the hero after it did

// clang-format off
enum { LAND, BOLT, PLANK, FERRY, ROCK, ROCK_KINDS = 6, SHAPES = ROCK + ROCK_KINDS };
enum { BELT = 1, FALLING = 2, GROUND = 4, PLANKS = 8, RIDE = 16, SOLID = 4 | 8 | 16 }; // a bit each
enum { ROCKS = 200, SHOTS = 30, LIVES = 3, ON_STAGE = ROCKS + 4 };
// clang-format on

typedef struct rock
{
    rim_handle who;
    rim_vec2   at, speed;
    float      lane; // how far down it keeps in the belt
    double     degrees, turn;
    int        kind;
    bool       falls, grazed;
} rock;

typedef struct shot
{
    int        left; // steps that it flies on
    rim_xform2 pose;
    rim_vec2   speed;
} shot;

typedef struct meteors
{
    shape       shapes[SHAPES];
    rim_sheet  *hero;
    rim_stage  *stage;
    rim_handle  ferry;
    rim_vec2    motions[ON_STAGE]; // of this step, by slot
    rock        rocks[ROCKS];
    shot        shots[SHOTS];
    rings       rings;
    rim_mover2  me;
    rim_walker2 walker;
    rim_walk2   last;
    rim_vec2    speed;
    int         fell, safe; // steps since it stood; until it may be hurt
    int         lives, score, best, grazes;
    bool        looks_left, shows_hurt;
    uint64_t    seed;
    double      seconds, painting; // a frame of Rimcast, smoothed; what painting took in this one
} meteors;

static const rim_handle nobody;
static const rim_vec2   land_place = { 0, LAND_TOP }, ferry_place = { 602, LAND_TOP + SHORE + 7 };
static const rim_vec2   plank_places[] = { { 245, 522 }, { 925, 470 } };

static rim_posed posed_at(const meteors *m, int kind, rim_vec2 at)
{
    return rim_posed_make(m->shapes[kind].sprite, rim_xform2_translation(at));
}

static rim_posed rock_posed(const meteors *m, const rock *r)
{
    rim_xform2 pose = rim_xform2_pose(r->at, rim_rot2_degrees(r->degrees), rim_vec2_make(1, 1));
    return rim_posed_make(m->shapes[r->kind].sprite, pose);
}

// The layer "body" or "hurt" of the hero's image.
static rim_posed hero_posed(const meteors *m, const char *layer)
{
    return rim_posed_make(*rim_sheet_layer(m->hero, layer, NULL), rim_mover2_posed(&m->me).pose);
}

// --- rocks --------------------------------------------------------------------------------------------

static void stage_rock(meteors *m, rock *r)
{
    rim_stage_item item = { rock_posed(m, r), { r->falls ? FALLING : BELT, 0 }, r, NULL, 0 };
    rim_stage_set(m->stage, r->who, &item);
}

// Sinks from above the page to its lane in the belt.
static void enter(meteors *m, rock *r, float above)
{
    r->at.x = kit_random(&m->seed, 0, KIT_WIDTH);
    r->lane = kit_random(&m->seed, 95, 290);
    r->at.y = r->lane - above;
    r->speed.x = kit_random(&m->seed, -45, 45);
    r->degrees = (double)kit_random(&m->seed, 0, 360);
    r->turn = (double)kit_random(&m->seed, -90, 90);
    r->falls = r->grazed = false;
    stage_rock(m, r);
}

static void loosen(meteors *m, rock *r, rim_vec2 speed)
{
    r->falls = true;
    r->speed = speed;
    stage_rock(m, r);
}

// Now and then one comes loose and falls towards the hero, more often the higher the score.
static void loosen_some(meteors *m, long step)
{
    rock *r = &m->rocks[(int)kit_random(&m->seed, 0, ROCKS)];
    if (step % SDL_max(70 - m->score / 100, 16) || r->falls) return;
    loosen(m, r, rim_vec2_make(SDL_clamp((m->me.at.x - r->at.x) / 4, -90.0f, 90.0f), 20));
}

// Ends a rock, loosens those that are near, and lets another one enter.
static void burst(meteors *m, rock *r)
{
    rim_handle  near[ROCKS];
    rim_circle2 circle = { r->at, 12.0f + 1.2f * (float)rim_mask_width(m->shapes[r->kind].mask) };
    rings_open(&m->rings, circle.center, circle.radius);
    enter(m, r, 320.0f);
    int count = rim_stage_overlaps_circle(m->stage, circle, BELT, near, ROCKS);
    for (int i = 0; i < count; i++)
    {
        rock    *other = rim_stage_get(m->stage, near[i]).user;
        rim_vec2 away = rim_vec2_normalize(rim_vec2_sub(other->at, circle.center));
        loosen(m, other, rim_vec2_scale(away, 70.0f));
    }
}

// --- the land -----------------------------------------------------------------------------------------

static void draw_bottom(rim_mask *mask)
{
    rim_mask_draw_rect(mask, rim_rect_make(0, BOTTOM, KIT_WIDTH, LAND_HEIGHT), true);
    rim_mask_draw_rect(mask, rim_rect_make(CHASM, 0, CHASM_END, LAND_HEIGHT), false);
}

// Cuts a posed sprite, some times as large as it is, out of the land.
static void dig(meteors *m, rim_posed hole, float times)
{
    shape *land = &m->shapes[LAND];
    hole.pose = rim_xform2_mul(hole.pose, (rim_xform2){ times, 0, 0, times, 0, 0 });
    hole.pose.ty -= LAND_TOP; // into the land's own pixels
    rim_box2 box = rim_sprite_bounds(hole);
    rim_rect dug =
        rim_rect_make((int)box.lo.x - 1, (int)box.lo.y - 1, (int)box.hi.x + 2, (int)box.hi.y + 2);
    rim_mask_draw_sprite(land->mask, RIM_MASK_AND_NOT, hole);
    draw_bottom(land->mask);
    rim_sprite_update(land->sprite, land->mask, dug); // the stage follows by itself
    double start = kit_clock();
    shape_paint(land, dug);
    m->painting += kit_clock() - start;
}

// --- one step -------------------------------------------------------------------------------------------

// Where everything goes in this step, by slot.
static void plan(meteors *m, long step, float dt)
{
    float phase = (float)(step % 360) / 180.0f, share = phase < 1.0f ? phase : 2.0f - phase;
    float x = ferry_place.x + 96.0f * share * share * (3.0f - 2.0f * share);
    m->motions[m->ferry.slot].x = x - rim_stage_get(m->stage, m->ferry).posed.pose.tx;
    for (rock *r = m->rocks; r < m->rocks + ROCKS; r++)
    {
        float sinks = r->at.y < r->lane ? 40.0f : 0.0f;
        r->speed.y = r->falls ? SDL_min(r->speed.y + 90.0f * dt, 240.0f) : sinks;
        m->motions[r->who.slot] = rim_vec2_scale(r->speed, dt);
    }
}

static void shoot(meteors *m, rim_vec2 target)
{
    rim_vec2 hand = rim_vec2_make(m->me.at.x, m->me.at.y + 2.0f);
    rim_vec2 way = rim_vec2_normalize(rim_vec2_sub(target, hand));
    int      spread = -1;
    for (shot *s = m->shots; s < m->shots + SHOTS && spread <= 1; s++)
    {
        if (s->left > 0) continue;
        rim_vec2 aim = rim_rot2_apply(rim_rot2_degrees(4.0 * spread++), way);
        s->left = BOLT_STEPS;
        s->speed = rim_vec2_scale(aim, BOLT_SPEED);
        s->pose = rim_xform2_pose(rim_vec2_along(hand, aim, 14.0f), (rim_rot2){ aim.x, aim.y },
                                  rim_vec2_make(1, 1));
    }
}

// A shot meets what is first in its way while that moves as well: nothing is too thin or too fast.
static void fly(meteors *m, shot *s, float dt)
{
    rim_vec2      way = rim_vec2_scale(s->speed, dt);
    rim_posed     bolt = { m->shapes[BOLT].sprite, s->pose };
    rim_stage_hit first =
        rim_stage_sweep_both_first(m->stage, bolt, way, (rim_stage_motions){ m->motions, ON_STAGE },
                                   ~(uint32_t)PLANKS, nobody);
    s->pose.tx += way.x * (float)first.hit.t;
    s->pose.ty += way.y * (float)first.hit.t;
    bolt.pose = s->pose;
    s->left = first.hit.hit ? 0 : s->left - 1;
    if (!first.hit.hit) return;
    rock *met = rim_stage_get(m->stage, first.who).user;
    rings_open(&m->rings, first.hit.point, 7.0f);
    if (!met) dig(m, bolt, 3.0f);
    if (!met) return;
    m->score += met->falls ? 25 : 10;
    burst(m, met);
}

// The belt drifts around the page; what falls goes as far as the ground and bursts there.
static void move_rock(meteors *m, rock *r, float dt)
{
    rim_vec2      way = m->motions[r->who.slot];
    rim_posed     posed = rock_posed(m, r);
    rim_stage_hit ground = { .hit = { .t = 1.0 } };
    if (r->falls) ground = rim_stage_sweep_first(m->stage, posed, way, SOLID, r->who);
    r->at = rim_vec2_along(r->at, way, (float)ground.hit.t);
    r->degrees += r->turn * (double)dt;
    if (ground.hit.hit)
    {
        dig(m, rock_posed(m, r), 1.7f);
        burst(m, r);
        return;
    }
    int beyond = (r->at.x > KIT_WIDTH + 20.0f) - (r->at.x < -20.0f);
    r->at.x -= (KIT_WIDTH + 40.0f) * (float)beyond;
    if (r->at.y > KIT_HEIGHT) enter(m, r, 320.0f);
    stage_rock(m, r);
}

// --- the hero -------------------------------------------------------------------------------------------

static void stand_up(meteors *m)
{
    const rim_sprite *body = *rim_sheet_layer(m->hero, "body", NULL);
    m->me = rim_mover2_from_posed((rim_posed){ body, { 2, 0, 0, 2, 150, 380 } });
    m->walker = (rim_walker2){ .up = { 0, -1 }, .step = 12, .slope = 1.2f };
    m->speed = rim_vec2_make(0, 0);
    m->safe = SAFE;
    SDL_zero(m->last);
}

static void walk(kit *k, meteors *m, float dt)
{
    bool left = kit_held(k, SDLK_LEFT) || kit_held(k, SDLK_a);
    bool right = kit_held(k, SDLK_RIGHT) || kit_held(k, SDLK_d);
    bool down = kit_held(k, SDLK_DOWN) || kit_held(k, SDLK_s);
    m->speed.x += SDL_clamp(RUN * (float)(right - left) - m->speed.x, -30.0f, 30.0f);
    m->speed.y = SDL_min(m->speed.y + GRAVITY * dt, 900.0f);
    if (left != right) m->looks_left = left;
    rim_stage_part solid = { m->stage, GROUND | RIDE, nobody }, high = { m->stage, PLANKS, nobody };
    rim_one_way2   way = { rim_stage_world(&solid), rim_stage_world(&high), m->me, m->walker.up };
    rim_world2     world = down ? way.solid : rim_one_way2_world(&way);
    m->last = rim_mover2_walk(&m->me, &m->walker, rim_vec2_scale(m->speed, dt), world);
    m->me = m->last.me;
    m->me.at.x = SDL_clamp(m->me.at.x, 14.0f, KIT_WIDTH - 14.0f);
    m->fell = m->last.grounded ? 0 : m->fell + 1;
    if (m->last.wall) m->speed.x = 0.0f;
    if (m->last.grounded || (m->last.ceiling && m->speed.y < 0.0f)) m->speed.y = 0.0f;
    if (m->last.sliding) m->speed.y = SDL_max(m->last.moved.y / dt, 60.0f);
}

// The ferry takes along who stands on it, but into no wall.
static void ride(meteors *m)
{
    rim_stage_part land = { m->stage, GROUND, nobody };
    rim_posed      ferry = rim_stage_get(m->stage, m->ferry).posed;
    rim_xform2     to = ferry.pose;
    to.tx += m->motions[m->ferry.slot].x;
    rim_stage_move(m->stage, m->ferry, to);
    if (m->last.grounded && m->last.ground.sprite == ferry.sprite)
        m->me = rim_mover2_carry(&m->me, ferry.pose, to, rim_stage_world(&land)).me;
}

// Is it hurt? What only touches its body was close, and scores once.
static bool is_hurt(meteors *m)
{
    rim_handle near[8];
    rim_posed  body = hero_posed(m, "body"), hurt = hero_posed(m, "hurt");
    int        count = rim_stage_overlaps_sprite(m->stage, body, FALLING, nobody, near, 8);
    for (int i = 0; m->safe <= 0 && i < SDL_min(count, 8); i++)
    {
        rock *r = rim_stage_get(m->stage, near[i]).user;
        bool  hurts = rim_sprite_overlaps(hurt, rock_posed(m, r));
        m->grazes += !hurts && !r->grazed;
        m->score += hurts || r->grazed ? 0 : 50;
        r->grazed = true;
        if (!hurts) continue;
        burst(m, r);
        return true;
    }
    return false;
}

static void meteors_step(kit *k, void *state, float dt)
{
    meteors *m = state;
    double   start = kit_clock();
    rings_step(&m->rings);
    if (m->lives == 0) return;
    m->safe--, m->painting = 0.0;
    loosen_some(m, kit_step(k));
    plan(m, kit_step(k), dt);
    if (kit_button(k, SDL_BUTTON_LEFT) && kit_step(k) % RELOAD == 0) shoot(m, kit_mouse(k));
    for (int i = 0; i < SHOTS; i++)
        if (m->shots[i].left > 0) fly(m, &m->shots[i], dt);
    for (int i = 0; i < ROCKS; i++) move_rock(m, &m->rocks[i], dt);
    ride(m);
    walk(k, m, dt);
    if (is_hurt(m) || m->me.at.y > KIT_HEIGHT)
    {
        rings_open(&m->rings, m->me.at, 60.0f);
        m->lives--;
        stand_up(m);
    }
    m->best = SDL_max(m->best, m->score);
    m->seconds += 0.05 * (kit_clock() - start - m->painting - m->seconds);
}

// --- what is seen -----------------------------------------------------------------------------------------

static void draw_things(kit *k, const meteors *m)
{
    SDL_Color stone = kit_ink(k, KIT_OTHER), wood = kit_ink(k, KIT_OUTLINE);
    SDL_Color loose = kit_ink(k, KIT_NORMAL);
    shape_draw(k, &m->shapes[LAND], posed_at(m, LAND, land_place), stone);
    for (int i = 0; i < 2; i++)
        shape_draw(k, &m->shapes[PLANK], posed_at(m, PLANK, plank_places[i]), wood);
    shape_draw(k, &m->shapes[FERRY], rim_stage_get(m->stage, m->ferry).posed, wood);
    for (const rock *r = m->rocks; r < m->rocks + ROCKS; r++)
        shape_draw(k, &m->shapes[r->kind], rock_posed(m, r), r->falls ? loose : stone);
    for (const shot *s = m->shots; s < m->shots + SHOTS; s++)
    {
        rim_posed bolt = { m->shapes[BOLT].sprite, s->pose };
        if (s->left > 0) shape_draw(k, &m->shapes[BOLT], bolt, kit_ink(k, KIT_THING));
    }
    float opacity = m->safe > 0 && m->safe / 6 % 2 ? 0.35f : 1.0f;
    if (m->lives > 0) hero_draw(k, m->me.at, 2.0f, m->looks_left, opacity);
    kit_subject(k, rim_mover2_bounds(&m->me));
    if (m->shows_hurt)
        rim_sdl_draw_mask(kit_renderer(k), hero_posed(m, "hurt"), kit_ink(k, KIT_HIT));
    kit_circle(k, kit_mouse(k), 10.0f, 2.0f, wood);
    rings_draw(k, &m->rings);
}

static void meteors_draw(kit *k, const void *state)
{
    const meteors *m = state;
    int            falling = 0, flying = 0;
    draw_things(k, m);
    for (int i = 0; i < ROCKS; i++) falling += m->rocks[i].falls;
    for (int i = 0; i < SHOTS; i++) flying += m->shots[i].left > 0;
    kit_say(k, "score", "%d, best %d", m->score, m->best);
    kit_say(k, "lives", "%d of %d", m->lives, LIVES);
    kit_say(k, "close calls", "%d", m->grazes);
    kit_say(k, "rocks falling", "%d of %d", falling, ROCKS);
    kit_say(k, "shots", "%d", flying);
    kit_say_time(k, "Rimcast a frame", m->seconds);
    if (m->lives > 0) return;
    kit_text(k, 490, 340, KIT_LARGE, kit_ink(k, KIT_TEXT), "Game over – R plays again");
}

// --- from beginning to end --------------------------------------------------------------------------------

static void begin(meteors *m)
{
    shape   *land = &m->shapes[LAND];
    rim_rect all = rim_rect_make(0, 0, KIT_WIDTH, LAND_HEIGHT);
    m->lives = LIVES, m->score = m->grazes = 0;
    SDL_zero(m->shots);
    for (int i = 0; i < ROCKS; i++) enter(m, &m->rocks[i], 0.0f);
    rim_mask_combine(land->mask, RIM_MASK_OR, land->first, 0, 0);
    rim_sprite_update(land->sprite, land->mask, all);
    shape_paint(land, all);
    stand_up(m);
}

static void meteors_event(kit *k, void *state, const kit_event *event)
{
    meteors *m = state;
    (void)k;
    if (event->kind != KIT_DOWN) return;
    if (event->key == SDLK_r) begin(m);
    if (event->key == SDLK_h) m->shows_hurt = !m->shows_hurt;
    bool jumps = event->key == SDLK_UP || event->key == SDLK_w || event->key == SDLK_SPACE;
    if (!jumps || m->fell > 5) return; // a moment after the edge is soon enough
    m->speed.y = -JUMP;
    m->walker.grounded = false;
    m->fell = 100;
}

// A disc with bites.
static rim_status make_rock(meteors *m, int kind)
{
    float      radius = 7.0f + 1.5f * (float)kind;
    rim_vec2   middle = { radius, radius };
    rim_mask **mask = &m->shapes[ROCK + kind].mask;
    rim_status status = rim_mask_create(mask, (int)(2.0f * radius), (int)(2.0f * radius), NULL);
    if (!status) rim_mask_draw_circle(*mask, middle, radius, true);
    for (int i = 0; !status && i < 4; i++)
    {
        rim_rot2 turn = rim_rot2_degrees((double)kit_random(&m->seed, 0, 360));
        rim_vec2 rim = rim_rot2_apply(turn, rim_vec2_make(1.15f * radius, 0));
        rim_mask_draw_circle(*mask, rim_vec2_add(middle, rim), 0.45f * radius, false);
    }
    return status;
}

// A steep side, a meadow, a hill, the chasm, a rise, a side too steep to climb.
static rim_status make_land(shape *land)
{
    // clang-format off
    static const rim_vec2 line[] = {
        { 0, 300 }, { 20, 310 }, { 60, 400 }, { 90, 425 }, { 130, 430 }, { 280, 430 }, { 330, 415 }, { 390, 362 },
        { 415, 352 }, { 440, 356 }, { 500, 382 }, { 530, SHORE }, { 800, SHORE }, { 880, 374 }, { 980, 338 }, { 1030, 330 },
        { 1090, 330 }, { 1120, 315 }, { 1230, 120 }, { 1260, 95 }, { 1280, 90 }, { 1280, 540 }, { 0, 540 } };
    // clang-format on
    rim_status status = rim_mask_create(&land->mask, KIT_WIDTH, LAND_HEIGHT, NULL);
    if (status) return status;
    rim_mask_draw_polygon(land->mask, line, (int)(sizeof line / sizeof *line), true);
    draw_bottom(land->mask);
    return rim_mask_create_copy(&land->first, land->mask, NULL);
}

static rim_status make_masks(meteors *m)
{
    shape     *shapes = m->shapes;
    rim_status status = make_land(&shapes[LAND]);
    for (int i = 0; !status && i < ROCK_KINDS; i++) status = make_rock(m, i);
    if (!status) status = hero_sheet_create(&m->hero);
    if (!status) status = rim_mask_create_filled(&shapes[BOLT].mask, 12, 4, NULL);
    if (!status) status = rim_mask_create_filled(&shapes[PLANK].mask, 130, 8, NULL);
    return status ? status : rim_mask_create_filled(&shapes[FERRY].mask, 76, 14, NULL);
}

static rim_status put(meteors *m, rim_posed posed, uint32_t layer, rim_handle *who)
{
    return rim_stage_add(m->stage, &(rim_stage_item){ posed, { layer, 0 }, NULL, NULL, 0 }, who);
}

static rim_status fill_stage(meteors *m)
{
    rim_status status = rim_stage_create(&m->stage, NULL);
    if (!status) status = put(m, posed_at(m, LAND, land_place), GROUND, NULL);
    if (!status) status = put(m, posed_at(m, FERRY, ferry_place), RIDE, &m->ferry);
    for (int i = 0; !status && i < 2; i++)
        status = put(m, posed_at(m, PLANK, plank_places[i]), PLANKS, NULL);
    for (int i = 0; !status && i < ROCKS; i++)
    {
        m->rocks[i].kind = ROCK + i % ROCK_KINDS;
        status = put(m, rock_posed(m, &m->rocks[i]), BELT, &m->rocks[i].who);
    }
    return status;
}

static bool meteors_init(kit *k, void *state)
{
    meteors                 *m = state;
    const rim_sprite_options corner = { .has_anchor = true };
    rim_status               status = make_masks(m);
    for (int i = 0; !status && i < SHAPES; i++)
        if (!shape_create(k, &m->shapes[i], i == LAND ? &corner : NULL)) return false;
    if (!status) status = fill_stage(m);
    if (status) return kit_fail(k, "%s", rim_status_text(status));
    begin(m);
    return true;
}

static void meteors_quit(kit *k, void *state)
{
    (void)k;
    meteors *m = state;
    rim_stage_destroy(m->stage);
    rim_sheet_destroy(m->hero);
    for (int i = 0; i < SHAPES; i++) shape_destroy(&m->shapes[i]);
}

const demo demo_meteors = {
    .name = "meteors",
    .look =
        "Shoot rocks, and mind those that come loose: what falls digs, and face and chest hurt.",
    .keys = "arrows or A D: walk · up or Space: jump · down: drop · hold the left button: shoot · "
            "H: what can be hurt · R: play again",
    .state_size = sizeof(meteors),
    .init = meteors_init,
    .quit = meteors_quit,
    .event = meteors_event,
    .step = meteors_step,
    .draw = meteors_draw,
};
