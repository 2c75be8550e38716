// Reading figure files. See figure_file.h.
//
// The functions that read a part return false after an error message, for which they get the part's place in the file.
#define _XOPEN_SOURCE 700

#include "figure_file.h"

#include "files.h"
#include "report.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CLI_NO_ATLAS
bool figure_file_read(baked *b, arguments files, const char *path)
{
    (void)b, (void)files;
    return complain("%s: this rimcast was built without jansson and reads no figures; leave it out",
                    path);
}
#else
#include <jansson.h>

// The position of the reader in the file, for messages.
typedef struct figure_place
{
    const baked *shapes;
    const char  *path;
    const char  *folder; // of the file, as in its figures' names, with the slash behind it; or ""
    const char  *figure; // its name
    int          part;   // from 0 on; -1: the figure itself
} figure_place;

// Prints an error that names the part or the figure.
static bool figure_wrong(const figure_place *at, const char *what)
{
    if (at->part < 0) return complain("%s: figure '%s': %s", at->path, at->figure, what);
    return complain("%s: figure '%s', parts[%d]: %s", at->path, at->figure, at->part, what);
}

static bool figure_out_of_memory(const figure_place *at)
{
    return complain("%s: out of memory; free some", at->path);
}

// --- keys and numbers ------------------------------------------------------------------------------------

// Prints an error for a key that is not known: suggests a known one with a similar name, else lists all. Returns false.
static bool complain_of_key(const figure_place *at, const char *key, const char *const *known)
{
    char        what[300], all[160] = ""; // room for all known keys
    const char *near = nearest_word(key, known);
    for (int i = 0; known[i]; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), i ? ", %s" : "%s", known[i]);
    if (near)
        snprintf(what, sizeof what, "there is no \"%.40s\"; did you mean \"%s\"?", key, near);
    else
        snprintf(what, sizeof what, "there is no \"%.40s\"; there are %s", key, all);
    return figure_wrong(at, what);
}

// Returns true if an object has no keys but the known ones, a list that ends with NULL. Else prints an error, so that a
// misspelled key is not ignored.
static bool keys_are_known(const figure_place *at, json_t *object, const char *const *known)
{
    const char *key;
    json_t     *value;
    json_object_foreach(object, key, value)
    {
        int i = 0;
        while (known[i] && strcmp(known[i], key) != 0) i++;
        if (!known[i]) return complain_of_key(at, key, known);
    }
    return true;
}

// Reads a number as a float. Returns false, and stores 0 or what fits, if it is no number or out of the range of floats.
static bool figure_float(float *out, const json_t *value)
{
    double number = json_number_value(value);
    *out = fabs(number) <= FLT_MAX ? (float)number : 0.0f;
    return json_is_number(value) && fabs(number) <= FLT_MAX;
}

// Reads an array of exactly count numbers. Does not change `out` if the key is missing. Otherwise returns false, and prints
// an error with `example`, unless the value is such an array.
static bool read_floats(const figure_place *at, json_t *part, const char *key, const char *example,
                        float *out, size_t count)
{
    char    what[200];
    json_t *value = json_object_get(part, key);
    if (!value) return true;
    bool good = json_is_array(value) && json_array_size(value) == count;
    for (size_t i = 0; good && i < count; i++)
        good = figure_float(&out[i], json_array_get(value, i));
    if (good) return true;
    snprintf(what, sizeof what, "\"%s\" is not %zu numbers in brackets; give such as %s", key,
             count, example);
    return figure_wrong(at, what);
}

// Reads an optional text; "" if there is none.
static bool read_text(const figure_place *at, json_t *object, const char *key, const char **out)
{
    char    what[100];
    json_t *value = json_object_get(object, key);
    *out = "";
    if (!value) return true;
    *out = json_string_value(value);
    if (*out) return true;
    snprintf(what, sizeof what, "\"%s\" is no text; put it in quotes", key);
    return figure_wrong(at, what);
}

// --- poses -----------------------------------------------------------------------------------------------

// Reads the optional scale, one number or two, which must be above 0.
static bool read_scale(const figure_place *at, json_t *part, rim_vec2 *scale)
{
    json_t *value = json_object_get(part, "scale");
    float   both[2] = { 1.0f, 1.0f };
    if (json_is_number(value))
    {
        // A number beyond floats becomes 0, for which the error is printed below.
        if (!figure_float(&both[0], value)) both[0] = 0.0f;
        both[1] = both[0];
    }
    else if (!read_floats(at, part, "scale", "[2, 1], or one number for both directions", both, 2))
        return false;
    *scale = rim_vec2_make(both[0], both[1]);
    if (scale->x > 0.0f && scale->y > 0.0f) return true;
    return figure_wrong(at, "\"scale\" is not above 0; to mirror the part, give \"flip\"");
}

// Reads the optional "flip", and negates the scale along each axis that it mirrors. Returns false after an error message.
static bool read_flip(const figure_place *at, json_t *part, rim_vec2 *scale)
{
    const char *flip;
    if (!read_text(at, part, "flip", &flip)) return false;
    bool flips_both = strcmp(flip, "hv") == 0;
    bool flips_across = flips_both || strcmp(flip, "h") == 0;
    bool flips_down = flips_both || strcmp(flip, "v") == 0;
    if (flips_across) scale->x = -scale->x;
    if (flips_down) scale->y = -scale->y;
    if (flips_across || flips_down || !flip[0]) return true;
    return figure_wrong(at, "\"flip\" is none of its words; give \"h\" (swaps left and right), "
                            "\"v\" (top and bottom) or \"hv\"");
}

// Reads "matrix" as the pose of a part that has no other key of a pose. Returns false after an error message.
static bool read_matrix(const figure_place *at, json_t *part, rim_xform2 *pose)
{
    static const char *const others[] = { "at", "rotate", "scale", "flip", NULL };
    float                    m[6] = { 0 };
    for (int i = 0; others[i]; i++)
        if (json_object_get(part, others[i]))
            return figure_wrong(at, "\"matrix\" is the whole pose; leave out \"at\", \"rotate\", "
                                    "\"scale\" and \"flip\", or it");
    if (!read_floats(at, part, "matrix", "[1, 0, 0, 1, 8, -4]", m, 6)) return false;
    *pose = (rim_xform2){ m[0], m[1], m[2], m[3], m[4], m[5] };
    if (rim_xform2_determinant(*pose) != 0.0) return true;
    return figure_wrong(at, "\"matrix\" makes a line of the part; give one whose a * d - b * c is "
                            "not 0");
}

// Reads the pose of a part: "matrix", or else flipped, scaled, rotated by "rotate" (json_number_value of a missing key is
// 0) and moved to "at", in this order, as `rimcast hit` does.
static bool read_pose(const figure_place *at, json_t *part, rim_xform2 *pose)
{
    float    place[2] = { 0.0f, 0.0f };
    rim_vec2 scale;
    json_t  *rotate = json_object_get(part, "rotate");
    if (json_object_get(part, "matrix")) return read_matrix(at, part, pose);
    if (rotate && !json_is_number(rotate))
        return figure_wrong(at, "\"rotate\" is no number; give degrees, clockwise on the screen");
    if (!read_floats(at, part, "at", "[8, -4]", place, 2) || !read_scale(at, part, &scale) ||
        !read_flip(at, part, &scale))
        return false;
    *pose = rim_xform2_pose(rim_vec2_make(place[0], place[1]),
                            rim_rot2_degrees(json_number_value(rotate)), scale);
    if (rim_xform2_determinant(*pose) != 0.0) return true;
    return figure_wrong(at, "\"scale\" leaves nothing of the part; give a larger one");
}

// --- kinds -----------------------------------------------------------------------------------------------

// Returns the sprite of a shape beside the figure file. If there is none, returns the sprite of the shape with that
// whole name, or NULL.
static const rim_sprite *figure_find_image(const figure_place *at, const char *name)
{
    size_t length = strlen(at->folder) + strlen(name) + 1;
    char  *beside = malloc(length);
    if (!beside) return NULL;
    snprintf(beside, length, "%s%s", at->folder, name);
    const baked_entry *e = baked_find(at->shapes, beside);
    free(beside);
    if (!e) e = baked_find(at->shapes, name);
    return e ? e->sprite : NULL;
}

// Returns the name that was probably meant, among the names of all shapes, or NULL. Names in the file's own folder are
// compared without the folder. nearest_word takes words of up to 31 characters. `words` has room for all shapes and a NULL.
static const char *nearest_image(const figure_place *at, const char *name, const char **words)
{
    size_t folder = strlen(at->folder);
    int    count = 0;
    for (int i = 0; i < at->shapes->count; i++)
    {
        const char *word = at->shapes->items[i].name;
        if (strncmp(word, at->folder, folder) == 0) word += folder;
        if (strlen(word) < 32) words[count++] = word;
    }
    words[count] = NULL;
    return nearest_word(name, words);
}

// Reads a part that is an image: the sprite of the baked shape that it names. Returns false after an error message.
static bool read_image(const figure_place *at, json_t *part, rim_figure_part *out)
{
    const char *name;
    char        what[400];
    if (!read_text(at, part, "image", &name)) return false;
    out->kind = RIM_PART_SPRITE;
    out->sprite = figure_find_image(at, name);
    if (out->sprite) return true;
    const char **words = calloc((size_t)at->shapes->count + 1, sizeof *words);
    if (!words) return figure_out_of_memory(at);
    const char *near = nearest_image(at, name, words);
    if (near)
        snprintf(what, sizeof what, "no shape is named '%.100s'; did you mean '%s'?", name, near);
    else
        snprintf(what, sizeof what,
                 "no shape is named '%.100s'; name an image that is baked, without its ending, "
                 "seen from this file's folder",
                 name);
    free(words);
    return figure_wrong(at, what);
}

// Reads a part that is a box, given as x, y, width, height. Returns false after an error message, also for a box without
// area after rounding to floats, or with an end beyond the range of floats.
static bool read_box(const figure_place *at, json_t *part, rim_figure_part *out)
{
    float n[4] = { 0 };
    if (!read_floats(at, part, "box", "[-8, -20, 16, 20]: x, y, width, height", n, 4)) return false;
    out->kind = RIM_PART_BOX;
    out->box = (rim_box2){ { n[0], n[1] }, { n[0] + n[2], n[1] + n[3] } };
    bool has_size = n[2] > 0.0f && n[3] > 0.0f;
    bool has_area = out->box.lo.x < out->box.hi.x && out->box.lo.y < out->box.hi.y; // rounded sums
    bool is_finite = out->box.hi.x <= FLT_MAX && out->box.hi.y <= FLT_MAX;
    if (has_size && has_area && is_finite) return true;
    return figure_wrong(at, "\"box\" has no area, or no end; give x, y, width, height");
}

// Reads a part that is a circle, [x, y, radius], whose radius must be positive. Returns false after an error message.
static bool read_circle(const figure_place *at, json_t *part, rim_figure_part *out)
{
    float n[3] = { 0 };
    if (!read_floats(at, part, "circle", "[0, -27, 7]: x, y, radius", n, 3)) return false;
    out->kind = RIM_PART_CIRCLE;
    out->circle = (rim_circle2){ { n[0], n[1] }, n[2] };
    if (n[2] > 0.0f) return true;
    return figure_wrong(at, "\"circle\" has no radius above 0; give x, y, radius");
}

// Reads the corners of a convex polygon, which the part owns, also on failure. Returns false after an error message.
static bool read_ring(const figure_place *at, const json_t *corners, rim_figure_part *out)
{
    size_t    count = json_array_size(corners);
    rim_vec2 *ring = calloc(count, sizeof *ring);
    out->kind = RIM_PART_POLYGON;
    out->polygon = (rim_polygon2){ ring, (int)count };
    if (!ring) return figure_out_of_memory(at);
    for (size_t i = 0; i < count; i++)
    {
        const json_t *corner = json_array_get(corners, i);
        if (json_array_size(corner) != 2 || !figure_float(&ring[i].x, json_array_get(corner, 0)) ||
            !figure_float(&ring[i].y, json_array_get(corner, 1)))
            return figure_wrong(at, "\"polygon\" is not corners in brackets; give such as [[0, 0], "
                                    "[8, 0], [4, 6]]");
    }
    if (!rim_polygon2_is_convex(out->polygon))
        return figure_wrong(at,
                            "its polygon has a dent or crosses itself; cut it into convex ones");
    if (rim_polygon2_area(out->polygon) == 0.0)
        return figure_wrong(at, "its polygon has no area; move a corner");
    return true;
}

// Reads a part that is a polygon. Returns false after an error message.
static bool figure_file_polygon(const figure_place *at, json_t *part, rim_figure_part *out)
{
    const json_t *corners = json_object_get(part, "polygon");
    size_t        count = json_array_size(corners);
    char          what[120];
    if (count >= 3 && count <= RIM_PART_CORNERS) return read_ring(at, corners, out);
    snprintf(what, sizeof what,
             "\"polygon\" has not 3 to %d corners in brackets; give such as "
             "[[0, 0], [8, 0], [4, 6]]",
             RIM_PART_CORNERS);
    return figure_wrong(at, what);
}

typedef bool kind_reader(const figure_place *at, json_t *part, rim_figure_part *out);

// Reads the one shape that a part must have.
static bool read_kind(const figure_place *at, json_t *part, rim_figure_part *out)
{
    static const struct
    {
        const char  *key;
        kind_reader *read;
    } kinds[] = { { "image", read_image },
                  { "box", read_box },
                  { "circle", read_circle },
                  { "polygon", figure_file_polygon } };
    kind_reader *found = NULL;
    int          given = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (json_object_get(part, kinds[i].key))
        {
            found = kinds[i].read;
            given++;
        }
    if (given == 1) return found(at, part, out);
    if (given == 0)
        return figure_wrong(
            at, "does not say what it is; give \"image\", \"box\", \"circle\" or \"polygon\"");
    return figure_wrong(at, "gives more than one of \"image\", \"box\", \"circle\" and "
                            "\"polygon\"; make a part of each");
}

// --- parts and figures -----------------------------------------------------------------------------------

// Reads the optional tag of a part, a whole number of 32 bits; *tag stays as it is without one. Returns false after an
// error message.
static bool read_tag(const figure_place *at, json_t *part, int *tag)
{
    json_t *value = json_object_get(part, "tag");
    if (!value) return true;
    // The number is compared with what was stored, so that one of more than 32 bits is an error.
    json_int_t number = json_integer_value(value);
    *tag = number >= INT_MIN && number <= INT_MAX ? (int)number : 0;
    if (json_is_integer(value) && *tag == number) return true;
    return figure_wrong(
        at, "a part's \"tag\" is a whole number of 32 bits; for any text, give \"name\"");
}

// Reads a part and adds it to the figure.
static bool figure_file_part(const figure_place *at, json_t *part, baked_figure *f)
{
    static const char *const known[] = { "name", "tag",    "image", "box",  "circle", "polygon",
                                         "at",   "rotate", "scale", "flip", "matrix", NULL };
    if (!json_is_object(part)) return figure_wrong(at, "is no object; put it in braces: {...}");
    rim_figure_part *out = &f->parts[f->count];
    const char      *name;
    if (!keys_are_known(at, part, known) || !read_text(at, part, "name", &name)) return false;
    f->part_names[f->count] = strdup(name);
    f->count++; // from here on freed with the others
    if (!f->part_names[f->count - 1]) return figure_out_of_memory(at);
    return read_tag(at, part, &out->tag) && read_pose(at, part, &out->pose) &&
           read_kind(at, part, out);
}

// Reads { "tag": ..., "parts": [...] } into a figure that has its name. Sets at->part to the part that is read, for error
// messages. Returns false after one; the figure then owns what was read.
static bool figure_file_figure(figure_place *at, json_t *figure, baked_figure *f)
{
    static const char *const known[] = { "tag", "parts", NULL };
    const char              *tag;
    json_t                  *parts = json_object_get(figure, "parts");
    if (!json_is_object(figure)) return figure_wrong(at, "is no object; put it in braces: {...}");
    if (!keys_are_known(at, figure, known) || !read_text(at, figure, "tag", &tag)) return false;
    if (json_array_size(parts) == 0)
        return figure_wrong(at, "has no parts; give it some: \"parts\": [{\"box\": [-8, -20, 16, "
                                "20]}]");
    f->tag = strdup(tag);
    f->parts = calloc(json_array_size(parts), sizeof *f->parts);
    f->part_names = calloc(json_array_size(parts), sizeof *f->part_names);
    if (!f->tag || !f->parts || !f->part_names) return figure_out_of_memory(at);
    for (size_t i = 0; i < json_array_size(parts); i++)
    {
        at->part = (int)i;
        if (!figure_file_part(at, json_array_get(parts, i), f)) return false;
    }
    return true;
}

// Adds a figure of the name. Unless the key is NULL, "_" and the key are appended to the name.
static bool add_figure(baked *b, figure_place at, const char *name, const char *key, json_t *figure)
{
    size_t        size = strlen(name) + (key ? strlen(key) : 0) + 2;
    baked_figure *f = baked_next_figure(b);
    if (!f) return figure_out_of_memory(&at);
    f->path = at.path;
    f->name = malloc(size);
    if (!f->name) return figure_out_of_memory(&at);
    snprintf(f->name, size, key ? "%s_%s" : "%s", name, key);
    at.figure = f->name;
    return figure_file_figure(&at, figure, f);
}

// Reads the one figure of a file, which gets the name `name`, or all in its "figures", which get `name`, _ and their key.
// Returns false after an error message.
static bool read_figures(baked *b, figure_place at, const char *name, json_t *root)
{
    static const char *const known[] = { "figures", NULL };
    json_t                  *figures = json_object_get(root, "figures"), *figure;
    const char              *key;
    at.figure = name;
    if (!json_is_object(root))
        return complain("%s: is no object; write {\"parts\": [...]}", at.path);
    if (!figures) return add_figure(b, at, name, NULL, root);
    if (!keys_are_known(&at, root, known)) return false;
    if (json_object_size(figures) == 0)
        return complain("%s: \"figures\" has no figure; write {\"idle\": {\"parts\": [...]}}",
                        at.path);
    json_object_foreach(figures, key, figure)
    {
        if (!add_figure(b, at, name, key, figure)) return false;
    }
    return true;
}

// Creates the name of the file's figure, which is its path without ".figure.json" as baked_name shortens it, and the folder
// in this name, with the slash behind it. Returns false if memory runs out. The caller frees both in any case.
static bool figure_names(arguments files, const char *path, char **name, char **folder)
{
    *name = baked_name(files, path, NULL, false); // without ".json"
    if (!*name) return false;
    (*name)[strlen(*name) - strlen(".figure")] = '\0';
    *folder = strdup(*name);
    if (!*folder) return false;
    char *slash = strrchr(*folder, '/');
    (*folder)[slash ? slash - *folder + 1 : 0] = '\0';
    return true;
}

// Adds the figures of a file to the baked ones. Requires that all images are baked and sorted (baked_sort). `files` are the
// arguments of the command. On failure prints an error; baked_free frees what was added.
bool figure_file_read(baked *b, arguments files, const char *path)
{
    bytes        file;
    json_error_t error;
    char        *name = NULL, *folder = NULL;
    if (!file_read_wanted(&file, path, "a figure file", FIGURE_FILE_MAX_BYTES)) return false;
    json_t *root = json_loadb((const char *)file.data, file.size, JSON_REJECT_DUPLICATES, &error);
    bytes_free(&file);
    bool good = root != NULL;
    if (!good)
        complain("%s: line %d: is not valid JSON: %s; mend it there", path, error.line, error.text);
    if (good && !figure_names(files, path, &name, &folder))
        good = complain("%s: out of memory; free some", path);
    if (good && strlen(name) == strlen(folder))
        good = complain("%s: gives its figure no name; give the file one, as in hero.figure.json",
                        path);
    // Until the first part is read, messages are about the figure.
    figure_place at = { .shapes = b, .path = path, .folder = folder, .part = -1 };
    good = good && read_figures(b, at, name, root);
    free(name);
    free(folder);
    json_decref(root);
    return good;
}
#endif
