// The names in documents: unique, stable, and valid text whatever the files are called.
#include "support/support.h"

#include "data/export.h"

#include "rimcast/export.h"
#include "rimcast/mask.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef rim_status writer(rim_sink sink, const rim_outline_record *records, int count);

static writer *const writers[] = { outline_write_json,  outline_write_csv,   outline_write_svg,
                                   outline_write_c,     outline_write_plist, outline_write_tiled,
                                   outline_write_godot, outline_write_box2d };

// The pieces of one pixel, for records whose names alone matter.
static rim_partition *make_pieces(void)
{
    rim_mask      *mask;
    rim_contours  *rings;
    rim_loops     *loops;
    rim_partition *pieces;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 1, 1, NULL));
    rim_mask_set(mask, 0, 0, true);
    assert_int_equal(RIM_OK, rim_contours_create(&rings, mask, RIM_TOUCH_EDGES, NULL));
    assert_int_equal(RIM_OK,
                     rim_loops_create_simplified(&loops, rings, 0.0, RIM_SIMPLIFY_NEAR, NULL));
    assert_int_equal(RIM_OK, rim_partition_create(&pieces, loops, NULL, NULL));
    rim_contours_destroy(rings);
    rim_loops_destroy(loops);
    rim_mask_destroy(mask);
    return pieces;
}

static rim_outline_record record_of(const rim_partition *pieces, const char *file,
                                    const char *frame)
{
    rim_outline_record r = { .file = file, .frame = frame, .width = 1, .height = 1 };
    r.kind = RIM_OUTLINE_CONVEX;
    r.pieces = pieces;
    return r;
}

static char *text_of(writer *write, const rim_outline_record *records, int count)
{
    rim_sink_buffer buffer = { NULL, 0, 0 };
    assert_int_equal(RIM_OK, write(rim_sink_to_buffer(&buffer), records, count));
    buffer.capacity = buffer.length;
    buffer.bytes = malloc(buffer.length + 1);
    buffer.length = 0;
    assert_int_equal(RIM_OK, write(rim_sink_to_buffer(&buffer), records, count));
    buffer.bytes[buffer.length] = 0;
    return buffer.bytes;
}

// --- the names that a document gives ------------------------------------------------------------------

enum
{
    MOST = 64,
    LONGEST = 400
};

typedef struct names
{
    char items[MOST][LONGEST];
    int  count;
} names;

static void read_identifiers(names *out, const char *text)
{
    out->count = 0;
    for (const char *c = text; (c = strstr(c, "\nenum { ")) != NULL;)
    {
        c += strlen("\nenum { ");
        size_t size = strcspn(c, " ") - strlen("_width");
        assert_true(out->count < MOST && size < LONGEST);
        snprintf(out->items[out->count++], LONGEST, "%.*s", (int)size, c);
    }
}

static void read_bodies(names *out, const char *text)
{
    json_t *json = json_loads(text, 0, NULL), *body;
    size_t  i;
    assert_non_null(json);
    out->count = 0;
    json_array_foreach(json_object_get(json, "body"), i, body)
    {
        assert_true(out->count < MOST);
        snprintf(out->items[out->count++], LONGEST, "%s",
                 json_string_value(json_object_get(body, "name")));
    }
    json_decref(json);
}

static void read_names(names *out, const rim_outline_record *records, int count, bool identifiers)
{
    char *text = text_of(identifiers ? outline_write_c : outline_write_box2d, records, count);
    if (identifiers)
        read_identifiers(out, text);
    else
        read_bodies(out, text);
    assert_int_equal(out->count, count);
    free(text);
}

typedef struct example
{
    const char *file, *frame, *identifier, *body;
} example;

static void check_examples(const example *examples, int count)
{
    rim_partition     *pieces = make_pieces();
    rim_outline_record records[8];
    names              given;
    for (int i = 0; i < count; i++)
        records[i] = record_of(pieces, examples[i].file, examples[i].frame);
    read_names(&given, records, count, true);
    for (int i = 0; i < count; i++) assert_string_equal(given.items[i], examples[i].identifier);
    read_names(&given, records, count, false);
    for (int i = 0; i < count; i++) assert_string_equal(given.items[i], examples[i].body);
    rim_partition_destroy(pieces);
}

static void equal_names_are_preceded_by_folders_and_others_stay(void **state)
{
    (void)state;
    static const example two_heroes[] = { { "a/hero.png", NULL, "a_hero", "a_hero" },
                                          { "b/hero.png", NULL, "b_hero", "b_hero" },
                                          { "b/tree.png", NULL, "tree", "tree" } };
    static const example deeper[] = { { "art/x/hero.png", NULL, "art_x_hero", "art_x_hero" },
                                      { "old/x/hero.png", NULL, "old_x_hero", "old_x_hero" },
                                      { "./y/hero.jpg", NULL, "y_hero", "y_hero" },
                                      { "hero-2.png", NULL, "hero_2", "hero-2" } };
    static const example shorter[] = { { "b/hero.png", NULL, "b_hero", "b_hero" },
                                       { "x/b/hero.png", NULL, "x_b_hero", "x_b_hero" } };
    check_examples(two_heroes, 3);
    check_examples(deeper, 4);
    check_examples(shorter, 2);
}

static void what_folders_do_not_tell_apart_is_numbered(void **state)
{
    (void)state;
    static const example same[] = { { "art/hero.png", NULL, "hero_1", "hero_1" },
                                    { "art/tree.png", NULL, "tree", "tree" },
                                    { "art/hero.png", NULL, "hero_2", "hero_2" } };
    static const example partly[] = { { "a/hero.png", NULL, "a_hero", "a_hero" },
                                      { "b/hero.png", NULL, "b_hero_1", "b_hero_1" },
                                      { "b/hero.png", NULL, "b_hero_2", "b_hero_2" } };
    static const example taken[] = { { "hero.png", NULL, "hero_2", "hero_2" },
                                     { "hero_1.png", NULL, "hero_1", "hero_1" },
                                     { "hero.png", NULL, "hero_3", "hero_3" } };
    static const example endings[] = { { "hero.png", NULL, "hero_1", "hero_1" },
                                       { "hero.gif", NULL, "hero_2", "hero_2" } };
    // The name of the second stays, though the first would get it with its folder.
    static const example fixed[] = { { "a/hero.png", NULL, "a_hero_1", "a_hero_1" },
                                     { "a_hero.png", NULL, "a_hero", "a_hero" },
                                     { "hero.png", NULL, "hero", "hero" } };
    check_examples(same, 3);
    check_examples(partly, 3);
    check_examples(taken, 3);
    check_examples(endings, 2);
    check_examples(fixed, 3);
}

static void frames_of_atlases_and_sheets_have_names_too(void **state)
{
    (void)state;
    static const example frames[] = { { "art/sheet.png", "walk/0.png", "sheet_walk_0", "walk_0" },
                                      { "art/sheet.png", "run/0.png", "sheet_run_0", "run_0" },
                                      { "art/sheet.png", "idle.1", "sheet_idle_1", "idle_1" },
                                      { "art/sheet.png", "idle.2", "sheet_idle_2", "idle_2" } };
    static const example cells[] = { { "a/walk.png", "0", "a_walk_0", "a_walk_0" },
                                     { "a/walk.png", "1", "walk_1", "walk_1" },
                                     { "b/walk.png", "0", "b_walk_0", "b_walk_0" } };
    static const example pages[] = { { "one.png", "hero", "one_hero", "one_hero" },
                                     { "two.png", "hero", "two_hero", "two_hero" } };
    static const example nameless[] = { { "art/sheet.png", "", "sheet", "sheet" },
                                        { "art/sheet.png", "walk/", "sheet_walk_", "sheet" } };
    for (int i = 0; i < 2; i++) check_examples(&nameless[i], 1);
    check_examples(frames, 4);
    check_examples(cells, 3);
    check_examples(pages, 2);
}

// --- laws ---------------------------------------------------------------------------------------------

static const char *any_path(test_random *random, char *out, size_t capacity)
{
    static const char *const parts[] = { "a", "b", "hero", "a_hero",  "hero_1",
                                         "1", ".", "\xe9", "\xc3\xa9" };
    static const char *const ends[] = { "", ".png", ".gif", ".1" };
    size_t                   size = 0;
    out[0] = 0;
    for (int folders = random_int(random, 0, 3); folders >= 0; folders--)
        size +=
            (size_t)snprintf(out + size, capacity - size, "%s%s", parts[random_int(random, 0, 8)],
                             folders ? "/" : ends[random_int(random, 0, 3)]);
    return out;
}

// Names are unique; a name that is unique among the names that each record has alone stays as it is.
static void names_are_unique_and_change_only_when_they_clash(void **state)
{
    (void)state;
    test_random    random = { 81 };
    rim_partition *pieces = make_pieces();
    int            kept = 0, changed = 0;
    for (int i = 0; i < case_count(2000); i++)
    {
        char               files[12][64], frames[12][64];
        rim_outline_record records[12];
        names              alone, all;
        int                count = random_int(&random, 2, 12);
        bool               identifiers = i % 2;
        alone.count = count;
        for (int k = 0; k < count; k++)
        {
            bool framed = random_int(&random, 0, 2) == 0;
            any_path(&random, files[k], sizeof files[k]);
            any_path(&random, frames[k], sizeof frames[k]);
            records[k] = record_of(pieces, files[k], framed ? frames[k] : NULL);
            read_names(&all, &records[k], 1, identifiers);
            memcpy(alone.items[k], all.items[0], LONGEST);
        }
        read_names(&all, records, count, identifiers);
        for (int k = 0; k < count; k++)
        {
            bool clash = false;
            for (int m = 0; m < count; m++)
            {
                clash = clash || (m != k && strcmp(alone.items[k], alone.items[m]) == 0);
                if (m != k) assert_string_not_equal(all.items[k], all.items[m]);
            }
            if (!clash) assert_string_equal(all.items[k], alone.items[k]);
            kept += !clash;
            changed += clash;
        }
    }
    assert_true(kept > case_count(2000) && changed > case_count(2000));
    rim_partition_destroy(pieces);
}

// As many frames as an atlas may have, two and two with one name, are named at once.
static void many_names_are_made_quickly(void **state)
{
    (void)state;
    enum
    {
        COUNT = 65536
    };
    rim_partition      *pieces = make_pieces();
    rim_outline_record *records = malloc(COUNT * sizeof *records);
    char(*frames)[16] = malloc(COUNT * sizeof *frames);
    rim_sink_buffer none = { NULL, 0, 0 };
    for (int i = 0; i < COUNT; i++)
    {
        snprintf(frames[i], sizeof frames[i], "f%d", i / 2);
        records[i] = record_of(pieces, "art/sheet.png", frames[i]);
    }
    assert_int_equal(RIM_OK, outline_write_c(rim_sink_to_buffer(&none), records, COUNT));
    free(frames);
    free(records);
    rim_partition_destroy(pieces);
}

// --- include guards -----------------------------------------------------------------------------------

static void read_guard(char *out, const rim_outline_record *record)
{
    char *text = text_of(outline_write_c, record, 1), *guard = strstr(text, "#ifndef ");
    assert_non_null(guard);
    snprintf(out, 100, "%.*s", (int)strcspn(guard + 8, "\n"), guard + 8);
    free(text);
}

static void guards_differ_unless_headers_are_equal(void **state)
{
    (void)state;
    char               guards[6][100];
    rim_partition     *pieces = make_pieces();
    rim_outline_record record = record_of(pieces, "hero.png", NULL);
    read_guard(guards[0], &record);
    record.threshold = 9;
    read_guard(guards[1], &record);
    record.header = "gen/all sprites.h";
    read_guard(guards[2], &record);
    record.threshold = 10;
    read_guard(guards[3], &record);
    record.header = "other/all sprites.h";
    read_guard(guards[4], &record);
    record.header = "9.h";
    read_guard(guards[5], &record);
    assert_memory_equal(guards[0], "OUTLINE_HERO_", 13);
    assert_memory_equal(guards[2], "OUTLINE_ALL_SPRITES_", 20);
    assert_memory_equal(guards[5], "OUTLINE_SPRITE_9_", 17);
    assert_string_equal(guards[3], guards[4]); // the same content: including it once is enough
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < i; k++)
            if (i != 4 || k != 3) assert_string_not_equal(guards[i], guards[k]);
    rim_partition_destroy(pieces);
}

// --- UTF-8 --------------------------------------------------------------------------------------------

// Decodes by arithmetic; returns false at the first byte that RFC 3629 does not allow.
static bool is_utf8(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c;)
    {
        int                   more = *c < 0x80   ? 0
                                     : *c < 0xc0 ? -1
                                     : *c < 0xe0 ? 1
                                     : *c < 0xf0 ? 2
                                     : *c < 0xf8 ? 3
                                                 : -1;
        uint32_t              code = more <= 0 ? *c : *c & (0x3fu >> more);
        static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
        if (more < 0) return false;
        c++;
        for (int i = 0; i < more; i++, c++)
        {
            if ((*c & 0xc0) != 0x80) return false;
            code = code << 6 | (*c & 0x3f);
        }
        if (code < least[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            return false;
    }
    return true;
}

// XML 1.0 allows of control characters tab, line feed and carriage return, and excludes U+FFFE and U+FFFF.
static bool has_xml_characters_alone(const char *text)
{
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < 0x20 && *c != '\t' && *c != '\n' && *c != '\r') return false;
    return !strstr(text, "\xef\xbf\xbe") && !strstr(text, "\xef\xbf\xbf");
}

static void every_document_is_utf8_whatever_the_names(void **state)
{
    (void)state;
    test_random    random = { 82 };
    rim_partition *pieces = make_pieces();
    int            wrong = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        static const char *const odd[] = { "\xef\xbf\xbe", "\xef\xbf\xbf", "\xe2\x80\xae",
                                           "\xed\xa0\x80" };
        char                     texts[2][24];
        for (int k = 0; k < 2; k++)
        {
            int length = random_int(&random, 0, 12);
            for (int c = 0; c < length; c++) texts[k][c] = (char)random_int(&random, 1, 255);
            texts[k][length] = 0;
            if (random_int(&random, 0, 3) == 0) strcat(texts[k], odd[random_int(&random, 0, 3)]);
            if (random_int(&random, 0, 3) == 0) strcat(texts[k], "\xc3");
        }
        rim_outline_record record = record_of(pieces, texts[0], i % 3 ? texts[1] : NULL);
        wrong += !is_utf8(texts[0]);
        for (int which = 0; which < 8; which++)
        {
            char *text = text_of(writers[which], &record, 1);
            if (!is_utf8(text)) fail_msg("writer %d: no UTF-8: %s", which, text);
            if ((which == 2 || which == 4 || which == 5) && !has_xml_characters_alone(text))
                fail_msg("writer %d: no XML: %s", which, text);
            free(text);
        }
    }
    assert_true(wrong > case_count(3000) / 2);
    rim_partition_destroy(pieces);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_names_are_preceded_by_folders_and_others_stay),
        cmocka_unit_test(what_folders_do_not_tell_apart_is_numbered),
        cmocka_unit_test(frames_of_atlases_and_sheets_have_names_too),
        cmocka_unit_test(names_are_unique_and_change_only_when_they_clash),
        cmocka_unit_test(many_names_are_made_quickly),
        cmocka_unit_test(guards_differ_unless_headers_are_equal),
        cmocka_unit_test(every_document_is_utf8_whatever_the_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
