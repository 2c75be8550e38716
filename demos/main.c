// rimcast-demos: reads the command line, opens a window or none, and runs one scene after another.
#include "kit_inside.h"
#include "scenes.h"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#endif

#include <stdlib.h>
#include <string.h>

// A page in a browser always shows its window, and pauses after --frames.
#ifdef __EMSCRIPTEN__
static const bool in_browser = true;
#else
static const bool in_browser = false;
#endif

// Exit status when there is no display; scripts/run.sh then plays a track instead.
#define NO_WINDOW 3

typedef struct choice
{
    const char *scene, *play, *record, *shot, *state, *boxes, *film;
    long        frames; // -1: a window
    int         width, height;
    bool        light, times, backs;
} choice;

static const char usage[] =
    "usage: rimcast-demos [SCENE] [options]\n"
    "\n"
    "  rimcast-demos                     drag sprites over one another\n"
    "  rimcast-demos --list              which scenes there are\n"
    "  rimcast-demos camera              opens a scene by its name\n"
    "  rimcast-demos drag --record my.track          records what you do\n"
    "  rimcast-demos drag --play my.track            shows it again\n"
    "  rimcast-demos drag --frames 600 --shot p.png  plays 600 steps of the scene's own track\n"
    "                                    (or that of --play) without a display, as fast as\n"
    "                                    possible, and keeps the last picture\n"
    "\n"
    "  --state s.txt  keeps what the last step shows as text: numbers, and a hash of the drawing\n"
    "  --film f.png   keeps a moving picture (APNG) of all steps\n"
    "  --size 700x500 makes the picture as a window of this size shows it\n"
    "  --light    the colors for print    --times    shows times in pictures, too\n"
    "  --boxes b.txt  keeps, every 30 steps, the boxes of what the scene is about and of the words "
    "over it\n"
    "  --backs    draws what a closed surface would never show, its inside, in magenta\n"
    "\n"
    "In a window: Tab next scene, Shift Tab the one before, P pause, . one step, F1 help,\n"
    "F2 light, F5 start over, F11 full screen, F12 picture, Esc quit.\n"
    "Sprites and tracks are looked for in $RIMCAST_ASSETS, ./assets and beside the program.\n";

// --- the command line -----------------------------------------------------------------------------------

static int wrong(const char *what, const char *which)
{
    fprintf(stderr, "rimcast-demos: %s '%s'; rimcast-demos --help shows how\n", what, which);
    return 2;
}

static int find_scene(const char *name)
{
    for (int i = 0; i < SCENE_COUNT; i++)
        if (strcmp(scenes[i]->name, name) == 0) return i;
    return -1;
}

static bool parse_frames(const char *text, long *frames)
{
    char *end;
    *frames = strtol(text, &end, 10);
    return *text && !*end && *frames >= 0 && *frames <= 10000000;
}

static bool parse_size(const char *text, choice *c)
{
    char after;
    return sscanf(text, "%dx%d%c", &c->width, &c->height, &after) == 2 && c->width >= 100 &&
           c->height >= 100 && c->width <= 4096 && c->height <= 4096;
}

// -1: go on; else the exit status.
static int parse_option(choice *c, char **argument, int *used)
{
    const char *name = argument[0], *value = argument[1];
    *used = 1;
    if (strcmp(name, "--light") == 0)
        c->light = true;
    else if (strcmp(name, "--times") == 0)
        c->times = true;
    else if (strcmp(name, "--backs") == 0)
        c->backs = true;
    else if (name[0] != '-')
        c->scene = name;
    else
    {
        const char **text = strcmp(name, "--play") == 0     ? &c->play
                            : strcmp(name, "--record") == 0 ? &c->record
                            : strcmp(name, "--shot") == 0   ? &c->shot
                            : strcmp(name, "--state") == 0  ? &c->state
                            : strcmp(name, "--boxes") == 0  ? &c->boxes
                            : strcmp(name, "--film") == 0   ? &c->film
                                                            : NULL;
        bool         frames = strcmp(name, "--frames") == 0, size = strcmp(name, "--size") == 0;
        if (!text && !frames && !size) return wrong("unknown option", name);
        if (!value) return wrong("a value is missing after", name);
        *used = 2;
        if (text)
            *text = value;
        else if (size && !parse_size(value, c))
            return wrong("not a size such as 1280x800:", value);
        else if (frames && !parse_frames(value, &c->frames))
            return wrong("not a number of steps:", value);
    }
    return -1;
}

static int parse(choice *c, char **argument)
{
    int used;
    for (argument++; *argument; argument += used)
    {
        if (strcmp(*argument, "--help") == 0 || strcmp(*argument, "-h") == 0)
        {
            fputs(usage, stdout);
            return 0;
        }
        if (strcmp(*argument, "--list") == 0)
        {
            for (int i = 0; i < SCENE_COUNT; i++)
                printf("%-12s %s\n", scenes[i]->name, scenes[i]->look);
            return 0;
        }
        int status = parse_option(c, argument, &used);
        if (status >= 0) return status;
    }
    if (c->scene && find_scene(c->scene) < 0) return wrong("no scene is called", c->scene);
    if ((c->shot || c->state || c->boxes || c->film) && c->frames < 0)
        return wrong("how many steps? add --frames N to", c->shot    ? "--shot"
                                                          : c->state ? "--state"
                                                          : c->boxes ? "--boxes"
                                                                     : "--film");
    return -1;
}

// --- opening and closing ----------------------------------------------------------------------------------

// SDL falls back to drivers that show nothing to nobody; only who asks for one by name wants it.
static bool is_hidden_driver(void)
{
    const char *name = SDL_GetCurrentVideoDriver(), *asked = SDL_getenv("SDL_VIDEODRIVER");
    bool        hidden = !name || strcmp(name, "offscreen") == 0 || strcmp(name, "dummy") == 0 ||
                  strcmp(name, "evdev") == 0;
    return hidden && !(asked && *asked);
}

static bool open_window(kit *k)
{
    if (is_hidden_driver()) return SDL_SetError("no display can be reached") == 0;
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    // Else SDL sends each line to the graphics card by itself where SDL_RENDER_DRIVER names the driver.
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    k->window =
        SDL_CreateWindow("Rimcast", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, KIT_WIDTH,
                         KIT_HEIGHT, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (!k->window) return false;
    k->renderer = SDL_CreateRenderer(k->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (!k->renderer) k->renderer = SDL_CreateRenderer(k->window, -1, SDL_RENDERER_SOFTWARE);
    return k->renderer && SDL_RenderSetLogicalSize(k->renderer, KIT_WIDTH, KIT_HEIGHT) == 0;
}

static bool open_page(kit *k)
{
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    k->surface = SDL_CreateRGBSurfaceWithFormat(0, k->width * KIT_FINE, k->height * KIT_FINE, 32,
                                                SDL_PIXELFORMAT_ARGB8888);
    if (k->surface) k->renderer = SDL_CreateSoftwareRenderer(k->surface);
    return k->renderer && SDL_RenderSetLogicalSize(k->renderer, KIT_WIDTH, KIT_HEIGHT) == 0;
}

static bool open_kit(kit *k, const choice *c)
{
    bool window = in_browser || c->frames < 0;
    k->width = c->width;
    k->height = c->height;
    k->backs = c->backs;
    if (!window) SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    if (SDL_Init(SDL_INIT_VIDEO) < 0 || !(window ? open_window(k) : open_page(k)))
    {
        fprintf(stderr,
                "rimcast-demos: no window: %s; without a display use --frames 600 --shot p.png\n",
                SDL_GetError());
        return false;
    }
    k->letters = letters_create();
    k->light = c->light;
    k->times = c->times || window;
    k->help = k->running = true;
    k->halt = in_browser ? c->frames : -1;
    return k->letters != NULL;
}

static void close_kit(kit *k)
{
    letters_destroy(k->letters);
    view_destroy(k->view);
    SDL_DestroyRenderer(k->renderer);
    SDL_DestroyWindow(k->window);
    SDL_FreeSurface(k->surface);
    SDL_Quit();
}

static bool open_scene(kit *k, const demo *scene)
{
    k->scene = scene;
    k->step = 0;
    k->notice_until = 0;
    k->state = SDL_calloc(1, scene->state_size);
    kit_forget_input(k);
    char title[64];
    SDL_snprintf(title, sizeof title, "Rimcast – %s", scene->name);
    if (k->window) SDL_SetWindowTitle(k->window, title);
    return k->state && scene->init(k, k->state);
}

static void close_scene(kit *k)
{
    if (k->state && k->scene->quit) k->scene->quit(k, k->state);
    SDL_free(k->state);
    k->state = NULL;
    kit_still_forget(k);
}

// --- running ------------------------------------------------------------------------------------------

static void step(kit *k)
{
    kit_deliver(k);
    k->scene->step(k, k->state, KIT_STEP);
    k->step++;
}

void kit_draw_page(kit *k)
{
    kit_page_begin(k);
    k->scene->draw(k, k->state);
    // Its words belong to the kit, not to the scene.
    bool listening = k->listening;
    k->listening = false;
    kit_page_end(k);
    k->listening = listening;
}

static void shoot_if_wanted(kit *k)
{
    char path[KIT_PATH];
    if (!k->shot_wanted) return;
    k->shot_wanted = false;
    SDL_snprintf(path, sizeof path, "rimcast-%s-%ld.png", k->scene->name, k->step);
    if (kit_shot(k, path)) kit_notice(k, "picture: %s", path);
}

static bool is_still(kit *k)
{
    if (k->step == k->halt)
    {
        k->paused = true;
        k->halt = -1;
    }
    return k->paused && !k->single;
}

// As many steps as time has passed for, at most a tenth of a second's: a slow machine slows the scene
// down instead of falling ever further behind.
static void advance(kit *k)
{
    double now = kit_clock();
    k->owed += now - k->before;
    k->before = now;
    if (k->owed > 0.1) k->owed = 0.1;
    for (; k->owed >= KIT_STEP; k->owed -= KIT_STEP)
    {
        if (is_still(k)) continue;
        k->single = false;
        step(k);
    }
}

// On the way to where it shall halt a scene hurries, as far as a picture now and then allows.
static void hurry(kit *k)
{
    double start = kit_clock();
    while (!is_still(k) && kit_clock() - start < 0.05) step(k);
    k->before = kit_clock();
}

// A scene opens with its own recorded track; the first key or button takes over. A scene without one just begins.
static void begin_show(kit *k)
{
    char name[64];
    SDL_snprintf(name, sizeof name, "tracks/%s.track", k->scene->name);
    k->showing = !in_browser && !k->recording && !k->playing && kit_asset(k, name, k->show) &&
                 track_open(&k->play, k->show, false, k->scene->name);
    k->playing = k->playing || k->showing;
}

static void change_scene(kit *k)
{
    int  by = (k->switch_next ? 1 : 0) - (k->switch_back ? 1 : 0);
    bool restart = k->restart;
    k->switch_next = k->switch_back = k->restart = false;
    if (k->showing && (by || restart)) kit_end_show(k);
    // A track belongs to one scene from its beginning on.
    if (k->playing || k->recording || (!by && !restart)) return;
    close_scene(k);
    k->index = (k->index + by + SCENE_COUNT) % SCENE_COUNT;
    if (!open_scene(k, scenes[k->index]))
        k->running = false;
    else if (by)
        begin_show(k);
}

// One turn of the loop in a window: what came in, the steps that are due, a picture.
static void turn(void *argument)
{
    kit   *k = argument;
    double start = kit_clock();
    kit_poll(k);
    change_scene(k);
    if (!k->running) return;
    if (k->halt >= k->step)
        hurry(k);
    else
        advance(k);
    kit_draw_page(k);
    shoot_if_wanted(k);
    SDL_RenderPresent(k->renderer);
    k->cost += 0.05 * (kit_clock() - start - k->cost);
}

static void run_window(kit *k)
{
    k->before = kit_clock();
#ifdef __EMSCRIPTEN__
    kit_web_begin(k);
    emscripten_set_main_loop_arg(turn, k, 0, true); // does not return
#else
    while (k->running)
    {
        turn(k);
        // Where the display does not hold us back, this does.
        if (kit_clock() - k->before < 0.004) SDL_Delay(4);
    }
#endif
}

static bool write_state(kit *k, const char *path)
{
    char  text[KIT_STATE];
    FILE *file = fopen(path, "w");
    kit_state(k, text);
    bool good = file && fputs(text, file) >= 0;
    if (file && fclose(file) != 0) good = false;
    return good || kit_fail(k, "%s: the state cannot be written; check the path", path);
}

static void write_box(FILE *file, const char *name, rim_box2 box)
{
    if (!rim_box2_is_empty(box))
        fprintf(file, " %s %.1f %.1f %.1f %.1f", name, (double)box.lo.x, (double)box.lo.y,
                (double)box.hi.x, (double)box.hi.y);
}

// A line a picture: the step, what the scene is about, the plates.
static void write_boxes(kit *k, FILE *file)
{
    static const char *const NAMES[KIT_PLATES] = { "title", "keys", "panel", "notice" };
    kit_draw_page(k);
    fprintf(file, "%ld", k->step);
    write_box(file, "subject", k->subject);
    for (int i = 0; i < KIT_PLATES; i++) write_box(file, NAMES[i], k->plates[i]);
    fputc('\n', file);
}

static void take_picture(kit *k, film *f)
{
    int width, height;
    kit_draw_page(k);
    Uint8 *picture = kit_picture(k, &width, &height);
    if (!picture || !film_add(f, picture)) kit_fail(k, "out of memory for the film");
}

static void run_page(kit *k, const choice *c)
{
    film *f = c->film ? film_create(k->width, k->height) : NULL;
    FILE *boxes = c->boxes ? fopen(c->boxes, "w") : NULL;
    if (c->boxes && !boxes) kit_fail(k, "%s: cannot be written; check the path", c->boxes);
    for (long i = 0; i <= c->frames; i++)
    {
        if (i > 0) step(k);
        if (boxes && i % 30 == 0) write_boxes(k, boxes);
        if (f && i % KIT_FILM_EVERY == 0) take_picture(k, f);
    }
    if (f && !k->failed && !film_write(f, c->film)) kit_fail(k, "%s: cannot be written", c->film);
    film_destroy(f);
    if (boxes && fclose(boxes) != 0) kit_fail(k, "%s: the disk is full", c->boxes);
    kit_page_begin(k);
    k->scene->draw(k, k->state);
    if (kit_is_blank(k)) kit_fail(k, "%s: the scene drew nothing", k->scene->name);
    kit_draw_page(k);
    if (c->shot && !k->failed && !kit_shot(k, c->shot)) k->failed = true;
    if (c->state && !k->failed) write_state(k, c->state);
}

// The track that was asked for, or, for a run without a display, the scene's own.
static bool open_tracks(kit *k, const choice *c, char path[KIT_PATH])
{
    const char *play = c->play;
    if (!play && c->frames >= 0)
    {
        char name[64];
        SDL_snprintf(name, sizeof name, "tracks/%s.track", k->scene->name);
        if (!kit_asset(k, name, path)) return false;
        play = path;
    }
    if (play && c->record && strcmp(play, c->record) == 0)
        return kit_fail(
            k, "%s: is played, so that it cannot be recorded; give --record another name", play);
    k->playing = play && track_open(&k->play, play, false, k->scene->name);
    k->recording = c->record && track_open(&k->record, c->record, true, k->scene->name);
    return k->playing == (play != NULL) && k->recording == (c->record != NULL);
}

static void close_tracks(kit *k)
{
    if (k->playing && !track_close(&k->play, 0)) k->failed = true;
    if (k->recording && !track_close(&k->record, k->step)) k->failed = true;
}

static void run(kit *k, const choice *c)
{
    char path[KIT_PATH];
    k->index = c->scene ? find_scene(c->scene) : 0;
    if (!open_scene(k, scenes[k->index]) || !open_tracks(k, c, path))
        k->failed = true;
    else if (k->window)
    {
        begin_show(k);
        run_window(k);
    }
    else
        run_page(k, c);
    close_tracks(k);
    close_scene(k);
}

int main(int argc, char **argv)
{
    (void)argc;
    choice c = { .frames = -1, .width = KIT_WIDTH, .height = KIT_HEIGHT };
    int    status = parse(&c, argv);
    if (status >= 0) return status;
    kit *k = SDL_calloc(1, sizeof *k);
    if (!k) return 2;
    bool opened = open_kit(k, &c);
    if (opened) run(k, &c);
    status = !opened ? NO_WINDOW : k->failed ? 2 : 0;
    close_kit(k);
    SDL_free(k);
    return status;
}
