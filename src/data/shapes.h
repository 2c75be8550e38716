// The binary format of shapes, which docs/shapes-file.md describes, and what reading and writing share.
//
//      head         magic, version, number of sections, size of the whole in bytes
//      table        a row for each section: kind, number of elements, offset and size in bytes
//      sections     in the order of their kinds, each at the next multiple of SHAPES_ALIGN
//      checksum     of everything before it
//
// A shape's record has the numbers of its rays, pieces and points. In their sections, the rays, pieces and points of a
// shape follow those of the shape before it. The same holds for figures, their parts and their corners. So two shapes
// cannot refer to the same bytes, and one pass reads everything. Only a part of a figure refers to something by
// number: its sprite.
#ifndef RIM_DATA_SHAPES_H
#define RIM_DATA_SHAPES_H

#include "rimcast/shapes.h"

#include <string.h>

#define SHAPES_MAGIC "RIMSHAPE" // without the zero

enum
{
    SHAPES_VERSION = 1,
    SHAPES_ALIGN = 64,       // sections and masks begin at multiples of it, in bytes
    SHAPES_HEAD = 24,        // the size of the head in bytes
    SHAPES_ROW = 24,         // of a row of the table
    SHAPES_SUM = 8,          // of the checksum
    SHAPES_RECORD = 32,      // of a shape's record
    SHAPES_PART = 48,        // of a part of a figure
    SHAPES_MISS = 0x7fc00000 // the bits (a NaN) of both coordinates of a ray that missed
};

// The kinds of sections, with what an element has. Readers skip kinds that they do not know.
typedef enum shapes_kind
{
    SHAPES_RECORDS = 1, // width, height, anchor x, y, rays, pieces, points, 0
    SHAPES_ORDER,       // the number of a shape, in the order of names
    SHAPES_WORDS, // 64 pixels of a mask, row by row; each mask begins at a multiple of SHAPES_ALIGN
    SHAPES_RAYS,  // x, y of the end of a ray, or SHAPES_MISS twice
    SHAPES_PIECES,  // the number of corners of a piece
    SHAPES_CORNERS, // x, y of a corner of a piece
    SHAPES_POINTS,  // x, y of a named point
    // A byte of the texts, each ended by a zero: of each shape its name, its tag, and the names of its points.
    SHAPES_TEXT,
    // The following sections are written only if there are figures.
    SHAPES_FIGURES,        // the number of parts of a figure, 0
    SHAPES_PARTS,          // kind, tag, pose, and four words by kind
    SHAPES_FIGURE_CORNERS, // x, y of a corner of a part that is a polygon
    SHAPES_FIGURE_ORDER,   // the number of a figure, in the order of names
    SHAPES_FIGURE_TEXT, // a byte of the texts: of each figure its name, its tag, and the names of its parts
    SHAPES_KINDS
} shapes_kind;

// Returns the size of an element of a kind in bytes; in 64 bits, so that no count of 32 bits times it overflows.
static inline uint64_t shapes_element_size(int kind)
{
    static const unsigned char sizes[SHAPES_KINDS] = {
        [SHAPES_RECORDS] = SHAPES_RECORD,
        [SHAPES_ORDER] = 4,
        [SHAPES_WORDS] = 8,
        [SHAPES_RAYS] = 8,
        [SHAPES_PIECES] = 4,
        [SHAPES_CORNERS] = 8,
        [SHAPES_POINTS] = 8,
        [SHAPES_TEXT] = 1,
        [SHAPES_FIGURES] = 8,
        [SHAPES_PARTS] = SHAPES_PART,
        [SHAPES_FIGURE_CORNERS] = 8,
        [SHAPES_FIGURE_ORDER] = 4,
        [SHAPES_FIGURE_TEXT] = 1,
    };
    return sizes[kind];
}

// Returns the next multiple of SHAPES_ALIGN that is at least `size`.
static inline uint64_t shapes_round_up(uint64_t size)
{
    return (size + SHAPES_ALIGN - 1) / SHAPES_ALIGN * SHAPES_ALIGN;
}

// Returns the number of words that a mask takes, whose bytes are rounded up to a multiple of SHAPES_ALIGN.
static inline uint64_t shapes_mask_words(uint64_t width, uint64_t height)
{
    return shapes_round_up((width + 63) / 64 * height * 8) / 8;
}

// --- numbers, in little-endian order --------------------------------------------------------------------

static inline uint32_t shapes_get_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint64_t shapes_get_u64(const uint8_t *at)
{
    return (uint64_t)shapes_get_u32(at) | (uint64_t)shapes_get_u32(at + 4) << 32;
}

static inline int shapes_get_int(const uint8_t *at)
{
    uint32_t bits = shapes_get_u32(at);
    int32_t  value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float shapes_get_float(const uint8_t *at)
{
    uint32_t bits = shapes_get_u32(at);
    float    value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline rim_vec2 shapes_get_vec2(const uint8_t *at)
{
    return rim_vec2_make(shapes_get_float(at), shapes_get_float(at + 4));
}

static inline void shapes_put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static inline void shapes_put_u64(uint8_t *at, uint64_t value)
{
    shapes_put_u32(at, (uint32_t)value);
    shapes_put_u32(at + 4, (uint32_t)(value >> 32));
}

// --- the checksum --------------------------------------------------------------------------------------

#define SHAPES_SUM_START 0xcbf29ce484222325u

// Returns the checksum after one more word: FNV-1a (Fowler, Noll, Vo, 1991) over words of 8 bytes. The product moves
// bits up only, so the shift lets the high bits affect the low ones.
static inline uint64_t shapes_sum(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x100000001b3u;
    return sum ^ sum >> 29;
}

// --- checks of both saving and loading ----------------------------------------------------------------

// Returns true if a ring may be a piece: it has at least three corners, and all are finite.
bool shapes_is_piece(rim_polygon2 polygon);

// Returns true if queries do not ignore the part: it has an area, a pose that is not singular, and finite numbers. A
// polygon must be convex, too. The sprite of a part is not examined.
bool shapes_is_part(const rim_figure_part *part);

// Returns true if width and height are both 0 or both in 1 .. RIM_MASK_MAX_SIDE.
static inline bool shapes_is_mask_size(uint64_t width, uint64_t height)
{
    return width <= RIM_MASK_MAX_SIDE && height <= RIM_MASK_MAX_SIDE &&
           (width == 0) == (height == 0);
}

#endif
