// A pixel character walks and slides over a landscape that the mouse digs. All of it can be taken back.
#include "terrain.h"

#include <stddef.h>
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

// --- time ----------------------------------------------------------------------------------------------

static rim_rect rect_union(rim_rect a, rim_rect b)
{
    if (rim_rect_is_empty(a)) return b;
    if (rim_rect_is_empty(b)) return a;
    return rim_rect_make(SDL_min(a.x0, b.x0), SDL_min(a.y0, b.y0), SDL_max(a.x1, b.x1),
                         SDL_max(a.y1, b.y1));
}

static int64_t tick_of_bar(const terrain *t, float x)
{
    rim_history_span kept = rim_history_kept(t->history);
    int64_t          tick = kept.latest - (int64_t)(TICKS * (1.0f - (x - BAR_X) / BAR_LENGTH));
    return SDL_clamp(tick, kept.oldest, kept.latest);
}

// Goes to a tick that is kept, and paints the land where it was dug on the way.
static void travel(terrain *t, int64_t tick)
{
    rim_rect changed = t->digs;
    rim_history_restore(t->history, t->tick); // without what was not saved
    while (t->tick > tick)
    {
        changed = rect_union(changed, t->dug);
        rim_history_restore(t->history, t->tick - 1);
    }
    while (t->tick < tick && rim_history_restore(t->history, t->tick + 1))
        changed = rect_union(changed, t->dug);
    t->digs = rim_rect_make(0, 0, 0, 0);
    t->solids[LIFT].pose = t->lift;
    if (!rim_rect_is_empty(changed)) shape_paint(&t->land, changed);
}

static void rewind_one(terrain *t)
{
    if (t->tick > rim_history_kept(t->history).oldest) travel(t, t->tick - 1);
    if (t->tick % 2 == 0 && t->trail_count > 0) t->trail_count--;
}

static bool save(kit *k, terrain *t)
{
    t->tick++;
    t->lift = t->solids[LIFT].pose;
    t->dug = t->digs;
    t->digs = rim_rect_make(0, 0, 0, 0);
    double     start = kit_clock();
    rim_status status = rim_history_save(t->history, t->tick);
    t->save_seconds += 0.05 * (kit_clock() - start - t->save_seconds);
    return status ? kit_fail(k, "the history: %s", rim_status_text(status)) : true;
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
    if (t->rewinding) return;
    if (kit_held(k, SDLK_BACKSPACE))
    {
        rewind_one(t);
        return;
    }
    float wish = (float)(kit_held(k, SDLK_RIGHT) || kit_held(k, SDLK_d)) -
                 (float)(kit_held(k, SDLK_LEFT) || kit_held(k, SDLK_a));
    if (wish != 0.0f) t->looks_left = wish < 0.0f;
    t->speed.x = approach(t->speed.x, RUN * wish, (t->last.grounded ? 2400.0f : 1400.0f) * dt);
    t->speed.y = SDL_min(t->speed.y + GRAVITY * dt, 900.0f);
    move_lift(t, t->tick);

    rim_posed_list solids = { t->solids, SOLIDS };
    double         start = kit_clock();
    rim_walk2      moved = rim_mover2_walk(&t->me, &t->walker, rim_vec2_scale(t->speed, dt),
                                           rim_posed_list_world(&solids));
    t->step_seconds += 0.05 * (kit_clock() - start - t->step_seconds);
    take(t, moved, dt);
    if (is_out(t->me.at)) begin(t, t->me.kind);
    leave_trail(t, t->tick);
    save(k, t);
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
    int      reach = (int)(t->radius / LAND_PIXEL) + 3;
    rim_vec2 middle = rim_vec2_scale(at, 1.0f / LAND_PIXEL);
    int      x = (int)middle.x, y = (int)middle.y;
    t->digs = rect_union(t->digs, rim_rect_make(x - reach, y - reach, x + reach, y + reach));
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

static bool is_on_bar(rim_vec2 at)
{
    return at.x > BAR_X - 12.0f && at.x < BAR_X + BAR_LENGTH + 12.0f && at.y > BAR_Y - 14.0f &&
           at.y < BAR_Y + 14.0f;
}

// Is it for the bar? The other button comes up as ever, or it would fill on when nobody holds it.
static bool drag_bar(terrain *t, const kit_event *event)
{
    bool other = event->kind == KIT_RELEASE && event->button != SDL_BUTTON_LEFT;
    if (event->kind == KIT_PRESS && event->button == SDL_BUTTON_LEFT && is_on_bar(event->at))
        t->rewinding = true;
    if (!t->rewinding || other) return false;
    if (event->kind == KIT_PRESS || event->kind == KIT_MOVE) travel(t, tick_of_bar(t, event->at.x));
    if (event->kind == KIT_RELEASE) t->rewinding = false, t->trail_count = 0;
    return true;
}

static void terrain_event(kit *k, void *state, const kit_event *event)
{
    terrain *t = state;
    if (drag_bar(t, event)) return;
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

static rim_status make_history(terrain *t)
{
    size_t              from = offsetof(terrain, me), to = offsetof(terrain, history);
    rim_history_options options = { TICKS, NULL };
    rim_status          status = rim_history_create(&t->history, &options);
    if (!status) status = rim_history_add_mask(t->history, t->land.mask, t->land.sprite);
    if (!status) status = rim_history_add_memory(t->history, &t->me, to - from);
    return status;
}

static bool terrain_init(kit *k, void *state)
{
    terrain *t = state;
    rim_vec2 two = rim_vec2_make(LAND_PIXEL, LAND_PIXEL);
    if (!land_create(k, &t->land)) return false;
    rim_status status = make_hero(t);
    if (!status) status = make_platforms(t);
    if (!status) status = make_history(t);
    if (status) return kit_fail(k, "%s", rim_status_text(status));
    t->solids[LAND] = rim_posed_make(
        t->land.sprite, rim_xform2_pose(rim_vec2_make(0, 0), rim_rot2_degrees(0), two));
    t->solids[PLANK] = rim_posed_make(
        t->plank_sprite, rim_xform2_pose(rim_vec2_make(930, 440), rim_rot2_degrees(-18.0), two));
    t->solids[LIFT] = rim_posed_make(
        t->lift_sprite, rim_xform2_pose(rim_vec2_make(970, 594), rim_rot2_degrees(0), two));
    t->radius = 28.0f;
    begin(t, RIM_MOVER2_SPRITE);
    t->tick = -1;
    return save(k, t);
}

static void terrain_quit(kit *k, void *state)
{
    (void)k;
    terrain *t = state;
    rim_history_destroy(t->history);
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
            "wheel: how wide · 1 2 3: sprite, box, circle · R back to the start · Backspace or the "
            "bar: "
            "back in time",
    .state_size = sizeof(terrain),
    .init = terrain_init,
    .quit = terrain_quit,
    .event = terrain_event,
    .step = terrain_step,
    .draw = terrain_draw,
};
