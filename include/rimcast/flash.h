/// @file
/// Flash's display list: nested clips, each placed by a matrix, each showing a vector shape, a bitmap or nothing.
/// Games that use hitTest can be ported line by line.
///
///      rim_flash_clip *car;
///      rim_flash_add(&car, rim_flash_root(movie), "car");       // createEmptyMovieClip / addChild
///      rim_flash_set_shape(car, body);                          // what it shows
///      rim_flash_set(car, RIM_FLASH_X, 120.0);                  // car._x = 120
///      if (rim_flash_hit_test_point(car, mouse_x, mouse_y, true)) ...  // car.hitTest(x, y, true)
///
/// flash_shape.h creates shapes and bitmaps. Where ActionScript 2 and 3 differ, the movie's generation decides.
/// docs/porting-from-flash.md explains all functions.
///
/// Units: Arguments and results are in pixels, y down, and in degrees, clockwise, as in ActionScript. Positions are
/// stored as integer twips (1/20 pixel) in 32 bits. A position that is set is cut towards zero, so 33.333 reads back
/// as 33.3. NaN becomes 0, and a number out of range becomes -107374182.4.
///
/// One intended difference: In Flash a shape test right after a script moved a clip could still use the position at
/// which the clip was last drawn. Here every result is that of the present list. Changes update the clip and its
/// children at once, so queries are const.
///
/// Memory: A movie owns its clips. Shapes and bitmaps are borrowed and must outlive the clips that show them. Only
/// adding a clip allocates.
///
/// ### Hit tests
///
/// hitTest and related functions.
///
/// There are two kinds of test. A box test uses the clip's box on the stage: the union of the boxes of all that the
/// clip shows, each transformed by its own matrix. All four sides belong to it, so boxes that touch overlap. A shape
/// test uses the drawing itself, with the edge rule of flash_shape.h. Neither allocates. In a clip with many
/// children, those under a point are found by a tree of boxes.
///
/// ### Dragging
///
/// Dragging and drop targets.
///
/// A movie has at most one drag. Starting it moves nothing; the clip follows at the next rim_flash_mouse_move, which
/// a game calls when the mouse has moved or a frame begins.
#ifndef RIMCAST_FLASH_H
#define RIMCAST_FLASH_H

#include "rimcast/flash_shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_flash rim_flash; ///< a movie: the display list, the mouse and the drag
typedef struct rim_flash_clip
    rim_flash_clip; ///< MovieClip, Sprite, Shape, Bitmap: any object on the display list

/// flash.geom.Point, in pixels.
typedef struct rim_flash_point
{
    double x, y;
} rim_flash_point;

/// A matrix as in SWF files and flash.geom.Matrix, but with the translation in twips:
///
///      x' = a x + c y + tx
///      y' = b x + d y + ty
typedef struct rim_flash_matrix
{
    double  a, b, c, d;
    int32_t tx, ty;
} rim_flash_matrix;

/// Creates an empty movie with a root clip named "_root". On RIM_ERR_MEMORY `*out` is NULL.
RIM_API rim_status rim_flash_create(rim_flash **out, rim_flash_generation generation,
                                    const rim_allocator *from);

/// Destroys a movie with all its clips. NULL is allowed.
RIM_API void rim_flash_destroy(rim_flash *movie);

/// Returns _root. It can be moved, rotated and scaled like any other clip, but not removed.
RIM_API rim_flash_clip *rim_flash_root(rim_flash *movie);

// --- the list ---------------------------------------------------------------------------------------

/// Adds a clip above all children of the parent: AS2 createEmptyMovieClip(name, getNextHighestDepth()), attachMovie;
/// AS3 addChild. The name is copied. A NULL name adds a nameless part of the parent's drawing, such as a shape on the
/// timeline, which AS2 never returns as a drop target.
RIM_API rim_status rim_flash_add(rim_flash_clip **out, rim_flash_clip *parent, const char *name);

/// Adds a clip at a depth: AS2 createEmptyMovieClip(name, depth), in AS3 roughly addChildAt. Higher depths are above
/// lower ones. RIM_ERR_ARGUMENT if the depth is taken (AS2 would replace the clip there).
RIM_API rim_status rim_flash_add_at(rim_flash_clip **out, rim_flash_clip *parent, const char *name,
                                    int depth);

/// removeMovieClip: destroys the clip and its descendants. Masks, drags and drop targets that refer to them are
/// reset.
RIM_API void rim_flash_remove(rim_flash_clip *clip);

/// @{
/// AS3 removeChild and addChild. A detached clip and its descendants stay owned by the movie; box tests of it still
/// work, shape tests are false. rim_flash_attach puts a clip on top of a parent, which must not be a descendant of
/// the clip.
RIM_API void rim_flash_detach(rim_flash_clip *clip);
RIM_API void rim_flash_attach(rim_flash_clip *parent, rim_flash_clip *clip);
/// @}

/// swapDepths(depth), setChildIndex: moves the clip to another depth among its siblings, and a sibling there to the
/// clip's old depth.
RIM_API void rim_flash_swap_depths(rim_flash_clip *clip, int depth);

/// The properties of a clip.
typedef struct rim_flash_state
{
    const char      *name;           ///< _name; "" for a nameless one
    rim_flash_clip  *parent;         ///< _parent; NULL at the top
    rim_flash_clip  *first;          ///< the lowest child, or NULL
    rim_flash_clip  *next;           ///< the next sibling above, or NULL
    int              depth;          ///< getDepth()
    bool             visible;        ///< _visible, visible
    double           x, y;           ///< _x, _y
    double           xscale, yscale; ///< percent; AS3's scaleX is a hundredth
    double           rotation;       ///< degrees, -180 .. 180
    rim_flash_matrix matrix;         ///< transform.matrix
} rim_flash_state;

/// Returns the properties of a clip: clip._x is rim_flash_clip_state(clip).x.
RIM_API rim_flash_state rim_flash_clip_state(const rim_flash_clip *clip);

/// Returns the clip of an AS2 target path relative to a clip: "wheel", "car/wheel", "../car", "/car",
/// "_root.car.wheel", "_parent.car", "this". NULL for "", NULL, or a path without a clip.
RIM_API rim_flash_clip *rim_flash_find(rim_flash_clip *clip, const char *path);

/// Writes the clip's slash path: "/car/wheel", "/" for the root; nameless clips are left out. Writes at most capacity
/// bytes, the terminating 0 included, and returns the full length without it.
RIM_API int rim_flash_path(const rim_flash_clip *clip, char *buffer, int capacity);

// --- what a clip shows -------------------------------------------------------------------------------

/// Shows a vector shape in the clip's own space, as drawing functions and timeline shapes do. NULL: none.
RIM_API void rim_flash_set_shape(rim_flash_clip *clip, const rim_flash_shape *shape);

/// attachBitmap, new Bitmap(data): shows a bitmap with its top left corner at the clip's origin. NULL: none. It hits
/// in its whole rectangle, all four sides included, as in Flash, where only BitmapData.hitTest reads alpha.
/// alpha_threshold > 0 is an option that Flash does not have: shape tests then hit only pixels of at least that
/// alpha; a point belongs to the pixel right and below of it. The bitmap's size is read now; call again after it was
/// disposed.
RIM_API void rim_flash_set_bitmap(rim_flash_clip *clip, const rim_flash_bitmap *bitmap,
                                  int alpha_threshold);

/// clip.setMask(mask), clip.mask = mask: the clip hits only where the mask does. NULL removes the mask. A mask has
/// one clip; setting it for another removes it from the first. Shape tests of a clip in use as a mask are false, and
/// its parent does not count it. Box tests ignore masks.
RIM_API void rim_flash_set_mask(rim_flash_clip *clip, rim_flash_clip *mask);

/// Makes the clip a mask layer of a timeline: it shows nothing, and its siblings above it, up to and including
/// clip_depth, hit only where it does if their parent is tested. Tested themselves, they hit everywhere. 0: no mask
/// layer.
RIM_API void rim_flash_set_clip_depth(rim_flash_clip *clip, int clip_depth);

// --- where a clip is ----------------------------------------------------------------------------------

/// Sets transform.matrix. Scales and rotation are stored apart from the matrix, so that a clip scaled to 0 and back
/// is unchanged. Setting the matrix computes them:
///
///      xscale = |(a, b)|, yscale = |(c, d)|, rotation = atan2(b, a), skew = atan2(-c, d) - rotation
///
/// The translation is in integer twips. Scales are then never negative: a horizontal flip reads as 100, 100 and 180
/// degrees.
RIM_API void rim_flash_set_matrix(rim_flash_clip *clip, rim_flash_matrix matrix);

/// The properties of rim_flash_set.
typedef enum rim_flash_property
{
    RIM_FLASH_X = 0,    ///< _x, x
    RIM_FLASH_Y,        ///< _y, y
    RIM_FLASH_XSCALE,   ///< _xscale: percent; AS3's scaleX is a hundredth of it
    RIM_FLASH_YSCALE,   ///< _yscale
    RIM_FLASH_ROTATION, ///< _rotation, rotation: degrees; reads back within -180 .. 180
    /// _visible, visible: initially 1; 0 hides the clip. hitTest includes invisible clips; getObjectsUnderPoint and
    /// drop targets do not
    RIM_FLASH_VISIBLE
} rim_flash_property;

/// setProperty(clip, property, value), clip._x = value. A scale or rotation that is not finite is ignored.
RIM_API void rim_flash_set(rim_flash_clip *clip, rim_flash_property property, double value);

// --- hit tests -----------------------------------------------------------------------------------------

/// The result of getBounds, in pixels.
typedef struct rim_flash_rect
{
    double x_min, y_min, x_max, y_max;
} rim_flash_rect;

/// AS2 clip.hitTest(x, y, shapeFlag), AS3 object.hitTestPoint(x, y, shapeFlag). In both, shapeFlag is false by
/// default.
///
/// (x, y) are coordinates of the root, not of the stage: the root's own matrix is applied to them first. They are cut
/// to twips.
///
/// false: box test. An invisible clip hits, a clip scaled to 0 hits at its point, an empty clip nowhere. Masks are
/// ignored.
///
/// true: the box, then the shape test. Invisible clips hit, and so does a fill of alpha 0. A clip with a singular
/// matrix or off the list never hits. Masks count (rim_flash_set_mask, rim_flash_set_clip_depth).
///
/// A NaN gives false in AS2 and counts as 0 in AS3. An infinity gives false.
RIM_API bool rim_flash_hit_test_point(const rim_flash_clip *clip, double x, double y,
                                      bool shape_flag);

/// AS2 clip.hitTest(target), AS3 object.hitTestObject(target): returns true if the two boxes on the stage overlap or
/// touch; shapes are not used. For a path as target use rim_flash_find. A NULL target gives false, as in AS2 (AS3
/// throws error 2007). A clip that shows anything overlaps itself.
RIM_API bool rim_flash_hit_test_object(const rim_flash_clip *clip, const rim_flash_clip *target);

/// getBounds(target) with strokes and getRect(target) without, in the target's space; NULL: the clip's own. The
/// clip's box in its own space is transformed to the target's, so it is not tight under rotation; both boxes are
/// rounded to twips. A target with a singular matrix counts as the stage. For a clip that shows nothing, AS2 has four
/// times 6710886.35 (6710886.4 in another space), AS3 zeros.
RIM_API rim_flash_rect rim_flash_bounds(const rim_flash_clip *clip, const rim_flash_clip *target,
                                        bool strokes);

/// Returns (_width, _height), the size of the box in the parent's space. It is the union of the boxes of all parts,
/// so under rotation it is tighter than rim_flash_bounds. (0, 0) for an empty clip.
RIM_API rim_flash_point rim_flash_size(const rim_flash_clip *clip);

/// @{
/// localToGlobal, globalToLocal: convert between the clip's space and the stage. The point is cut to twips, the
/// result is rounded to twips. With a singular matrix globalToLocal returns the point unchanged.
RIM_API rim_flash_point rim_flash_local_to_global(const rim_flash_clip *clip,
                                                  rim_flash_point       point);
RIM_API rim_flash_point rim_flash_global_to_local(const rim_flash_clip *clip,
                                                  rim_flash_point       point);
/// @}

/// AS3 container.getObjectsUnderPoint(point): lists all descendants of the container whose own drawing is at the
/// point, from the lowest to the topmost, a parent's drawing before its children's. This is a shape test. Invisible
/// clips and masks are left out; masked clips are found where their mask is. (x, y) is on the stage. Returns their
/// true number and writes the topmost of them, at most capacity.
RIM_API int rim_flash_objects_under_point(const rim_flash_clip *container, double x, double y,
                                          rim_flash_clip **out, int capacity);

// --- dragging ------------------------------------------------------------------------------------------

/// Limits of the registration point (not of the visible box) of a dragged clip, in pixels of the parent's space,
/// inclusive. Reversed sides are exchanged; NaN and infinities are 0.
typedef struct rim_flash_limits
{
    double left, top, right, bottom;
} rim_flash_limits;

/// Sets the position of the mouse on the stage (_root._xmouse with an unmoved root; AS3 stageX). Moves the dragged
/// clip and finds its drop target.
RIM_API void rim_flash_mouse_move(rim_flash *movie, double x, double y);

/// AS2 clip.startDrag(lockCenter, left, top, right, bottom), AS3 sprite.startDrag(lockCenter, bounds);
/// AS3's Rectangle is { x, y, x + width, y + height }. limits may be NULL: none.
///
/// If lock_center is false, the clip keeps its offset from the mouse, also after the mouse has been beyond the
/// limits. If it is true, the registration point moves to the mouse. Note that in ActionScript any object is true, as
/// in startDrag(this).
///
/// The position of the mouse is transformed to the parent's space; a parent with a singular matrix counts as the
/// stage. A present drag is replaced.
RIM_API void rim_flash_start_drag(rim_flash_clip *clip, bool lock_center,
                                  const rim_flash_limits *limits);

/// stopDrag() of any clip: the clip follows the mouse a last time, then the drag ends.
RIM_API void rim_flash_stop_drag(rim_flash *movie);

/// Returns the dragged clip, or NULL.
RIM_API rim_flash_clip *rim_flash_dragged(const rim_flash *movie);

/// AS2 _droptarget, AS3 dropTarget: returns the topmost object under the mouse (not under the dragged clip) when the
/// clip was last dragged, without the clip and its descendants. This is a shape test; invisible clips are skipped.
/// The result is kept after the drag. NULL: none.
///
/// In AS2 it is a clip: for a nameless drawing its parent. Its path is rim_flash_path(rim_flash_drop_target(clip),
/// ...), and "" for NULL. In AS3 it is the object whose own drawing was hit.
RIM_API rim_flash_clip *rim_flash_drop_target(const rim_flash_clip *clip);

#ifdef __cplusplus
}
#endif

#endif
