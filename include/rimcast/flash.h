/// @file
/// Flash's display list: clips within clips, each placed by a matrix, each showing a vector shape, a
/// bitmap or nothing. For games written around hitTest, to be ported line by line.
///
///      rim_flash_clip *car;
///      rim_flash_add(&car, rim_flash_root(movie), "car");       // createEmptyMovieClip / addChild
///      rim_flash_set_shape(car, body);                          // what it shows
///      rim_flash_set_x(car, 120.0);                             // car._x = 120
///      if (rim_flash_hit_test_point(car, mouse_x, mouse_y, true)) ...  // car.hitTest(x, y, true)
///
/// This header builds the list; flash_hit.h asks it, flash_drag.h drags in it, flash_shape.h and
/// flash_bitmap.h make what clips show. Where ActionScript 2 and 3 differ, the movie's generation
/// decides. docs/porting-from-flash.md goes through all calls.
///
/// Units. Arguments and results are pixels, as in ActionScript, y down, angles in degrees, clockwise.
/// Positions are kept as whole twips (1/20 pixel) in 32 bits: setting one cuts it towards zero, so 33.333
/// reads back as 33.3. NaN becomes 0, and what does not fit becomes -107374182.4.
///
/// Better than Flash, knowingly. In Flash a shape test right after a script moved a clip could still
/// see the clip where it was drawn last; here every answer is about what the list holds now. Whatever is
/// changed is brought up to date at once, with all that is inside, so questions are const.
///
/// Memory. A movie owns its clips; shapes and bitmaps are borrowed and must outlive their showing. Only
/// adding a clip allocates.
#ifndef RIMCAST_FLASH_H
#define RIMCAST_FLASH_H

#include "rimcast/base.h"
#include "rimcast/flash_bitmap.h"
#include "rimcast/flash_shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_flash rim_flash; ///< a movie: the list, the mouse, what is being dragged
typedef struct rim_flash_clip
    rim_flash_clip; ///< MovieClip, Sprite, Shape, Bitmap: anything on the list

/// flash.geom.Point, pixels.
typedef struct rim_flash_point
{
    double x, y;
} rim_flash_point;

/// As in a SWF file and in flash.geom.Matrix, but with the translation in twips:
///
///      x' = a x + c y + tx
///      y' = b x + d y + ty
typedef struct rim_flash_matrix
{
    double  a, b, c, d;
    int32_t tx, ty;
} rim_flash_matrix;

/// An empty movie with a root clip named "_root". RIM_ERR_MEMORY; on failure `*out` is NULL.
RIM_API rim_status rim_flash_create(rim_flash **out, rim_flash_generation generation,
                                    const rim_allocator *from);

/// With all its clips. NULL is allowed.
RIM_API void rim_flash_destroy(rim_flash *movie);

/// _root. It can be moved, turned and scaled like any other clip, and cannot be removed.
RIM_API rim_flash_clip *rim_flash_root(rim_flash *movie);

// --- the list ---------------------------------------------------------------------------------------

/// A new clip on top of what the parent holds: AS2 createEmptyMovieClip(name, getNextHighestDepth()),
/// attachMovie; AS3 addChild. The name is copied. NULL makes a nameless piece of the parent's drawing,
/// such as a shape put on the timeline: AS2 never gives one as a drop target.
RIM_API rim_status rim_flash_add(rim_flash_clip **out, rim_flash_clip *parent, const char *name);

/// At a depth of its own: AS2 createEmptyMovieClip(name, depth), AS3 about addChildAt. Higher depths lie
/// above. RIM_ERR_ARGUMENT if the depth is taken (AS2 would throw away what is there).
RIM_API rim_status rim_flash_add_at(rim_flash_clip **out, rim_flash_clip *parent, const char *name,
                                    int depth);

/// removeMovieClip: the clip and all inside are no more. Masks, drags and drop targets forget them.
RIM_API void rim_flash_remove(rim_flash_clip *clip);

/// @{
/// AS3 removeChild: taken off the list, kept by the movie, with all inside. Box tests still answer,
/// shape tests say false. rim_flash_attach puts it back on top of a parent: addChild. The parent may
/// not be inside the clip.
RIM_API void rim_flash_detach(rim_flash_clip *clip);
RIM_API void rim_flash_attach(rim_flash_clip *parent, rim_flash_clip *clip);
/// @}

/// swapDepths(depth), setChildIndex: to another depth among its siblings, changing places with who is
/// there.
RIM_API void rim_flash_swap_depths(rim_flash_clip *clip, int depth);

RIM_API int             rim_flash_depth(const rim_flash_clip *clip); ///< getDepth()
/// _name; "" for a nameless one
RIM_API const char     *rim_flash_name(const rim_flash_clip *clip);
RIM_API rim_flash_clip *rim_flash_parent(const rim_flash_clip *clip); ///< _parent; NULL at the top
RIM_API rim_flash      *rim_flash_movie(const rim_flash_clip *clip);  ///< whom it belongs to
/// the lowest inside, or NULL
RIM_API rim_flash_clip *rim_flash_first(const rim_flash_clip *clip);
RIM_API rim_flash_clip *
rim_flash_next(const rim_flash_clip *clip); ///< the next higher sibling, or NULL

/// AS2 target paths, seen from a clip: "wheel", "car/wheel", "../car", "/car", "_root.car.wheel",
/// "_parent.car", "this". NULL for "", NULL, or what leads nowhere.
RIM_API rim_flash_clip *rim_flash_find(rim_flash_clip *clip, const char *path);

/// The clip's own slash path, "/car/wheel", "/" for the root; nameless ones are left out. Writes at most
/// capacity bytes, the closing 0 among them, and returns the length that it needed without it.
RIM_API int rim_flash_path(const rim_flash_clip *clip, char *buffer, int capacity);

// --- what a clip shows -------------------------------------------------------------------------------

/// A vector shape in the clip's own space: drawing functions, timeline shapes. NULL: nothing.
RIM_API void rim_flash_set_shape(rim_flash_clip *clip, const rim_flash_shape *shape);

/// attachBitmap, new Bitmap(data): a bitmap with its top left corner at the clip's origin. NULL: nothing.
/// It hits over its whole rectangle, all four sides included, as in Flash, where only
/// BitmapData.hitTest looks at alpha. alpha_threshold > 0 is an option that Flash does not have: shape
/// tests then want a pixel of that alpha at least; a point belongs to the pixel right and below of it.
/// The bitmap's size is taken now; call again if it was disposed of.
RIM_API void rim_flash_set_bitmap(rim_flash_clip *clip, const rim_flash_bitmap *bitmap,
                                  int alpha_threshold);

/// @{
/// _visible / visible, true at first. hitTest sees invisible clips; getObjectsUnderPoint and drop targets
/// do not.
RIM_API void rim_flash_set_visible(rim_flash_clip *clip, bool visible);
RIM_API bool rim_flash_visible(const rim_flash_clip *clip);
/// @}

/// @{
/// clip.setMask(mask), clip.mask = mask: the clip hits only where the mask does; NULL takes it off. A
/// mask serves one clip, so it leaves the one it served. While it serves, shape tests of the mask itself
/// are false and what holds it does not count it. Box tests ignore masks.
RIM_API void            rim_flash_set_mask(rim_flash_clip *clip, rim_flash_clip *mask);
RIM_API rim_flash_clip *rim_flash_mask(const rim_flash_clip *clip);
/// @}

/// A timeline's mask layer: this clip shows nothing, but its siblings above it, up to and with that
/// depth, hit only where it does when what holds them is asked. Asked themselves they hit everywhere.
/// 0: none.
RIM_API void rim_flash_set_clip_depth(rim_flash_clip *clip, int clip_depth);

// --- where a clip is ----------------------------------------------------------------------------------

/// @{
/// transform.matrix. Scales and rotation are remembered apart from the matrix, so that a clip scaled
/// to 0 and back is what it was; setting the matrix derives them anew:
///
///      xscale = |(a, b)|, yscale = |(c, d)|, rotation = atan2(b, a), skew = atan2(-c, d) - rotation
///
/// Scales are never negative then: a horizontal flip reads as 100, 100 and 180 degrees.
RIM_API void             rim_flash_set_matrix(rim_flash_clip *clip, rim_flash_matrix matrix);
RIM_API rim_flash_matrix rim_flash_get_matrix(const rim_flash_clip *clip);
/// @}

/// A matrix with its translation in pixels, cut to twips.
RIM_API rim_flash_matrix rim_flash_matrix_make(double a, double b, double c, double d, double tx,
                                               double ty);

/// @{
/// _x, _y, _xscale, _yscale, _rotation. AS3's scaleX is a hundredth of _xscale; the rest is x, y,
/// rotation. Scales are percent; rotation reads back within -180 .. 180. NaN or an infinity as a
/// scale or a rotation leaves it as it was.
RIM_API void   rim_flash_set_x(rim_flash_clip *clip, double x);
RIM_API void   rim_flash_set_y(rim_flash_clip *clip, double y);
RIM_API void   rim_flash_set_xscale(rim_flash_clip *clip, double percent);
RIM_API void   rim_flash_set_yscale(rim_flash_clip *clip, double percent);
RIM_API void   rim_flash_set_rotation(rim_flash_clip *clip, double degrees);
RIM_API double rim_flash_x(const rim_flash_clip *clip);
RIM_API double rim_flash_y(const rim_flash_clip *clip);
RIM_API double rim_flash_xscale(const rim_flash_clip *clip);
RIM_API double rim_flash_yscale(const rim_flash_clip *clip);
RIM_API double rim_flash_rotation(const rim_flash_clip *clip);
/// @}

#ifdef __cplusplus
}
#endif

#endif
