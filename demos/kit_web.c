// What the page in a browser may ask of the kit; nothing elsewhere. Each function takes the kit that
// kit_web_begin has given to the page as Module.kit.
#include "kit_inside.h"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#include <string.h>

#define FOR_THE_PAGE EMSCRIPTEN_KEEPALIVE

// clang-format off
EM_JS(void, give_to_page, (kit *k), { Module.kit = k; })
// clang-format on

// Title, keys and numbers stand around the picture, where they can be read on a small screen, too.
void kit_web_begin(kit *k)
{
    k->help = false;
    k->no_panel = true;
    give_to_page(k);
}

// As kit_state; the caller frees it.
FOR_THE_PAGE char *web_state(kit *k)
{
    char *text = SDL_malloc(KIT_STATE);
    if (text) kit_state(k, text);
    return text;
}

// The numbers of the last picture, a line each: label, tab, value. The caller frees it.
FOR_THE_PAGE char *web_numbers(const kit *k)
{
    char *text = SDL_malloc(KIT_STATE);
    if (!text) return NULL;
    text[0] = 0;
    for (int i = 0; i < k->row_count; i++)
    {
        SDL_strlcat(text, k->rows[i].label, KIT_STATE);
        SDL_strlcat(text, "\t", KIT_STATE);
        SDL_strlcat(text, k->rows[i].value, KIT_STATE);
        SDL_strlcat(text, "\n", KIT_STATE);
    }
    return text;
}

// What has just happened, or nothing. The caller frees it.
FOR_THE_PAGE char *web_notice(const kit *k)
{
    return SDL_strdup(k->step < k->notice_until ? k->notice : "");
}

// The left button, and a finger, count as the right one.
FOR_THE_PAGE void web_right(kit *k, bool on)
{
    k->swapped = on;
}

FOR_THE_PAGE long web_step(const kit *k)
{
    return k->step;
}

// Seconds of work in a turn of the loop, averaged.
FOR_THE_PAGE double web_cost(const kit *k)
{
    return k->cost;
}

FOR_THE_PAGE bool web_is_paused(const kit *k)
{
    return k->paused;
}

FOR_THE_PAGE void web_light(kit *k, bool light)
{
    k->light = light;
}

// A key by SDL's name for it, as if it had been pressed.
FOR_THE_PAGE void web_key(const char *name, bool down)
{
    SDL_Event event;
    memset(&event, 0, sizeof event);
    event.type = down ? SDL_KEYDOWN : SDL_KEYUP;
    event.key.state = down ? SDL_PRESSED : SDL_RELEASED;
    event.key.keysym.sym = SDL_GetKeyFromName(name);
    SDL_PushEvent(&event);
}

FOR_THE_PAGE void web_wheel(float notches)
{
    SDL_Event event;
    memset(&event, 0, sizeof event);
    event.type = SDL_MOUSEWHEEL;
    event.wheel.preciseY = notches;
    SDL_PushEvent(&event);
}

// A file that the page has put into the file system.
FOR_THE_PAGE void web_drop(const char *path)
{
    SDL_Event event;
    memset(&event, 0, sizeof event);
    event.type = SDL_DROPFILE;
    event.drop.file = SDL_strdup(path);
    if (event.drop.file) SDL_PushEvent(&event);
}

// The browser has taken the captured mouse back.
FOR_THE_PAGE void web_free_mouse(kit *k)
{
    SDL_Event event;
    memset(&event, 0, sizeof event);
    event.type = SDL_WINDOWEVENT;
    event.window.event = SDL_WINDOWEVENT_FOCUS_LOST;
    if (k->captured) SDL_PushEvent(&event);
}

// Pauses, and closes the track that is being recorded.
FOR_THE_PAGE bool web_finish(kit *k)
{
    k->paused = true;
    if (!k->recording) return true;
    k->recording = false;
    return track_close(&k->record, k->step);
}

#endif
