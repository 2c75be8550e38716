// All parts, one after the other.
#include "determinism/bits.h"

#include "support/flash_vectors.h"
#include "support/reference/run.h"

#include <string.h>

static void hear_number(void *context, double value)
{
    bits *b = context;
    b->answers++;
    bits_double(b, value);
}

static void hear_count(bits *b, int passed, int failed)
{
    bits_int(b, passed);
    bits_int(b, failed);
}

static bits fresh(const char *name)
{
    bits b = { 0, 0, 0, NULL };
    bits_bytes(&b, name, strlen(name));
    return b;
}

typedef struct speaker
{
    bits_tell *tell;
    void      *context;
    bits       total;
} speaker;

static void say(speaker *s, const char *name, const bits *b)
{
    bits_word(&s->total, b->hash);
    s->total.answers += b->answers;
    s->total.nans += b->nans;
    s->tell(s->context, name, b);
}

static void run_recorded(speaker *s)
{
    for (int i = 0; reference_kind_name(i); i++)
    {
        static const char *const endings[] = { "tsv", "txt" };
        const char              *kind = reference_kind_name(i);
        char                     name[64];
        snprintf(name, sizeof name, "reference/%s", kind);
        bits b = fresh(name);
        for (int k = 0; k < 2; k++)
        {
            char path[128];
            snprintf(path, sizeof path, "tests/reference/%s.%s", kind, endings[k]);
            FILE *file = fopen(path, "rb");
            if (!file) continue;
            fclose(file);
            reference_result result = reference_run_file_to(path, 5, hear_number, &b);
            hear_count(&b, result.passed, result.failed);
        }
        say(s, name, &b);
    }
    bits        b = fresh("flash_vectors");
    flash_score score =
        flash_vectors_run_to("tests/flash/vectors_open.json", NULL, hear_number, &b);
    hear_count(&b, score.passed, score.failed);
    say(s, "flash_vectors", &b);
}

static void run_part(speaker *s, const bits_part *part, bool full)
{
    bits        b = fresh(part->name);
    test_random random = { b.hash };
    int         count = full ? part->count : (part->count + 99) / 100;
    part->run(&b, &random, count);
    say(s, part->name, &b);
}

enum
{
    GROUPS = 9
};

static const bits_part *const groups[GROUPS] = { PARTS_MATHS, PARTS_MASK,   PARTS_SPRITE,
                                                 PARTS_FLASH, PARTS_SHAPE3, PARTS_HULL,
                                                 PARTS_MESH,  PARTS_BODY,   PARTS_DATA };

bool bits_trace(const char *name, bool full, FILE *to)
{
    for (int i = 0; i < GROUPS; i++)
        for (const bits_part *part = groups[i]; part->name; part++)
        {
            if (strcmp(part->name, name) != 0) continue;
            bits        b = fresh(name);
            test_random random = { b.hash };
            b.trace = to;
            part->run(&b, &random, full ? part->count : (part->count + 99) / 100);
            return true;
        }
    return false;
}

void bits_run_all(bool full, bits_tell *tell, void *context)
{
    speaker s = { tell, context, fresh("total") };
    for (int i = 0; i < GROUPS; i++)
        for (const bits_part *part = groups[i]; part->name; part++) run_part(&s, part, full);
    run_recorded(&s);
    tell(context, "total", &s.total);
}
