// Finding and reading files.
#include "kit_inside.h"

bool kit_fail(kit *k, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "rimcast-demos: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    k->failed = true;
    return false;
}

static bool exists(const char *path)
{
    SDL_RWops *file = SDL_RWFromFile(path, "rb");
    if (file) SDL_RWclose(file);
    return file != NULL;
}

// The build tree has the program in build/ or build/MODE/, an installation in PREFIX/bin.
bool kit_asset(kit *k, const char *name, char path[KIT_PATH])
{
    static const char *const beside[] = { "../assets", "../../assets", "../share/rimcast/assets" };
    const char              *chosen = SDL_getenv("RIMCAST_ASSETS");
    if (chosen && *chosen)
    {
        SDL_snprintf(path, KIT_PATH, "%s/%s", chosen, name);
        if (exists(path)) return true;
    }
    SDL_snprintf(path, KIT_PATH, "assets/%s", name);
    if (exists(path)) return true;

    char *base = SDL_GetBasePath();
    bool  found = false;
    for (size_t i = 0; base && !found && i < sizeof beside / sizeof *beside; i++)
    {
        SDL_snprintf(path, KIT_PATH, "%s%s/%s", base, beside[i], name);
        found = exists(path);
    }
    if (!found)
        kit_fail(k,
                 "%s: not found in $RIMCAST_ASSETS, in ./assets, nor beside the program in %s; run "
                 "it from the project's folder, or set RIMCAST_ASSETS",
                 name, base ? base : "its folder");
    SDL_free(base);
    return found;
}

char *kit_read(kit *k, const char *path, size_t *size)
{
    size_t length;
    char  *text = SDL_LoadFile(path, &length);
    if (!text)
        kit_fail(k, "%s: cannot be read: %s", path, SDL_GetError());
    else if (size)
        *size = length;
    return text;
}
