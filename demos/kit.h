// The kit: everything that a scene need not care about.
//
// A scene is a `const demo`, a table of functions over a state that the kit allocates and zeroes. The
// kit owns the window, the fixed time step of 1/60 s, mouse and keys, text, the picture language,
// screenshots, and tracks: recorded input that plays a scene again, step for step, with or without a
// display. All coordinates are those of a 1280 x 800 page, whatever the size of the window.
//
// Rules that keep a track's picture the same: change the state in `event` and `step` only, never in
// `draw`; ask the kit for keys and mouse, never SDL; show measured times with kit_say_time alone.
#ifndef DEMOS_KIT_H
#define DEMOS_KIT_H

#include "inks.h"
#include "rimcast/rimcast.h"

#include <SDL.h>

#include <stdbool.h>
#include <stddef.h>

#define KIT_WIDTH 1280
#define KIT_HEIGHT 800
#define KIT_STEP (1.0f / 60.0f)

typedef struct kit kit;

// --- input --------------------------------------------------------------------------------------------

typedef enum kit_event_kind
{
    KIT_MOVE,    // the mouse moved: at, delta
    KIT_PRESS,   // a mouse button: at, button
    KIT_RELEASE, //
    KIT_WHEEL,   // at, wheel: notches, positive away from the user
    KIT_DOWN,    // a key went down (no repeats): key
    KIT_UP,      // a key went up: key
    KIT_DROP,    // a file was dropped on the window: at, path (valid during the call)
    KIT_EVENT_KINDS
} kit_event_kind;

typedef struct kit_event
{
    kit_event_kind kind;
    rim_vec2       at, delta;
    float          wheel;
    int            button; // SDL_BUTTON_LEFT, ...
    SDL_Keycode    key;    // SDLK_...
    const char    *path;
} kit_event;

rim_vec2 kit_mouse(const kit *k);
bool     kit_button(const kit *k, int button);
bool     kit_held(const kit *k, SDL_Keycode key);

// Steps since the scene began.
long kit_step(const kit *k);

// --- a scene ----------------------------------------------------------------------------------------

typedef struct demo
{
    const char *name; // as on the command line
    const char *look; // one line: what to look at
    const char *keys; // one line: which keys there are
    size_t      state_size;
    bool        looks; // the mouse turns the view: it is captured after a click, until Escape
    bool (*init)(kit *k, void *state); // false after kit_fail; quit is called all the same
    void (*quit)(kit *k, void *state);
    void (*event)(kit *k, void *state, const kit_event *event);
    void (*step)(kit *k, void *state, float dt);
    void (*draw)(kit *k, const void *state);
} demo;

// Says on standard error why the scene cannot go on, and returns false.
bool kit_fail(kit *k, const char *format, ...) SDL_PRINTF_VARARG_FUNC(2);

// --- files --------------------------------------------------------------------------------------------

#define KIT_PATH 1024

// Finds a file of the assets: in $RIMCAST_ASSETS, in ./assets, beside the program in the build tree,
// or where it was installed. If it is nowhere, says where it was looked for and returns false.
bool kit_asset(kit *k, const char *name, char path[KIT_PATH]);

// The whole file with a 0 behind it, to be freed with SDL_free; NULL after saying why not.
char *kit_read(kit *k, const char *path, size_t *size);

// --- the picture language ---------------------------------------------------------------------------

// The colours of inks.h: KIT_GROUND to KIT_DIM.
#define KIT_INK(name, dark, light) KIT_##name,
typedef enum kit_colour
{
    INKS(KIT_INK) KIT_COLOURS
} kit_colour;

SDL_Renderer *kit_renderer(kit *k);
SDL_Color     kit_ink(const kit *k, kit_colour which);
SDL_Color     kit_fade(SDL_Color colour, float opacity);  // opacity times as opaque
SDL_Color     kit_mix(SDL_Color a, SDL_Color b, float t); // a at 0, b at 1
bool          kit_is_light(const kit *k);                 // the variant for print

void kit_line(kit *k, rim_vec2 a, rim_vec2 b, float width, SDL_Color colour);
void kit_dashes(kit *k, rim_vec2 a, rim_vec2 b, float width, SDL_Color colour);
void kit_arrow(kit *k, rim_vec2 a, rim_vec2 b, float width, SDL_Color colour);
void kit_disc(kit *k, rim_vec2 centre, float radius, SDL_Color colour);
void kit_circle(kit *k, rim_vec2 centre, float radius, float width, SDL_Color colour);
void kit_box(kit *k, rim_box2 box, float width, SDL_Color colour);
void kit_fill(kit *k, rim_box2 box, SDL_Color colour);
void kit_polygon(kit *k, const rim_vec2 *points, int count, SDL_Color colour); // convex, filled
void kit_loop(kit *k, const rim_vec2 *points, int count, float width, SDL_Color colour);
void kit_grid(kit *k, float spacing);

// What does not change from picture to picture needs to be drawn but once. In a scene's draw:
//
//      if (kit_still_begin(k, version)) { ...draw...; kit_still_end(k); }
//
// shows what was drawn at the same version, if it has been. It covers the page.
bool kit_still_begin(kit *k, int version);
void kit_still_end(kit *k);

// --- words and numbers ------------------------------------------------------------------------------

typedef enum kit_size
{
    KIT_SMALL,
    KIT_NORMAL_SIZE,
    KIT_LARGE,
    KIT_SIZES
} kit_size;

// (x, y) is the top left corner of the first letter. UTF-8; returns the width. In small windows letters are drawn
// larger.
float kit_text(kit *k, float x, float y, kit_size size, SDL_Color colour, const char *format, ...)
    SDL_PRINTF_VARARG_FUNC(6);
float kit_text_width(kit *k, kit_size size, const char *text);
float kit_text_height(kit_size size);

// How many times larger letters are drawn, so that they can be read in a small window.
float kit_letter_growth(kit *k);

// Adds a row to the panel of numbers in the corner; call in draw.
void kit_say(kit *k, const char *label, const char *format, ...) SDL_PRINTF_VARARG_FUNC(3);

// A row with a time, averaged by the caller. Left out where a picture must be the same every time.
void kit_say_time(kit *k, const char *label, double seconds);

// Names a box of the page that title, keys and numbers must not cover, beside those that were named before in the same
// picture; call in draw. They move to another corner then, or are left out.
void kit_subject(kit *k, rim_box2 box);

// Names a box of the page with a slider, a plot or words of the scene's own, up to KIT_KEPT in a picture; call in draw.
// Numbers and notices stand elsewhere while there is room.
#define KIT_KEPT 4
void kit_keep(kit *k, rim_box2 box);

// Seconds since some moment, for measuring.
double kit_clock(void);

// A random number from lo up to hi (splitmix64); the seed belongs to the scene's state, so that every run is the same.
float kit_random(uint64_t *seed, float lo, float hi);

// A line about something that just happened; it stays for a few seconds.
void kit_notice(kit *k, const char *format, ...) SDL_PRINTF_VARARG_FUNC(2);

#endif
