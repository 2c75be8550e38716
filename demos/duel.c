// A duel of two figures of bones. Each has hurt boxes, a shield and a sword, all of them parts of one array: what may be
// hurt is one figure on the stage, the shield another one, and the sword queries the stage for the fighter that it is
// in, and for the part. Where a swing first touches, between two steps, is found by a sweep that turns.
//
// What a fighter consists of, assets/duel.figure.json tells; `rimcast bake` made a file of it that is loaded at the start.
//
// They walk on a map of tiles with one slope, of which the other ramp is the mirrored tile.
#include "kit.h"
#include "rimcast/sdl.h"

#include <SDL_image.h>
#include <string.h>

// Parts of a fighter: what can be hurt, then the shield, then the sword.
enum
{
    HEAD,
    TORSO,
    NEAR_THIGH,
    NEAR_SHIN,
    FAR_THIGH,
    FAR_SHIN,
    HURT, // so many parts can be hurt
    SHIELD = HURT,
    SWORD,
    PARTS
};

#define SCALE 4.0f // world units a unit of a fighter
#define TILE 80
#define TILES 3 // a block, a ramp up, and a half block on top of the hill
#define COLUMNS 16
#define ROWS 3
#define GROUND (KIT_HEIGHT - 2.0f * TILE)
#define SIDE 60.0f     // of the page, where the floor ends: nobody comes nearer to it
#define REACH 46.0f    // of the hip above the feet, in a fighter's units
#define BLADE 0.19f    // a fighter's units a pixel of the sword
#define STANCE 0.5f    // of the legs at rest, as a part of a stride
#define NEAREST 148.0f // that the player comes to the other one, who steps back before that
#define GLOW 24        // steps that a part is lit after a hit
#define ARC 9          // swords that are drawn behind each other

typedef struct fighter
{
    rim_figure_part parts[PARTS];
    rim_mover2      feet;
    rim_walker2     walker;
    rim_handle      hurt, shield;
    float stride, sword, guard; // where in a stride, degrees of the sword, height of the shield
    float facing;
    int   glow[PARTS], hits[PARTS];
    bool  touching;   // a sword was in it in the last step
    rim_xform2 blade; // where its sword was then
} fighter;

typedef struct duel
{
    rim_stage               *stage;
    rim_shapes              *art;
    rim_sprite              *tiles[TILES];
    SDL_Texture             *steel_picture, *tile_pictures[TILES];
    const rim_shapes_figure *fighter; // of the art: his parts, not yet in a pose
    uint32_t                 cells[ROWS * COLUMNS];
    fighter                  fighters[2];
    rim_vec2                 spark, spark_normal;
    int                      spark_steps;
    bool                     blocked, boxes;
    float                    arc[ARC];
    long                     steps;
} duel;

// Layers: what each of the two has on the stage.
static const uint32_t hurt_layer[2] = { 1, 4 }, shield_layer[2] = { 2, 8 };

// --- bones ------------------------------------------------------------------------------------------------

static rim_xform2 bone(float x, float y, float degrees)
{
    return rim_xform2_pose(rim_vec2_make(x, y), rim_rot2_degrees((double)degrees),
                           rim_vec2_make(1, 1));
}

static void pose_leg(fighter *f, int thigh, float swing)
{
    rim_xform2 hip = bone(0, -REACH + 22, 26 * swing);
    float      knee = swing > 0 ? 10 + 14 * swing : 10 - 30 * swing;
    f->parts[thigh].pose = hip;
    f->parts[thigh + 1].pose = rim_xform2_mul(hip, bone(0, 12, -knee * 0.6f));
}

// All parts from a few numbers; the feet are at the origin, x is forwards.
static void pose_parts(fighter *f, float breath)
{
    float swing = SDL_sinf(f->stride);
    pose_leg(f, NEAR_THIGH, STANCE + swing);
    pose_leg(f, FAR_THIGH, -STANCE - swing);
    f->parts[TORSO].pose = bone(0, -REACH + 22, 4 + breath);
    f->parts[HEAD].pose = rim_xform2_mul(f->parts[TORSO].pose, bone(1, -29, 0));
    f->parts[SHIELD].pose = rim_xform2_mul(f->parts[TORSO].pose, bone(13, f->guard, -8));
    // The picture's blade points up and to the right.
    rim_xform2 hand = rim_xform2_mul(f->parts[TORSO].pose, bone(8, -15, f->sword - 45));
    f->parts[SWORD].pose = rim_xform2_mul(hand, (rim_xform2){ BLADE, 0, 0, BLADE, 0, 0 });
}

static rim_xform2 pose_of(const fighter *f)
{
    rim_vec2 feet = { f->feet.at.x, f->feet.at.y };
    return rim_xform2_pose(feet, rim_rot2_degrees(0), rim_vec2_make(SCALE * f->facing, SCALE));
}

static rim_figure figure_of(const fighter *f, int first, int count)
{
    return (rim_figure){ f->parts + first, count, pose_of(f) };
}

// --- the arena ----------------------------------------------------------------------------------------------

static bool make_tile(kit *k, duel *d, int which)
{
    rim_mask          *mask = NULL;
    rim_sprite_options corner = { .has_anchor = true };
    if (rim_mask_create(&mask, TILE, TILE, NULL)) return kit_fail(k, "out of memory");
    for (int y = 0; y < TILE; y++)
        for (int x = 0; x < TILE; x++)
            if (which == 0 || (which == 1 ? 2 * y + x >= 2 * TILE - 2 : 2 * y >= TILE))
                rim_mask_set(mask, x, y, true);
    SDL_Color  white = { 255, 255, 255, 255 }, none = { 0, 0, 0, 0 };
    rim_status status = rim_sprite_create(&d->tiles[which], mask, &corner);
    if (!status)
        d->tile_pictures[which] = rim_sdl_texture_create(kit_renderer(k), mask, white, none);
    rim_mask_destroy(mask);
    return (!status && d->tile_pictures[which]) || kit_fail(k, "no tile: %s", SDL_GetError());
}

// Loads what a fighter consists of: a figure of so many parts, the last one his sword. `make assets` bakes the file.
static bool load_art(kit *k, duel *d)
{
    char   path[KIT_PATH];
    size_t size;
    if (!kit_asset(k, "duel.shapes", path)) return false;
    char *bytes = kit_read(k, path, &size);
    if (!bytes) return false;
    rim_status status = rim_shapes_load(&d->art, bytes, size, NULL);
    SDL_free(bytes);
    if (status) return kit_fail(k, "%s: %s; run make assets", path, rim_status_text(status));
    d->fighter = rim_shapes_find_figure(d->art, "duel");
    if (d->fighter && d->fighter->part_count == PARTS && d->fighter->parts[SWORD].sprite)
        return true;
    return kit_fail(k, "%s: has no figure 'duel' of %d parts with a sword; run make assets", path,
                    (int)PARTS);
}

static bool load_picture(kit *k, duel *d)
{
    char path[KIT_PATH];
    if (!kit_asset(k, "sword.png", path)) return false;
    d->steel_picture = IMG_LoadTexture(kit_renderer(k), path);
    return d->steel_picture || kit_fail(k, "%s: %s", path, SDL_GetError());
}

// A floor with a hill on it: a ramp, blocks, the ramp mirrored.
static void make_map(duel *d)
{
    for (int i = 0; i < COLUMNS; i++)
    {
        d->cells[i] = i == 6 ? 2 : i == 9 ? 2 | RIM_TILE_FLIP_X : i == 7 || i == 8 ? 3 : 0;
        d->cells[COLUMNS + i] = d->cells[2 * COLUMNS + i] = 1;
    }
}

static bool add_fighter(duel *d, int which)
{
    fighter *f = &d->fighters[which];
    f->facing = which ? -1.0f : 1.0f;
    f->feet = (rim_mover2){ .kind = RIM_MOVER2_BOX,
                            .at = { which ? 860.0f : 400.0f, GROUND - 1.0f },
                            .box = { { -16, -60 }, { 16, 0 } } };
    f->walker = (rim_walker2){ .up = { 0, -1 }, .step = 8, .slope = 1.2f };
    f->guard = -10;
    f->sword = 60;
    memcpy(f->parts, d->fighter->parts, sizeof f->parts);
    pose_parts(f, 0);
    f->blade = rim_xform2_mul(pose_of(f), f->parts[SWORD].pose);
    rim_stage_item hurt = { .posed.pose = pose_of(f),
                            .filter = { hurt_layer[which], 0 },
                            .user = f };
    rim_stage_item shield = hurt;
    hurt.parts = f->parts, hurt.part_count = HURT;
    shield.parts = f->parts + SHIELD, shield.part_count = 1;
    shield.filter.layers = shield_layer[which];
    return !rim_stage_add(d->stage, &hurt, &f->hurt) &&
           !rim_stage_add(d->stage, &shield, &f->shield);
}

static bool duel_init(kit *k, void *state)
{
    duel *d = state;
    if (!load_art(k, d) || !load_picture(k, d)) return false;
    for (int i = 0; i < TILES; i++)
        if (!make_tile(k, d, i)) return false;
    make_map(d);
    if (rim_stage_create(&d->stage, NULL) || !add_fighter(d, 0) || !add_fighter(d, 1))
        return kit_fail(k, "out of memory");
    return true;
}

static void duel_quit(kit *k, void *state)
{
    duel *d = state;
    (void)k;
    rim_stage_destroy(d->stage);
    rim_shapes_destroy(d->art);
    SDL_DestroyTexture(d->steel_picture);
    for (int i = 0; i < TILES; i++)
    {
        rim_sprite_destroy(d->tiles[i]);
        SDL_DestroyTexture(d->tile_pictures[i]);
    }
}

static void duel_event(kit *k, void *state, const kit_event *event)
{
    duel *d = state;
    (void)k;
    if (event->kind == KIT_DOWN && event->key == SDLK_b) d->boxes = !d->boxes;
}

// --- a step -------------------------------------------------------------------------------------------------

static void walk(duel *d, fighter *f, float wish, rim_world2 world)
{
    wish = SDL_clamp(f->feet.at.x + wish, SIDE, KIT_WIDTH - SIDE) - f->feet.at.x;
    rim_walk2 moved = rim_mover2_walk(&f->feet, &f->walker, rim_vec2_make(wish, 9), world);
    float     way = f->facing * moved.moved.x / SCALE;
    f->feet = moved.me;
    f->stride = SDL_fabsf(wish) > 0.0f ? f->stride + 0.11f * way : 0.9f * f->stride;
    (void)d;
}

// The blade turns towards the mouse, as fast as an arm can.
static void aim(fighter *f, rim_vec2 mouse)
{
    rim_xform2 pose = rim_xform2_mul(pose_of(f), f->parts[SWORD].pose);
    rim_vec2   way = { f->facing * (mouse.x - pose.tx), mouse.y - pose.ty };
    float      wanted = (float)(rim_atan2(way.x, -(double)way.y) * 57.29577951308232),
          turn = wanted - f->sword;
    turn = turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn;
    f->sword += turn > 7 ? 7 : turn < -7 ? -7 : turn;
}

// The other one guards up and down, and strikes now and then.
static void fence(fighter *f, long steps)
{
    long beat = steps % 260;
    f->guard = -12 + 9 * SDL_sinf(0.021f * (float)steps);
    float rest = 25 + 10 * SDL_sinf(0.03f * (float)steps);
    f->sword = beat < 200   ? rest
               : beat < 215 ? f->sword - 5
               : beat < 235 ? f->sword + 9
                            : f->sword + 0.15f * (rest - f->sword);
}

static rim_xform2 blade_of(const fighter *f)
{
    return rim_xform2_mul(pose_of(f), f->parts[SWORD].pose);
}

// From the last step to this one.
static rim_motion2 swing_of(const fighter *f)
{
    rim_xform2  was = f->blade, is = blade_of(f);
    double      turn = rim_atan2((double)was.a * is.b - (double)was.b * is.a,
                                 (double)was.a * is.a + (double)was.b * is.b);
    rim_motion2 swing = { { is.tx - was.tx, is.ty - was.ty }, (float)turn };
    return swing;
}

// Finds what the blade of the one touches first of the other on its way, and sets the spark there. Returns the part, or -1.
static int swing(duel *d, const fighter *f, const fighter *other)
{
    rim_figure_part part = { .pose = rim_xform2_identity(),
                             .sprite = d->fighter->parts[SWORD].sprite };
    rim_figure      blade = { &part, 1, f->blade };
    rim_figure      guards[2] = { figure_of(other, SHIELD, 1), figure_of(other, HEAD, HURT) };
    rim_motion2     motion = swing_of(f), still = { { 0, 0 }, 0 };
    double          first = 2.0;
    int             found = -1;
    for (int i = 0; i < 2; i++)
    {
        rim_parts which;
        rim_hit2  hit = rim_figure_sweep_turning(&blade, motion, &guards[i], still, &which);
        if (!hit.hit || hit.start_overlap || !(hit.t < first)) continue;
        first = hit.t;
        found = guards[i].parts[which.b].tag;
        d->spark = hit.point, d->spark_normal = hit.normal;
    }
    return found;
}

// Finds the fighter that the sword is in. A shield in its way stops it: nothing behind it is hurt.
static void strike(duel *d, int which)
{
    fighter   *other = &d->fighters[1 - which];
    rim_figure sword = figure_of(&d->fighters[which], SWORD, 1);
    rim_handle met[2], nobody = { 0, 0 };
    uint32_t   layers = hurt_layer[1 - which] | shield_layer[1 - which];
    int        count = rim_stage_overlaps_figure(d->stage, &sword, layers, nobody, met, 2);
    bool       was_touching = other->touching;
    int        touched = was_touching ? -1 : swing(d, &d->fighters[which], other);
    other->touching = count > 0;
    if (count == 0 && touched < 0) return;
    rim_figure shield = figure_of(other, SHIELD, 1), hurt = figure_of(other, HEAD, HURT);
    if (touched < 0)
    {
        bool         blocked = rim_figure_overlaps(&sword, &shield, NULL);
        rim_parts    parts;
        rim_contact2 contact = rim_figure_contact(&sword, blocked ? &shield : &hurt, &parts);
        touched = blocked ? SHIELD : parts.b;
        d->spark = contact.point, d->spark_normal = contact.normal;
    }
    d->spark_steps = GLOW;
    d->blocked = touched == SHIELD;
    other->glow[touched] = GLOW;
    if (!was_touching) other->hits[touched]++;
}

static rim_tiles2 duel_map(const duel *d)
{
    rim_vec2   corner = { 0, GROUND - TILE };
    rim_tiles2 map = {
        (const rim_sprite *const *)d->tiles, d->cells, COLUMNS, ROWS, corner, TILE, TILE, 0
    };
    return map;
}

static void duel_step(kit *k, void *state, float dt)
{
    duel      *d = state;
    rim_tiles2 map = duel_map(d);
    rim_world2 world = rim_tiles2_world(&map);
    fighter   *me = &d->fighters[0], *other = &d->fighters[1];
    (void)dt;
    d->steps++;
    float wish = 3.0f * (float)(kit_held(k, SDLK_d) - kit_held(k, SDLK_a));
    float apart = other->feet.at.x - me->feet.at.x;
    walk(d, other, apart > 260 ? -2.0f : apart < NEAREST + 2 ? 1.5f : 0, world);
    float room = SDL_max(other->feet.at.x - me->feet.at.x - NEAREST, 0.0f);
    walk(d, me, SDL_min(wish, room), world);
    me->guard += 0.2f * ((kit_held(k, SDLK_s)   ? 4.0f
                          : kit_held(k, SDLK_w) ? -24.0f
                                                : -10.0f) -
                         me->guard);
    aim(me, kit_mouse(k));
    fence(other, d->steps);
    for (int i = 0; i < 2; i++)
    {
        fighter *f = &d->fighters[i];
        pose_parts(f, 1.5f * SDL_sinf(0.05f * (float)d->steps + (float)i));
        rim_stage_move(d->stage, f->hurt, pose_of(f));
        rim_stage_move(d->stage, f->shield, pose_of(f));
        for (int part = 0; part < PARTS; part++) f->glow[part] -= f->glow[part] > 0;
    }
    d->spark_steps -= d->spark_steps > 0;
    strike(d, 0);
    strike(d, 1);
    for (int i = 0; i < 2; i++) d->fighters[i].blade = blade_of(&d->fighters[i]);
    for (int i = ARC - 1; i > 0; i--) d->arc[i] = d->arc[i - 1];
    d->arc[0] = me->sword;
}

// --- the picture --------------------------------------------------------------------------------------------

static void draw_part(kit *k, const duel *d, const fighter *f, int part, SDL_Color ink)
{
    const rim_figure_part *p = &f->parts[part];
    rim_xform2             pose = rim_xform2_mul(pose_of(f), p->pose);
    rim_vec2               ring[8];
    int                    count = 4;
    ink = kit_mix(ink, kit_ink(k, part == SHIELD ? KIT_NORMAL : KIT_HIT),
                  (float)f->glow[part] / GLOW);
    if (p->kind == RIM_PART_SPRITE)
    {
        rim_sdl_draw(kit_renderer(k), d->steel_picture, rim_posed_make(p->sprite, pose));
        return;
    }
    if (p->kind == RIM_PART_CIRCLE)
    {
        rim_vec2 at = rim_xform2_apply(pose, p->circle.center);
        kit_disc(k, at, SCALE * p->circle.radius, ink);
        if (d->boxes) kit_circle(k, at, SCALE * p->circle.radius, 2, kit_ink(k, KIT_OUTLINE));
        return;
    }
    const rim_vec2 corners[4] = {
        p->box.lo, { p->box.hi.x, p->box.lo.y }, p->box.hi, { p->box.lo.x, p->box.hi.y }
    };
    if (p->kind == RIM_PART_POLYGON) count = p->polygon.count;
    for (int i = 0; i < count; i++)
        ring[i] =
            rim_xform2_apply(pose, p->kind == RIM_PART_POLYGON ? p->polygon.points[i] : corners[i]);
    kit_polygon(k, ring, count, ink);
    if (d->boxes) kit_loop(k, ring, count, 2, kit_ink(k, KIT_OUTLINE));
}

static void draw_fighter(kit *k, const duel *d, int which)
{
    static const int order[PARTS] = { FAR_SHIN, FAR_THIGH,  SWORD,     TORSO,
                                      HEAD,     NEAR_THIGH, NEAR_SHIN, SHIELD };
    const fighter   *f = &d->fighters[which];
    SDL_Color        calm = kit_ink(k, which ? KIT_OTHER : KIT_THING);
    SDL_Color        far_off = kit_mix(calm, kit_ink(k, KIT_GROUND), 0.45f);
    for (int i = 0; i < PARTS; i++)
        draw_part(k, d, f, order[i],
                  order[i] == SHIELD ? kit_ink(k, KIT_OUTLINE)
                  : i < 2            ? far_off
                                     : calm);
    rim_figure all = figure_of(f, 0, PARTS);
    kit_subject(k, rim_figure_bounds(&all));
}

static void draw_map(kit *k, const duel *d)
{
    rim_tiles2 map = duel_map(d);
    rim_box2   page = { { 0, 0 }, { KIT_WIDTH, KIT_HEIGHT } };
    rim_posed  tiles[ROWS * COLUMNS];
    rim_world2 world = rim_tiles2_world(&map);
    SDL_Color  ink = kit_mix(kit_ink(k, KIT_GROUND), kit_ink(k, KIT_THING), 0.35f);
    for (int kind = 0; kind < TILES; kind++)
        SDL_SetTextureColorMod(d->tile_pictures[kind], ink.r, ink.g, ink.b);
    int count = world.gather(world.context, page, 0, tiles, ROWS * COLUMNS);
    for (int i = 0; i < count; i++)
        for (int kind = 0; kind < TILES; kind++)
            if (tiles[i].sprite == d->tiles[kind])
                rim_sdl_draw(kit_renderer(k), d->tile_pictures[kind], tiles[i]);
}

// The way that the blade has come.
static void draw_arc(kit *k, const duel *d)
{
    for (int i = ARC - 1; i > 0; i--)
    {
        fighter    f = d->fighters[0];
        rim_xform2 hand = rim_xform2_mul(f.parts[TORSO].pose, bone(8, -15, 0));
        rim_vec2   tip[2];
        for (int end = 0; end < 2; end++)
        {
            rim_xform2 blade = rim_xform2_mul(hand, bone(0, 0, d->arc[i - end]));
            tip[end] = rim_xform2_apply(rim_xform2_mul(pose_of(&f), blade), rim_vec2_make(0, -45));
        }
        kit_line(k, tip[0], tip[1], 3, kit_fade(kit_ink(k, KIT_DIM), 1.0f - (float)i / ARC));
    }
}

static void duel_draw(kit *k, const void *state)
{
    const duel *d = state;
    draw_map(k, d);
    draw_arc(k, d);
    draw_fighter(k, d, 1);
    draw_fighter(k, d, 0);
    if (d->spark_steps > 0)
    {
        float     age = 1.0f - (float)d->spark_steps / GLOW;
        SDL_Color ink = kit_fade(kit_ink(k, d->blocked ? KIT_NORMAL : KIT_HIT), 1.0f - age);
        kit_circle(k, d->spark, 8 + 30 * age, 3, ink);
        kit_arrow(k, d->spark, rim_vec2_along(d->spark, d->spark_normal, 40), 3, ink);
    }
    const fighter *f = &d->fighters[1];
    kit_say(k, "head", "%d", f->hits[HEAD]);
    kit_say(k, "torso", "%d", f->hits[TORSO]);
    kit_say(k, "legs", "%d",
            f->hits[NEAR_THIGH] + f->hits[NEAR_SHIN] + f->hits[FAR_THIGH] + f->hits[FAR_SHIN]);
    kit_say(k, "stopped by the shield", "%d", f->hits[SHIELD]);
    for (int part = 0; part < PARTS; part++)
        if (f->glow[part] == GLOW || f->glow[part] == GLOW - 1)
            kit_text(k, d->spark.x + 44, d->spark.y - 76, KIT_NORMAL_SIZE, kit_ink(k, KIT_TEXT),
                     "%s", d->fighter->part_names[part]);
}

const demo demo_duel = {
    .name = "duel",
    .look = "Two figures of bones: the sword tells which part it hits, and a shield in its way "
            "stops it.",
    .keys = "mouse: aim the sword · A D walk · W S shield up, down · B show the parts",
    .state_size = sizeof(duel),
    .init = duel_init,
    .quit = duel_quit,
    .event = duel_event,
    .step = duel_step,
    .draw = duel_draw,
};
