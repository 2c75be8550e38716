// What a scene shows, as text that is the same wherever the same was shown.
#include "kit_inside.h"

#include <string.h>

// FNV-1a, Fowler, Noll, Vo (1991).
#define FNV_START 14695981039346656037u
#define FNV_PRIME 1099511628211u

void kit_heard(kit *k, const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    if (!k->listening) return;
    for (size_t i = 0; i < size; i++) k->drawn = (k->drawn ^ b[i]) * FNV_PRIME;
}

void kit_heard_corners(kit *k, const SDL_Vertex *v, int count)
{
    for (int i = 0; k->listening && i < count; i++)
    {
        kit_heard(k, &v[i].position, sizeof v[i].position);
        kit_heard(k, &v[i].color, sizeof v[i].color);
    }
}

static void add(char text[KIT_STATE], const char *format, ...) SDL_PRINTF_VARARG_FUNC(2);

static void add(char text[KIT_STATE], const char *format, ...)
{
    size_t  used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    SDL_vsnprintf(text + used, KIT_STATE - used, format, arguments);
    va_end(arguments);
}

void kit_state(kit *k, char text[KIT_STATE])
{
    bool light = k->light;
    k->drawn = FNV_START;
    k->light = false;
    k->listening = true;
    kit_draw_page(k);
    k->listening = false;
    k->light = light;

    text[0] = 0;
    add(text, "scene %s\nstep %ld\n", k->scene->name, k->step);
    add(text, "mouse %.9g %.9g\n", (double)k->mouse.x, (double)k->mouse.y);
    add(text, "drawn %08x%08x\n", (unsigned)(k->drawn >> 32), (unsigned)k->drawn);
    for (int i = 0; i < k->row_count; i++)
        if (!k->rows[i].is_time) add(text, "%s: %s\n", k->rows[i].label, k->rows[i].value);
}
