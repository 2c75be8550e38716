// Histories: the differences between the saved states of consecutive ticks, as the exclusive or of their words.
//
// Applied to the state of either tick, the same differences give that of the other. A tick's record is a list of
// entries, one for each track that changed since the tick before. All numbers are words of 32 bits:
//
//      track, n, { first word, count, `count` differences }, ...                                 words of a state
//      track | HISTORY_PAIRS, n, { a.slot, a.generation, b.slot, b.generation }, ...             pairs of a stage
//
// n is the number of words after it. The second kind lists the pairs of a stage's last update that are in exactly one
// of the two ticks. It is not a difference of words, because the lists are sorted, so that a new pair would move all
// pairs after it.
#include "rimcast/history.h"

#include "base/memory.h"
#include "flat/history/track.h"

#include <string.h>

#define HISTORY_DEFAULT_TICKS 128
#define HISTORY_MOST_BYTES ((size_t)1 << 30)
#define HISTORY_PAIRS ((uint32_t)1 << 31) // marks an entry of pairs

// Two runs of changed words with at most this many equal words between them are stored as one run, because the head of
// a run takes as many words.
#define HISTORY_GAP 2
// The number of words that are compared at a time.
#define HISTORY_BLOCK 16

enum
{
    HISTORY_HEAD = 2, // the words of the head of an entry, and of that of a run
    HISTORY_PAIR_WORDS = sizeof(rim_pair) / sizeof(uint32_t)
};

typedef struct history_tick
{
    int64_t number;
    size_t  from, end; // its record: log[from .. end - 1]; not used for the oldest tick
} history_tick;

struct rim_history
{
    rim_allocator allocator;
    track        *tracks;
    size_t        track_count, track_capacity;
    history_tick *ticks;   // the oldest first
    int           count;   // of ticks
    int           present; // the index of the present tick, whose state is `saved` of all tracks
    int           most;    // the capacity of ticks
    uint32_t     *log;     // the records of all ticks
    size_t        log_capacity;
};

// --- creation ----------------------------------------------------------------------------------------------

rim_status rim_history_create(rim_history **out, const rim_history_options *options)
{
    rim_history_options plain = { 0 };
    if (!options) options = &plain;
    rim_allocator from = memory_allocator_or_default(options->allocator);
    int           most = options->ticks ? options->ticks : HISTORY_DEFAULT_TICKS;
    RIM_ASSERT(out, "out is NULL");
    *out = NULL;
    if (most < 2) return RIM_ERR_SIZE;
    rim_history *h = memory_allocate_zeroed(&from, 1, sizeof *h);
    if (!h) return RIM_ERR_MEMORY;
    h->allocator = from;
    h->most = most;
    h->ticks = memory_allocate(&from, (size_t)most, sizeof *h->ticks);
    if (!h->ticks)
    {
        memory_release(&from, h, 1, sizeof *h);
        return RIM_ERR_MEMORY;
    }
    *out = h;
    return RIM_OK;
}

void rim_history_destroy(rim_history *h)
{
    if (!h) return;
    rim_allocator from = h->allocator;
    for (size_t i = 0; i < h->track_count; i++) history_track_release(&h->tracks[i], &from);
    memory_release(&from, h->tracks, h->track_capacity, sizeof *h->tracks);
    memory_release(&from, h->ticks, (size_t)h->most, sizeof *h->ticks);
    memory_release(&from, h->log, h->log_capacity, sizeof *h->log);
    memory_release(&from, h, 1, sizeof *h);
}

// Adds a track and drops all saves. On failure the track is released.
static rim_status history_add(rim_history *h, track one)
{
    if (!memory_reserve(&h->allocator, (void **)&h->tracks, &h->track_capacity, h->track_count + 1,
                        sizeof *h->tracks))
        return RIM_ERR_MEMORY;
    if (!history_track_reserve(&one, &h->allocator))
    {
        history_track_release(&one, &h->allocator);
        return RIM_ERR_MEMORY;
    }
    h->tracks[h->track_count++] = one;
    h->count = h->present = 0;
    return RIM_OK;
}

rim_status rim_history_add_stage(rim_history *h, rim_stage *stage)
{
    return history_add(h, (track){ .kind = TRACK_STAGE, .stage = stage });
}

rim_status rim_history_add_mask(rim_history *h, rim_mask *mask, rim_sprite *sprite)
{
    // A sprite of another size could not be updated by a restore.
    const rim_mask *pixels = sprite ? rim_sprite_mask(sprite) : mask;
    if (rim_mask_width(pixels) != rim_mask_width(mask) ||
        rim_mask_height(pixels) != rim_mask_height(mask))
        return RIM_ERR_SIZE;
    return history_add(h, (track){ .kind = TRACK_MASK, .mask = mask, .sprite = sprite });
}

rim_status rim_history_add_memory(rim_history *h, void *memory, size_t bytes)
{
    if (bytes > HISTORY_MOST_BYTES) return RIM_ERR_SIZE;
    return history_add(h, (track){ .kind = TRACK_MEMORY, .memory = memory, .bytes = bytes });
}

// --- differences -----------------------------------------------------------------------------------------

// Returns the index of the first word from `at` on that differs, or count.
static size_t next_difference(const uint32_t *a, const uint32_t *b, size_t at, size_t count)
{
    while (at + HISTORY_BLOCK <= count && memcmp(a + at, b + at, HISTORY_BLOCK * sizeof *a) == 0)
        at += HISTORY_BLOCK;
    while (at < count && a[at] == b[at]) at++;
    return at;
}

// Writes the differences of two states of `count` words as runs and returns how many words were written. A run begins
// and ends with a word that differs. At most count + HISTORY_HEAD words are written: after each run but the last, more
// than HISTORY_GAP equal words are not written, which makes room for the run's head.
static size_t write_runs(const uint32_t *a, const uint32_t *b, size_t count, uint32_t *out)
{
    size_t written = 0;
    for (size_t from = next_difference(a, b, 0, count); from < count;)
    {
        // The run is from .. end - 1; it is extended to the next difference as long as that is near.
        size_t end = from + 1, next = next_difference(a, b, end, count);
        while (next < count && next - end <= HISTORY_GAP)
        {
            end = next + 1;
            next = next_difference(a, b, end, count);
        }
        out[written++] = (uint32_t)from;
        out[written++] = (uint32_t)(end - from);
        for (size_t i = from; i < end; i++) out[written++] = a[i] ^ b[i];
        from = next;
    }
    return written;
}

static int compare_handles(rim_handle a, rim_handle b)
{
    if (a.slot != b.slot) return a.slot < b.slot ? -1 : 1;
    return (a.generation > b.generation) - (a.generation < b.generation);
}

// Orders pairs by slots, then by generations, as pairs of two updates may have the same slots.
static int compare_pairs(rim_pair a, rim_pair b)
{
    if (a.a.slot != b.a.slot) return a.a.slot < b.a.slot ? -1 : 1;
    if (a.b.slot != b.b.slot) return a.b.slot < b.b.slot ? -1 : 1;
    int order = compare_handles(a.a, b.a);
    return order ? order : compare_handles(a.b, b.b);
}

// Writes the pairs that are in exactly one of two sorted lists, in order, and returns how many there are. After the end
// of one list, the pairs of the other one are next.
static int symmetric_difference(const rim_pair *a, int a_count, const rim_pair *b, int b_count,
                                rim_pair *out)
{
    int count = 0;
    for (int i = 0, j = 0; i < a_count || j < b_count;)
    {
        int order = i == a_count ? 1 : j == b_count ? -1 : compare_pairs(a[i], b[j]);
        if (order < 0) out[count++] = a[i];
        if (order > 0) out[count++] = b[j];
        i += order <= 0;
        j += order >= 0;
    }
    return count;
}

// --- saving ----------------------------------------------------------------------------------------------

// Moves the records to the front of the log if the part before them, of ticks that were dropped, is longer than the
// records. So each word is moved about once.
static void compact(rim_history *h)
{
    if (h->count < 2) return;
    size_t from = h->ticks[1].from, end = h->ticks[h->count - 1].end;
    if (from <= end - from) return;
    memmove(h->log, h->log + from, (end - from) * sizeof *h->log);
    for (int i = 1; i < h->count; i++)
    {
        h->ticks[i].from -= from;
        h->ticks[i].end -= from;
    }
    h->ticks[0].from = h->ticks[0].end = 0;
}

// Returns the most words that the record of a save can take: for each track the head of its entry and what write_runs
// may write, and for a stage the head of an entry of pairs and all pairs of both ticks.
static size_t most_words(const rim_history *h)
{
    size_t words = 0;
    for (size_t i = 0; i < h->track_count; i++)
    {
        const track *t = &h->tracks[i];
        size_t       now = history_track_count(t), before = t->saved.count;
        words += HISTORY_HEAD + (now > before ? now : before) + HISTORY_HEAD;
        if (t->kind == TRACK_STAGE)
            words += HISTORY_HEAD + ((size_t)t->stage->touching.count + (size_t)t->pair_count) *
                                        HISTORY_PAIR_WORDS;
    }
    return words;
}

// Writes the head of an entry of `words` words at log[end], which stand behind it already. Returns the end of the
// entry, or `end` if there are no words: then there is no entry.
static size_t finish_entry(rim_history *h, size_t end, uint32_t track_and_kind, size_t words)
{
    if (!words) return end;
    h->log[end] = track_and_kind;
    h->log[end + 1] = (uint32_t)words;
    return end + HISTORY_HEAD + words;
}

// Appends an entry of words for a track at log[end], if its state has changed, and returns the new end of the log. The
// object's current state becomes t->saved, and the state before is left in t->fresh. Requires history_track_reserve for
// the current state, and room in the log (most_words).
static size_t save_words(rim_history *h, uint32_t index, size_t end)
{
    track *t = &h->tracks[index];
    history_track_read(t);
    // Behind the shorter state, its list has zeros (track_words).
    size_t count = t->fresh.count > t->saved.count ? t->fresh.count : t->saved.count;
    size_t words = write_runs(t->saved.words, t->fresh.words, count, h->log + end + HISTORY_HEAD);
    track_words older = t->saved;
    t->saved = t->fresh;
    t->fresh = older;
    return finish_entry(h, end, index, words);
}

// Appends an entry of pairs for a stage at log[end], if its pairs have changed, and returns the new end of the log. The
// stage's current pairs become t->pairs. Requires room in the log.
static size_t save_pairs(rim_history *h, uint32_t index, size_t end)
{
    track          *t = &h->tracks[index];
    const rim_pair *pairs = t->stage->touching.list;
    int             pair_count = t->stage->touching.count;
    rim_pair       *out = (rim_pair *)(h->log + end + HISTORY_HEAD);
    int             changed = symmetric_difference(t->pairs, t->pair_count, pairs, pair_count, out);
    if (pair_count) memcpy(t->pairs, pairs, (size_t)pair_count * sizeof *pairs);
    t->pair_count = pair_count;
    return finish_entry(h, end, index | HISTORY_PAIRS, (size_t)changed * HISTORY_PAIR_WORDS);
}

// All room is reserved first, so that a failure changes nothing. The record of the new tick is written behind that of
// the present tick, over the records of later ticks, which are dropped.
rim_status rim_history_save(rim_history *h, int64_t tick)
{
    if (h->count && tick <= h->ticks[h->present].number) return RIM_ERR_ARGUMENT;
    for (size_t i = 0; i < h->track_count; i++)
        if (!history_track_reserve(&h->tracks[i], &h->allocator)) return RIM_ERR_MEMORY;
    size_t end = h->count ? h->ticks[h->present].end : 0;
    if (!memory_reserve(&h->allocator, (void **)&h->log, &h->log_capacity, end + most_words(h),
                        sizeof *h->log))
        return RIM_ERR_MEMORY;

    history_tick one = { .number = tick, .from = end, .end = end };
    for (size_t i = 0; i < h->track_count; i++)
    {
        one.end = save_words(h, (uint32_t)i, one.end);
        if (h->tracks[i].kind == TRACK_STAGE) one.end = save_pairs(h, (uint32_t)i, one.end);
    }
    if (h->count == 0) one.from = one.end = 0; // there is no tick before, so no record is needed
    h->count = h->count ? h->present + 1 : 0;
    if (h->count == h->most)
    {
        // Drops the oldest tick. Its successor becomes the oldest one, whose record is not used any more.
        h->count--;
        memmove(h->ticks, h->ticks + 1, (size_t)h->count * sizeof *h->ticks);
    }
    h->present = h->count;
    h->ticks[h->count++] = one;
    compact(h);
    return RIM_OK;
}

// --- restoring -------------------------------------------------------------------------------------------

// Applies the runs of an entry of `count` words to the saved state of a track. Applied again, they undo that.
static void apply_runs(track *t, const uint32_t *run, size_t count)
{
    const uint32_t *end = run + count;
    while (run < end)
    {
        uint32_t       *to = t->saved.words + run[0], words = run[1];
        const uint32_t *differences = run + HISTORY_HEAD;
        for (uint32_t i = 0; i < words; i++) to[i] ^= differences[i];
        run = differences + words;
    }
}

// Applies an entry of pairs, of `count` words, to the saved pairs of a track: the pairs that are in exactly one of the
// two lists remain. The result is written to t->other_pairs, which then changes places with t->pairs.
static void apply_pairs(track *t, const uint32_t *words, size_t count)
{
    int changed = (int)(count / HISTORY_PAIR_WORDS);
    t->pair_count = symmetric_difference(t->pairs, t->pair_count, (const rim_pair *)words, changed,
                                         t->other_pairs);
    rim_pair *pairs = t->pairs;
    size_t    capacity = t->pairs_capacity;
    t->pairs = t->other_pairs;
    t->pairs_capacity = t->other_capacity;
    t->other_pairs = pairs;
    t->other_capacity = capacity;
}

// Applies a tick's record to the saved states of all tracks: takes them from the tick before to this one, or back.
static void apply_record(rim_history *h, const history_tick *tick)
{
    for (size_t at = tick->from; at < tick->end;)
    {
        uint32_t head = h->log[at];
        size_t   count = h->log[at + 1];
        track   *t = &h->tracks[head & ~HISTORY_PAIRS];
        at += HISTORY_HEAD;
        if (head & HISTORY_PAIRS)
            apply_pairs(t, h->log + at, count);
        else
            apply_runs(t, h->log + at, count);
        at += count;
    }
}

bool rim_history_restore(rim_history *h, int64_t tick)
{
    int wanted = 0;
    while (wanted < h->count && h->ticks[wanted].number != tick) wanted++;
    if (wanted == h->count) return false;
    // A tick's record leads from the tick before to it, and back.
    while (h->present > wanted) apply_record(h, &h->ticks[h->present--]);
    while (h->present < wanted) apply_record(h, &h->ticks[++h->present]);
    // Stages come last, so that their boxes follow the sprites that restored masks have updated, and the parts of
    // figures that were restored as memory.
    for (int stages = 0; stages < 2; stages++)
        for (size_t i = 0; i < h->track_count; i++)
        {
            track *t = &h->tracks[i];
            if ((t->kind == TRACK_STAGE) != stages) continue;
            history_track_write(t);
            t->saved.count = history_track_count(t); // the object now has the saved state
        }
    return true;
}

rim_history_span rim_history_kept(const rim_history *h)
{
    rim_history_span kept = { .count = h->count };
    if (!h->count) return kept;
    kept.oldest = h->ticks[0].number;
    kept.present = h->ticks[h->present].number;
    kept.latest = h->ticks[h->count - 1].number;
    if (h->count > 1) kept.bytes = (h->ticks[h->count - 1].end - h->ticks[1].from) * sizeof *h->log;
    return kept;
}
