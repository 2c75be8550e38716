// Thousands of turning sprites on a stage: every pair that shares pixels is lit, exactly, in every frame.
//
// The sprites are the project's own, drawn small; each keeps its mask in any turn, so nothing is drawn
// again. Where two come to touch a ring opens; a ray follows the mouse and tells all in its way, in order.
#include "kit.h"
#include "rimcast/sdl.h"

#include <SDL_image.h>

#include <math.h>

#define KINDS 5
#define MOST 6000
#define SMALL 16   // the longer side of a sprite, in pixels
#define SPARKS 400 // rings that open at once, at most
#define SPARK_STEPS 24
#define PIERCED 64  // of those along the ray, at most
#define RAY 1600.0f // the length of the ray, which reaches beyond the page from everywhere on it

typedef struct mote
{
    rim_handle who;
    rim_vec2   at, speed;
    float      degrees, turn;
    int        kind;
    bool       lit;
} mote;

typedef struct spark
{
    rim_vec2 at;
    int      left; // steps that it will be seen
} spark;

typedef struct swarm
{
    rim_stage    *stage;
    rim_sprite   *sprites[KINDS];
    SDL_Texture  *pictures[KINDS]; // white
    mote          motes[MOST];
    rim_pair      pairs[4 * MOST];
    int           count, pair_count, entered, left, hits;
    bool          paused, boxes;
    spark         sparks[SPARKS];
    int           next_spark;
    rim_vec2      eye; // where the ray comes from
    rim_ray2      ray;
    rim_stage_hit along[PIERCED]; // the ones that it meets, in order
    int           along_count;
    uint64_t      seed;
    double        seconds;
} swarm;

static const char *const files[KINDS] = { "ship.png", "crescent.png", "ring.png", "tree.png",
                                          "sword.png" };

// --- small pictures ---------------------------------------------------------------------------------

// The mean alpha under each pixel of a smaller picture.
static void shrink(const SDL_Surface *from, int w, int h, uint8_t *alpha)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            int x0 = x * from->w / w, x1 = (x + 1) * from->w / w, y0 = y * from->h / h,
                y1 = (y + 1) * from->h / h;
            int sum = 0;
            for (int j = y0; j < y1; j++)
                for (int i = x0; i < x1; i++)
                    sum += ((const uint8_t *)from->pixels)[j * from->pitch + 4 * i + 3];
            alpha[y * w + x] = (uint8_t)(sum / ((x1 - x0) * (y1 - y0)));
        }
}

static SDL_Texture *white_texture(kit *k, const uint8_t *alpha, int w, int h)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, w, h, 32, SDL_PIXELFORMAT_RGBA32);
    if (!surface) return NULL;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            uint8_t *p = (uint8_t *)surface->pixels + y * surface->pitch + 4 * x;
            p[0] = p[1] = p[2] = 255, p[3] = alpha[y * w + x];
        }
    SDL_Texture *texture = SDL_CreateTextureFromSurface(kit_renderer(k), surface);
    SDL_FreeSurface(surface);
    return texture;
}

static bool load(kit *k, swarm *s, int kind)
{
    char    path[KIT_PATH];
    uint8_t alpha[SMALL * SMALL];
    if (!kit_asset(k, files[kind], path)) return false;
    SDL_Surface *loaded = IMG_Load(path);
    SDL_Surface *image =
        loaded ? SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_RGBA32, 0) : NULL;
    SDL_FreeSurface(loaded);
    if (!image) return kit_fail(k, "%s: %s", path, SDL_GetError());
    int longer = image->w > image->h ? image->w : image->h;
    int w = image->w * SMALL / longer, h = image->h * SMALL / longer;
    shrink(image, w, h, alpha);
    SDL_FreeSurface(image);

    rim_mask  *mask;
    rim_image  small = { alpha, w, h, 0, RIM_PIXELS_ALPHA8, 0 };
    rim_status status = rim_mask_create_from_image(&mask, &small, RIM_ALPHA_HALF, NULL);
    if (!status) status = rim_sprite_create(&s->sprites[kind], mask, NULL);
    rim_mask_destroy(mask);
    if (status) return kit_fail(k, "%s: %s", path, rim_status_text(status));
    s->pictures[kind] = white_texture(k, alpha, w, h);
    return s->pictures[kind] || kit_fail(k, "%s", SDL_GetError());
}

// --- the swarm ----------------------------------------------------------------------------------------

static rim_xform2 pose_of(const mote *m)
{
    return rim_xform2_pose(m->at, rim_rot2_degrees((double)m->degrees), rim_vec2_make(1.0f, 1.0f));
}

static bool set_count(kit *k, swarm *s, int count)
{
    count = count < 100 ? 100 : count > MOST ? MOST : count;
    for (; s->count > count; s->count--) rim_stage_remove(s->stage, s->motes[s->count - 1].who);
    for (; s->count < count; s->count++)
    {
        mote *m = &s->motes[s->count];
        m->kind = (int)kit_random(&s->seed, 0, KINDS);
        m->at.y = kit_random(&s->seed, 0,
                             KIT_HEIGHT); // one by one: compilers order arguments as they like
        m->at.x = kit_random(&s->seed, 0, KIT_WIDTH);
        m->speed.y = kit_random(&s->seed, -40, 40);
        m->speed.x = kit_random(&s->seed, -40, 40);
        m->degrees = kit_random(&s->seed, 0, 360);
        m->turn = kit_random(&s->seed, -80, 80);
        rim_stage_item item = { .posed = { s->sprites[m->kind], pose_of(m) }, .user = m };
        if (rim_stage_add(s->stage, &item, &m->who))
            return kit_fail(k, "out of memory for %d sprites", count);
    }
    return true;
}

static bool make_stage(kit *k, swarm *s)
{
    rim_stage_options options = { s->boxes, NULL };
    int               count = s->count ? s->count : 1500;
    rim_stage_destroy(s->stage);
    s->seed = 7, s->count = 0;
    if (rim_stage_create(&s->stage, &options)) return kit_fail(k, "out of memory");
    return set_count(k, s, count);
}

static bool swarm_init(kit *k, void *state)
{
    swarm *s = state;
    s->eye = rim_vec2_make(0.5f * KIT_WIDTH, 0.5f * KIT_HEIGHT);
    s->ray = (rim_ray2){ s->eye, { RAY, 0.0f } };
    for (int i = 0; i < KINDS; i++)
        if (!load(k, s, i)) return false;
    return make_stage(k, s);
}

static void swarm_quit(kit *k, void *state)
{
    swarm *s = state;
    (void)k;
    rim_stage_destroy(s->stage);
    for (int i = 0; i < KINDS; i++)
    {
        rim_sprite_destroy(s->sprites[i]);
        SDL_DestroyTexture(s->pictures[i]);
    }
}

static void swarm_event(kit *k, void *state, const kit_event *event)
{
    swarm *s = state;
    if (event->kind == KIT_WHEEL) set_count(k, s, s->count + (event->wheel > 0.0f ? 250 : -250));
    if (event->kind == KIT_PRESS) s->eye = event->at;
    if (event->kind != KIT_DOWN) return;
    if (event->key == SDLK_SPACE) s->paused = !s->paused;
    if (event->key == SDLK_b)
    {
        s->boxes = !s->boxes;
        make_stage(k, s);
    }
}

static void fly(mote *m, float dt)
{
    m->at = rim_vec2_along(m->at, m->speed, dt);
    m->degrees += m->turn * dt;
    if (m->at.x < 0.0f || m->at.x > KIT_WIDTH)
        m->speed.x = m->at.x < 0.0f ? fabsf(m->speed.x) : -fabsf(m->speed.x);
    if (m->at.y < 0.0f || m->at.y > KIT_HEIGHT)
        m->speed.y = m->at.y < 0.0f ? fabsf(m->speed.y) : -fabsf(m->speed.y);
}

// The mote that stands on the stage by this handle.
static mote *mote_of(const swarm *s, rim_handle who)
{
    return rim_stage_get(s->stage, who).user;
}

static void add_sparks(swarm *s, const rim_pair *entered, int count)
{
    for (int i = 0; i < count; i++)
    {
        const mote *a = mote_of(s, entered[i].a), *b = mote_of(s, entered[i].b);
        spark      *p = &s->sparks[s->next_spark];
        p->at = rim_vec2_make(0.5f * (a->at.x + b->at.x), 0.5f * (a->at.y + b->at.y));
        p->left = SPARK_STEPS;
        s->next_spark = (s->next_spark + 1) % SPARKS;
    }
}

static void swarm_step(kit *k, void *state, float dt)
{
    swarm *s = state;
    double start = kit_clock();
    for (int i = 0; i < s->count && !s->paused; i++)
    {
        fly(&s->motes[i], dt);
        rim_stage_move(s->stage, s->motes[i].who, pose_of(&s->motes[i]));
    }
    rim_stage_changes changes;
    if (rim_stage_update(s->stage, &changes)) kit_notice(k, "out of memory: the pairs are old");
    s->seconds = 0.95 * s->seconds + 0.05 * (kit_clock() - start);

    for (int i = 0; i < SPARKS; i++) s->sparks[i].left -= s->sparks[i].left > 0;
    add_sparks(s, changes.entered, changes.entered_count);
    s->pair_count = changes.touching_count;
    s->entered = changes.entered_count;
    s->left = changes.left_count;
    for (int i = 0; i < s->count; i++) s->motes[i].lit = false;
    for (int i = 0; i < s->pair_count; i++)
    {
        mote_of(s, changes.touching[i].a)->lit = true;
        mote_of(s, changes.touching[i].b)->lit = true;
    }
    s->hits = 0;
    for (int i = 0; i < s->count; i++) s->hits += s->motes[i].lit;
    rim_vec2 way = rim_vec2_normalize(rim_vec2_sub(kit_mouse(k), s->eye));
    s->ray.origin = s->eye;
    // With the mouse at its start, as after a click, the ray keeps its direction.
    if (way.x != 0.0f || way.y != 0.0f) s->ray.delta = rim_vec2_scale(way, RAY);
    s->along_count = rim_stage_raycast_all(s->stage, s->ray, ~0u, s->along, PIERCED);
}

// --- the picture ----------------------------------------------------------------------------------------

// All that have one texture together: SDL hands them to the graphics card as one.
static void draw_motes(kit *k, const swarm *s, int kind, bool lit)
{
    SDL_Color calm = kit_mix(kit_ink(k, KIT_GROUND), kit_ink(k, KIT_THING), 0.7f);
    SDL_Color ink = lit ? kit_ink(k, KIT_HIT) : calm;
    SDL_SetTextureColorMod(s->pictures[kind], ink.r, ink.g, ink.b);
    for (int i = 0; i < s->count; i++)
    {
        const mote *m = &s->motes[i];
        if (m->kind == kind && m->lit == lit)
            rim_sdl_draw(kit_renderer(k), s->pictures[kind],
                         rim_posed_make(s->sprites[kind], pose_of(m)));
    }
}

static void draw_ray(kit *k, const swarm *s)
{
    int known = s->along_count < PIERCED ? s->along_count : PIERCED;
    kit_line(k, s->eye, rim_vec2_add(s->ray.origin, s->ray.delta), 1.5f,
             kit_fade(kit_ink(k, KIT_OUTLINE), 0.55f));
    for (int i = known - 1; i >= 0; i--)
    {
        const rim_hit2 *hit = &s->along[i].hit;
        kit_disc(k, hit->point, i ? 3.0f : 5.0f, kit_ink(k, KIT_NORMAL));
        if (hit->start_overlap) continue;
        rim_vec2 out = rim_vec2_along(hit->point, hit->normal, i ? 12.0f : 26.0f);
        kit_arrow(k, hit->point, out, i ? 1.5f : 3.0f, kit_ink(k, KIT_NORMAL));
    }
    kit_disc(k, s->eye, 7.0f, kit_ink(k, KIT_OUTLINE));
    kit_subject(k, rim_box2_make(rim_vec2_sub(s->eye, rim_vec2_make(8, 8)),
                                 rim_vec2_add(s->eye, rim_vec2_make(8, 8))));
}

static void swarm_draw(kit *k, const void *state)
{
    const swarm *s = state;
    for (int kind = 0; kind < KINDS; kind++) draw_motes(k, s, kind, false);
    for (int kind = 0; kind < KINDS; kind++) draw_motes(k, s, kind, true);
    for (int i = 0; i < SPARKS; i++)
    {
        const spark *p = &s->sparks[i];
        float        age = 1.0f - (float)p->left / SPARK_STEPS;
        if (p->left > 0)
            kit_circle(k, p->at, 6.0f + 16.0f * age, 1.5f,
                       kit_fade(kit_ink(k, KIT_HIT), 0.7f * (1.0f - age)));
    }
    draw_ray(k, s);
    kit_say(k, "sprites", "%d", s->count);
    kit_say(k, "compared by", "%s", s->boxes ? "boxes" : "pixels");
    kit_say(k, "pairs that collide", "%d", s->pair_count);
    kit_say(k, "sprites in them", "%d", s->hits);
    kit_say(k, "pairs begun / ended", "%d / %d", s->entered, s->left);
    kit_say(k, "along the ray", "%d", s->along_count);
    kit_say_time(k, "all moves and pairs", s->seconds);
}

const demo demo_swarm = {
    .name = "swarm",
    .look = "Thousands of turning sprites: those that share pixels are lit, a ring opens where two "
            "meet, a ray tells all in its way.",
    .keys = "wheel: more or fewer · click: the ray starts here · B boxes instead of pixels · Space "
            "stop",
    .state_size = sizeof(swarm),
    .init = swarm_init,
    .quit = swarm_quit,
    .event = swarm_event,
    .step = swarm_step,
    .draw = swarm_draw,
};
