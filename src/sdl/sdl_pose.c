// The pose that SDL_RenderCopyExF draws, and drawing a pose.
#include "rimcast/sdl.h"

// SDL's own reading of src: the part inside the image.
static SDL_Rect drawn_part(const SDL_Rect *src, int width, int height)
{
    SDL_Rect whole = { 0, 0, width, height }, part = whole;
    if (src && !SDL_IntersectRect(src, &whole, &part)) return (SDL_Rect){ 0, 0, 0, 0 };
    return part;
}

// Along one axis, image coordinate i lies at  scale i + offset  from dst's corner:
//
//      not flipped    (i - src) size / n             n pixels of the image over size units
//      flipped        size - (i - src) size / n
typedef struct axis
{
    double scale, offset;
} axis;

static axis stretch(int src, int n, double size, bool flipped)
{
    double scale = size / n, offset = -src * scale;
    return flipped ? (axis){ -scale, size - offset } : (axis){ scale, offset };
}

// With R the turn, c the centre, a the anchor, sprite space p goes to
//
//      dst + c + R (scale (p + a) + offset - c)
rim_xform2 rim_sdl_pose(const rim_sprite *sprite, const SDL_Rect *src, const SDL_FRect *dst,
                        double degrees, const SDL_FPoint *center, SDL_RendererFlip flip)
{
    const rim_mask *mask = rim_sprite_mask(sprite);
    rim_vec2        anchor = rim_sprite_anchor(sprite);
    SDL_Rect        part = drawn_part(src, rim_mask_width(mask), rim_mask_height(mask));
    if (part.w <= 0 || part.h <= 0) return rim_xform2_make(0, 0, 0, 0, dst->x, dst->y);

    axis   x = stretch(part.x, part.w, dst->w, (flip & SDL_FLIP_HORIZONTAL) != 0);
    axis   y = stretch(part.y, part.h, dst->h, (flip & SDL_FLIP_VERTICAL) != 0);
    double cx = center ? center->x : dst->w / 2.0, cy = center ? center->y : dst->h / 2.0;
    double from_x = x.scale * anchor.x + x.offset - cx;
    double from_y = y.scale * anchor.y + y.offset - cy;

    rim_sincos_pair turn = rim_sincos_degrees(degrees);
    return rim_xform2_make((float)(turn.cos * x.scale), (float)(turn.sin * x.scale),
                           (float)(-turn.sin * y.scale), (float)(turn.cos * y.scale),
                           (float)(dst->x + cx + turn.cos * from_x - turn.sin * from_y),
                           (float)(dst->y + cy + turn.sin * from_x + turn.cos * from_y));
}

int rim_sdl_draw(SDL_Renderer *renderer, SDL_Texture *texture, rim_posed sprite)
{
    static const int order[6] = { 0, 1, 2, 2, 1, 3 };
    const rim_mask  *mask = rim_sprite_mask(sprite.sprite);
    rim_vec2         anchor = rim_sprite_anchor(sprite.sprite);
    SDL_Vertex       corners[4];
    for (int i = 0; i < 4; i++)
    {
        rim_vec2 image = rim_vec2_make((float)(i % 2 * rim_mask_width(mask)),
                                       (float)(i / 2 * rim_mask_height(mask)));
        rim_vec2 at = rim_xform2_apply(sprite.pose, rim_vec2_sub(image, anchor));
        corners[i] = (SDL_Vertex){ { at.x, at.y },
                                   { 255, 255, 255, 255 },
                                   { (float)(i % 2), (float)(i / 2) } };
    }
    return SDL_RenderGeometry(renderer, texture, corners, 4, order, 6);
}
