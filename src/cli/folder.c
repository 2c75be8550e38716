// Lists of the files in folders. See inputs.h.
#define _XOPEN_SOURCE 700

#include "inputs.h"

#include "files.h"
#include "report.h"
#include "system.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The extensions of the images in a folder. A file that the user names is always read.
static const char *const endings[] = { ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tga",
                                       ".psd", ".pnm", ".ppm",  ".pgm", NULL };

// Adds a copy of a path. Returns false without memory.
bool paths_add(paths *p, const char *path)
{
    if (p->count == p->capacity)
    {
        int    capacity = p->capacity ? 2 * p->capacity : 16;
        char **grown = realloc(p->items, (size_t)capacity * sizeof *grown);
        if (!grown) return false;
        p->items = grown;
        p->capacity = capacity;
    }
    p->items[p->count] = strdup(path);
    if (!p->items[p->count]) return false;
    p->count++;
    return true;
}

void paths_free(paths *p)
{
    for (int i = 0; i < p->count; i++) free(p->items[i]);
    free(p->items);
    memset(p, 0, sizeof *p);
}

static bool complain_of_memory(const char *path)
{
    return complain("%s: out of memory; free some", path);
}

static bool add_or_complain(paths *p, const char *path)
{
    if (paths_add(p, path)) return true;
    return complain_of_memory(path);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// Returns true if a name is longer than an ending and ends with it. Case does not matter; the ending is in lower case.
static bool folder_ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    if (length <= tail) return false;
    for (size_t i = 0; i < tail; i++)
        if (lower(name[length - tail + i]) != ending[i]) return false;
    return true;
}

static bool is_image_name(const char *name)
{
    for (int i = 0; endings[i]; i++)
        if (folder_ends_with(name, endings[i])) return true;
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Adds the paths of a folder's entries, but not of those whose names begin with a dot. Returns false after an error
// message.
static bool add_entries(paths *out, const char *folder, DIR *open)
{
    size_t         length = strlen(folder);
    const char    *slash = folder[length - 1] == '/' ? "" : "/";
    struct dirent *entry;
    while ((entry = readdir(open)) != NULL)
    {
        if (entry->d_name[0] == '.') continue;
        char *path = malloc(length + strlen(entry->d_name) + 2);
        if (!path) return complain_of_memory(folder);
        sprintf(path, "%s%s%s", folder, slash, entry->d_name);
        bool added = paths_add(out, path);
        free(path);
        if (!added) return complain_of_memory(folder);
    }
    return true;
}

// Lists the paths of a folder's entries in the order of their names. Returns false after an error message.
static bool list(paths *out, const char *folder)
{
    DIR *open = opendir(folder);
    if (!open)
        return complain("%s: cannot be opened: %s; check the permissions", folder, strerror(errno));
    bool good = add_entries(out, folder, open);
    closedir(open);
    if (good && out->count) qsort(out->items, (size_t)out->count, sizeof *out->items, by_name);
    return good;
}

// Returns true if the path is a folder or a link to one.
static bool is_directory(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

typedef bool is_wanted(const char *name);

// Lists the files in a folder and its subfolders that have a wanted name. Terminates: links to folders are not
// followed, and a path has a limited length.
static bool expand_folder(paths *out, const char *folder, is_wanted *wanted)
{
    paths entries = { 0 };
    bool  good = list(&entries, folder);
    for (int i = 0; good && i < entries.count; i++)
    {
        struct stat about;
        const char *path = entries.items[i];
        if (system_is_folder(path))
            good = expand_folder(out, path, wanted);
        else if (wanted(path) && stat(path, &about) == 0 && !S_ISDIR(about.st_mode))
            good = add_or_complain(out, path);
    }
    paths_free(&entries);
    return good;
}

// Adds a file that the user named, or all images in a folder and its subfolders. Returns false after an error message, also
// for a folder without images. A file that does not exist is added, too: reading it fails later, with a message of its own.
static bool expand_one(paths *out, const char *path)
{
    if (path_is_standard(path) || !is_directory(path)) return add_or_complain(out, path);
    int before = out->count;
    if (!expand_folder(out, path, is_image_name)) return false;
    if (out->count > before) return true;
    return complain("%s: there is no image in this folder; name one that has PNGs", path);
}

// Lists the named files, and the images in named folders in order of their names. Prints an error for each one that is
// missing.
bool paths_expand(paths *out, arguments files)
{
    memset(out, 0, sizeof *out);
    bool good = true;
    for (int i = 0; i < files.count; i++) good = expand_one(out, files.items[i]) && good;
    if (!good) paths_free(out);
    return good;
}

bool is_figure_file(const char *path)
{
    return folder_ends_with(path, ".figure.json");
}

// Lists the named files that have the extension of figure files, which need not exist, and the figure files in the named
// folders and their subfolders, in order of their names. Passes over all others. Prints an error and returns false, with an
// empty list, if a folder cannot be read or memory runs out.
bool paths_find_figures(paths *out, arguments files)
{
    memset(out, 0, sizeof *out);
    bool good = true;
    for (int i = 0; i < files.count && good; i++)
    {
        const char *path = files.items[i];
        if (is_figure_file(path))
            good = add_or_complain(out, path);
        else if (is_directory(path))
            good = expand_folder(out, path, is_figure_file);
    }
    if (!good) paths_free(out);
    return good;
}

// Returns true if the path is a folder that has figure files, but no images, in itself and its subfolders.
bool folder_has_figures_alone(const char *path)
{
    paths images = { 0 }, figures = { 0 };
    if (!is_directory(path)) return false;
    bool good = expand_folder(&images, path, is_image_name);
    good = good && expand_folder(&figures, path, is_figure_file);
    bool alone = good && images.count == 0 && figures.count > 0;
    paths_free(&images);
    paths_free(&figures);
    return alone;
}
