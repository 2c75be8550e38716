#include "rings.h"

#define STEPS 24

void rings_open(rings *r, rim_vec2 at, float radius)
{
    int i = r->next++ % RINGS;
    r->all[i].at = at;
    r->all[i].radius = radius;
    r->all[i].left = STEPS;
}

void rings_step(rings *r)
{
    for (int i = 0; i < RINGS; i++) r->all[i].left -= r->all[i].left > 0;
}

void rings_draw(kit *k, const rings *r)
{
    for (int i = 0; i < RINGS; i++)
    {
        float left = (float)r->all[i].left / STEPS;
        if (left > 0.0f)
            kit_circle(k, r->all[i].at, r->all[i].radius * (1.0f - left * left), 3.0f,
                       kit_fade(kit_ink(k, KIT_HIT), left));
    }
}
