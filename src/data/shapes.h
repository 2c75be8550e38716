// The layout of shapes in a block of bytes, as docs/shapes-file.md describes it.
//
//      head         magic, version, number of sections, size of the block
//      table        a row for each section: kind, count of elements, offset, size
//      sections     in the order of their kinds, each at the next multiple of SHAPES_ALIGN
//      checksum     of everything before it
//
// A shape's record says how many rays, pieces and points are its own, and they follow those of the shape before it; figures,
// their parts and corners likewise. So no two shapes can claim the same bytes, and one pass finds everything. The only
// reference is the number of a part's sprite.
#ifndef RIM_DATA_SHAPES_H
#define RIM_DATA_SHAPES_H

#include "rimcast/shapes.h"

#include <string.h>

#define SHAPES_MAGIC "RIMSHAPE" // without the zero

enum
{
    SHAPES_VERSION = 1,
    SHAPES_ALIGN = 64, // of sections and masks, in bytes
    SHAPES_HEAD = 24,  // bytes of the head, of a row of the table, of the checksum
    SHAPES_ROW = 24,
    SHAPES_SUM = 8,
    SHAPES_RECORD = 32, // bytes of a shape's record, of a part's
    SHAPES_PART = 48,
    SHAPES_MISS = 0x7fc00000 // both coordinates of a ray that missed
};

// The kinds of sections. Readers skip kinds that they do not know.
typedef enum shapes_kind
{
    SHAPES_RECORDS = 1, // width, height, anchor x, y, rays, pieces, points, 0
    SHAPES_ORDER,       // the numbers of the shapes, by name
    SHAPES_WORDS,       // of masks, row by row, each mask at a multiple of SHAPES_ALIGN
    SHAPES_RAYS,        // x, y of each ray's end
    SHAPES_PIECES,      // how many corners each piece has
    SHAPES_CORNERS,     // x, y of each
    SHAPES_POINTS,      // x, y of each
    SHAPES_TEXT, // names and tags, each ended by a zero: of a shape its name, its tag, and its points' names
    // These are only there if there are figures.
    SHAPES_FIGURES,        // how many parts each figure has, 0
    SHAPES_PARTS,          // kind, tag, pose, and what the kind needs
    SHAPES_FIGURE_CORNERS, // x, y of each corner of a part that is a polygon
    SHAPES_FIGURE_ORDER,   // the numbers of the figures, by name
    SHAPES_FIGURE_TEXT,    // of a figure its name, its tag, and its parts' names
    SHAPES_KINDS
} shapes_kind;

// Returns the size of an element of a kind in bytes; in 64 bits, so that no count of 32 bits times it overflows.
static inline uint64_t shapes_element_size(int kind)
{
    static const unsigned char sizes[SHAPES_KINDS] = { 0, SHAPES_RECORD, 4, 8, 8, 4, 8, 8, 1,
                                                       8, SHAPES_PART,   8, 4, 1 };
    return sizes[kind];
}

static inline uint64_t shapes_round_up(uint64_t size)
{
    return (size + SHAPES_ALIGN - 1) / SHAPES_ALIGN * SHAPES_ALIGN;
}

// Returns the number of words of a mask, rounded up to the next multiple of SHAPES_ALIGN.
static inline uint64_t shapes_mask_words(uint64_t width, uint64_t height)
{
    return shapes_round_up((width + 63) / 64 * height * 8) / 8;
}

// --- numbers, the lowest byte first --------------------------------------------------------------------

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

// Returns the checksum after one more word. FNV-1a (Fowler, Noll, Vo, 1991), over words of 8 bytes, with a shift so
// that high bits count, too.
static inline uint64_t shapes_sum(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x100000001b3u;
    return sum ^ sum >> 29;
}

// --- what saving and loading both check ----------------------------------------------------------------

// Returns true if a ring may be a piece: if it has three corners or more, all finite.
bool shapes_is_piece(rim_polygon2 polygon);

// Returns true if the part has an area and its pose and all numbers of its kind are finite. Its sprite is not
// examined.
bool shapes_is_part(const rim_figure_part *part);

// Returns true if width and height are both 0 or both in 1 .. RIM_MASK_MAX_SIDE.
static inline bool shapes_is_mask_size(uint64_t width, uint64_t height)
{
    return width <= RIM_MASK_MAX_SIDE && height <= RIM_MASK_MAX_SIDE &&
           (width == 0) == (height == 0);
}

#endif
