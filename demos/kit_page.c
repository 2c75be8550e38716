// What frames every scene: the ground, a title that says what to look at, the keys, the numbers.
#include "kit_inside.h"

#include <string.h>

static const rim_box2 EMPTY = { { 0, 0 }, { -1, -1 } };

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
    k->subject = EMPTY;
    k->kept_count = 0;
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

// --- plates of words ------------------------------------------------------------------------------------

#define MARGIN 20.0f
#define LINE 22.0f
#define CLEAR 6.0f // around the subject
#define LINES 4

void kit_subject(kit *k, rim_box2 box)
{
    rim_box2 *s = &k->subject;
    // Only what is on the page can be covered.
    box.lo = rim_vec2_make(SDL_max(box.lo.x, 0.0f), SDL_max(box.lo.y, 0.0f));
    box.hi = rim_vec2_make(SDL_min(box.hi.x, KIT_WIDTH), SDL_min(box.hi.y, KIT_HEIGHT));
    if (!(box.lo.x < box.hi.x && box.lo.y < box.hi.y)) return;
    if (rim_box2_is_empty(*s)) *s = box;
    s->lo = rim_vec2_make(SDL_min(box.lo.x, s->lo.x), SDL_min(box.lo.y, s->lo.y));
    s->hi = rim_vec2_make(SDL_max(box.hi.x, s->hi.x), SDL_max(box.hi.y, s->hi.y));
}

void kit_keep(kit *k, rim_box2 box)
{
    if (k->kept_count < KIT_KEPT) k->kept[k->kept_count++] = box;
}

static bool covers_kept(const kit *k, rim_box2 plate)
{
    for (int i = 0; i < k->kept_count; i++)
        if (rim_box2_overlaps(k->kept[i], plate)) return true;
    return false;
}

// Does a plate leave the subject and the other plates alone?
static bool is_clear(const kit *k, rim_box2 plate)
{
    rim_box2 around = { { k->subject.lo.x - CLEAR, k->subject.lo.y - CLEAR },
                        { k->subject.hi.x + CLEAR, k->subject.hi.y + CLEAR } };
    if (!rim_box2_is_empty(k->subject) && rim_box2_overlaps(around, plate)) return false;
    for (int i = 0; i < KIT_PLATES; i++)
        if (!rim_box2_is_empty(k->plates[i]) && rim_box2_overlaps(k->plates[i], plate))
            return false;
    return true;
}

static void put_plate(kit *k, kit_plate which, rim_box2 box)
{
    k->plates[which] = box;
    kit_fill(k, box, kit_fade(kit_ink(k, KIT_GROUND), 0.82f));
}

static bool show_plate(kit *k, kit_plate which, rim_box2 box)
{
    bool clear = is_clear(k, box);
    if (clear) put_plate(k, which, box);
    return clear;
}

// A text in lines that are not too wide.
typedef struct paragraph
{
    char  lines[LINES][256];
    int   count;
    float width; // of the widest line
} paragraph;

static void add_line(kit *k, paragraph *p, kit_size size, const char *text, size_t length)
{
    if (p->count == LINES || !length) return;
    SDL_strlcpy(p->lines[p->count], text, length + 1 < 256 ? length + 1 : 256);
    float width = kit_text_width(k, size, p->lines[p->count++]);
    p->width = width > p->width ? width : p->width;
}

static paragraph wrap(kit *k, kit_size size, const char *text, float limit)
{
    paragraph p = { .count = 0 };
    size_t    start = 0, fits = 0;
    for (size_t i = 1; i <= strlen(text); i++)
    {
        char so_far[256];
        if (text[i] && text[i] != ' ') continue;
        SDL_strlcpy(so_far, text + start, i - start + 1 < 256 ? i - start + 1 : 256);
        if (fits > start && kit_text_width(k, size, so_far) > limit)
        {
            add_line(k, &p, size, text + start, fits - start);
            start = fits + 1;
        }
        fits = i;
    }
    add_line(k, &p, size, text + start, strlen(text) - start);
    return p;
}

static void draw_paragraph(kit *k, const paragraph *p, float x, float y, float line, kit_size size,
                           SDL_Color ink)
{
    for (int i = 0; i < p->count; i++)
        kit_text(k, x, y + line * (float)i, size, ink, "%s", p->lines[i]);
}

// --- the panel of numbers -------------------------------------------------------------------------------

typedef struct panel
{
    float labels, values, line; // widths, and the height of a row
} panel;

static panel measure_panel(kit *k)
{
    panel p = { .line = LINE * kit_letter_growth(k) };
    for (int i = 0; i < k->row_count; i++)
    {
        float label = kit_text_width(k, KIT_SMALL, k->rows[i].label);
        float value = kit_text_width(k, KIT_SMALL, k->rows[i].value);
        p.labels = label > p.labels ? label : p.labels;
        p.values = value > p.values ? value : p.values;
    }
    return p;
}

static float panel_width(const panel *p)
{
    return p->labels + p->values + 38.0f;
}

// The corners of the page, from the upper right one on clockwise; above keys and below the title if they are shown.
static rim_box2 panel_box(const kit *k, const panel *p, int corner, int rows)
{
    float width = panel_width(p), height = 14.0f + p->line * (float)rows;
    bool  left = corner >= 2, low = corner == 1 || corner == 2;
    float x = left ? 10.0f : KIT_WIDTH - 10.0f - width, y = 12.0f;
    if (left && !rim_box2_is_empty(k->plates[KIT_TITLE])) y = k->plates[KIT_TITLE].hi.y + 8.0f;
    if (low) y = KIT_HEIGHT - 12.0f - height;
    if (low && !rim_box2_is_empty(k->plates[KIT_KEYS]))
        y = k->plates[KIT_KEYS].lo.y - 8.0f - height;
    return rim_box2_make(rim_vec2_make(x, y), rim_vec2_make(x + width, y + height));
}

// As many rows as there is room for, in the corner where it stood before if that will do.
static bool place_panel_over(kit *k, const panel *p, bool over_kept)
{
    for (k->rows_shown = k->row_count; k->rows_shown > 0; k->rows_shown--)
        for (int i = 0, before = k->corner; i < 4; i++)
        {
            rim_box2 box = panel_box(k, p, (before + i) % 4, k->rows_shown);
            if ((!over_kept && covers_kept(k, box)) || !show_plate(k, KIT_PANEL, box)) continue;
            k->corner = (before + i) % 4;
            return true;
        }
    return false;
}

static bool place_panel(kit *k, const panel *p)
{
    return place_panel_over(k, p, false) || place_panel_over(k, p, true);
}

static void draw_panel(kit *k)
{
    panel p = measure_panel(k);
    if (!place_panel(k, &p)) return;
    rim_vec2 at = rim_vec2_add(k->plates[KIT_PANEL].lo, rim_vec2_make(10.0f, 8.0f));
    for (int i = 0; i < k->rows_shown; i++, at.y += p.line)
    {
        kit_text(k, at.x, at.y, KIT_SMALL, kit_ink(k, KIT_DIM), "%s", k->rows[i].label);
        kit_text(k, at.x + p.labels + 18.0f, at.y, KIT_SMALL, kit_ink(k, KIT_TEXT), "%s",
                 k->rows[i].value);
    }
}

// --- words --------------------------------------------------------------------------------------------

// The name and what to look at, or, where that covers the subject, the name alone.
static void draw_title(kit *k)
{
    float growth = kit_letter_growth(k), room = KIT_WIDTH - 2.0f * MARGIN;
    panel numbers = measure_panel(k);
    if (!k->no_panel && k->row_count) room -= panel_width(&numbers) + MARGIN;
    paragraph look = wrap(k, KIT_NORMAL_SIZE, k->scene->look, room);
    float     name = kit_text_width(k, KIT_LARGE, k->scene->name), width = look.width;
    float     line = 25.0f * growth, first = MARGIN - 4.0f + 37.0f * growth;
    rim_vec2  lo = { MARGIN - 10.0f, MARGIN - 8.0f };
    rim_vec2  hi = { MARGIN + (width > name ? width : name) + 10.0f,
                     first + line * (float)look.count };
    bool      whole = show_plate(k, KIT_TITLE, rim_box2_make(lo, hi));
    if (!whole &&
        !show_plate(k, KIT_TITLE, rim_box2_make(lo, rim_vec2_make(MARGIN + name + 10.0f, first))))
        return;
    kit_text(k, MARGIN, MARGIN - 4.0f, KIT_LARGE, kit_ink(k, KIT_TEXT), "%s", k->scene->name);
    if (whole) draw_paragraph(k, &look, MARGIN, first, line, KIT_NORMAL_SIZE, kit_ink(k, KIT_DIM));
}

static void draw_keys(kit *k)
{
    char  own[200];
    float growth = kit_letter_growth(k);
    SDL_snprintf(
        own, sizeof own, "Tab next scene · %sF1 hide this · %sEsc %s",
        growth > 1.2f ? "" : "P pause · . one step · ",
        growth > 1.2f ? "" : "F2 light or dark · F5 start over · F11 full screen · F12 picture · ",
        k->captured ? "free the mouse" : "quit");
    float     line = LINE * growth, room = KIT_WIDTH - 2.0f * MARGIN;
    paragraph keys = wrap(k, KIT_SMALL, k->scene->keys, room);
    paragraph more = wrap(k, KIT_SMALL, own, room);
    // The scene's keys alone, where all would cover the subject.
    for (int both = 1; both >= 0; both--)
    {
        int   count = keys.count + both * more.count;
        float top = KIT_HEIGHT - MARGIN - line * (float)count + 6.0f;
        if (!show_plate(
                k, KIT_KEYS,
                rim_box2_make(rim_vec2_make(0, top - 10.0f), rim_vec2_make(KIT_WIDTH, KIT_HEIGHT))))
            continue;
        draw_paragraph(k, &keys, MARGIN, top, line, KIT_SMALL, kit_ink(k, KIT_TEXT));
        if (both)
            draw_paragraph(k, &more, MARGIN, top + line * (float)keys.count, line, KIT_SMALL,
                           kit_ink(k, KIT_DIM));
        return;
    }
}

static void draw_notice(kit *k)
{
    const char *text = k->paused    ? "paused – P goes on, . makes one step"
                       : k->showing ? "a recording – press a key or the mouse to take over"
                                    : k->notice;
    if (!k->paused && !k->showing && k->step >= k->notice_until) return;
    float growth = kit_letter_growth(k), width = kit_text_width(k, KIT_NORMAL_SIZE, text);
    float left = 0.5f * (KIT_WIDTH - width), low = KIT_HEIGHT - 8.0f;
    if (!rim_box2_is_empty(k->plates[KIT_KEYS])) low = k->plates[KIT_KEYS].lo.y - 8.0f;
    // Below, else above; over what the scene keeps free only if there is no other place. That nobody's hand moves what is
    // seen, or that nothing moves, is said even over the subject.
    for (int i = 0; i < 4 + (k->paused || k->showing); i++)
    {
        float    top = i % 2 ? 120.0f : low - 36.0f * growth;
        rim_box2 box = rim_box2_make(rim_vec2_make(left - 12.0f, top),
                                     rim_vec2_make(left + width + 12.0f, top + 34.0f * growth));
        if (i < 2 && covers_kept(k, box)) continue;
        if (i == 4)
            put_plate(k, KIT_NOTICE, box);
        else if (!show_plate(k, KIT_NOTICE, box))
            continue;
        kit_text(k, left, top + 7.0f, KIT_NORMAL_SIZE, kit_ink(k, KIT_NORMAL), "%s", text);
        return;
    }
}

void kit_page_end(kit *k)
{
    for (int i = 0; i < KIT_PLATES; i++) k->plates[i] = EMPTY;
    if (k->help)
    {
        draw_title(k);
        draw_keys(k);
    }
    if (!k->no_panel) draw_panel(k);
    draw_notice(k);
}
