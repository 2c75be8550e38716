// Hashes of answers, one for each public function, to compare builds for different compilers and processors.
//
// What is hashed is the value: the bit pattern of a float or double (minus zero as it is; NaN is counted, and
// is a failure), the number that an integer, bool or enum stands for. Never padding, pointers, sizes of types.
#ifndef TESTS_DETERMINISM_BITS_H
#define TESTS_DETERMINISM_BITS_H

#include "rimcast/rimcast.h"
#include "support/support.h"

// The answers of one public function.
typedef struct bits_line
{
    char     function[64];
    uint64_t hash;
    int64_t  answers, nans;
} bits_line;

enum
{
    BITS_MOST_LINES = 1024,
    BITS_SITES = 4096
};

// Too large for a stack.
typedef struct bits
{
    bits_line   lines[BITS_MOST_LINES];
    int         count;
    bits_line  *line;   // of the function that gave the answers that follow
    const char *traced; // each word of this function's answers is printed, if not NULL
    struct
    {
        const char *text;
        bits_line  *line;
    } sites[BITS_SITES]; // a cache: the lines of texts by their addresses
} bits;

// Selects the line of the first public function that a piece of C calls. Without a call the line stays.
void bits_from(bits *b, const char *text);

void bits_word(bits *b, uint64_t word);
void bits_int(bits *b, long long value);
void bits_float(bits *b, float value);
void bits_double(bits *b, double value);
void bits_bytes(bits *b, const void *bytes, size_t size);

void bits_vec2(bits *b, rim_vec2 v);
void bits_vec3(bits *b, rim_vec3 v);
void bits_quat(bits *b, rim_quat q);
void bits_xform2(bits *b, rim_xform2 m);
void bits_box2(bits *b, rim_box2 box);
void bits_box3(bits *b, rim_box3 box);
void bits_plane(bits *b, rim_plane plane);
void bits_feature(bits *b, rim_feature feature);
void bits_distance3(bits *b, rim_distance3 d);
void bits_contact3(bits *b, rim_contact3 c);
void bits_hit3(bits *b, rim_hit3 h);
void bits_mass3(bits *b, rim_mass3 m);
void bits_contact2(bits *b, rim_contact2 c);
void bits_hit2(bits *b, rim_hit2 h);
void bits_mask(bits *b, const rim_mask *mask);
void bits_body(bits *b, const rim_body *body);

// Names the function that gave the answers that follow. One that no longer exists does not compile.
#define FROM(b, function) ((void)(function), bits_from(b, #function "("))

// Hashes one answer of any type, under the function that the expression calls, else under the last one.
#define BITS(b, value)                                                                             \
    (bits_from(b, #value), (b)->line->answers++,                                                   \
     _Generic((value),                                                             \
         float: bits_float,                                                                        \
         double: bits_double,                                                                      \
         rim_vec2: bits_vec2,                                                                      \
         rim_vec3: bits_vec3,                                                                      \
         rim_quat: bits_quat,                                                                      \
         rim_xform2: bits_xform2,                                                                  \
         rim_box2: bits_box2,                                                                      \
         rim_box3: bits_box3,                                                                      \
         rim_plane: bits_plane,                                                                    \
         rim_feature: bits_feature,                                                                \
         rim_distance3: bits_distance3,                                                            \
         rim_contact3: bits_contact3,                                                              \
         rim_hit3: bits_hit3,                                                                      \
         rim_mass3: bits_mass3,                                                                    \
         rim_contact2: bits_contact2,                                                              \
         rim_hit2: bits_hit2,                                                                      \
         const rim_mask *: bits_mask,                                                              \
         rim_mask *: bits_mask,                                                                    \
         default: bits_int)(b, value))

// --- chance ---------------------------------------------------------------------------------------------
// One number after the other: C leaves open in which order arguments are evaluated.

bool       any_bool(test_random *random, int one_in);
float      any_size(test_random *random); // about 1, now and then tiny or huge
rim_vec2   any_vec2(test_random *random, float size);
rim_vec3   any_vec3(test_random *random, float size); // half of them whole, so that much is equal
rim_quat   any_quat(test_random *random);             // some by quarter turns
rim_xform2 any_pose2(test_random *random, float range);
rim_xform3 any_pose3(test_random *random, float range);
rim_box2   any_box2(test_random *random, float size);
rim_mask  *any_mask(test_random *random, int most); // blobs, noise, frames; to be destroyed
void       no_error(rim_status status);

// --- parts ----------------------------------------------------------------------------------------------

typedef struct bits_part
{
    const char *name;
    void (*run)(bits *b, test_random *random, int count);
    int count; // of a full run
} bits_part;

extern const bits_part PARTS_SMALL[], PARTS_MATHS[], PARTS_MASK[], PARTS_SPRITE[], PARTS_FLASH[],
    PARTS_SHAPE3[], PARTS_HULL[], PARTS_MESH[], PARTS_BODY[], PARTS_DATA[], PARTS_HISTORY[],
    PARTS_FIGURE[];

// Runs every part, a full or a short one (a hundredth), and the recorded cases of tests/reference and tests/flash.
// Sorts the lines by function.
void bits_run_all(bits *b, bool full);

#endif
