#include "support/shapes.h"

#include "support/sprites.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rim_sprite *content_sprite(test_random *random, int side)
{
    rim_mask          *mask;
    rim_sprite        *sprite;
    int                width = random_int(random, 0, side), height = random_int(random, 0, side);
    int                density = random_int(random, 0, 4);
    rim_sprite_options options = { .has_anchor = random_int(random, 0, 2) > 0,
                                   .rays = random_int(random, 0, 40) };
    options.anchor =
        rim_vec2_make(random_float(random, -9.0f, 30.0f), random_float(random, -9.0f, 30.0f));
    if (width == 0 || height == 0) width = height = 0;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            rim_mask_set(mask, x, y, random_int(random, 0, 3) < density);
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    return sprite;
}

// Unlike any other entry's name by its number; sorted in another order than that.
static void name_entry(char text[12], test_random *random, int number)
{
    static const char *const starts[] = { "hero", "a/bat", "Z", "\xc3\xa4", "b", "" };
    snprintf(text, 12, "%s%d", starts[random_int(random, 0, 5)], number);
}

static void make_entry(random_content *c, test_random *random, int i, int side)
{
    rim_shapes_entry *e = &c->entries[i];
    c->sprites[i] = content_sprite(random, side);
    name_entry(c->texts[i][0], random, i);
    snprintf(c->texts[i][1], 12, "%s", random_int(random, 0, 1) ? "" : "walk");
    *e = (rim_shapes_entry){ .name = c->texts[i][0],
                             .tag = c->texts[i][1],
                             .sprite = c->sprites[i],
                             .pieces = c->pieces[i],
                             .points = c->points[i],
                             .piece_count = random_int(random, 0, 4),
                             .point_count = random_int(random, 0, 3) };
    for (int k = 0; k < e->piece_count; k++)
    {
        c->pieces[i][k] = (rim_polygon2){ c->corners[i][k], random_int(random, 3, 6) };
        for (int j = 0; j < 6; j++)
            c->corners[i][k][j] = rim_vec2_make(random_float(random, -50.0f, 50.0f),
                                                random_int(random, 0, 5) ? 0.5f * (float)j : -0.0f);
    }
    for (int k = 0; k < e->point_count; k++)
    {
        snprintf(c->texts[i][2 + k], 12, "%s%d", k ? "hand" : "", random_int(random, 0, 1));
        c->points[i][k].name = c->texts[i][2 + k];
        c->points[i][k].at = rim_vec2_make(random_float(random, -50.0f, 50.0f), (float)k);
    }
}

// A part of any kind. The polygon is a kite, either way round.
static void make_part(random_content *c, test_random *random, int figure, int number)
{
    static const char *const names[] = { "", "head", "arm" };
    rim_figure_part         *p = &c->parts[figure][number];
    rim_vec2 at = { random_float(random, -40.0f, 40.0f), random_float(random, -40.0f, 40.0f) };
    rim_vec2 scale = { random_float(random, 0.25f, 3.0f),
                       random_int(random, 0, 1) ? -1.0f : random_float(random, 0.25f, 3.0f) };
    memset(p, 0, sizeof *p);
    p->kind = (rim_part_kind)random_int(random, c->content.entry_count ? 0 : 1, 3);
    p->tag = random_int(random, -2, 2);
    p->pose = rim_xform2_pose(at, rim_rot2_degrees(random_int(random, 0, 359)), scale);
    if (p->kind == RIM_PART_SPRITE)
        p->sprite = c->sprites[random_int(random, 0, c->content.entry_count - 1)];
    if (p->kind == RIM_PART_BOX) p->box = (rim_box2){ at, { at.x + 1.0f, at.y + scale.x } };
    if (p->kind == RIM_PART_CIRCLE) p->circle = (rim_circle2){ at, scale.x };
    if (p->kind == RIM_PART_POLYGON)
    {
        rim_vec2 *corner = c->part_corners[figure][number];
        float     way = random_int(random, 0, 1) ? 1.0f : -1.0f;
        corner[0] = rim_vec2_make(-scale.x, 0.0f);
        corner[1] = rim_vec2_make(0.0f, -way);
        corner[2] = rim_vec2_make(scale.x, -0.0f);
        corner[3] = rim_vec2_make(0.0f, 3.0f * way);
        p->polygon = (rim_polygon2){ corner, random_int(random, 3, 4) };
    }
    c->part_names[figure][number] = names[random_int(random, 0, 2)];
}

static void make_figures(random_content *c, test_random *random)
{
    c->content.figures = c->figures;
    c->content.figure_count = random_int(random, 0, 1) ? random_int(random, 1, CONTENT_FIGURES) : 0;
    for (int i = 0; i < c->content.figure_count; i++)
    {
        name_entry(c->figure_names[i], random, i);
        c->figures[i] = (rim_shapes_figure){ .name = c->figure_names[i],
                                             .tag = random_int(random, 0, 1) ? "" : "fighter",
                                             .parts = c->parts[i],
                                             .part_names = c->part_names[i],
                                             .part_count = random_int(random, 0, CONTENT_PARTS) };
        for (int k = 0; k < c->figures[i].part_count; k++) make_part(c, random, i, k);
    }
}

bool has_saved_sections(const uint8_t *block, int figures)
{
    const uint8_t rows = figures > 0 ? 13 : 8;
    for (uint8_t i = 0; i < rows; i++)
    {
        const uint8_t kind[4] = { (uint8_t)(i + 1) };
        if (memcmp(block + 24 + 24 * i, kind, sizeof kind) != 0) return false;
    }
    const uint8_t count[4] = { rows };
    return memcmp(block + 12, count, sizeof count) == 0;
}

void make_content(random_content *out, test_random *random, int most, int side)
{
    memset(out, 0, sizeof *out);
    out->content.entries = out->entries;
    out->content.entry_count = random_int(random, 0, most);
    for (int i = 0; i < out->content.entry_count; i++) make_entry(out, random, i, side);
    make_figures(out, random);
}

void free_content(random_content *content)
{
    for (int i = 0; i < content->content.entry_count; i++) rim_sprite_destroy(content->sprites[i]);
}

uint8_t *save_block(const rim_shapes_content *content, size_t *size)
{
    rim_sink_buffer buffer = { NULL, 0, 0 };
    assert_int_equal(RIM_OK, rim_shapes_save(rim_sink_to_buffer(&buffer), content));
    buffer.capacity = buffer.length;
    buffer.bytes = malloc(buffer.capacity);
    buffer.length = 0;
    assert_non_null(buffer.bytes);
    assert_int_equal(RIM_OK, rim_shapes_save(rim_sink_to_buffer(&buffer), content));
    assert_int_equal(buffer.capacity, buffer.length);
    *size = buffer.length;
    return (uint8_t *)buffer.bytes;
}

void seal_block(uint8_t *block, size_t size)
{
    uint64_t sum = 14695981039346656037u;
    if (size < 16) return;
    for (size_t i = 0; i + 16 <= size; i += 8)
    {
        uint64_t word = 0;
        for (int k = 7; k >= 0; k--) word = word * 256 + block[i + (size_t)k];
        sum = (sum ^ word) * 1099511628211u;
        sum = sum ^ sum / 536870912;
    }
    size_t end = size / 8 * 8 - 8;
    for (int k = 0; k < 8; k++, sum /= 256) block[end + (size_t)k] = (uint8_t)sum;
}

static void assert_same_vec2(rim_vec2 expected, rim_vec2 actual)
{
    assert_memory_equal(&expected, &actual, sizeof expected);
}

static void assert_same_sprite(const rim_sprite *expected, const rim_sprite *actual)
{
    int                   rays, actual_rays;
    const rim_edge_point *points = rim_sprite_outline(expected, &rays),
                         *actual_points = rim_sprite_outline(actual, &actual_rays);
    assert_true(rim_mask_equals(rim_sprite_mask(expected), rim_sprite_mask(actual)));
    assert_same_vec2(rim_sprite_anchor(expected), rim_sprite_anchor(actual));
    assert_int_equal(rays, actual_rays);
    for (int i = 0; i < rays; i++)
    {
        assert_int_equal(points[i].hit, actual_points[i].hit);
        assert_same_vec2(points[i].at, actual_points[i].at);
    }
}

static void assert_same_entry(const rim_shapes_entry *expected, const rim_shapes_entry *actual)
{
    assert_string_equal(expected->name, actual->name);
    assert_string_equal(expected->tag, actual->tag);
    assert_same_sprite(expected->sprite, actual->sprite);
    assert_int_equal(expected->piece_count, actual->piece_count);
    assert_int_equal(expected->point_count, actual->point_count);
    for (int i = 0; i < expected->piece_count; i++)
    {
        assert_int_equal(expected->pieces[i].count, actual->pieces[i].count);
        for (int k = 0; k < expected->pieces[i].count; k++)
            assert_same_vec2(expected->pieces[i].points[k], actual->pieces[i].points[k]);
    }
    for (int i = 0; i < expected->point_count; i++)
    {
        assert_string_equal(expected->points[i].name, actual->points[i].name);
        assert_same_vec2(expected->points[i].at, actual->points[i].at);
    }
}

// The number of the first entry that has the sprite.
static int entry_with(const rim_shapes_content *content, const rim_sprite *sprite)
{
    int i = 0;
    while (i < content->entry_count && content->entries[i].sprite != sprite) i++;
    assert_true(i < content->entry_count);
    return i;
}

static void assert_same_part(const rim_shapes_content *expected, const rim_figure_part *p,
                             const rim_shapes_content *actual, const rim_figure_part *q)
{
    assert_int_equal(p->kind, q->kind);
    assert_int_equal(p->tag, q->tag);
    assert_memory_equal(&p->pose, &q->pose, sizeof p->pose);
    switch (p->kind)
    {
    case RIM_PART_SPRITE:
        assert_int_equal(entry_with(expected, p->sprite), entry_with(actual, q->sprite));
        break;
    case RIM_PART_BOX:
        assert_memory_equal(&p->box, &q->box, sizeof p->box);
        break;
    case RIM_PART_CIRCLE:
        assert_memory_equal(&p->circle, &q->circle, sizeof p->circle);
        break;
    case RIM_PART_POLYGON:
        assert_int_equal(p->polygon.count, q->polygon.count);
        for (int i = 0; i < p->polygon.count; i++)
            assert_same_vec2(p->polygon.points[i], q->polygon.points[i]);
        break;
    }
}

static void assert_same_figure(const rim_shapes_content *expected, const rim_shapes_content *actual,
                               int number)
{
    const rim_shapes_figure *f = &expected->figures[number], *g = &actual->figures[number];
    assert_string_equal(f->name, g->name);
    assert_string_equal(f->tag, g->tag);
    assert_int_equal(f->part_count, g->part_count);
    for (int i = 0; i < f->part_count; i++)
    {
        assert_string_equal(f->part_names ? f->part_names[i] : "", g->part_names[i]);
        assert_same_part(expected, &f->parts[i], actual, &g->parts[i]);
    }
}

void assert_same_content(const rim_shapes_content *expected, const rim_shapes_content *actual)
{
    assert_int_equal(expected->entry_count, actual->entry_count);
    for (int i = 0; i < expected->entry_count; i++)
        assert_same_entry(&expected->entries[i], &actual->entries[i]);
    assert_int_equal(expected->figure_count, actual->figure_count);
    for (int i = 0; i < expected->figure_count; i++) assert_same_figure(expected, actual, i);
}
