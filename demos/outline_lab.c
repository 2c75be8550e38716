// One sprite and all the outlines that can be had of it, side by side.
#include "outline_lab.h"
#include "rimcast/sdl.h"

#include <SDL_image.h>

#include <string.h>

static const char *const sprites[] = { "tree.png", "ring.png",     "ship.png",
                                       "word.png", "crescent.png", "sword.png" };

#define SPRITES ((int)(sizeof sprites / sizeof *sprites))

// --- baking ---------------------------------------------------------------------------------------------

static void drop_outlines(lab *l)
{
    rim_contours_destroy(l->contours);
    rim_loops_destroy(l->exact);
    rim_loops_destroy(l->simple);
    rim_partition_destroy(l->pieces);
    rim_partition_destroy(l->triangles);
    SDL_free(l->hull);
    l->contours = NULL;
    l->exact = l->simple = NULL;
    l->pieces = l->triangles = NULL;
    l->hull = NULL;
    l->hull_count = 0;
}

static double square_to_side(rim_vec2 p, rim_vec2 a, rim_vec2 b)
{
    double ux = (double)b.x - a.x, uy = (double)b.y - a.y, px = (double)p.x - a.x;
    double py = (double)p.y - a.y, t = (px * ux + py * uy) / (ux * ux + uy * uy);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return (px - t * ux) * (px - t * ux) + (py - t * uy) * (py - t * uy);
}

// How far the exact contour's corners are from the simplified one.
static double error_of(const rim_loops *exact, const rim_loops *simple)
{
    double          worst = 0.0;
    int64_t         count;
    const rim_loop *exact_loops = rim_loops_list(exact, &count);
    const rim_loop *simple_loops = rim_loops_list(simple, NULL);
    for (int64_t i = 0; i < count; i++)
    {
        rim_loop from = exact_loops[i], to = simple_loops[i];
        for (size_t k = 0; k < from.count; k++)
        {
            double best = HUGE_VAL;
            for (size_t s = 0; s < to.count; s++)
            {
                double d =
                    square_to_side(from.points[k], to.points[s], to.points[(s + 1) % to.count]);
                best = d < best ? d : best;
            }
            worst = best > worst ? best : worst;
        }
    }
    return SDL_sqrt(worst);
}

static rim_status bake_hull(lab *l)
{
    int64_t         loops;
    const rim_loop *loop = rim_loops_list(l->exact, &loops);
    size_t          count = 0;
    for (int64_t i = 0; i < loops; i++) count += loop[i].count;
    l->hull = SDL_malloc((count + 1) * sizeof *l->hull);
    if (!l->hull) return RIM_ERR_MEMORY;
    if (count > 0) memcpy(l->hull, loop[0].points, count * sizeof *l->hull);
    l->hull_count = rim_polygon2_hull(l->hull, count);
    return RIM_OK;
}

static void bake_rays(lab *l)
{
    rim_vec2 anchor = rim_vec2_make(0.5f * (float)rim_mask_width(l->mask),
                                    0.5f * (float)rim_mask_height(l->mask));
    rim_outline_cast(l->mask, anchor, l->rays, l->points);
    rim_outline_measure(&l->ray_error, l->mask, anchor, l->points, l->rays, NULL);
}

static rim_status bake(lab *l)
{
    rim_partition_options convex = { l->corners, 0.0f }, triangles = { 3, 0.0f };
    drop_outlines(l);
    l->version++;
    bake_rays(l);
    double     start = kit_clock();
    rim_status status = rim_contours_create(&l->contours, l->mask, RIM_TOUCH_CORNERS, NULL);
    if (!status)
        status = rim_loops_create_simplified(&l->exact, l->contours, 0.0, RIM_SIMPLIFY_NEAR, NULL);
    if (!status)
        status = rim_loops_create_simplified(&l->simple, l->contours, l->tolerance, l->side, NULL);
    if (!status) status = rim_partition_create(&l->pieces, l->simple, &convex, NULL);
    if (!status) status = rim_partition_create(&l->triangles, l->simple, &triangles, NULL);
    if (!status) status = bake_hull(l);
    if (status) return status;
    l->seconds = kit_clock() - start;
    l->simple_error = error_of(l->exact, l->simple);
    return RIM_OK;
}

static void bake_or_tell(kit *k, lab *l)
{
    rim_status status = bake(l);
    if (status) kit_notice(k, "%s: %s", l->name, rim_status_text(status));
}

// --- sprites --------------------------------------------------------------------------------------------

static void name_sprite(lab *l, const char *path)
{
    const char *slash = strrchr(path, '/');
    SDL_strlcpy(l->name, slash ? slash + 1 : path, sizeof l->name);
}

// Takes another picture; what was shown stays if it cannot be read.
static bool load(kit *k, lab *l, const char *path)
{
    rim_mask    *mask = NULL;
    SDL_Texture *texture = NULL;
    SDL_Surface *surface = IMG_Load(path);
    rim_status   status = RIM_OK;
    if (surface) status = rim_sdl_mask_create(&mask, surface, RIM_ALPHA_HALF, NULL);
    if (surface && !status) texture = SDL_CreateTextureFromSurface(kit_renderer(k), surface);
    SDL_FreeSurface(surface);
    if (!texture)
    {
        kit_notice(k, "%s: %s", path, status ? rim_status_text(status) : SDL_GetError());
        rim_mask_destroy(mask);
        return false;
    }
    SDL_DestroyTexture(l->texture);
    rim_mask_destroy(l->mask);
    l->texture = texture;
    l->mask = mask;
    name_sprite(l, path);
    bake_or_tell(k, l);
    return true;
}

static bool load_asset(kit *k, lab *l)
{
    char path[KIT_PATH];
    return kit_asset(k, sprites[l->sprite], path) && load(k, l, path);
}

static bool lab_init(kit *k, void *state)
{
    lab *l = state;
    l->tolerance = 1.5;
    l->rays = 36;
    l->corners = 8;
    return load_asset(k, l) || kit_fail(k, "%s: %s", sprites[0], SDL_GetError());
}

static void lab_quit(kit *k, void *state)
{
    lab *l = state;
    (void)k;
    drop_outlines(l);
    SDL_DestroyTexture(l->texture);
    rim_mask_destroy(l->mask);
}

// --- hands ----------------------------------------------------------------------------------------------

static int limited(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

// A quarter of a pixel a notch, from none to 32.
static void turn_wheel(lab *l, float notches)
{
    double t = l->tolerance + 0.25 * (double)notches;
    l->tolerance = t < 0.0 ? 0.0 : t > 32.0 ? 32.0 : t;
}

static void press_key(kit *k, lab *l, SDL_Keycode key)
{
    if (key == SDLK_c) l->side = (rim_simplify_side)((l->side + 1) % 3);
    if (key == SDLK_UP || key == SDLK_DOWN)
        l->rays = limited(l->rays + (key == SDLK_UP ? 4 : -4), 4, LAB_RAYS_MAX);
    if (key == SDLK_k || key == SDLK_j)
        l->corners = limited(l->corners + (key == SDLK_k ? 1 : -1), 3, 16);
    if (key == SDLK_LEFT || key == SDLK_RIGHT)
    {
        l->sprite = (l->sprite + (key == SDLK_RIGHT ? 1 : SPRITES - 1)) % SPRITES;
        load_asset(k, l);
        return;
    }
    bake_or_tell(k, l);
}

static void lab_event(kit *k, void *state, const kit_event *event)
{
    lab *l = state;
    if (event->kind == KIT_DOWN) press_key(k, l, event->key);
    if (event->kind == KIT_DROP) load(k, l, event->path);
    if (event->kind != KIT_WHEEL) return;
    turn_wheel(l, event->wheel);
    bake_or_tell(k, l);
}

// Nothing moves by itself.
static void lab_step(kit *k, void *state, float dt)
{
    (void)k;
    (void)state;
    (void)dt;
}

const demo demo_outline_lab = {
    .name = "outline-lab",
    .look = "One sprite, six outlines: what each of them costs in points and errs in pixels.",
    .keys =
        "wheel: tolerance · C: near, contain, inside · J K: corners of a piece · up, down: rays · "
        "left, right: another sprite · drop a PNG: yours",
    .state_size = sizeof(lab),
    .init = lab_init,
    .quit = lab_quit,
    .event = lab_event,
    .step = lab_step,
    .draw = lab_draw,
};
