// A pixel character walks and slides over a landscape that the mouse digs.
#include "terrain.h"

#include <string.h>

#define GRAVITY 1500.0f
#define JUMP 590.0f
#define RUN 230.0f
#define PLANK_WIDTH 60
#define LIFT_WIDTH 28
#define PLANK_HEIGHT 6

// --- who walks ----------------------------------------------------------------------------------------

static rim_mover2 mover_of(const terrain *t, rim_mover2_kind kind, rim_vec2 at)
{
    float      w = LAND_PIXEL * HERO_WIDTH / 2, h = LAND_PIXEL * HERO_HEIGHT / 2;
    rim_xform2 pose = { LAND_PIXEL, 0, 0, LAND_PIXEL, 0, 0 };
    switch (kind)
    {
    case RIM_MOVER2_BOX:
        return (rim_mover2){ .kind = RIM_MOVER2_BOX,
                             .at = at,
                             .box =
                                 rim_box2_make(rim_vec2_make(2 - w, -h), rim_vec2_make(w - 2, h)) };
    case RIM_MOVER2_CIRCLE:
        return (rim_mover2){ .kind = RIM_MOVER2_CIRCLE, .at = at, .circle.radius = h };
    default:
        return (rim_mover2){ .at = at, .sprite = rim_posed_make(t->hero_sprite, pose) };
    }
}

static void begin(terrain *t, rim_mover2_kind kind)
{
    t->me = mover_of(t, kind, rim_vec2_make(80, 500));
    t->walker =
        (rim_walker2){ .up = { 0, -1 }, .step = 7 * LAND_PIXEL, .slope = 1, .grounded = false };
    t->speed = rim_vec2_make(0, 0);
    t->trail_count = 0;
    memset(&t->last, 0, sizeof t->last);
}

// Another shape in the same place, if there is room for it.
static void become(kit *k, terrain *t, rim_mover2_kind kind)
{
    rim_posed_list solids = { t->solids, SOLIDS };
    rim_mover2     other = mover_of(t, kind, t->me.at);
    if (rim_mover2_push_out(&other, rim_posed_list_world(&solids)))
        t->me = other;
    else
        kit_notice(k, "there is no room for that here");
}

static void jump(terrain *t)
{
    if (t->coyote > 5) return;
    t->speed.y = -JUMP;
    t->walker.grounded = false;
    t->coyote = 100;
}

// --- one step ------------------------------------------------------------------------------------------

static float approach(float from, float to, float by)
{
    return from < to ? SDL_min(from + by, to) : SDL_max(from - by, to);
}

// A lift in the pit. Who stands on it goes with it.
static void move_lift(terrain *t, long step)
{
    float top = 594.0f, way = 96.0f, phase = (float)(step % 480) / 240.0f;
    float share = phase < 1.0f ? phase : 2.0f - phase;
    share = share * share * (3.0f - 2.0f * share);
    rim_xform2 *pose = &t->solids[LIFT].pose;
    float       before = pose->ty;
    pose->ty = top + way * share;
    if (t->last.grounded && t->last.ground.sprite == t->lift_sprite)
        t->me.at.y += pose->ty - before;
}

// What the world did to the motion.
static void take(terrain *t, rim_walk2 moved, float dt)
{
    t->last = moved;
    t->me = moved.me;
    t->coyote = moved.grounded ? 0 : t->coyote + 1;
    if (moved.wall) t->speed.x = 0.0f;
    if (moved.grounded || (moved.ceiling && t->speed.y < 0.0f)) t->speed.y = 0.0f;
    if (moved.sliding) t->speed.y = SDL_max(moved.moved.y / dt, 60.0f);
}

// Over the side walls, or past the bottom, is out.
static bool is_out(rim_vec2 at)
{
    return at.x < 0.0f || at.x > KIT_WIDTH || at.y > KIT_HEIGHT;
}

static void leave_trail(terrain *t, long step)
{
    if (step % 2) return;
    if (t->trail_count == TRAIL)
        memmove(t->trail, t->trail + 1, (size_t)--t->trail_count * sizeof *t->trail);
    t->trail[t->trail_count++] = t->me.at;
}

static void terrain_step(kit *k, void *state, float dt)
{
    terrain *t = state;
    float    wish = (float)(kit_held(k, SDLK_RIGHT) || kit_held(k, SDLK_d)) -
                 (float)(kit_held(k, SDLK_LEFT) || kit_held(k, SDLK_a));
    if (wish != 0.0f) t->looks_left = wish < 0.0f;
    t->speed.x = approach(t->speed.x, RUN * wish, (t->last.grounded ? 2400.0f : 1400.0f) * dt);
    t->speed.y = SDL_min(t->speed.y + GRAVITY * dt, 900.0f);
    move_lift(t, kit_step(k));

    rim_posed_list solids = { t->solids, SOLIDS };
    double         start = kit_clock();
    rim_walk2      moved = rim_mover2_walk(&t->me, &t->walker, rim_vec2_scale(t->speed, dt),
                                           rim_posed_list_world(&solids));
    t->step_seconds += 0.05 * (kit_clock() - start - t->step_seconds);
    take(t, moved, dt);
    if (is_out(t->me.at)) begin(t, t->me.kind);
    leave_trail(t, kit_step(k));
}

// --- hands --------------------------------------------------------------------------------------------

static void edit(terrain *t, rim_vec2 at, bool solid)
{
    rim_box2 box = rim_mover2_bounds(&t->me);
    rim_rect mine =
        rim_rect_make((int)(box.lo.x / LAND_PIXEL) - 1, (int)(box.lo.y / LAND_PIXEL) - 1,
                      (int)(box.hi.x / LAND_PIXEL) + 2, (int)(box.hi.y / LAND_PIXEL) + 2);
    double start = kit_clock();
    land_edit(&t->land, rim_vec2_scale(at, 1.0f / LAND_PIXEL), t->radius / LAND_PIXEL, solid, mine);
    double seconds = kit_clock() - start;
    t->edit_seconds += (t->edits ? 0.1 : 1.0) * (seconds - t->edit_seconds);
    t->edits++;
}

// From where the hand was to where it is, without gaps.
static void stroke(terrain *t, rim_vec2 to)
{
    float length = rim_vec2_distance(t->hand, to);
    int   parts = 1 + (int)(length / (0.5f * t->radius));
    for (int i = 1; i <= parts; i++)
    {
        float    part = (float)i / (float)parts;
        rim_vec2 from = rim_vec2_scale(t->hand, 1.0f - part);
        edit(t, rim_vec2_along(from, to, part), t->filling);
    }
}

static void press_key(kit *k, terrain *t, SDL_Keycode key)
{
    switch (key)
    {
    case SDLK_UP:
    case SDLK_SPACE:
    case SDLK_w:
        jump(t);
        break;
    case SDLK_1:
    case SDLK_2:
    case SDLK_3:
        become(k, t, (rim_mover2_kind)(key - SDLK_1));
        break;
    case SDLK_r:
        begin(t, t->me.kind);
        break;
    default:
        break;
    }
}

static void terrain_event(kit *k, void *state, const kit_event *event)
{
    terrain *t = state;
    switch (event->kind)
    {
    case KIT_PRESS:
    case KIT_RELEASE:
        if (event->button == SDL_BUTTON_LEFT) t->digging = event->kind == KIT_PRESS;
        if (event->button == SDL_BUTTON_RIGHT) t->filling = event->kind == KIT_PRESS;
        t->hand = event->at;
        if (t->digging || t->filling) stroke(t, event->at);
        break;
    case KIT_MOVE:
        if (t->digging || t->filling) stroke(t, event->at);
        t->hand = event->at;
        break;
    case KIT_WHEEL:
        t->radius = SDL_clamp(t->radius + 4.0f * event->wheel, 8.0f, 100.0f);
        break;
    case KIT_DOWN:
        press_key(k, t, event->key);
        break;
    default:
        break;
    }
}

// --- from beginning to end --------------------------------------------------------------------------------

static rim_status make_hero(terrain *t)
{
    rim_status status = hero_mask_create(&t->hero_mask, NULL);
    if (status) return status;
    return rim_sprite_create(&t->hero_sprite, t->hero_mask, NULL);
}

static rim_status make_platforms(terrain *t)
{
    rim_mask  *mask = NULL;
    rim_status status = rim_mask_create(&t->plank_mask, PLANK_WIDTH, PLANK_HEIGHT, NULL);
    if (status) return status;
    rim_mask_draw_rect(t->plank_mask, rim_rect_make(0, 0, PLANK_WIDTH, PLANK_HEIGHT), true);
    status = rim_sprite_create(&t->plank_sprite, t->plank_mask, NULL);
    if (!status) status = rim_mask_create(&mask, LIFT_WIDTH, PLANK_HEIGHT, NULL);
    if (status) return status;
    rim_mask_draw_rect(mask, rim_rect_make(0, 0, LIFT_WIDTH, PLANK_HEIGHT), true);
    status = rim_sprite_create(&t->lift_sprite, mask, NULL);
    rim_mask_destroy(mask);
    return status;
}

static bool terrain_init(kit *k, void *state)
{
    terrain *t = state;
    rim_vec2 two = rim_vec2_make(LAND_PIXEL, LAND_PIXEL);
    if (!land_create(k, &t->land)) return false;
    rim_status status = make_hero(t);
    if (!status) status = make_platforms(t);
    if (status) return kit_fail(k, "%s", rim_status_text(status));
    t->solids[LAND] = rim_posed_make(
        t->land.sprite, rim_xform2_pose(rim_vec2_make(0, 0), rim_rot2_degrees(0), two));
    t->solids[PLANK] = rim_posed_make(
        t->plank_sprite, rim_xform2_pose(rim_vec2_make(930, 440), rim_rot2_degrees(-18.0), two));
    t->solids[LIFT] = rim_posed_make(
        t->lift_sprite, rim_xform2_pose(rim_vec2_make(970, 594), rim_rot2_degrees(0), two));
    t->radius = 28.0f;
    begin(t, RIM_MOVER2_SPRITE);
    return true;
}

static void terrain_quit(kit *k, void *state)
{
    (void)k;
    terrain *t = state;
    shape_destroy(&t->land);
    rim_sprite_destroy(t->hero_sprite);
    rim_sprite_destroy(t->plank_sprite);
    rim_sprite_destroy(t->lift_sprite);
    rim_mask_destroy(t->hero_mask);
    rim_mask_destroy(t->plank_mask);
}

const demo demo_terrain = {
    .name = "terrain",
    .look = "Walk, climb, jump and slide over pixels; dig a way where there is none.",
    .keys = "arrows or A D: walk · up or Space: jump · left button: dig · right button: fill · "
            "wheel: how wide · 1 2 3: sprite, box, circle · R back to the start",
    .state_size = sizeof(terrain),
    .init = terrain_init,
    .quit = terrain_quit,
    .event = terrain_event,
    .step = terrain_step,
    .draw = terrain_draw,
};
