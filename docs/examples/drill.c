// A digger walks on ground of pixels, 500 turning rocks fall on it, and bullets meet them in flight.
// Arrow keys: walk, jump (up), dig (down). Space: shoot.
//
//      cc drill.c $(pkg-config --cflags --libs rimcast-sdl SDL2_image) -o drill
//      ./drill assets/crescent.png assets/ship.png [FRAMES]    with FRAMES, it plays by itself for so many frames
#include <rimcast/rimcast.h>
#include <rimcast/sdl.h>

#include <SDL_image.h>
#include <stdio.h>
#include <stdlib.h>

#define W 960
#define H 540
#define ROCKS 500
#define SHOTS 32
#define LAYER_ROCK 1u
#define LAYER_HERO 2u

typedef struct rock
{
    rim_handle handle;
    rim_vec2   at, speed;
    float      scale, angle, spin;
} rock;

typedef struct drill
{
    SDL_Renderer *renderer;
    SDL_Texture  *rock_texture, *ship_texture, *ground_texture;
    rim_sprite   *rock_sprite, *ship_sprite, *ground;
    rim_mask     *land; ///< what the ground is baked of
    rim_stage    *stage;
    rim_handle    hero;
    rim_mover2    mover;
    rim_walker2   walker;
    float         fall, facing;
    rock          rocks[ROCKS];
    rim_ray2 shots[SHOTS]; ///< each the ray of a bullet's next step; without a delta there is none
    int      kills, hurt;
} drill;

static const SDL_Color earth = { 107, 74, 47, 255 }, air = { 0, 0, 0, 0 };

static float uniform(float lo, float hi)
{
    return lo + (hi - lo) * (float)(rand() % 10001) / 10000.0f;
}

static bool load(const drill *d, const char *path, SDL_Texture **texture, rim_sprite **sprite)
{
    SDL_Surface *surface = IMG_Load(path);
    if (!surface || rim_sdl_sprite_create(sprite, surface, RIM_ALPHA_HALF, NULL) != RIM_OK)
        return false;
    *texture = SDL_CreateTextureFromSurface(d->renderer, surface);
    SDL_FreeSurface(surface);
    return *texture;
}

static rim_posed ground_of(const drill *d)
{
    return rim_posed_make(d->ground, rim_xform2_identity());
}

static rim_xform2 rock_pose(const rock *r)
{
    return rim_xform2_pose(r->at, rim_rot2_degrees(r->angle), rim_vec2_make(r->scale, r->scale));
}

static void respawn(const drill *d, rock *r)
{
    r->at = rim_vec2_make(uniform(0, W), uniform(-500, -20));
    r->speed = rim_vec2_make(uniform(-0.5f, 0.5f), uniform(0.4f, 2.0f));
    r->scale = uniform(0.08f, 0.3f);
    r->spin = uniform(-4, 4);
    rim_stage_move(d->stage, r->handle, rock_pose(r));
}

static void dig(drill *d, rim_vec2 at, float radius)
{
    rim_rect changed = { (int)(at.x - radius) - 1, (int)(at.y - radius) - 1,
                         (int)(at.x + radius) + 2, (int)(at.y + radius) + 2 };
    rim_mask_draw_circle(d->land, at, radius, false);
    rim_sprite_update(d->ground, d->land, changed);
    rim_sdl_texture_update(d->ground_texture, d->land, changed, earth, air);
}

static bool make_ground(drill *d)
{
    rim_vec2 hills[W / 20 + 3];
    int      count = 0;
    for (int x = 0; x <= W; x += 20) hills[count++] = rim_vec2_make((float)x, uniform(380, 430));
    hills[count++] = rim_vec2_make(W, H);
    hills[count++] = rim_vec2_make(0, H);
    if (rim_mask_create(&d->land, W, H, NULL) != RIM_OK) return false;
    rim_mask_draw_polygon(d->land, hills, count, true);
    d->ground_texture = rim_sdl_texture_create(d->renderer, d->land, earth, air);
    rim_sprite_options top_left = { .has_anchor = true };
    return d->ground_texture && rim_sprite_create(&d->ground, d->land, &top_left) == RIM_OK;
}

static bool start(drill *d, const char *rock_file, const char *ship_file)
{
    SDL_Window *window;
    if (SDL_Init(SDL_INIT_VIDEO) || SDL_CreateWindowAndRenderer(W, H, 0, &window, &d->renderer) ||
        !load(d, rock_file, &d->rock_texture, &d->rock_sprite) ||
        !load(d, ship_file, &d->ship_texture, &d->ship_sprite) || !make_ground(d) ||
        rim_stage_create(&d->stage, NULL) != RIM_OK)
        return false;
    for (rock *r = d->rocks; r < d->rocks + ROCKS; r++)
    {
        rim_stage_item item = { .posed = rim_posed_make(d->rock_sprite, rim_xform2_identity()),
                                .filter = { LAYER_ROCK, LAYER_ROCK },
                                .user = r };
        if (rim_stage_add(d->stage, &item, &r->handle) != RIM_OK) return false;
        respawn(d, r);
    }
    rim_posed      ship = { d->ship_sprite, { 0.15f, 0, 0, 0.15f, W / 2, 300 } };
    rim_stage_item item = { .posed = ship, .filter = { .layers = LAYER_HERO } };
    d->mover = rim_mover2_from_posed(ship);
    d->walker = (rim_walker2){ .up = { 0, -1 }, .step = 6, .slope = 1.5f };
    d->facing = 1;
    return rim_stage_add(d->stage, &item, &d->hero) == RIM_OK;
}

static void walk(drill *d, float wish, bool jump, bool digs)
{
    rim_posed      ground = ground_of(d);
    rim_posed_list list = { &ground, 1 };
    if (wish != 0) d->facing = wish;
    if (jump && d->walker.grounded)
    {
        d->fall = -5;
        d->walker.grounded = false;
    }
    d->fall += 0.2f;
    rim_walk2 done = rim_mover2_walk(&d->mover, &d->walker, rim_vec2_make(1.5f * wish, d->fall),
                                     rim_posed_list_world(&list));
    d->mover = done.me;
    rim_vec2 at = done.me.at;
    if (done.grounded || done.ceiling) d->fall = 0;
    if (done.stuck) dig(d, at, 16);
    if (at.y > H + 50) d->mover.at = rim_vec2_make(W / 2, 100);
    if (done.wall || at.x < 20 || at.x > W - 20)
        d->facing = at.x < 20 ? 1 : at.x > W - 20 ? -1 : -d->facing;
    if (digs) dig(d, rim_vec2_make(at.x + 10 * d->facing, at.y + 8), 14);
    rim_stage_move(d->stage, d->hero, rim_mover2_posed(&d->mover).pose);
}

static void shoot(drill *d)
{
    rim_ray2 *s = d->shots;
    while (s < d->shots + SHOTS && s->delta.y != 0) s++;
    if (s < d->shots + SHOTS)
        *s = (rim_ray2){ { d->mover.at.x, d->mover.at.y - 20 }, { uniform(-8, 8), -30 } };
}

// The first rock or the ground on its way stops a bullet.
static void fly(drill *d, rim_ray2 *s)
{
    rim_stage_hit hit = rim_stage_raycast_first(d->stage, *s, LAYER_ROCK);
    rim_hit2      wall = rim_sprite_raycast(ground_of(d), *s);
    if (hit.hit.hit && hit.hit.t <= wall.t)
    {
        respawn(d, rim_stage_get(d->stage, hit.who).user);
        d->kills++;
    }
    else if (wall.hit)
        dig(d, wall.point, 6);
    s->origin = rim_vec2_along(s->origin, s->delta, 1);
    if (hit.hit.hit || wall.hit || s->origin.y < 0) s->delta.y = 0;
}

// A rock falls and turns in one motion, and leaves a crater where it first touches the ground.
static void fall(drill *d, rock *r)
{
    rim_posed before = rim_posed_make(d->rock_sprite, rock_pose(r));
    rim_hit2  hit = rim_sprite_sweep(before, r->speed, ground_of(d));
    r->at = rim_vec2_along(r->at, r->speed, (float)hit.t);
    r->angle += r->spin;
    rim_stage_move(d->stage, r->handle, rock_pose(r));
    if (hit.hit) dig(d, hit.point, 40 * r->scale);
    if (hit.hit || r->at.y >= H) respawn(d, r);
}

static void draw(const drill *d)
{
    SDL_SetRenderDrawColor(d->renderer, 22, 27, 38, 255);
    SDL_RenderClear(d->renderer);
    SDL_RenderCopy(d->renderer, d->ground_texture, NULL, NULL);
    for (int i = 0; i < ROCKS; i++)
        rim_sdl_draw(d->renderer, d->rock_texture,
                     rim_stage_get(d->stage, d->rocks[i].handle).posed);
    rim_sdl_draw(d->renderer, d->ship_texture, rim_mover2_posed(&d->mover));
    SDL_SetRenderDrawColor(d->renderer, 255, 240, 90, 255);
    for (const rim_ray2 *s = d->shots; s < d->shots + SHOTS; s++)
    {
        SDL_FRect bullet = { s->origin.x - 1, s->origin.y - 4, 3, 9 };
        if (s->delta.y != 0) SDL_RenderFillRectF(d->renderer, &bullet);
    }
    SDL_RenderPresent(d->renderer);
}

int main(int count, char **arguments)
{
    static drill d;
    bool         alone = count > 3;
    int          frames = alone ? atoi(arguments[3]) : -1;
    if (count < 3) return fprintf(stderr, "usage: drill ROCK.png SHIP.png [FRAMES]\n"), 1;
    if (!start(&d, arguments[1], arguments[2]))
        return fprintf(stderr, "cannot start: %s\n", SDL_GetError()), 1;
    SDL_Event event = { 0 };
    for (int frame = 0; frame != frames && event.type != SDL_QUIT; frame++)
    {
        while (SDL_PollEvent(&event) && event.type != SDL_QUIT) continue;
        const Uint8 *keys = SDL_GetKeyboardState(NULL);
        float        wish = (float)(keys[SDL_SCANCODE_RIGHT] - keys[SDL_SCANCODE_LEFT]);
        walk(&d, alone ? d.facing : wish, alone ? frame % 90 == 0 : keys[SDL_SCANCODE_UP],
             alone ? frame % 200 < 30 : keys[SDL_SCANCODE_DOWN]);
        if (alone ? frame % 6 == 0 : keys[SDL_SCANCODE_SPACE]) shoot(&d);
        for (int i = 0; i < SHOTS; i++)
            if (d.shots[i].delta.y != 0) fly(&d, &d.shots[i]);
        for (int i = 0; i < ROCKS; i++) fall(&d, &d.rocks[i]);
        rim_stage_changes changes;
        if (rim_stage_update(d.stage, &changes) == RIM_OK) d.hurt += changes.entered_count;
        draw(&d);
        if (!alone) SDL_Delay(16);
    }
    printf("%d rocks shot, hurt %d times\n", d.kills, d.hurt);
    rim_stage_destroy(d.stage);
    rim_sprite_destroy(d.ground);
    rim_sprite_destroy(d.rock_sprite);
    rim_sprite_destroy(d.ship_sprite);
    rim_mask_destroy(d.land);
    SDL_Quit(); // the window, the renderer and the textures go with it
    return 0;
}
