// Reading atlas files. See atlas.h.
#define _XOPEN_SOURCE 700

#include "atlas.h"

#include "files.h"
#include "image.h"
#include "report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CLI_NO_ATLAS
#include <jansson.h>
#endif

char *text_copy(const char *text)
{
    char *copy = strdup(text);
    if (!copy) complain("%s: out of memory; free some", text);
    return copy;
}

#ifdef CLI_NO_ATLAS
bool atlas_read(atlas *out, const char *path)
{
    memset(out, 0, sizeof *out);
    return complain("%s: this rimcast was built without jansson and reads no atlases; give --sheet",
                    path);
}
#else
// The position of the reader in the file, for messages. After the first error the reader continues without further
// messages, and its results are not used.
typedef struct atlas_place
{
    const char *path;
    const char *kind;   // "frame" or "slice"
    const char *name;   // its name
    const char *object; // its part
    bool        failed;
} atlas_place;

// Allocates zeroed memory. Prints an error and returns NULL if there is none.
static void *need(const char *path, size_t count, size_t size)
{
    void *block = calloc(count, size);
    if (!block) complain("%s: out of memory; free some", path);
    return block;
}

// --- numbers --------------------------------------------------------------------------------------

static bool is_object(const json_t *value)
{
    return json_is_object(value);
}

// Returns the number that an object has for a key. If it has none, returns 0, sets at->failed, and prints an error
// unless at->failed was set before.
static double atlas_read_number(atlas_place *at, const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!at->failed && !json_is_number(value))
    {
        complain("%s: %s '%s': %s.%s is not a number; export the atlas again", at->path, at->kind,
                 at->name, at->object, key);
        at->failed = true;
    }
    return json_number_value(value);
}

// Returns the number of pixels that an object has for a key: a whole number, which some packers write as 12.0.
// Otherwise returns 0, sets at->failed, and prints an error unless at->failed was set before.
static int atlas_read_pixels(atlas_place *at, const json_t *object, const char *key)
{
    double value = atlas_read_number(at, object, key);
    if (value >= 0.0 && value <= RIM_MASK_MAX_SIDE && value == floor(value)) return (int)value;
    if (!at->failed)
        complain("%s: %s '%s': %s.%s is not a whole number from 0 up to %d; export the atlas again",
                 at->path, at->kind, at->name, at->object, key, RIM_MASK_MAX_SIDE);
    at->failed = true;
    return 0;
}

// --- frames ---------------------------------------------------------------------------------------

// Reads the place at which the frame is stored in the image. "frame" has the width and height of the frame as it was
// before packing. If the packer rotated it by a quarter turn, width and height are swapped in the image. On failure
// prints an error and sets at->failed.
static void read_place(rim_frame *f, atlas_place *at, const json_t *frame)
{
    const json_t *rectangle = json_object_get(frame, "frame");
    if (!is_object(rectangle))
    {
        complain("%s: frame '%s': has no \"frame\" with x, y, w and h; export the atlas again",
                 at->path, at->name);
        at->failed = true;
        return;
    }
    at->object = "frame";
    int x = atlas_read_pixels(at, rectangle, "x"), y = atlas_read_pixels(at, rectangle, "y");
    int w = atlas_read_pixels(at, rectangle, "w"), h = atlas_read_pixels(at, rectangle, "h");
    f->turned = json_is_true(json_object_get(frame, "rotated"));
    int stored_width = f->turned ? h : w, stored_height = f->turned ? w : h;
    f->place = rim_rect_make(x, y, x + stored_width, y + stored_height);
}

// Reads the position of the stored pixels in the untrimmed frame, and the size of the untrimmed frame. Both are
// optional: without them, or if they are no objects, *f keeps its values. Sets at->failed if a number of them is wrong.
static void read_trim(rim_frame *f, atlas_place *at, const json_t *frame)
{
    const json_t *inner = json_object_get(frame, "spriteSourceSize");
    const json_t *outer = json_object_get(frame, "sourceSize");
    if (is_object(inner))
    {
        at->object = "spriteSourceSize";
        f->trim_x = atlas_read_pixels(at, inner, "x");
        f->trim_y = atlas_read_pixels(at, inner, "y");
    }
    if (is_object(outer))
    {
        at->object = "sourceSize";
        f->width = atlas_read_pixels(at, outer, "w");
        f->height = atlas_read_pixels(at, outer, "h");
    }
}

// Reads the optional pivot, a fraction of the untrimmed frame's size, as the anchor. Requires read_place and read_trim.
// Sets at->failed if a coordinate is not a number.
static void read_pivot(rim_frame *f, atlas_place *at, const json_t *frame)
{
    const json_t *pivot = json_object_get(frame, "pivot");
    if (!is_object(pivot)) return;
    at->object = "pivot";
    double x = atlas_read_number(at, pivot, "x"), y = atlas_read_number(at, pivot, "y");
    f->has_anchor = true;
    int width, height;
    rim_frame_size(f, &width, &height);
    f->anchor = rim_vec2_make((float)(x * width), (float)(y * height));
}

// Reads one frame and its name into a zeroed struct. Returns false after an error message.
static bool read_frame(named_frame *out, const char *path, const char *name, const json_t *frame)
{
    atlas_place at = { .path = path, .kind = "frame", .name = name };
    out->name = text_copy(name);
    if (!out->name) return false;
    read_place(&out->frame, &at, frame);
    read_trim(&out->frame, &at, frame);
    read_pivot(&out->frame, &at, frame);
    return !at.failed;
}

// Reads the frames of a list, each of which has its file name as "filename". Requires that p->frames has room for them.
// Returns false after an error message.
static bool read_array(page *p, const char *path, const json_t *frames)
{
    for (size_t i = 0; i < json_array_size(frames); i++)
    {
        json_t     *frame = json_array_get(frames, i);
        const char *name = json_string_value(json_object_get(frame, "filename"));
        if (!name)
            return complain("%s: frame %d of the list has no \"filename\"; export the atlas again",
                            path, (int)i);
        if (!read_frame(&p->frames[p->count++], path, name, frame)) return false;
    }
    return true;
}

// Reads the frames of an object whose keys are the names. Requires that p->frames has room for them. Returns false
// after an error message.
static bool read_hash(page *p, const char *path, json_t *frames)
{
    const char *name;
    json_t     *frame;
    json_object_foreach(frames, name, frame)
    {
        if (!read_frame(&p->frames[p->count++], path, name, frame)) return false;
    }
    return true;
}

// Reads the frames, a list or an object whose keys are the names. Returns false after an error message.
static bool read_frames(page *p, const char *path, json_t *frames)
{
    bool   array = json_is_array(frames);
    size_t count = array ? json_array_size(frames) : json_object_size(frames);
    if (!array && !json_is_object(frames))
        return complain("%s: has no \"frames\"; give an atlas that TexturePacker or Aseprite "
                        "exported as JSON",
                        path);
    if (count == 0) return complain("%s: has no frame; export the atlas again", path);
    if (count > ATLAS_MAX_FRAMES)
        return complain("%s: has %lld frames, and %d is the most; cut it up", path,
                        (long long)count, ATLAS_MAX_FRAMES);
    p->frames = need(path, count, sizeof *p->frames);
    if (!p->frames) return false;
    // Both add to p->count as they read, so that atlas_free frees what was read before an error.
    return array ? read_array(p, path, frames) : read_hash(p, path, frames);
}

// --- pivots of slices -------------------------------------------------------------------------------

// Returns the frame from which a key is valid, clamped to 0 .. the number of frames.
static int first_frame_of(const page *p, const json_t *key)
{
    json_int_t from = json_integer_value(json_object_get(key, "frame"));
    if (from < 0) return 0;
    return from < p->count ? (int)from : p->count;
}

static bool has_pivot(const json_t *key)
{
    return is_object(json_object_get(key, "pivot"));
}

// Stores the pivot of a slice's key in pixels from the frame's top left corner. In the file it is relative to the
// corner of the slice's bounds. Requires has_pivot. Returns false after an error message.
static bool read_slice_pivot(rim_vec2 *out, const char *path, const char *slice, const json_t *key)
{
    const json_t *bounds = json_object_get(key, "bounds"), *pivot = json_object_get(key, "pivot");
    atlas_place   at = { .path = path, .kind = "slice", .name = slice, .object = "bounds" };
    double        x = atlas_read_number(&at, bounds, "x"), y = atlas_read_number(&at, bounds, "y");
    at.object = "pivot";
    double px = atlas_read_number(&at, pivot, "x"), py = atlas_read_number(&at, pivot, "y");
    *out = rim_vec2_make((float)(x + px), (float)(y + py));
    return !at.failed;
}

// Makes the pivot of a slice's key the anchor of the frames that have none, from the key's frame on and before *end,
// which becomes the key's frame. A key without a pivot changes nothing. Returns false after an error message.
static bool read_key(page *p, const char *path, const char *slice, const json_t *key, int *end)
{
    rim_vec2 anchor;
    if (!has_pivot(key)) return true;
    if (!read_slice_pivot(&anchor, path, slice, key)) return false;
    for (; *end > first_frame_of(p, key); --*end)
    {
        rim_frame *f = &p->frames[*end - 1].frame;
        if (f->has_anchor) continue;
        f->has_anchor = true;
        f->anchor = anchor;
    }
    return true;
}

// Adds the pivot of a slice's key as a named point of the frames from .. to - 1. A key without a pivot adds nothing.
// Returns false after an error message.
static bool atlas_add_point(page *p, const char *path, const char *slice, const json_t *key,
                            int from, int to)
{
    rim_vec2 point;
    if (!has_pivot(key)) return true;
    if (!read_slice_pivot(&point, path, slice, key)) return false;
    if (!isfinite(point.x) || !isfinite(point.y))
        return complain("%s: slice '%s': its pivot is out of range; export the atlas again", path,
                        slice);
    for (int i = from; i < to; i++)
    {
        named_frame *f = &p->frames[i];
        if (f->point_count == ATLAS_MAX_POINTS)
            return complain("%s: more than %d slices have pivots; leave some out", path,
                            ATLAS_MAX_POINTS);
        atlas_point *grown = realloc(f->points, (size_t)(f->point_count + 1) * sizeof *grown);
        if (!grown) return complain("%s: out of memory; free some", path);
        f->points = grown;
        f->points[f->point_count].name = text_copy(slice);
        if (!f->points[f->point_count].name) return false;
        f->points[f->point_count++].at = point;
    }
    return true;
}

// Reads the pivots of Aseprite's slices as named points. A key of a slice is valid from its own frame to the frame
// before that of the next key, or to the last frame. Returns false after an error message.
static bool atlas_read_points(page *p, const char *path, const json_t *slices)
{
    for (size_t i = 0; i < json_array_size(slices); i++)
    {
        const json_t *slice = json_array_get(slices, i), *keys = json_object_get(slice, "keys");
        const char   *name = json_string_value(json_object_get(slice, "name"));
        for (size_t k = 0; k < json_array_size(keys); k++)
        {
            const json_t *key = json_array_get(keys, k), *next = json_array_get(keys, k + 1);
            int           to = next ? first_frame_of(p, next) : p->count;
            if (!atlas_add_point(p, path, name ? name : "", key, first_frame_of(p, key), to))
                return false;
        }
    }
    return true;
}

// --- tags -------------------------------------------------------------------------------------------

// Returns the first frame from `frame` on that has no tag, or the number of frames. next[i] is i if frame i has no tag
// or is behind the last one, and otherwise a later frame before which all have tags; the search makes these steps
// longer.
static int first_untagged(int *next, int frame)
{
    while (next[frame] != frame) frame = next[frame] = next[next[frame]];
    return frame;
}

// Sets the tag of the frames from .. to that have none. Returns false after an error message.
static bool tag_frames(page *p, int *next, const char *name, json_int_t from, json_int_t to)
{
    if (from < 0) from = 0;
    if (to >= p->count) to = p->count - 1;
    if (from > to) return true;
    for (int k = first_untagged(next, (int)from); k <= to; k = first_untagged(next, k))
    {
        p->frames[k].tag = text_copy(name);
        if (!p->frames[k].tag) return false;
        next[k] = k + 1;
    }
    return true;
}

// Sets the tags of the frames to Aseprite's frame tags, each of which names the frames from .. to. If a frame has
// several tags, the first one is used. Returns false after an error message.
static bool read_tags(page *p, const char *path, const json_t *tags)
{
    int *next = need(path, (size_t)p->count + 1, sizeof *next);
    bool good = next != NULL;
    for (int i = 0; good && i <= p->count; i++) next[i] = i;
    for (size_t i = 0; good && i < json_array_size(tags); i++)
    {
        const json_t *tag = json_array_get(tags, i);
        const char   *name = json_string_value(json_object_get(tag, "name"));
        json_int_t    from = json_integer_value(json_object_get(tag, "from"));
        json_int_t    to = json_integer_value(json_object_get(tag, "to"));
        good = !name || tag_frames(p, next, name, from, to);
    }
    free(next);
    return good;
}

static bool any_has_pivot(const json_t *keys)
{
    for (size_t i = 0; i < json_array_size(keys); i++)
        if (has_pivot(json_array_get(keys, i))) return true;
    return false;
}

// Reads the anchors of the frames without a pivot of their own from the first slice of which a key has a pivot. The
// keys are read from the last to the first, so that a key is valid up to the next one. Returns false after an error
// message.
static bool read_slices(page *p, const char *path, const json_t *slices)
{
    for (size_t i = 0; i < json_array_size(slices); i++)
    {
        const json_t *slice = json_array_get(slices, i), *keys = json_object_get(slice, "keys");
        const char   *name = json_string_value(json_object_get(slice, "name"));
        bool          good = true;
        int           end = p->count; // the frames from it on have anchors
        if (!any_has_pivot(keys)) continue;
        for (size_t k = json_array_size(keys); good && k > 0; k--)
            good = read_key(p, path, name ? name : "", json_array_get(keys, k - 1), &end);
        return good;
    }
    return true;
}

// --- pages ----------------------------------------------------------------------------------------

// Returns the path of an image that the atlas file at `path` names relative to its own folder, which the caller frees.
// Returns NULL after an error message.
static char *path_of_image(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    size_t      folder = slash && name[0] != '/' ? (size_t)(slash - path) + 1 : 0;
    char       *joined = need(path, folder + strlen(name) + sizeof "./", 1);
    if (!joined) return NULL;
    memcpy(joined, path, folder);
    strcpy(joined + folder, name);
    if (path_is_standard(joined))
        strcpy(joined, "./-"); // a file; standard input is named by the user alone
    return joined;
}

// Reads the frames of one image, and its path from the JSON text `named`. Returns false after an error message.
static bool read_page(page *p, const char *path, const json_t *named, json_t *frames)
{
    const char *name = json_string_value(named);
    if (!read_frames(p, path, frames)) return false;
    if (!name || !name[0])
        return complain("%s: does not name its image (meta.image); export the atlas again", path);
    p->image = path_of_image(path, name);
    return p->image != NULL;
}

// Reads an atlas of several images: a list of textures, each with its own image and frames. Returns false after an
// error message; atlas_free then frees what was read.
static bool read_textures(atlas *out, const char *path, const json_t *textures)
{
    int frames = 0;
    if (json_array_size(textures) == 0)
        return complain("%s: has no texture; export the atlas again", path);
    out->pages = need(path, json_array_size(textures), sizeof *out->pages);
    if (!out->pages) return false;
    for (size_t i = 0; i < json_array_size(textures); i++)
    {
        const json_t *texture = json_array_get(textures, i);
        page         *p = &out->pages[out->count++];
        if (!read_page(p, path, json_object_get(texture, "image"),
                       json_object_get(texture, "frames")))
            return false;
        frames += p->count;
        if (frames > ATLAS_MAX_FRAMES)
            return complain("%s: has more than %d frames; cut it up", path, ATLAS_MAX_FRAMES);
    }
    return true;
}

// Reads an atlas with one image, or TexturePacker's layout with several "textures". Slices and tags are Aseprite's,
// which writes one image. Returns false after an error message.
static bool read_root(atlas *out, const char *path, const json_t *root)
{
    const json_t *textures = json_object_get(root, "textures");
    const json_t *meta = json_object_get(root, "meta");
    if (json_is_array(textures)) return read_textures(out, path, textures);
    out->pages = need(path, 1, sizeof *out->pages);
    if (!out->pages) return false;
    out->count = 1;
    return read_page(&out->pages[0], path, json_object_get(meta, "image"),
                     json_object_get(root, "frames")) &&
           read_slices(&out->pages[0], path, json_object_get(meta, "slices")) &&
           atlas_read_points(&out->pages[0], path, json_object_get(meta, "slices")) &&
           read_tags(&out->pages[0], path, json_object_get(meta, "frameTags"));
}

// --- limits -----------------------------------------------------------------------------------------

// Adds the number of pixels of an untrimmed frame to *total, before any frame is unpacked. Returns false after an error
// message if the frame or the total is above its limit.
static bool check_pixels(const char *path, const named_frame *f, int64_t *total)
{
    int width, height;
    rim_frame_size(&f->frame, &width, &height);
    int64_t pixels = (int64_t)width * height;
    if (pixels > IMAGE_MAX_PIXELS)
        return complain("%s: frame '%s' is %d x %d pixels when whole, and %lld in all is the most; "
                        "scale it down",
                        path, f->name, width, height, (long long)IMAGE_MAX_PIXELS);
    *total += pixels;
    if (*total <= ATLAS_MAX_PIXELS) return true;
    return complain(
        "%s: with frame '%s' of %d x %d the frames have %lld pixels when whole, and %lld in all is "
        "the most; scale them down or cut the atlas up",
        path, f->name, width, height, (long long)*total, (long long)ATLAS_MAX_PIXELS);
}

// Returns true if all frames together are small enough for memory. Otherwise prints an error.
static bool check_all_pixels(const atlas *a, const char *path)
{
    int64_t total = 0;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < a->pages[i].count; k++)
            if (!check_pixels(path, &a->pages[i].frames[k], &total)) return false;
    return true;
}

// Reads an atlas file as JSON. A key that is given twice is an error, because one of two frames would be lost. On failure
// prints an error, and *out is empty.
bool atlas_read(atlas *out, const char *path)
{
    memset(out, 0, sizeof *out);
    bytes file;
    if (!file_read_wanted(&file, path, "an atlas", ATLAS_MAX_BYTES)) return false;
    const char  *name = input_name(path);
    json_error_t error;
    json_t *root = json_loadb((const char *)file.data, file.size, JSON_REJECT_DUPLICATES, &error);
    bytes_free(&file);
    bool good = root != NULL;
    if (!good)
        complain("%s: line %d: is not valid JSON: %s; export the atlas again", name, error.line,
                 error.text);
    good = good && read_root(out, name, root) && check_all_pixels(out, name);
    json_decref(root);
    if (!good) atlas_free(out);
    return good;
}
#endif

static void free_frame(named_frame *f)
{
    for (int i = 0; i < f->point_count; i++) free(f->points[i].name);
    free(f->points);
    free(f->tag);
    free(f->name);
}

void atlas_free(atlas *a)
{
    for (int i = 0; i < a->count; i++)
    {
        for (int k = 0; k < a->pages[i].count; k++) free_frame(&a->pages[i].frames[k]);
        free(a->pages[i].frames);
        free(a->pages[i].image);
    }
    free(a->pages);
    memset(a, 0, sizeof *a);
}
