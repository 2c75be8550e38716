// What the parts of the kit share, and scenes do not see.
#ifndef DEMOS_KIT_INSIDE_H
#define DEMOS_KIT_INSIDE_H

#include "kit.h"

#include <stdint.h>
#include <stdio.h>

#define KIT_QUEUE 256
#define KIT_HELD 16
#define KIT_BUTTONS 5 // of a mouse; a track holds no others
#define KIT_ROWS 16
#define KIT_ROW 96

// --- tracks (kit_track.c) ---------------------------------------------------------------------------

// A track being written or read. One line an event:  STEP KIND ARGUMENTS
typedef struct track
{
    FILE       *file;
    const char *name, *scene;
    long        line;
    bool        writing;
    bool        ended;
    long        end;  // the step of the end line, when it has been read
    long        step; // of the event that was read and not yet taken; -1: none
    kit_event   event;
    char        path[KIT_PATH]; // what event.path points at
} track;

// False after saying why not: if the file cannot be opened, or if it is no track of this scene.
bool track_open(track *t, const char *name, bool writing, const char *scene);
void track_write(track *t, long step, const kit_event *event);
// The next event at or before step. False if there is none yet. A malformed line ends the track and
// says where it is on standard error.
bool track_next(track *t, long step, kit_event *event);
bool track_close(track *t, long step); // false if it could not be written, or was malformed

// --- text (kit_text.c) ------------------------------------------------------------------------------

typedef struct letters letters;

letters *letters_create(void);
void     letters_destroy(letters *l);
void     letters_forget(letters *l); // the renderer lost its textures

// --- the solid world (kit_3d.c) ---------------------------------------------------------------------

typedef struct view view;

void view_destroy(view *v);

// --- lines (kit_draw.c) -----------------------------------------------------------------------------

#define KIT_LINE_CORNERS 18 // six triangles

// What kit_line draws, for drawing many lines by one call.
void kit_line_triangles(rim_vec2 a, rim_vec2 b, float width, SDL_Color colour,
                        SDL_Vertex out[KIT_LINE_CORNERS]);

// --- the state as text (kit_state.c) -----------------------------------------------------------------

// What a scene shows at a step, for comparing one run with another: the step, the mouse, the numbers
// that are not times, and a hash over everything that was drawn, down to the last bit of each corner.
#define KIT_STATE (KIT_ROWS * 2 * KIT_ROW + 512)

void kit_state(kit *k, char text[KIT_STATE]);

// Adds what is drawn to the hash, while kit_state listens.
void kit_heard(kit *k, const void *bytes, size_t size);
void kit_heard_corners(kit *k, const SDL_Vertex *v, int count);

// --- what stands still (kit_still.c) ----------------------------------------------------------------

typedef struct still
{
    SDL_Texture *picture; // NULL: nothing is kept
    int          version, width, height;
    float        scale; // screen pixels a unit
    bool         light, drawing;
} still;

void kit_still_forget(kit *k); // the scene ends, or the renderer lost its textures

// --- the kit itself -----------------------------------------------------------------------------------

// The plates of words over the page, as last drawn (kit_page.c).
typedef enum kit_plate
{
    KIT_TITLE,
    KIT_KEYS,
    KIT_PANEL,
    KIT_NOTICE,
    KIT_PLATES
} kit_plate;

typedef struct kit_row
{
    char label[KIT_ROW], value[KIT_ROW];
    bool is_time;
} kit_row;

struct kit
{
    SDL_Window   *window;  // NULL without a display
    SDL_Surface  *surface; // what is drawn into then
    SDL_Renderer *renderer;
    letters      *letters;
    still         still;
    view         *view; // made when a scene first asks for it

    const demo *scene;
    void       *state;
    long        step;

    kit_event   queue[KIT_QUEUE]; // of this step, in order; paths are owned
    int         queued;
    rim_vec2    mouse;
    Uint32      buttons;
    SDL_Keycode held[KIT_HELD];
    int         held_count;
    bool        captured;

    track play, record;
    bool  playing, recording;

    bool running, paused, single, light, help, times, failed;
    bool switch_next, switch_back, restart, shot_wanted;
    bool no_panel; // somebody else shows the numbers
    bool swapped;  // the left mouse button counts as the right one

    int      index;        // of the scene
    double   owed, before; // seconds that the steps lag behind, since when
    double   cost;         // seconds of work in a turn of the loop, averaged
    long     halt;         // the step at which the scene pauses; -1: never
    bool     listening;    // what is drawn goes into the hash
    uint64_t drawn;        // the hash

    kit_row rows[KIT_ROWS];
    int     row_count, rows_shown;

    rim_box2 subject;        // what no plate may cover; empty: nothing was named
    rim_box2 kept[KIT_KEPT]; // what numbers and notices do not cover while there is room
    int      kept_count;
    rim_box2 plates[KIT_PLATES]; // empty: not shown
    int      corner;             // of the page where the panel stands

    int  width, height;  // of the picture of a run without a display
    char show[KIT_PATH]; // the scene's own track
    bool showing;        // it plays, and ends when somebody takes over
    bool backs; // faces of closed surfaces that look away are drawn, too, in a glaring colour
    char notice[2 * KIT_ROW];
    long notice_until;
};

// One picture of the scene, not yet shown (main.c).
void kit_draw_page(kit *k);

#ifdef __EMSCRIPTEN__
// The page that we run in may call us from now on (kit_web.c).
void kit_web_begin(kit *k);
#endif

// Without a display pages are drawn this many times larger and averaged down.
#define KIT_FINE 2

// Around a scene's draw (kit_page.c): the ground, then title, keys, panel.
void kit_page_begin(kit *k);
void kit_page_ground(kit *k);
void kit_page_end(kit *k);

// Writes what is on the page as a PNG (kit_shot.c); the supersampled page of a run without a display is
// averaged down.
bool kit_shot(kit *k, const char *path);
// Is there nothing on the page but ground and grid?
bool kit_is_blank(kit *k);

// The same picture as kit_shot's, in red, green, blue; to be freed with SDL_free. NULL after saying why not.
Uint8 *kit_picture(kit *k, int *width, int *height);

// --- films (kit_film.c) -----------------------------------------------------------------------------

#define KIT_FILM_EVERY 5 // steps

typedef struct film film;

film *film_create(int width, int height);
void  film_destroy(film *f);
bool  film_add(film *f, Uint8 *picture); // takes it over
bool  film_write(film *f, const char *path);

// Takes SDL's pending events (kit_input.c): the kit's own keys act at once, the rest is queued.
void kit_poll(kit *k);
// Hands the events of this step to the scene.
void kit_deliver(kit *k);
void kit_forget_input(kit *k);
// Somebody takes over from the track that the scene opened with.
void kit_end_show(kit *k);

#endif
