#include "rimcast/segment.h"

static double clamp_unit(double t)
{
    return t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0; // NaN gives 0
}

rim_on_segment2 rim_segment2_closest(rim_segment2 segment, rim_vec2 p)
{
    double dx = (double)segment.b.x - segment.a.x, dy = (double)segment.b.y - segment.a.y;
    double px = (double)p.x - segment.a.x, py = (double)p.y - segment.a.y;
    double square = dx * dx + dy * dy;
    double t = square > 0.0 ? clamp_unit((px * dx + py * dy) / square) : 0.0;
    double ex = px - t * dx, ey = py - t * dy;

    rim_on_segment2 on;
    on.point = t == 1.0
                   ? segment.b
                   : rim_vec2_make((float)(segment.a.x + t * dx), (float)(segment.a.y + t * dy));
    on.t = (float)t;
    on.distance = (float)sqrt(ex * ex + ey * ey);
    return on;
}

rim_on_segment3 rim_segment3_closest(rim_segment3 segment, rim_vec3 p)
{
    double dx = (double)segment.b.x - segment.a.x, dy = (double)segment.b.y - segment.a.y,
           dz = (double)segment.b.z - segment.a.z;
    double px = (double)p.x - segment.a.x, py = (double)p.y - segment.a.y,
           pz = (double)p.z - segment.a.z;
    double square = dx * dx + dy * dy + dz * dz;
    double t = square > 0.0 ? clamp_unit((px * dx + py * dy + pz * dz) / square) : 0.0;
    double ex = px - t * dx, ey = py - t * dy, ez = pz - t * dz;

    rim_on_segment3 on;
    on.point = t == 1.0
                   ? segment.b
                   : rim_vec3_make((float)(segment.a.x + t * dx), (float)(segment.a.y + t * dy),
                                   (float)(segment.a.z + t * dz));
    on.t = (float)t;
    on.distance = (float)sqrt(ex * ex + ey * ey + ez * ez);
    return on;
}
