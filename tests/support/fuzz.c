#include "support/fuzz.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fuzz_bytes fuzz_begin(const uint8_t *data, size_t size)
{
    fuzz_bytes in = { data, data + size, false, false, 1.0f };
    uint8_t    kind = fuzz_byte(&in);
    in.wild = kind & 1;
    if ((kind & 6) == 6) in.unit = ldexpf(1.0f, fuzz_int(&in, -140, 120));
    return in;
}

uint8_t fuzz_byte(fuzz_bytes *in)
{
    return in->at < in->end ? *in->at++ : 0;
}

uint32_t fuzz_word(fuzz_bytes *in)
{
    uint32_t word = 0;
    for (int i = 0; i < 4; i++) word = word << 8 | fuzz_byte(in);
    return word;
}

int fuzz_int(fuzz_bytes *in, int lo, int hi)
{
    uint32_t span = (uint32_t)hi - (uint32_t)lo;
    uint32_t drawn = span < 256 ? fuzz_byte(in) : fuzz_word(in);
    return (int)((uint32_t)lo + (span == UINT32_MAX ? drawn : drawn % (span + 1)));
}

bool fuzz_bool(fuzz_bytes *in)
{
    return fuzz_byte(in) & 1;
}

static const float limits[] = {
    0.0f,       -0.0f,    FLT_MAX,        -FLT_MAX,      FLT_MIN, -FLT_MIN, 0x1p-149f,
    -0x1p-149f, 1.0f,     0x1.fep-1f,     0x1.000002p0f, 0x1p24f, 1e30f,    -1e-30f,
    0x1p63f,    -0x1p31f, 0x1.fffffep30f, 3.14159274f,   NAN,     INFINITY, -INFINITY,
};

static float any_bits(fuzz_bytes *in)
{
    uint32_t bits = fuzz_word(in);
    float    value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float draw(fuzz_bytes *in)
{
    int kind = fuzz_byte(in);
    switch (kind & 15)
    {
    case 0:
    case 1:
        return any_bits(in);
    case 2:
        return limits[fuzz_byte(in) % (sizeof limits / sizeof limits[0])];
    case 3:
        return ldexpf(kind & 16 ? -1.0f : 1.0f, fuzz_int(in, -149, 127));
    case 4:
    case 5:
    case 6:
    case 7:
        return (float)fuzz_int(in, -8, 8) * in->unit;
    default:
        return (float)(fuzz_byte(in) << 8 | fuzz_byte(in)) * in->unit / 1024.0f - 32.0f * in->unit;
    }
}

float fuzz_float(fuzz_bytes *in)
{
    float value = draw(in);
    if (isfinite(value)) return value;
    if (!in->wild) return in->unit;
    in->spoiled = true;
    return value;
}

float fuzz_positive(fuzz_bytes *in)
{
    float value = fuzz_float(in);
    return value < 0.0f ? -value : value;
}

rim_vec2 fuzz_vec2(fuzz_bytes *in)
{
    float x = fuzz_float(in);
    return rim_vec2_make(x, fuzz_float(in));
}

rim_vec3 fuzz_vec3(fuzz_bytes *in)
{
    float x = fuzz_float(in), y = fuzz_float(in);
    return rim_vec3_make(x, y, fuzz_float(in));
}

void fuzz_check_at(bool fact, const char *text, const char *file, int line)
{
    if (fact) return;
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, text);
    abort();
}
