// flash-port: a Flash game's outline recipe and its drag-and-drop loop, line by line on rimcast/flash.h.
//
// The comments in front of each part say what the ActionScript did, in our words; behind them stands
// the port. What the scene adds is drawing: Flash drew its clips itself.
#include "kit.h"

#include "rimcast/flash.h"

#include <string.h>

enum
{
    POINTS_MAX = 360,
    POINTS_MIN = 3,
    CLIPS = 3,
    ACROSS = 360, // pixels of a picture, and
    FINE = 2      // how many samples a pixel's side takes
};

typedef struct figure
{
    rim_flash_clip  *clip;
    rim_flash_shape *shape;
    SDL_Texture     *picture;
    rim_flash_point  points[POINTS_MAX]; // of the recipe, from the registration point
    bool             found[POINTS_MAX], lit[POINTS_MAX];
    int              hits;
} figure;

typedef struct port
{
    rim_flash *movie;
    figure     figures[CLIPS];
    int        num;
    bool       shape_flag;
    double     seconds;
} port;

// --- the recipe -----------------------------------------------------------------------------------------

//  ActionScript 2, in our words                    the port
//
//  doFigure(pmc, num):
//    mx = the larger of pmc._width, pmc._height,     rim_flash_width, rim_flash_height
//         halved
//    for n from 0 below 360 in steps of 360 / num    degrees, summed up as there
//      xs, ys = cosine and sine of n                 rim_sincos_degrees
//      x, y = pmc._x + mx xs, pmc._y + mx ys         rim_flash_x, rim_flash_y
//      until pmc.hitTest(x, y, true):                rim_flash_hit_test_point(pmc, x, y, true)
//        step x, y inward by xs, ys
//        give up when both are negative
//      store x - pmc._x, y - pmc._y                  points[]; found[] tells a miss from (0, 0)
//
// The original's weak spots are kept: a circle of half the longer side does not hold a box's corners, and
// a ray that finds nothing runs on through the middle. (rim_outline_cast has neither.)
static void do_figure(figure *f, int num)
{
    const rim_flash_clip *pmc = f->clip;
    double                width = rim_flash_size(pmc).x, height = rim_flash_size(pmc).y;
    double                mx = (width > height ? width : height) / 2.0;
    double                n = 0.0;
    for (int i = 0; i < num; i++, n += 360.0 / num)
    {
        rim_sincos_pair way = rim_sincos_degrees(n);
        double          x = rim_flash_clip_state(pmc).x + mx * way.cos,
               y = rim_flash_clip_state(pmc).y + mx * way.sin;
        while (!rim_flash_hit_test_point(pmc, x, y, true) && !(x < 0.0 && y < 0.0) &&
               x > -KIT_WIDTH && x < 2 * KIT_WIDTH && y > -KIT_HEIGHT && y < 2 * KIT_HEIGHT)
        {
            x -= way.cos;
            y -= way.sin;
        }
        f->found[i] = rim_flash_hit_test_point(pmc, x, y, true);
        f->points[i].x = x - rim_flash_clip_state(pmc).x;
        f->points[i].y = y - rim_flash_clip_state(pmc).y;
    }
}

// --- the game loop --------------------------------------------------------------------------------------

//  ActionScript 2, in our words                    the port
//
//  mc1.onEnterFrame:
//    for each stored point of mc1                    for each figure against each other one
//      if mc2.hitTest(point + mc1's place, true)     rim_flash_hit_test_point(other, x, y, flag)
//        the flag is set                             lit[], hits
static void test_figures(port *p)
{
    for (int i = 0; i < CLIPS; i++)
    {
        figure *mc1 = &p->figures[i];
        memset(mc1->lit, 0, sizeof mc1->lit);
        mc1->hits = 0;
        for (int k = 0; k < p->num; k++)
        {
            double x = mc1->points[k].x + rim_flash_clip_state(mc1->clip).x;
            double y = mc1->points[k].y + rim_flash_clip_state(mc1->clip).y;
            for (int j = 0; j < CLIPS && mc1->found[k]; j++)
                if (j != i && rim_flash_hit_test_point(p->figures[j].clip, x, y, p->shape_flag))
                    mc1->lit[k] = true;
            mc1->hits += mc1->lit[k];
        }
    }
}

//  ActionScript 2, in our words                    the port
//
//  mc.onMouseDown:
//    if mc.hitTest(_xmouse, _ymouse, true)           rim_flash_hit_test_point, the topmost first
//      mc.startDrag(false)                           rim_flash_start_drag(mc, false, limits)
static void press(port *p, rim_vec2 at)
{
    static const rim_flash_limits stage = { 0, 0, KIT_WIDTH, KIT_HEIGHT };
    rim_flash_mouse_move(p->movie, (double)at.x, (double)at.y);
    for (int i = CLIPS - 1; i >= 0; i--)
        if (rim_flash_hit_test_point(p->figures[i].clip, (double)at.x, (double)at.y, true))
        {
            rim_flash_start_drag(p->figures[i].clip, false, &stage);
            return;
        }
}

static void do_figures(port *p)
{
    for (int i = 0; i < CLIPS; i++) do_figure(&p->figures[i], p->num);
}

static void turn(port *p, double degrees)
{
    rim_flash_clip *clip = rim_flash_dragged(p->movie);
    if (!clip) clip = p->figures[CLIPS - 1].clip;
    rim_flash_set(clip, RIM_FLASH_ROTATION, rim_flash_clip_state(clip).rotation + degrees);
    do_figures(p);
}

static void change_points(port *p, float notches)
{
    int by = 1 + p->num / 10, num = p->num + (notches > 0.0f ? by : -by);
    p->num = num < POINTS_MIN ? POINTS_MIN : num > POINTS_MAX ? POINTS_MAX : num;
    do_figures(p);
}

static void port_event(kit *k, void *state, const kit_event *event)
{
    port *p = state;
    (void)k;
    if (event->kind == KIT_PRESS && event->button == SDL_BUTTON_LEFT) press(p, event->at);
    if (event->kind == KIT_RELEASE && event->button == SDL_BUTTON_LEFT)
        rim_flash_stop_drag(p->movie);
    if (event->kind == KIT_WHEEL) change_points(p, event->wheel);
    if (event->kind == KIT_DOWN && event->key == SDLK_SPACE) p->shape_flag = !p->shape_flag;
    if (event->kind == KIT_DOWN && event->key == SDLK_a) turn(p, -15.0);
    if (event->kind == KIT_DOWN && event->key == SDLK_d) turn(p, 15.0);
}

static void port_step(kit *k, void *state, float dt)
{
    port    *p = state;
    rim_vec2 mouse = kit_mouse(k);
    double   start = kit_clock();
    (void)dt;
    rim_flash_mouse_move(p->movie, (double)mouse.x, (double)mouse.y);
    test_figures(p);
    double took = kit_clock() - start;
    p->seconds = p->seconds == 0.0 ? took : 0.95 * p->seconds + 0.05 * took;
}

// --- the drawings ---------------------------------------------------------------------------------------

//  In Flash these were drawn by hand on the timeline; here with the drawing functions.
static void draw_star(rim_flash_graphics *g)
{
    rim_flash_begin_fill(g);
    for (int i = 0; i <= 10; i++)
    {
        rim_sincos_pair way = rim_sincos_degrees(36.0 * i - 90.0);
        double          r = i % 2 ? 70.0 : 165.0;
        if (i == 0)
            rim_flash_move_to(g, r * way.cos, r * way.sin);
        else
            rim_flash_line_to(g, r * way.cos, r * way.sin);
    }
    rim_flash_end_fill(g);
}

// Two paths in one fill: the second is a hole.
static void draw_ring(rim_flash_graphics *g)
{
    rim_flash_begin_fill(g);
    rim_flash_draw_circle(g, 0, 0, 150);
    rim_flash_draw_circle(g, 20, 0, 95);
    rim_flash_end_fill(g);
}

static void draw_leaf(rim_flash_graphics *g)
{
    rim_flash_begin_fill(g);
    rim_flash_move_to(g, -130, 40);
    rim_flash_curve_to(g, -60, -120, 140, -90);
    rim_flash_curve_to(g, 90, 110, -130, 40);
    rim_flash_end_fill(g);
    rim_flash_line_style(g, 14);
    rim_flash_move_to(g, -160, 80);
    rim_flash_curve_to(g, -90, 20, 60, -40);
}

// A pixel's share of the shape, by FINE x FINE samples.
static Uint8 coverage(const rim_flash_shape *shape, int x, int y)
{
    int count = 0;
    for (int i = 0; i < FINE * FINE; i++)
    {
        double sx = (x - ACROSS / 2) + (i % FINE + 0.5) / FINE;
        double sy = (y - ACROSS / 2) + (i / FINE + 0.5) / FINE;
        count += rim_flash_shape_contains(shape, 20.0 * sx, 20.0 * sy, 20.0);
    }
    return (Uint8)(count * 255 / (FINE * FINE));
}

static SDL_Texture *picture_of(kit *k, const rim_flash_shape *shape)
{
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, ACROSS, ACROSS, 32, SDL_PIXELFORMAT_ARGB8888);
    if (!surface) return NULL;
    for (int y = 0; y < ACROSS; y++)
    {
        Uint32 *row = (Uint32 *)(void *)((Uint8 *)surface->pixels + y * surface->pitch);
        for (int x = 0; x < ACROSS; x++) row[x] = (Uint32)coverage(shape, x, y) << 24 | 0xffffffu;
    }
    SDL_Texture *texture = SDL_CreateTextureFromSurface(kit_renderer(k), surface);
    SDL_FreeSurface(surface);
    return texture;
}

// --- the picture ----------------------------------------------------------------------------------------

static void draw_figure(kit *k, const figure *f, SDL_Color ink)
{
    float x = (float)rim_flash_clip_state(f->clip).x, y = (float)rim_flash_clip_state(f->clip).y;
    SDL_FRect to = { x - ACROSS / 2.0f, y - ACROSS / 2.0f, ACROSS, ACROSS };
    SDL_SetTextureColorMod(f->picture, ink.r, ink.g, ink.b);
    SDL_SetTextureAlphaMod(f->picture, 215);
    SDL_RenderCopyExF(kit_renderer(k), f->picture, NULL, &to,
                      rim_flash_clip_state(f->clip).rotation, NULL, SDL_FLIP_NONE);
}

static void draw_points(kit *k, const figure *f, int num)
{
    float x = (float)rim_flash_clip_state(f->clip).x, y = (float)rim_flash_clip_state(f->clip).y;
    for (int i = 0; i < num; i++)
    {
        rim_vec2 at = rim_vec2_make(x + (float)f->points[i].x, y + (float)f->points[i].y);
        if (!f->found[i]) continue;
        if (f->lit[i]) kit_disc(k, at, 8.0f, kit_fade(kit_ink(k, KIT_HIT), 0.35f));
        kit_subject(k, rim_box2_make(rim_vec2_make(at.x - 3.0f, at.y - 3.0f),
                                     rim_vec2_make(at.x + 3.0f, at.y + 3.0f)));
        kit_disc(k, at, f->lit[i] ? 4.5f : 2.5f, kit_ink(k, f->lit[i] ? KIT_HIT : KIT_OUTLINE));
    }
}

static void draw_box(kit *k, const port *p, const figure *f)
{
    rim_flash_rect r = rim_flash_bounds(f->clip, rim_flash_root(p->movie), true);
    rim_box2       box = rim_box2_make(rim_vec2_make((float)r.x_min, (float)r.y_min),
                                       rim_vec2_make((float)r.x_max, (float)r.y_max));
    kit_box(k, box, 1.0f, kit_fade(kit_ink(k, KIT_GHOST), p->shape_flag ? 0.5f : 1.0f));
}

static void say_drop_target(kit *k, const port *p)
{
    const rim_flash_clip *dragged = rim_flash_dragged(p->movie);
    char                  path[64] = "";
    if (dragged && rim_flash_drop_target(dragged))
        rim_flash_path(rim_flash_drop_target(dragged), path, sizeof path);
    kit_say(k, "_droptarget", "\"%s\"", path);
}

static void port_draw(kit *k, const void *state)
{
    const port *p = state;
    kit_grid(k, 40.0f);
    for (int i = 0; i < CLIPS; i++) draw_box(k, p, &p->figures[i]);
    for (int i = 0; i < CLIPS; i++)
        draw_figure(k, &p->figures[i], kit_ink(k, i == 1 ? KIT_OTHER : KIT_THING));
    for (int i = 0; i < CLIPS; i++) draw_points(k, &p->figures[i], p->num);
    kit_say(k, "doFigure(pmc, num)", "num = %d", p->num);
    kit_say(k, "hitTest(x, y, shapeFlag)", "shapeFlag = %s", p->shape_flag ? "true" : "false");
    for (int i = 0; i < CLIPS; i++)
        kit_say(k, rim_flash_clip_state(p->figures[i].clip).name, "%d points hit",
                p->figures[i].hits);
    say_drop_target(k, p);
    kit_say_time(k, "one frame's tests", p->seconds);
}

// --- from beginning to end ------------------------------------------------------------------------------

static bool make_figure(kit *k, port *p, figure *f, const char *name, double x, double y,
                        void (*drawing)(rim_flash_graphics *g))
{
    rim_flash_graphics *g;
    if (rim_flash_graphics_create(&g, NULL)) return false;
    drawing(g);
    rim_status status = rim_flash_graphics_bake(&f->shape, g, true);
    rim_flash_graphics_destroy(g);
    if (status || rim_flash_add(&f->clip, rim_flash_root(p->movie), name)) return false;
    rim_flash_set_shape(f->clip, f->shape);
    rim_flash_set(f->clip, RIM_FLASH_X, x);
    rim_flash_set(f->clip, RIM_FLASH_Y, y);
    f->picture = picture_of(k, f->shape);
    return f->picture != NULL;
}

static bool port_init(kit *k, void *state)
{
    port *p = state;
    p->num = 72;
    p->shape_flag = true;
    if (rim_flash_create(&p->movie, RIM_FLASH_AS2, NULL) ||
        !make_figure(k, p, &p->figures[0], "leaf", 300, 320, draw_leaf) ||
        !make_figure(k, p, &p->figures[1], "ring", 690, 420, draw_ring) ||
        !make_figure(k, p, &p->figures[2], "star", 1020, 300, draw_star))
        return kit_fail(k, "out of memory");
    do_figures(p);
    return true;
}

static void port_quit(kit *k, void *state)
{
    port *p = state;
    (void)k;
    rim_flash_destroy(p->movie);
    for (int i = 0; i < CLIPS; i++)
    {
        SDL_DestroyTexture(p->figures[i].picture);
        rim_flash_shape_destroy(p->figures[i].shape);
    }
}

const demo demo_flash_port = {
    .name = "flash-port",
    .look = "A Flash game's outline recipe and drag loop, line by line: points light up where "
            "hitTest is "
            "true.",
    .keys = "drag: startDrag · wheel: number of points · A D turn · Space: shapeFlag on or off",
    .state_size = sizeof(port),
    .init = port_init,
    .quit = port_quit,
    .event = port_event,
    .step = port_step,
    .draw = port_draw,
};
