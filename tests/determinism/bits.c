#include "determinism/bits.h"

#include "base/float.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- hashing ------------------------------------------------------------------------------------------

// Every step is one to one, so that two runs that differ in one word stay different.
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

void bits_word(bits *b, uint64_t word)
{
    b->line->hash = mix(b->line->hash, word);
    if (b->traced && strcmp(b->traced, b->line->function) == 0)
        printf("%lld %llx\n", (long long)b->line->answers, (unsigned long long)word);
}

static bits_line *line_of(bits *b, const char *name, size_t length)
{
    for (int i = 0; i < b->count; i++)
        if (strncmp(b->lines[i].function, name, length) == 0 && !b->lines[i].function[length])
            return &b->lines[i];
    if (b->count == BITS_MOST_LINES || length >= sizeof b->lines->function) abort();
    bits_line *line = &b->lines[b->count++];
    memcpy(line->function, name, length);
    for (size_t i = 0; i < length; i++) line->hash = mix(line->hash, (unsigned char)name[i]);
    return line;
}

static bool is_word(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// NULL if the text calls no public function.
static bits_line *line_called(bits *b, const char *text)
{
    for (const char *at = text; (at = strstr(at, "rim_")) != NULL;)
    {
        size_t length = 0;
        while (is_word(at[length])) length++;
        if (at[length] == '(' && (at == text || !is_word(at[-1]))) return line_of(b, at, length);
        at += length;
    }
    return NULL;
}

void bits_from(bits *b, const char *text)
{
    if (!text) abort(); // a recorded case does not say which function answered
    size_t site = mix(0, (uintptr_t)text) % BITS_SITES;
    if (b->sites[site].text != text)
    {
        b->sites[site].line = line_called(b, text);
        b->sites[site].text = text;
    }
    if (b->sites[site].line) b->line = b->sites[site].line;
}

void bits_int(bits *b, long long value)
{
    bits_word(b, (uint64_t)value);
}

void bits_float(bits *b, float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    b->line->nans += isnan(value) != 0;
    bits_word(b, word);
}

void bits_double(bits *b, double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    b->line->nans += isnan(value) != 0;
    bits_word(b, word);
}

void bits_bytes(bits *b, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    bits_word(b, size);
    for (size_t i = 0; i < size; i++) bits_word(b, at[i]);
}

void bits_vec2(bits *b, rim_vec2 v)
{
    bits_float(b, v.x);
    bits_float(b, v.y);
}

void bits_vec3(bits *b, rim_vec3 v)
{
    bits_float(b, v.x);
    bits_float(b, v.y);
    bits_float(b, v.z);
}

void bits_quat(bits *b, rim_quat q)
{
    bits_vec3(b, rim_vec3_make(q.x, q.y, q.z));
    bits_float(b, q.w);
}

void bits_xform2(bits *b, rim_xform2 m)
{
    bits_vec3(b, rim_vec3_make(m.a, m.b, m.c));
    bits_vec3(b, rim_vec3_make(m.d, m.tx, m.ty));
}

void bits_box2(bits *b, rim_box2 box)
{
    bits_vec2(b, box.lo);
    bits_vec2(b, box.hi);
}

void bits_box3(bits *b, rim_box3 box)
{
    bits_vec3(b, box.lo);
    bits_vec3(b, box.hi);
}

void bits_plane(bits *b, rim_plane plane)
{
    bits_vec3(b, plane.normal);
    bits_float(b, plane.offset);
}

void bits_feature(bits *b, rim_feature feature)
{
    bits_int(b, (int)feature.kind * 65536 + feature.index);
}

void bits_distance3(bits *b, rim_distance3 d)
{
    bits_vec3(b, d.on_a);
    bits_vec3(b, d.on_b);
    bits_vec3(b, d.normal);
    bits_float(b, d.distance);
    bits_float(b, d.uncertainty);
    bits_feature(b, d.feature_a);
    bits_feature(b, d.feature_b);
    bits_int(b, d.letter);
}

void bits_contact3(bits *b, rim_contact3 c)
{
    bits_int(b, c.hit);
    bits_float(b, c.depth);
    bits_float(b, c.uncertainty);
    bits_vec3(b, c.normal);
    bits_vec3(b, c.on_a);
    bits_vec3(b, c.on_b);
    bits_feature(b, c.feature_a);
    bits_feature(b, c.feature_b);
    bits_int(b, c.letter);
}

void bits_hit3(bits *b, rim_hit3 h)
{
    bits_int(b, h.hit + 2 * h.start_overlap + 4 * h.back);
    bits_float(b, h.t);
    bits_vec3(b, h.point);
    bits_vec3(b, h.normal);
    bits_vec3(b, h.face_normal);
    bits_float(b, h.depth);
    bits_feature(b, h.mover);
    bits_feature(b, h.other);
    bits_int(b, h.item);
    bits_int(b, h.letter);
}

void bits_mass3(bits *b, rim_mass3 m)
{
    const double parts[11] = {
        m.volume, m.area, m.x, m.y, m.z, m.xx, m.yy, m.zz, m.xy, m.yz, m.zx
    };
    for (int i = 0; i < 11; i++) bits_double(b, parts[i]);
}

void bits_contact2(bits *b, rim_contact2 c)
{
    bits_int(b, c.hit);
    bits_vec2(b, c.point);
    bits_vec2(b, c.normal);
    bits_vec2(b, c.edge_normal);
    bits_float(b, c.depth);
    bits_double(b, c.area);
}

void bits_hit2(bits *b, rim_hit2 h)
{
    bits_int(b, h.hit + 2 * h.start_overlap);
    bits_double(b, h.t);
    bits_vec2(b, h.point);
    bits_vec2(b, h.normal);
    bits_vec2(b, h.edge_normal);
    bits_float(b, h.depth);
    bits_int(b, h.ax);
    bits_int(b, h.ay);
    bits_int(b, h.bx);
    bits_int(b, h.by);
}

void bits_mask(bits *b, const rim_mask *mask)
{
    int width = rim_mask_width(mask), height = rim_mask_height(mask);
    bits_int(b, width);
    bits_int(b, height);
    for (int y = 0; y < height; y++)
    {
        uint64_t word = 0;
        for (int x = 0; x < width; x++)
        {
            word |= (uint64_t)rim_mask_get(mask, x, y) << x % 64;
            if (x % 64 == 63 || x == width - 1) bits_word(b, word), word = 0;
        }
    }
}

void bits_body(bits *b, const rim_body *body)
{
    b->line->answers++;
    bits_vec3(b, body->pose.position);
    bits_quat(b, body->pose.rotation);
    bits_vec3(b, body->velocity);
    bits_vec3(b, body->spin);
    bits_float(b, body->still);
    bits_int(b, body->asleep);
}

// --- chance ---------------------------------------------------------------------------------------------

void no_error(rim_status status)
{
    if (status == RIM_OK) return;
    fprintf(stderr, "%s\n", rim_status_text(status));
    abort();
}

bool any_bool(test_random *random, int one_in)
{
    return random_int(random, 1, one_in) == 1;
}

float any_size(test_random *random)
{
    float size = random_float(random, 0.25f, 4.0f);
    int   power = any_bool(random, 8) ? random_int(random, -20, 20) : 0;
    for (; power > 0; power--) size *= 2.0f;
    for (; power < 0; power++) size *= 0.5f;
    return size;
}

rim_vec2 any_vec2(test_random *random, float size)
{
    rim_vec2 v;
    v.x = random_float(random, -size, size);
    v.y = random_float(random, -size, size);
    return v;
}

rim_vec3 any_vec3(test_random *random, float size)
{
    bool  whole = any_bool(random, 2);
    float v[3];
    for (int i = 0; i < 3; i++)
        v[i] = whole ? (float)random_int(random, -4, 4) * 0.25f * size
                     : random_float(random, -size, size);
    return rim_vec3_make(v[0], v[1], v[2]);
}

rim_quat any_quat(test_random *random)
{
    if (any_bool(random, 4)) return rim_quat_identity();
    if (any_bool(random, 4))
    {
        float v[4] = { 0.0f, 0.0f, 0.0f, 1.0f };
        v[random_int(random, 0, 2)] = 1.0f;
        return (rim_quat){ v[0], v[1], v[2], v[3] };
    }
    rim_vec3 v = any_vec3(random, 1.0f);
    float    w = random_float(random, -1.0f, 1.0f);
    return rim_quat_normalize((rim_quat){ v.x, v.y, v.z, w });
}

rim_xform2 any_pose2(test_random *random, float range)
{
    rim_vec2 at = any_vec2(random, range);
    if (any_bool(random, 4))
    {
        // (float)(int)x alone becomes an instruction that keeps the sign of zero, with -fno-trapping-math.
        int x = (int)at.x, y = (int)at.y;
        return rim_xform2_translation(rim_vec2_make(x ? (float)x : 0.0f, y ? (float)y : 0.0f));
    }
    double degrees =
        any_bool(random, 4) ? 90.0 * random_int(random, 0, 3) : 360.0 * random_unit(random);
    rim_vec2 scale = any_vec2(random, 2.0f);
    if (any_bool(random, 2)) scale = rim_vec2_make(scale.x < 0.0f ? -1.0f : 1.0f, 1.0f);
    rim_xform2 pose = rim_xform2_pose(at, rim_rot2_degrees(degrees), scale);
    if (any_bool(random, 8)) pose.c += random_float(random, -1.0f, 1.0f);
    return pose;
}

rim_xform3 any_pose3(test_random *random, float range)
{
    rim_vec3 at = any_vec3(random, range);
    return rim_xform3_make(at, any_quat(random));
}

rim_box2 any_box2(test_random *random, float size)
{
    rim_vec2 a = any_vec2(random, size);
    rim_vec2 b = any_vec2(random, size);
    return rim_box2_make(vec2_min(a, b), vec2_max(a, b));
}

rim_mask *any_mask(test_random *random, int most)
{
    int       width = random_int(random, 1, most), height = random_int(random, 1, most);
    int       kind = random_int(random, 0, 3);
    rim_mask *mask;
    no_error(rim_mask_create(&mask, width, height, NULL));
    if (kind == 0)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) rim_mask_set(mask, x, y, any_bool(random, 3));
    for (int i = 0; i < 3 * kind; i++)
    {
        rim_vec2 at = any_vec2(random, (float)most);
        float    radius = random_float(random, 0.0f, 0.4f * (float)most);
        rim_mask_draw_circle(mask, at, radius, i % 3 < 2);
        int x = random_int(random, 0, width), y = random_int(random, 0, height);
        int w = random_int(random, 1, most), h = random_int(random, 1, 3);
        rim_mask_draw_rect(mask, rim_rect_make(x, y, x + w, y + h), i % 4 < 3);
    }
    if (kind > 0 && rim_mask_count(mask) == 0)
        rim_mask_draw_rect(mask, rim_rect_make(0, 0, width, (height + 1) / 2), true);
    return mask;
}
