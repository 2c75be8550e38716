// Mouse and keys: from SDL or from a track, to the scene, once a step.
#include "kit_inside.h"

#include <string.h>

// --- from SDL -------------------------------------------------------------------------------------------

// Joins two moves of which one follows the other: a scene that is paused takes nothing from the queue.
static void make_room(kit *k)
{
    for (int i = 1; i < k->queued; i++)
    {
        kit_event *before = &k->queue[i - 1], *it = &k->queue[i];
        if (before->kind != KIT_MOVE || it->kind != KIT_MOVE) continue;
        it->delta = rim_vec2_add(before->delta, it->delta);
        memmove(before, it, (size_t)(k->queued - i) * sizeof *it);
        k->queued--;
        return;
    }
}

static void queue(kit *k, kit_event event)
{
    if (k->queued == KIT_QUEUE) make_room(k);
    if (k->queued < KIT_QUEUE)
        k->queue[k->queued++] = event;
    else if (event.kind == KIT_DROP)
        SDL_free((void *)event.path);
}

static void capture(kit *k, bool on)
{
    if (k->window && SDL_SetRelativeMouseMode(on ? SDL_TRUE : SDL_FALSE) == 0) k->captured = on;
}

// Keys that belong to the kit in every scene. True if this was one.
static bool own_key(kit *k, const SDL_KeyboardEvent *event)
{
    switch (event->keysym.sym)
    {
    case SDLK_ESCAPE:
        if (k->captured)
            capture(k, false);
        else
            k->running = false;
        return true;
    case SDLK_TAB:
        if (event->keysym.mod & KMOD_SHIFT)
            k->switch_back = true;
        else
            k->switch_next = true;
        return true;
    case SDLK_p:
        k->paused = !k->paused;
        return true;
    case SDLK_PERIOD:
        k->paused = true;
        k->single = true;
        return true;
    case SDLK_F1:
        k->help = !k->help;
        return true;
    case SDLK_F2:
        k->light = !k->light;
        return true;
    case SDLK_F5:
        k->restart = true;
        return true;
    case SDLK_F11:
        SDL_SetWindowFullscreen(k->window, SDL_GetWindowFlags(k->window) & SDL_WINDOW_FULLSCREEN
                                               ? 0
                                               : SDL_WINDOW_FULLSCREEN_DESKTOP);
        return true;
    case SDLK_F12:
        k->shot_wanted = true;
        return true;
    default:
        return false;
    }
}

static void queue_key(kit *k, const SDL_KeyboardEvent *event)
{
    bool down = event->type == SDL_KEYDOWN;
    if (event->repeat) return;
    if (down && own_key(k, event)) return;
    // A key without a name, such as some of Japanese keyboards, cannot be recorded.
    if (event->keysym.sym == SDLK_UNKNOWN) return;
    queue(k, (kit_event){ .kind = down ? KIT_DOWN : KIT_UP, .key = event->keysym.sym });
}

// SDL has already brought the mouse to the page's coordinates.
static void queue_motion(kit *k, const SDL_MouseMotionEvent *event)
{
    kit_event it = { .kind = KIT_MOVE };
    it.at = k->captured ? k->mouse : rim_vec2_make((float)event->x, (float)event->y);
    // A finger comes down where it likes; only from there on it moves.
    if (event->which != SDL_TOUCH_MOUSEID || event->state)
        it.delta = rim_vec2_make((float)event->xrel, (float)event->yrel);
    queue(k, it);
}

static void queue_button(kit *k, const SDL_MouseButtonEvent *event)
{
    bool down = event->type == SDL_MOUSEBUTTONDOWN;
    if (event->button > KIT_BUTTONS) return;
    if (down && k->scene->looks && !k->captured && event->which != SDL_TOUCH_MOUSEID)
        capture(k, true);
    if (!k->captured)
        queue(k, (kit_event){ .kind = KIT_MOVE, .at = { (float)event->x, (float)event->y } });
    int button = k->swapped && event->button == SDL_BUTTON_LEFT ? SDL_BUTTON_RIGHT : event->button;
    queue(k, (kit_event){ .kind = down ? KIT_PRESS : KIT_RELEASE, .button = button });
}

static void take(kit *k, SDL_Event *event)
{
    switch (event->type)
    {
    case SDL_QUIT:
        k->running = false;
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        queue_key(k, &event->key);
        break;
    case SDL_MOUSEMOTION:
        queue_motion(k, &event->motion);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        queue_button(k, &event->button);
        break;
    case SDL_MOUSEWHEEL:
        // A wheel that is tilted, or two fingers that move sideways, turn nothing.
        if (event->wheel.preciseY != 0.0f)
            queue(k, (kit_event){ .kind = KIT_WHEEL, .wheel = event->wheel.preciseY });
        break;
    case SDL_DROPFILE:
        queue(k, (kit_event){ .kind = KIT_DROP, .path = event->drop.file });
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        letters_forget(k->letters);
        kit_still_forget(k);
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST) capture(k, false);
        break;
    default:
        break;
    }
}

void kit_poll(kit *k)
{
    SDL_Event event;
    while (SDL_PollEvent(&event)) take(k, &event);
}

// --- to the scene ---------------------------------------------------------------------------------------

static void hold(kit *k, SDL_Keycode key, bool down)
{
    int i = 0;
    while (i < k->held_count && k->held[i] != key) i++;
    if (down && i == k->held_count && i < KIT_HELD) k->held[k->held_count++] = key;
    if (!down && i < k->held_count) k->held[i] = k->held[--k->held_count];
}

static void tell(kit *k, kit_event event)
{
    // A key that went down for the kit, or in another scene, comes up for nobody.
    if (event.kind == KIT_UP && !kit_held(k, event.key)) return;
    switch (event.kind)
    {
    case KIT_MOVE:
        k->mouse = event.at;
        break;
    case KIT_PRESS:
        k->buttons |= (Uint32)SDL_BUTTON(event.button);
        break;
    case KIT_RELEASE:
        k->buttons &= ~(Uint32)SDL_BUTTON(event.button);
        break;
    case KIT_DOWN:
        hold(k, event.key, true);
        break;
    case KIT_UP:
        hold(k, event.key, false);
        break;
    default:
        break;
    }
    event.at = k->mouse;
    if (k->recording) track_write(&k->record, k->step, &event);
    if (k->scene->event) k->scene->event(k, k->state, &event);
}

void kit_end_show(kit *k)
{
    if (!k->showing) return;
    track_close(&k->play, 0);
    k->showing = k->playing = false;
    // What the track still holds comes up.
    while (k->held_count) tell(k, (kit_event){ .kind = KIT_UP, .key = k->held[0] });
    for (int button = 1; button <= KIT_BUTTONS; button++)
        if (kit_button(k, button)) tell(k, (kit_event){ .kind = KIT_RELEASE, .button = button });
}

static bool takes_over(const kit *k)
{
    for (int i = 0; i < k->queued; i++)
        if (k->queue[i].kind != KIT_MOVE && k->queue[i].kind != KIT_UP) return true;
    return false;
}

void kit_deliver(kit *k)
{
    kit_event event;
    if (k->showing && takes_over(k)) kit_end_show(k);
    if (k->playing)
    {
        while (track_next(&k->play, k->step, &event)) tell(k, event);
        if (k->play.ended && k->play.step < 0 && k->step >= k->play.end)
        {
            k->playing = k->showing = false;
            if (!track_close(&k->play, 0)) k->failed = true;
        }
    }
    else
        for (int i = 0; i < k->queued; i++) tell(k, k->queue[i]);
    for (int i = 0; i < k->queued; i++)
        if (k->queue[i].kind == KIT_DROP) SDL_free((void *)k->queue[i].path);
    k->queued = 0;
}

void kit_forget_input(kit *k)
{
    k->held_count = 0;
    k->buttons = 0;
    capture(k, false);
}

rim_vec2 kit_mouse(const kit *k)
{
    return k->mouse;
}

bool kit_button(const kit *k, int button)
{
    return (k->buttons & SDL_BUTTON(button)) != 0;
}

bool kit_held(const kit *k, SDL_Keycode key)
{
    for (int i = 0; i < k->held_count; i++)
        if (k->held[i] == key) return true;
    return false;
}

long kit_step(const kit *k)
{
    return k->step;
}
