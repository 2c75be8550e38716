// Blocks of shapes for tests: random content, the checksum told a second time, and a reader that shares nothing with the
// library's.
#ifndef TESTS_SUPPORT_SHAPES_H
#define TESTS_SUPPORT_SHAPES_H

#include "rimcast/shapes.h"
#include "support/support.h"

enum
{
    CONTENT_MOST = 12, // entries
    CONTENT_FIGURES = 3,
    CONTENT_PARTS = 5 // of a figure
};

// Content with everything that it points to; too large for a small stack.
typedef struct random_content
{
    rim_shapes_content content;
    rim_shapes_entry   entries[CONTENT_MOST];
    rim_sprite        *sprites[CONTENT_MOST];
    rim_polygon2       pieces[CONTENT_MOST][4];
    rim_vec2           corners[CONTENT_MOST][4][6];
    rim_named_point    points[CONTENT_MOST][3];
    char               texts[CONTENT_MOST][5][12];
    rim_shapes_figure  figures[CONTENT_FIGURES];
    rim_figure_part    parts[CONTENT_FIGURES][CONTENT_PARTS];
    const char        *part_names[CONTENT_FIGURES][CONTENT_PARTS];
    rim_vec2           part_corners[CONTENT_FIGURES][CONTENT_PARTS][4];
    char               figure_names[CONTENT_FIGURES][12];
} random_content;

// Returns whether the block has the sections that one with so many figures is saved with.
bool has_saved_sections(const uint8_t *block, int figures);

// Up to `most` entries with masks of up to `side` pixels; free_content destroys the sprites.
void make_content(random_content *out, test_random *random, int most, int side);
void free_content(random_content *content);

// The block of some content, of exactly its size; to be freed.
uint8_t *save_block(const rim_shapes_content *content, size_t *size);

// Writes the right checksum behind the other bytes. Does nothing to fewer than 16.
void seal_block(uint8_t *block, size_t size);

// Fails unless both have the same entries, bit for bit.
void assert_same_content(const rim_shapes_content *expected, const rim_shapes_content *actual);

#endif
