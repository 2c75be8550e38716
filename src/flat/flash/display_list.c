// The display list: movies, clips, their order, names and masks.
#include "flat/flash/data.h"

#include "base/memory.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

// --- movies -------------------------------------------------------------------------------------------

// Makes room for one more clip in movie->by_leaf and in movie->tree. On failure the movie does not change.
static rim_status flash_list_make_room(rim_flash *movie)
{
    if (movie->clip_count < movie->clip_room) return RIM_OK;
    if (movie->clip_room > INT_MAX / 4) return RIM_ERR_SIZE; // the doubled room must fit in an int
    size_t           old = (size_t)movie->clip_room, room = old ? 2 * old : 16;
    rim_flash_clip **by_leaf = memory_allocate(&movie->from, room, sizeof *by_leaf);
    if (!by_leaf) return RIM_ERR_MEMORY;
    rim_status status = box_tree_reserve(movie->tree, (int)room);
    if (status)
    {
        memory_release(&movie->from, by_leaf, room, sizeof *by_leaf);
        return status;
    }
    if (old) memcpy(by_leaf, movie->by_leaf, old * sizeof *by_leaf);
    memory_release(&movie->from, movie->by_leaf, old, sizeof *by_leaf);
    movie->by_leaf = by_leaf;
    movie->clip_room = (int)room;
    return RIM_OK;
}

// Creates a clip without a parent, with an empty box in the tree, and appends it to the movie's list of all clips.
// `name` is copied; if it is NULL, the clip has no name. Requires that movie->tree exists. *out is NULL on failure.
// The caller calls flash_update.
static rim_status make_clip(rim_flash_clip **out, rim_flash *movie, const char *name)
{
    *out = NULL;
    rim_status status = flash_list_make_room(movie);
    if (status) return status;
    // The name stands after the clip in the same block.
    size_t          name_size = name ? strlen(name) + 1 : 0;
    size_t          bytes = sizeof(rim_flash_clip) + name_size;
    rim_flash_clip *clip = memory_allocate_zeroed(&movie->from, 1, bytes);
    if (!clip) return RIM_ERR_MEMORY;

    clip->movie = movie;
    clip->bytes = bytes;
    if (name) clip->name = memcpy((char *)clip + sizeof *clip, name, name_size);
    clip->visible = true;
    clip->matrix.a = clip->matrix.d = 1.0;
    clip->xscale = clip->yscale = 100.0;
    clip->content = flash_box_empty();
    // The leaf's item (0) is not used: by_leaf leads from the leaf to the clip.
    status = box_tree_insert(movie->tree, rim_box3_empty(), 0, &clip->leaf);
    assert(status == RIM_OK); // there is room
    movie->by_leaf[clip->leaf] = clip;
    clip->older = movie->newest;
    if (movie->newest) movie->newest->newer = clip;
    movie->newest = clip;
    movie->clip_count++;
    *out = clip;
    return status;
}

rim_status rim_flash_create(rim_flash **out, rim_flash_generation generation,
                            const rim_allocator *from)
{
    RIM_ASSERT(out, "out is NULL");
    *out = NULL;
    rim_allocator allocator = memory_allocator_or_default(from);
    rim_flash    *movie = memory_allocate_zeroed(&allocator, 1, sizeof *movie);
    if (!movie) return RIM_ERR_MEMORY;
    movie->from = allocator;
    movie->generation = generation;
    box_tree_options flat = { .flat = true };
    rim_status       status = box_tree_create(&movie->tree, &flat, &allocator);
    if (status == RIM_OK) status = make_clip(&movie->root, movie, "_root");
    if (status)
    {
        rim_flash_destroy(movie);
        return status;
    }
    flash_update(movie->root);
    *out = movie;
    return RIM_OK;
}

void rim_flash_destroy(rim_flash *movie)
{
    if (!movie) return;
    rim_allocator   from = movie->from;
    rim_flash_clip *clip = movie->newest;
    while (clip)
    {
        rim_flash_clip *older = clip->older;
        memory_release(&from, clip, 1, clip->bytes);
        clip = older;
    }
    memory_release(&from, movie->by_leaf, (size_t)movie->clip_room, sizeof *movie->by_leaf);
    box_tree_destroy(movie->tree);
    memory_release(&from, movie, 1, sizeof *movie);
}

rim_flash_clip *rim_flash_root(rim_flash *movie)
{
    return movie->root;
}

// --- adding and removing clips -------------------------------------------------------------------------

// Returns the child at a depth, or NULL if no child is there. Children are sorted by depth, so the search from the
// highest one ends at the first child that is not above the depth.
static rim_flash_clip *at_depth(const rim_flash_clip *parent, int depth)
{
    rim_flash_clip *child = parent->last;
    while (child && child->depth > depth) child = child->below;
    return child && child->depth == depth ? child : NULL;
}

// Makes two clips neighbors in the list of a parent's children. If `below` is NULL, `above` becomes the first child; if
// `above` is NULL, `below` becomes the last one.
static void make_neighbors(rim_flash_clip *parent, rim_flash_clip *below, rim_flash_clip *above)
{
    if (below)
        below->above = above;
    else
        parent->first = above;
    if (above)
        above->below = below;
    else
        parent->last = below;
}

// Inserts a clip into a parent's list of children, which is sorted by depth. Requires that the clip has no parent, that
// clip->depth is set, and that no child has this depth, unless it is INT_MAX: then the clip is above that child. The
// caller calls flash_update if the clip's place is a new one.
static void link_clip(rim_flash_clip *parent, rim_flash_clip *clip)
{
    rim_flash_clip *below = parent->last;
    while (below && below->depth > clip->depth) below = below->below;
    rim_flash_clip *above = below ? below->above : parent->first;
    clip->parent = parent;
    make_neighbors(parent, below, clip);
    make_neighbors(parent, clip, above);
    if (clip->clip_depth > 0) parent->layers++;
}

// Removes a clip from its parent's list of children. Does nothing if the clip has no parent. The clip keeps its depth.
static void unlink_clip(rim_flash_clip *clip)
{
    rim_flash_clip *parent = clip->parent;
    if (!parent) return;
    make_neighbors(parent, clip->below, clip->above);
    if (clip->clip_depth > 0) parent->layers--;
    clip->parent = clip->below = clip->above = NULL;
}

// Creates a clip and adds it to the parent at a depth. Requires that no child has this depth. *out is NULL on failure.
static rim_status flash_list_add(rim_flash_clip **out, rim_flash_clip *parent, const char *name,
                                 int depth)
{
    rim_status status = make_clip(out, parent->movie, name);
    if (status) return status;
    (*out)->depth = depth;
    link_clip(parent, *out);
    flash_update(*out);
    return RIM_OK;
}

// Returns the depth above the parent's highest child, but at least 0. If the highest child is at INT_MAX, returns
// INT_MAX, which is then taken.
static int next_depth(const rim_flash_clip *parent)
{
    if (!parent->last || parent->last->depth < 0) return 0;
    return parent->last->depth < INT_MAX ? parent->last->depth + 1 : INT_MAX;
}

rim_status rim_flash_add(rim_flash_clip **out, rim_flash_clip *parent, const char *name)
{
    RIM_ASSERT(out && parent, "out or the parent is NULL");
    return rim_flash_add_at(out, parent, name, next_depth(parent));
}

rim_status rim_flash_add_at(rim_flash_clip **out, rim_flash_clip *parent, const char *name,
                            int depth)
{
    RIM_ASSERT(out && parent, "out or the parent is NULL");
    *out = NULL;
    if (at_depth(parent, depth)) return RIM_ERR_ARGUMENT;
    return flash_list_add(out, parent, name, depth);
}

void rim_flash_detach(rim_flash_clip *clip)
{
    RIM_ASSERT(clip != clip->movie->root, "the root stays in its movie");
    unlink_clip(clip);
    flash_update(clip);
}

void rim_flash_attach(rim_flash_clip *parent, rim_flash_clip *clip)
{
    RIM_ASSERT(clip != clip->movie->root, "the root stays in its movie");
    RIM_ASSERT(clip->movie == parent->movie, "a clip stays in its movie");
    RIM_ASSERT(!flash_within(parent, clip), "a clip cannot be inside itself");
    unlink_clip(clip);
    clip->depth = next_depth(parent);
    link_clip(parent, clip);
    flash_update(clip);
}

// Resets the clip's drop target, and removes the clip from the list of clips that were dropped on it. Does nothing if
// the clip has no drop target.
static void clear_drop_target(rim_flash_clip *clip)
{
    if (!clip->drop_target) return;
    rim_flash_clip *previous = clip->previous_dropped, *next = clip->next_dropped;
    if (previous)
        previous->next_dropped = next;
    else
        clip->drop_target->first_dropped = next;
    if (next) next->previous_dropped = previous;
    clip->drop_target = NULL;
    clip->previous_dropped = clip->next_dropped = NULL;
}

// The target has a list of all clips that were dropped on it, so that they can be reset when it is removed.
void flash_set_drop_target(rim_flash_clip *clip, rim_flash_clip *target)
{
    clear_drop_target(clip);
    if (!target) return;
    clip->drop_target = target;
    clip->next_dropped = target->first_dropped;
    if (target->first_dropped) target->first_dropped->previous_dropped = clip;
    target->first_dropped = clip;
}

// Removes all references to a clip that will be freed: as the dragged clip, as a mask or a masked clip, as the drop
// target of other clips, and in the list of its own drop target. Its parent and the tree still refer to it.
static void clear_references(rim_flash_clip *clip)
{
    rim_flash *movie = clip->movie;
    if (movie->dragged == clip) movie->dragged = NULL;
    rim_flash_set_mask(clip, NULL);
    if (clip->masked) rim_flash_set_mask(clip->masked, NULL);
    clear_drop_target(clip);
    while (clip->first_dropped) clear_drop_target(clip->first_dropped);
}

// Removes all references to a clip, and frees it. Requires that the clip has no children.
static void free_clip(rim_flash_clip *clip)
{
    rim_flash *movie = clip->movie;
    clear_references(clip);
    unlink_clip(clip);
    box_tree_remove(movie->tree, clip->leaf);
    if (clip->newer)
        clip->newer->older = clip->older;
    else
        movie->newest = clip->older;
    if (clip->older) clip->older->newer = clip->newer;
    movie->clip_count--;
    memory_release(&movie->from, clip, 1, clip->bytes);
}

// Frees the clip and all clips inside it. Each step goes down to a clip without children, frees it, and continues at
// its parent. Clips may be nested so deep that a recursion would overflow the stack.
void rim_flash_remove(rim_flash_clip *clip)
{
    RIM_ASSERT(clip != clip->movie->root, "the root stays in its movie");
    rim_flash_clip *at = clip;
    while (clip->first)
    {
        while (at->first) at = at->first;
        rim_flash_clip *parent = at->parent;
        free_clip(at);
        at = parent;
    }
    free_clip(clip);
}

void rim_flash_swap_depths(rim_flash_clip *clip, int depth)
{
    rim_flash_clip *parent = clip->parent;
    if (!parent || clip->depth == depth) return;
    // A depth changes only while its clip is unlinked, because the list of children is sorted by depth.
    rim_flash_clip *other = at_depth(parent, depth);
    int             old_depth = clip->depth;
    unlink_clip(clip);
    if (other)
    {
        unlink_clip(other);
        other->depth = old_depth;
        link_clip(parent, other);
    }
    clip->depth = depth;
    link_clip(parent, clip);
}

// --- names and paths -------------------------------------------------------------------------------------------

// Returns true if word[0 .. length - 1] is equal to the name. Returns false for the name NULL, which is that of a clip
// without a name.
static bool is_word(const char *word, size_t length, const char *name)
{
    return name && strlen(name) == length && memcmp(word, name, length) == 0;
}

// Returns the clip to which one word of a target path, word[0 .. length - 1], leads from `at`: `at` itself, its
// parent, the root, or the lowest child with this name. Returns NULL if there is no such clip.
static rim_flash_clip *follow_word(rim_flash_clip *at, const char *word, size_t length)
{
    if (is_word(word, length, "this")) return at;
    if (is_word(word, length, "..") || is_word(word, length, "_parent")) return at->parent;
    if (is_word(word, length, "_root")) return at->movie->root;
    for (rim_flash_clip *child = at->first; child; child = child->above)
        if (is_word(word, length, child->name)) return child;
    return NULL;
}

// Follows the words of a path one by one. Starts at the clip, or at the root if the path begins with a slash. Slashes
// and dots separate words. But two dots, if a separator or the end of the path follows, are the word for the parent.
rim_flash_clip *rim_flash_find(rim_flash_clip *clip, const char *path)
{
    if (!path || !*path) return NULL;
    rim_flash_clip *at = clip;
    if (*path == '/')
    {
        at = clip->movie->root;
        path++;
    }
    while (at && *path)
    {
        bool   two_dots = path[0] == '.' && path[1] == '.' && (!path[2] || strchr("/.", path[2]));
        size_t length = two_dots ? 2 : strcspn(path, "/.");
        at = follow_word(at, path, length);
        path += length;
        if (*path) path++; // the separator
    }
    return at;
}

// Writes text[0 .. length - 1] to buffer[end - length .. end - 1]. Requires end >= length. Leaves out the characters
// for index capacity - 1 and above, because the terminating zero needs room.
static void flash_path_put(char *buffer, int capacity, int64_t end, const char *text, size_t length)
{
    int64_t begin = end - (int64_t)length;
    for (size_t i = 0; i < length && begin + (int64_t)i + 1 < capacity; i++)
        buffer[begin + (int64_t)i] = text[i];
}

// The path has a slash and a name for each clip with a name, from the child of the root (or of the clip without a
// parent) down to the clip. If there is no such name, the path is a slash.
int rim_flash_path(const rim_flash_clip *clip, char *buffer, int capacity)
{
    int64_t length = 0;
    for (const rim_flash_clip *at = clip; at->parent; at = at->parent)
        if (at->name) length += 1 + (int64_t)strlen(at->name);

    // The names are written from the last to the first, because a clip refers to its parent.
    int64_t end = length;
    for (const rim_flash_clip *at = clip; at->parent; at = at->parent)
    {
        if (!at->name) continue;
        size_t name_length = strlen(at->name);
        flash_path_put(buffer, capacity, end, at->name, name_length);
        flash_path_put(buffer, capacity, end - (int64_t)name_length, "/", 1);
        end -= 1 + (int64_t)name_length;
    }
    if (length == 0)
    {
        length = 1;
        flash_path_put(buffer, capacity, length, "/", 1);
    }
    if (capacity > 0) buffer[length < capacity ? length : capacity - 1] = 0;
    return length < INT_MAX ? (int)length : INT_MAX;
}

// --- flags and masks --------------------------------------------------------------------------------------

// A clip has at most one mask, and a mask masks at most one clip. So the clip's old mask and the mask's old clip are
// reset.
void rim_flash_set_mask(rim_flash_clip *clip, rim_flash_clip *mask)
{
    if (clip->mask) clip->mask->masked = NULL;
    clip->mask = mask;
    if (!mask) return;
    if (mask->masked) mask->masked->mask = NULL;
    mask->masked = clip;
}

// The parent's count of mask layers changes if the clip becomes or ceases to be one.
void rim_flash_set_clip_depth(rim_flash_clip *clip, int clip_depth)
{
    if (clip->parent) clip->parent->layers += (clip_depth > 0) - (clip->clip_depth > 0);
    clip->clip_depth = clip_depth;
}
