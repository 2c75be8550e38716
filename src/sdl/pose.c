// The pose that SDL draws, and drawing a pose.
#include "rimcast/angle.h"
#include "sdl/version.h"

// Returns the part of src inside the image, as SDL uses it: the whole image if src is NULL, an empty rectangle if src
// lies outside.
static SDL_Rect drawn_part(const SDL_Rect *src, int width, int height)
{
    SDL_Rect whole = { 0, 0, width, height }, part = whole;
    if (src && !sdl_intersect(src, &whole, &part)) return (SDL_Rect){ 0, 0, 0, 0 };
    return part;
}

// Along one axis, image coordinate i lies at  scale i + offset  from dst's corner:
//
//      not flipped    (i - src) size / n             n pixels of the image over size units
//      flipped        size - (i - src) size / n
typedef struct sdl_pose_axis
{
    double scale, offset;
} sdl_pose_axis;

// Returns the axis that stretches the n pixels of the image from `src` on over `size` units. Requires n > 0.
static sdl_pose_axis sdl_pose_stretch(int src, int n, double size, bool flipped)
{
    double scale = size / n, offset = -src * scale;
    return flipped ? (sdl_pose_axis){ -scale, size - offset } : (sdl_pose_axis){ scale, offset };
}

// Returns the pose in which SDL draws part `src` of the sprite's image over dst. If nothing is drawn, the pose's
// matrix is 0. With R the turn, c the center of rotation relative to dst's corner, and a the anchor, point p of
// sprite space goes to
//
//      dst + c + R (scale (p + a) + offset - c)
rim_xform2 rim_sdl_pose(const rim_sprite *sprite, const SDL_Rect *src, const SDL_FRect *dst,
                        double degrees, const SDL_FPoint *center, rim_sdl_flip flip)
{
    RIM_ASSERT(sprite, "the sprite is NULL");
    if (!sprite) return (rim_xform2){ 0, 0, 0, 0, dst->x, dst->y };
    const rim_mask *mask = rim_sprite_mask(sprite);
    rim_vec2        anchor = rim_sprite_anchor(sprite);
    SDL_Rect        part = drawn_part(src, rim_mask_width(mask), rim_mask_height(mask));
    bool            is_empty = part.w <= 0 || part.h <= 0 || !(dst->w > 0.0f && dst->h > 0.0f);
    if (is_empty) return (rim_xform2){ 0, 0, 0, 0, dst->x, dst->y };

    sdl_pose_axis x = sdl_pose_stretch(part.x, part.w, dst->w, (flip & SDL_FLIP_HORIZONTAL) != 0);
    sdl_pose_axis y = sdl_pose_stretch(part.y, part.h, dst->h, (flip & SDL_FLIP_VERTICAL) != 0);
    double        cx = center ? center->x : dst->w / 2.0;
    double        cy = center ? center->y : dst->h / 2.0;
    double        from_x = x.scale * anchor.x + x.offset - cx;
    double        from_y = y.scale * anchor.y + y.offset - cy;

    rim_sincos_pair turn = rim_sincos_degrees(degrees);
    return (rim_xform2){ (float)(turn.cos * x.scale),
                         (float)(turn.sin * x.scale),
                         (float)(-turn.sin * y.scale),
                         (float)(turn.cos * y.scale),
                         (float)(dst->x + cx + turn.cos * from_x - turn.sin * from_y),
                         (float)(dst->y + cy + turn.sin * from_x + turn.cos * from_y) };
}

// --- drawing ----------------------------------------------------------------------------------------

// Draws a pose that keeps rectangles upright as a copy, because the software renderer draws copies exactly, but not
// two triangles. Requires b = c = 0, or with `turned` a = d = 0. With R a turn by 0 or 90 degrees about dst's corner,
// the sides of the image are mapped to the pose's columns
//
//      upright        (a, 0), (0, d)     stretched by  x = a, y =  d
//      turned by 90   (0, b), (c, 0)     stretched by  x = b, y = -c
//
// where a negative stretch is a flip: then the image's corner is at the far corner of dst.
static int draw_copy(SDL_Renderer *renderer, SDL_Texture *texture, rim_posed sprite, bool turned)
{
    const rim_mask *mask = rim_sprite_mask(sprite.sprite);
    rim_vec2        anchor = rim_sprite_anchor(sprite.sprite);
    rim_vec2        at = rim_xform2_apply(sprite.pose, rim_vec2_make(-anchor.x, -anchor.y));
    float           x = turned ? sprite.pose.b : sprite.pose.a;
    float           y = turned ? -sprite.pose.c : sprite.pose.d;
    float           w = SDL_fabsf(x) * (float)rim_mask_width(mask);
    float           h = SDL_fabsf(y) * (float)rim_mask_height(mask);
    float           far_w = x < 0 ? w : 0, far_h = y < 0 ? h : 0; // to the far corner, before R
    float           far_x = turned ? -far_h : far_w, far_y = turned ? far_w : far_h; // after R
    SDL_FRect       dst = { at.x - far_x, at.y - far_y, w, h };
    int             flip = 0;
    if (x < 0) flip |= SDL_FLIP_HORIZONTAL;
    if (y < 0) flip |= SDL_FLIP_VERTICAL;
    const SDL_FPoint corner = { 0.0f, 0.0f };
    return sdl_draw_copy(renderer, texture, &dst, turned ? 90.0 : 0.0, &corner, (rim_sdl_flip)flip);
}

// Draws a pose as two triangles. Copies apply the texture's color and alpha modulation, but triangles ignore it, so
// it is put into the colors of the corners.
static int draw_triangles(SDL_Renderer *renderer, SDL_Texture *texture, rim_posed sprite)
{
    static const int order[6] = { 0, 1, 2, 2, 1, 3 };
    const rim_mask  *mask = rim_sprite_mask(sprite.sprite);
    rim_vec2         anchor = rim_sprite_anchor(sprite.sprite);
    SDL_Vertex       corners[4];
    SDL_Color        ink = { 255, 255, 255, 255 };
    SDL_GetTextureColorMod(texture, &ink.r, &ink.g, &ink.b);
    SDL_GetTextureAlphaMod(texture, &ink.a);
    for (int i = 0; i < 4; i++)
    {
        rim_vec2 image = rim_vec2_make((float)(i % 2 * rim_mask_width(mask)),
                                       (float)(i / 2 * rim_mask_height(mask)));
        rim_vec2 at = rim_xform2_apply(sprite.pose, rim_vec2_sub(image, anchor));
        corners[i] = sdl_vertex(at, ink, (float)(i % 2), (float)(i / 2));
    }
    return sdl_draw_triangles(renderer, texture, corners, 4, order, 6);
}

// --- turned pictures of the software renderer ---------------------------------------------------------

// A pose whose columns have a cosine of at most this between them has no shear. Rotations in float have about 2^-23.
#define PERPENDICULAR 0x1p-20
// The software renderer has 16 bits for whole pixels of a center.
#define FARTHEST_CENTER 16000.0
// It draws a turned picture as a whole, where triangles are clipped to the screen first.
#define MOST_TURNED_PIXELS (1024.0 * 1024.0)

// A turned copy, in the arguments of SDL_RenderCopyExF.
typedef struct turned_copy
{
    SDL_FRect    dst;
    double       degrees;
    SDL_FPoint   center;
    rim_sdl_flip flip;
} turned_copy;

// Returns the whole number of pixels nearest to a length, at least 1.
static double whole_side(double length)
{
    return length < 1.0 ? 1.0 : SDL_floor(length + 0.5);
}

// Computes the copy that the software renderer draws like a pose without shear. Returns false if there is none. That
// renderer truncates dst to whole numbers. Without interpolation it reads a turned picture half a pixel beside the
// middles of the screen's pixels. So the middle of the picture, m = (w / 2, h / 2), is drawn at
//
//      dst + c + R (m + s - c),    R the turn, c the center of rotation,
//                                  s = (1/2, 1/2), or 0 with interpolation.
//
// This must be `middle`, the middle of the posed image:  (I - R) c = middle - dst - R (m + s).  dst is middle - m - R s
// rounded to whole numbers, for which c is nearest to m. With the remainder  r = middle - m - R s - dst,
//
//      c = m + (I - R)^-1 r,    (I - R)^-1 = 1/2 (1 -k; k 1),    k = cot(angle / 2).
static bool find_turned_copy(turned_copy *copy, rim_posed sprite, bool is_smooth)
{
    const rim_mask *mask = rim_sprite_mask(sprite.sprite);
    rim_xform2      p = sprite.pose;
    double          column = SDL_sqrt((double)p.a * p.a + (double)p.b * p.b);
    double          row = SDL_sqrt((double)p.c * p.c + (double)p.d * p.d);
    double          dot = (double)p.a * p.c + (double)p.b * p.d;
    double          w = whole_side(column * rim_mask_width(mask));
    double          h = whole_side(row * rim_mask_height(mask));
    if (!(column > 0.0 && row > 0.0 && w * h <= MOST_TURNED_PIXELS)) return false;
    if (!(SDL_fabs(dot) <= PERPENDICULAR * column * row)) return false;

    double degrees = SDL_atan2(p.b, p.a) * (180.0 / 3.14159265358979323846);
    if (SDL_fmod(degrees, 90.0) == 0.0) return false; // quarter turns read the picture elsewhere
    double   cosine = p.a / column, sine = p.b / column;
    double   k = cosine > 0.0 ? (1.0 + cosine) / sine : sine / (1.0 - cosine);
    rim_vec2 anchor = rim_sprite_anchor(sprite.sprite);
    rim_vec2 middle =
        rim_xform2_apply(p, rim_vec2_make((float)rim_mask_width(mask) / 2.0f - anchor.x,
                                          (float)rim_mask_height(mask) / 2.0f - anchor.y));
    double shift = is_smooth ? 0.0 : 0.5;                    // both coordinates of s
    double x = middle.x - w / 2.0 - shift * (cosine - sine); // middle - m - R s
    double y = middle.y - h / 2.0 - shift * (sine + cosine);
    double dst_x = SDL_floor(x + 0.5), dst_y = SDL_floor(y + 0.5);
    double center_x = w / 2.0 + 0.5 * ((x - dst_x) - k * (y - dst_y));
    double center_y = h / 2.0 + 0.5 * (k * (x - dst_x) + (y - dst_y));
    if (!(SDL_fabs(center_x) + SDL_fabs(center_y) <= FARTHEST_CENTER)) return false;

    copy->dst = (SDL_FRect){ (float)dst_x, (float)dst_y, (float)w, (float)h };
    copy->degrees = degrees;
    copy->center = (SDL_FPoint){ (float)center_x, (float)center_y };
    copy->flip = (double)p.a * p.d - (double)p.b * p.c < 0.0 ? SDL_FLIP_VERTICAL : SDL_FLIP_NONE;
    return true;
}

// Returns true if the software renderer draws a turned picture faster as a copy than as triangles: blended.
static bool copies_are_faster(SDL_Renderer *renderer, SDL_Texture *texture)
{
    SDL_BlendMode mode = SDL_BLENDMODE_NONE;
    SDL_GetTextureBlendMode(texture, &mode);
    return (mode == SDL_BLENDMODE_BLEND || mode == SDL_BLENDMODE_ADD) && sdl_is_software(renderer);
}

int rim_sdl_draw(SDL_Renderer *renderer, SDL_Texture *texture, rim_posed sprite)
{
    RIM_ASSERT(sprite.sprite, "the sprite is NULL");
    if (!sprite.sprite) return sdl_error("the sprite is NULL");
    rim_xform2 m = sprite.pose;
    if (m.b == 0.0f && m.c == 0.0f) return draw_copy(renderer, texture, sprite, false);
    if (m.a == 0.0f && m.d == 0.0f) return draw_copy(renderer, texture, sprite, true);
    turned_copy copy;
    if (copies_are_faster(renderer, texture) &&
        find_turned_copy(&copy, sprite, sdl_is_smooth(texture)))
        return sdl_draw_copy(renderer, texture, &copy.dst, copy.degrees, &copy.center, copy.flip);
    return draw_triangles(renderer, texture, sprite);
}
