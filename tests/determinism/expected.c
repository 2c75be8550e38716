#include "determinism/expected.h"

#include <string.h>

bool expected_read(expected *e, const char *path, bool full)
{
    memset(e, 0, sizeof *e);
    FILE *file = fopen(path, "r");
    char  line[256];
    if (!file)
    {
        fprintf(stderr, "%s cannot be opened\n", path);
        return false;
    }
    while (e->count < 100 && fgets(line, sizeof line, file))
    {
        char               which[8];
        unsigned long long hash;
        if (sscanf(line, "%7s %47s %llx", which, e->names[e->count], &hash) != 3) continue;
        if (strcmp(which, full ? "full" : "short") != 0) continue;
        e->hashes[e->count++] = hash;
    }
    fclose(file);
    return true;
}

void expected_compare(void *context, const char *name, const bits *b)
{
    expected *e = context;
    bool      same = false;
    for (int i = 0; i < e->count; i++)
        if (strcmp(e->names[i], name) == 0) same = e->hashes[i] == b->hash && b->nans == 0;
    e->told++;
    e->same += same;
    e->answers = b->answers; // of the total, which comes last
    size_t length = strlen(e->others);
    if (!same) snprintf(e->others + length, sizeof e->others - length, " %s", name);
}

bool expected_report(const expected *e, FILE *to)
{
    bool all = e->same == e->told && e->told == e->count;
    fprintf(to, "%lld answers, %d of %d parts as recorded%s%s\n", (long long)e->answers, e->same,
            e->count, e->others[0] ? "; others:" : "", e->others);
    return all;
}
