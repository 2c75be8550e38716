// Tracks: recorded input as text, one event a line.
//
//      # rimcast track 1, scene drag
//      12 move 640 400 3 -2          to (640, 400), by (3, -2)
//      12 press 1                    mouse button 1, 2 or 3
//      30 release 1
//      31 wheel 1                    notches
//      40 down Q                     a key, by SDL's name for it
//      52 up Q
//      60 drop assets/ship.png       a file, the rest of the line
//      90 end
//
// The number in front is the step at which the scene is told.
#include "kit_inside.h"

#include <string.h>

static const char *const kinds[KIT_EVENT_KINDS] = { "move", "press", "release", "wheel",
                                                    "down", "up",    "drop" };

void track_write(track *t, long step, const kit_event *event)
{
    fprintf(t->file, "%ld %s", step, kinds[event->kind]);
    switch (event->kind)
    {
    case KIT_MOVE:
        fprintf(t->file, " %.9g %.9g %.9g %.9g\n", (double)event->at.x, (double)event->at.y,
                (double)event->delta.x, (double)event->delta.y);
        break;
    case KIT_PRESS:
    case KIT_RELEASE:
        fprintf(t->file, " %d\n", event->button);
        break;
    case KIT_WHEEL:
        fprintf(t->file, " %.9g\n", (double)event->wheel);
        break;
    case KIT_DROP:
        fprintf(t->file, " %s\n", event->path);
        break;
    default:
        fprintf(t->file, " %s\n", SDL_GetKeyName(event->key));
        break;
    }
}

// --- reading ------------------------------------------------------------------------------------------

static bool complain(track *t, const char *what)
{
    fprintf(stderr, "rimcast-demos: %s:%ld: %s; the track stops here\n", t->name, t->line, what);
    t->ended = true;
    t->name = NULL; // remembered by track_close
    return false;
}

// Anywhere near the page; neither NaN nor so far off that a scene's arithmetic suffers.
static bool is_sane(float v)
{
    return v > -1e5f && v < 1e5f;
}

static bool parse_move(kit_event *e, const char *text)
{
    return sscanf(text, "%f %f %f %f", &e->at.x, &e->at.y, &e->delta.x, &e->delta.y) == 4 &&
           is_sane(e->at.x) && is_sane(e->at.y) && is_sane(e->delta.x) && is_sane(e->delta.y);
}

static bool parse_arguments(track *t, const char *text)
{
    kit_event *e = &t->event;
    switch (e->kind)
    {
    case KIT_MOVE:
        return parse_move(e, text);
    case KIT_PRESS:
    case KIT_RELEASE:
        return sscanf(text, "%d", &e->button) == 1 && e->button >= 1 && e->button <= KIT_BUTTONS;
    case KIT_WHEEL:
        return sscanf(text, "%f", &e->wheel) == 1 && is_sane(e->wheel);
    case KIT_DROP:
        SDL_strlcpy(t->path, text, sizeof t->path);
        e->path = t->path;
        return *text != 0;
    default:
        e->key = SDL_GetKeyFromName(text);
        return e->key != SDLK_UNKNOWN;
    }
}

static bool parse_line(track *t, char *line)
{
    char kind[16];
    int  used = 0;
    long step;
    line[strcspn(line, "\r\n")] = 0;
    if (sscanf(line, "%ld %15s %n", &step, kind, &used) < 2)
        return complain(t, "expected 'STEP KIND ARGUMENTS'");
    if (step < t->end) return complain(t, "steps must not go back");
    t->end = step;
    if (strcmp(kind, "end") == 0)
    {
        t->ended = true;
        return false;
    }
    memset(&t->event, 0, sizeof t->event);
    int which = 0;
    while (which < KIT_EVENT_KINDS && strcmp(kind, kinds[which]) != 0) which++;
    if (which == KIT_EVENT_KINDS) return complain(t, "unknown kind of event");
    t->event.kind = (kit_event_kind)which;
    if (!parse_arguments(t, line + used)) return complain(t, "malformed arguments");
    t->step = step;
    return true;
}

// A track that names its scene can be played in no other. Tracks that people write need not name one.
static bool is_of_scene(track *t, const char *comment)
{
    char scene[64] = "", what[160];
    if (sscanf(comment, "# rimcast track %*d, scene %63s", scene) != 1) return true;
    if (strcmp(scene, t->scene) == 0) return true;
    SDL_snprintf(what, sizeof what, "this is a track of the scene '%s', not of '%s'", scene,
                 t->scene);
    return complain(t, what);
}

static bool read_event(track *t)
{
    char line[KIT_PATH];
    while (!t->ended)
    {
        if (!fgets(line, sizeof line, t->file))
        {
            t->line++;
            return complain(t, "the track has no 'end' line");
        }
        t->line++;
        if (line[0] == '#' && !is_of_scene(t, line)) return false;
        if (line[0] == '#' || line[0] == '\n') continue;
        return parse_line(t, line);
    }
    return false;
}

bool track_open(track *t, const char *name, bool writing, const char *scene)
{
    memset(t, 0, sizeof *t);
    t->file = fopen(name, writing ? "w" : "r");
    if (!t->file)
    {
        fprintf(stderr, "rimcast-demos: %s: the track cannot be %s; check the path\n", name,
                writing ? "written" : "read");
        return false;
    }
    t->name = name;
    t->scene = scene;
    t->writing = writing;
    t->step = -1;
    if (writing) fprintf(t->file, "# rimcast track 1, scene %s\n", scene);
    // Reads ahead: what is no track of the scene is refused before anything is shown.
    if (writing || read_event(t) || t->name) return true;
    fclose(t->file);
    return false;
}

bool track_next(track *t, long step, kit_event *event)
{
    if (t->step < 0 && !read_event(t)) return false;
    if (t->step > step) return false;
    *event = t->event;
    t->step = -1;
    return true;
}

bool track_close(track *t, long step)
{
    bool good = t->name != NULL;
    if (t->writing)
    {
        fprintf(t->file, "%ld end\n", step);
        good = !ferror(t->file);
    }
    if (fclose(t->file) != 0) good = false;
    if (t->writing && !good)
        fprintf(stderr, "rimcast-demos: the track could not be written; is the disk full?\n");
    t->file = NULL;
    return good;
}
