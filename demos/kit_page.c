// What frames every scene: the ground, a title that says what to look at, the keys, the numbers.
#include "kit_inside.h"

#include <string.h>

void kit_page_ground(kit *k)
{
    SDL_Color ground = kit_ink(k, KIT_GROUND);
    SDL_SetRenderDrawBlendMode(k->renderer, SDL_BLENDMODE_BLEND);
    SDL_SetRenderDrawColor(k->renderer, ground.r, ground.g, ground.b, 255);
    SDL_RenderClear(k->renderer);
}

void kit_page_begin(kit *k)
{
    k->row_count = 0;
    kit_page_ground(k);
}

// --- numbers ------------------------------------------------------------------------------------------

void kit_say(kit *k, const char *label, const char *format, ...)
{
    if (k->row_count == KIT_ROWS) return;
    kit_row *row = &k->rows[k->row_count++];
    va_list  arguments;
    row->is_time = false;
    va_start(arguments, format);
    SDL_vsnprintf(row->value, sizeof row->value, format, arguments);
    va_end(arguments);
    SDL_strlcpy(row->label, label, sizeof row->label);
}

void kit_say_time(kit *k, const char *label, double seconds)
{
    int row = k->row_count;
    if (!k->times) return;
    if (seconds < 1e-6)
        kit_say(k, label, "%.0f ns", seconds * 1e9);
    else if (seconds < 1e-3)
        kit_say(k, label, "%.1f µs", seconds * 1e6);
    else
        kit_say(k, label, "%.1f ms", seconds * 1e3);
    if (row < k->row_count) k->rows[row].is_time = true;
}

double kit_clock(void)
{
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

float kit_random(uint64_t *seed, float lo, float hi)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return lo + (hi - lo) * ((float)((z ^ z >> 31) >> 40) * 0x1p-24f);
}

void kit_notice(kit *k, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    SDL_vsnprintf(k->notice, sizeof k->notice, format, arguments);
    va_end(arguments);
    k->notice_until = k->step + 240;
}

#define MARGIN 20.0f
#define LINE 22.0f

static void plate(kit *k, rim_vec2 lo, rim_vec2 hi)
{
    kit_fill(k, rim_box2_make(lo, hi), kit_fade(kit_ink(k, KIT_GROUND), 0.82f));
}

static void draw_panel(kit *k)
{
    float labels = 0.0f, values = 0.0f;
    for (int i = 0; i < k->row_count; i++)
    {
        float label = kit_text_width(k, KIT_SMALL, k->rows[i].label);
        float value = kit_text_width(k, KIT_SMALL, k->rows[i].value);
        labels = label > labels ? label : labels;
        values = value > values ? value : values;
    }
    if (!k->row_count) return;
    float right = KIT_WIDTH - MARGIN, left = right - values - labels - 18.0f;
    plate(k, rim_vec2_make(left - 10.0f, MARGIN - 8.0f),
          rim_vec2_make(right + 10.0f, MARGIN + 6.0f + LINE * (float)k->row_count));
    for (int i = 0; i < k->row_count; i++)
    {
        float y = MARGIN + LINE * (float)i;
        kit_text(k, left, y, KIT_SMALL, kit_ink(k, KIT_DIM), "%s", k->rows[i].label);
        kit_text(k, left + labels + 18.0f, y, KIT_SMALL, kit_ink(k, KIT_TEXT), "%s",
                 k->rows[i].value);
    }
}

// --- words --------------------------------------------------------------------------------------------

static void draw_title(kit *k)
{
    float width = kit_text_width(k, KIT_NORMAL_SIZE, k->scene->look);
    plate(k, rim_vec2_make(MARGIN - 10.0f, MARGIN - 8.0f),
          rim_vec2_make(MARGIN + width + 10.0f, MARGIN + 62.0f));
    kit_text(k, MARGIN, MARGIN - 4.0f, KIT_LARGE, kit_ink(k, KIT_TEXT), "%s", k->scene->name);
    kit_text(k, MARGIN, MARGIN + 33.0f, KIT_NORMAL_SIZE, kit_ink(k, KIT_DIM), "%s", k->scene->look);
}

static void draw_keys(kit *k)
{
    float top = KIT_HEIGHT - MARGIN - 2.0f * LINE + 6.0f;
    plate(k, rim_vec2_make(0, top - 10.0f), rim_vec2_make(KIT_WIDTH, KIT_HEIGHT));
    kit_text(k, MARGIN, top, KIT_SMALL, kit_ink(k, KIT_TEXT), "%s", k->scene->keys);
    kit_text(k, MARGIN, top + LINE, KIT_SMALL, kit_ink(k, KIT_DIM),
             "Tab next scene · P pause · . one step · F1 hide this · F2 light or dark · "
             "F5 start over · F11 full screen · F12 picture · Esc %s",
             k->captured ? "free the mouse" : "quit");
}

static void draw_notice(kit *k)
{
    const char *text = k->paused ? "paused – P goes on, . makes one step" : k->notice;
    if (!k->paused && k->step >= k->notice_until) return;
    float width = kit_text_width(k, KIT_NORMAL_SIZE, text);
    float left = 0.5f * (KIT_WIDTH - width), top = KIT_HEIGHT - 124.0f;
    plate(k, rim_vec2_make(left - 12.0f, top - 8.0f),
          rim_vec2_make(left + width + 12.0f, top + 28));
    kit_text(k, left, top, KIT_NORMAL_SIZE, kit_ink(k, KIT_NORMAL), "%s", text);
}

void kit_page_end(kit *k)
{
    if (k->help)
    {
        draw_title(k);
        draw_keys(k);
    }
    if (!k->no_panel) draw_panel(k);
    draw_notice(k);
}
