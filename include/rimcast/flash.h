/// @file
/// Flash's display list: a tree of clips. A matrix places each clip, and a clip shows a vector shape, a bitmap or
/// nothing. A game that uses hitTest can be ported line by line.
///
///      rim_flash_clip *car;
///      rim_flash_add(&car, rim_flash_root(movie), "car");       // createEmptyMovieClip / addChild
///      rim_flash_set_shape(car, body);                          // the clip shows this shape
///      rim_flash_set(car, RIM_FLASH_X, 120.0);                  // car._x = 120
///      if (rim_flash_hit_test_point(car, mouse_x, mouse_y, true)) ...  // car.hitTest(x, y, true)
///
/// flash_shape.h creates shapes and bitmaps. Where ActionScript 2 (AS2) and 3 (AS3) differ, a movie follows the version
/// that was passed to rim_flash_create. The guide docs/porting-from-flash.md explains all functions.
///
/// Units: As in ActionScript, coordinates are in pixels with y down, and angles are in degrees, clockwise. Only the
/// translation of a rim_flash_matrix is in twips (1/20 pixel). Positions are stored as 32-bit integer twips. When a
/// position is set, it is truncated to twips towards zero, so 33.333 pixels read back as 33.3. NaN becomes 0, and a
/// number out of range becomes -107374182.4.
///
/// One intended difference: In Flash, a shape test immediately after a script moved a clip could use the position at
/// which the clip was last drawn. Rimcast's queries always use the current positions. A change updates the clip and its
/// descendants at once, so queries are const.
///
/// Memory: A movie owns its clips. Clips borrow their shapes and bitmaps, which must outlive the clips. After a movie
/// has been created, only rim_flash_add and rim_flash_add_at allocate.
///
/// ### Hit tests
///
/// There are two kinds of hit tests. A box test uses the clip's box on the stage: the union of the boxes of the clip's
/// own drawing and of its descendants' drawings, each transformed to the stage. All four sides belong to the box, so
/// boxes that touch overlap. A shape test uses the drawings themselves, with the edge rule of flash_shape.h. Neither
/// test allocates. Shape tests use a tree of boxes to find the clips under a point.
///
/// ### Dragging
///
/// A movie drags at most one clip at a time. rim_flash_start_drag does not move the clip. The clip follows the mouse
/// from the next call of rim_flash_mouse_move on. A game makes that call when the mouse has moved or when a frame
/// begins.
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

/// Adds a new clip above all children of the parent: AS2 createEmptyMovieClip(name, getNextHighestDepth()),
/// attachMovie; AS3 addChild. The name is copied. If name is NULL, the clip is a nameless part of the parent's drawing,
/// such as a shape on the timeline. In AS2, a nameless clip is never a drop target. On RIM_ERR_MEMORY `*out` is NULL.
RIM_API rim_status rim_flash_add(rim_flash_clip **out, rim_flash_clip *parent, const char *name);

/// Adds a new clip at a depth: AS2 createEmptyMovieClip(name, depth); in AS3 it is similar to addChildAt. The name is
/// as in rim_flash_add. A clip with a higher depth is above one with a lower depth. Returns RIM_ERR_ARGUMENT if a
/// sibling has that depth (AS2 would replace the sibling), and RIM_ERR_MEMORY if memory runs out. On failure `*out` is
/// NULL.
RIM_API rim_status rim_flash_add_at(rim_flash_clip **out, rim_flash_clip *parent, const char *name,
                                    int depth);

/// removeMovieClip: destroys the clip and its descendants. A mask, dragged clip or drop target among them ceases to be
/// one.
RIM_API void rim_flash_remove(rim_flash_clip *clip);

/// @{
/// AS3 removeChild and addChild: detach a clip from its parent, or attach it above all children of a parent. The movie
/// still owns a detached clip and its descendants. Box tests of a detached clip still work, as if its own matrix placed
/// it on the stage. Its shape tests return false. The new parent must belong to the same movie, and must not be the
/// clip itself or one of its descendants.
RIM_API void rim_flash_detach(rim_flash_clip *clip);
RIM_API void rim_flash_attach(rim_flash_clip *parent, rim_flash_clip *clip);
/// @}

/// swapDepths(depth), setChildIndex: moves the clip to another depth among its siblings. If a sibling has that depth,
/// it gets the clip's old depth. Does nothing if the clip has no parent.
RIM_API void rim_flash_swap_depths(rim_flash_clip *clip, int depth);

/// The properties of a clip.
typedef struct rim_flash_state
{
    const char      *name;           ///< _name, owned by the clip; "" for a nameless clip
    rim_flash_clip  *parent;         ///< _parent; NULL for the root and for a detached clip
    rim_flash_clip  *first;          ///< the lowest child, or NULL
    rim_flash_clip  *next;           ///< the next sibling above, or NULL
    int              depth;          ///< getDepth()
    bool             visible;        ///< _visible, visible
    double           x, y;           ///< _x, _y
    double           xscale, yscale; ///< percent; AS3's scaleX is a hundredth of it
    double           rotation;       ///< degrees, -180 .. 180
    rim_flash_matrix matrix;         ///< transform.matrix
} rim_flash_state;

/// Returns the properties of a clip: clip._x is rim_flash_clip_state(clip).x.
RIM_API rim_flash_state rim_flash_clip_state(const rim_flash_clip *clip);

/// Returns the clip at an AS2 target path, such as "wheel", "car/wheel", "../car", "/car", "_root.car.wheel",
/// "_parent.car" or "this". A path that begins with "/" or "_root" starts at the root, and any other path starts at
/// `clip`. Returns NULL if the path is "" or NULL, or if no clip has that path.
RIM_API rim_flash_clip *rim_flash_find(rim_flash_clip *clip, const char *path);

/// Writes the clip's slash path, such as "/car/wheel". The path of the root is "/". Nameless clips on the path are left
/// out. Writes at most capacity bytes, including the terminating 0, and returns the length of the whole path without
/// the 0.
RIM_API int rim_flash_path(const rim_flash_clip *clip, char *buffer, int capacity);

// --- what a clip shows -------------------------------------------------------------------------------

/// Makes the clip show a vector shape, in the clip's own space, instead of what the clip showed before. If shape is
/// NULL, the clip itself shows nothing.
RIM_API void rim_flash_set_shape(rim_flash_clip *clip, const rim_flash_shape *shape);

/// attachBitmap, new Bitmap(data): makes the clip show a bitmap instead of what the clip showed before. The bitmap's
/// top left corner is at the clip's origin. If bitmap is NULL, the clip itself shows nothing. As in Flash, a shape test
/// hits in the bitmap's whole rectangle, including all four sides, whatever the bitmap's alpha is. If alpha_threshold >
/// 0, a shape test hits only pixels of at least that alpha, and a point on the border of two pixels belongs to the
/// right or lower one. Flash has no such threshold. Only this function reads the bitmap's size, so call it again after
/// rim_flash_bitmap_dispose.
RIM_API void rim_flash_set_bitmap(rim_flash_clip *clip, const rim_flash_bitmap *bitmap,
                                  int alpha_threshold);

/// clip.setMask(mask), clip.mask = mask: the clip hits only inside the mask's drawing. NULL removes the mask. A clip
/// can be the mask of only one other clip. If it becomes the mask of a second clip, the first clip loses its mask. A
/// shape test of a clip that is a mask returns false, and shape tests of the mask's ancestors leave out the mask's
/// drawing. Masks do not affect box tests.
RIM_API void rim_flash_set_mask(rim_flash_clip *clip, rim_flash_clip *mask);

/// Makes the clip a mask layer of a timeline, as in a SWF file. A mask layer shows nothing. In a shape test of the
/// parent or of an ancestor, the siblings at depths above the mask layer's, up to and including clip_depth, hit only
/// inside the mask layer's drawing. A shape test of such a sibling alone ignores the mask layer. A clip_depth of 0
/// makes the clip an ordinary clip.
RIM_API void rim_flash_set_clip_depth(rim_flash_clip *clip, int clip_depth);

// --- where a clip is ----------------------------------------------------------------------------------

/// Sets transform.matrix, with the translation in twips. If a, b, c or d is not finite, 0 is used instead. A clip
/// stores its scales and rotation beside its matrix, so scaling the clip to 0 and back does not change it. This
/// function computes from the matrix the scales in percent, the rotation, and the skew, which is the angle by which the
/// y axis is rotated farther than the x axis:
///
///      xscale = 100 |(a, b)|, yscale = 100 |(c, d)|, rotation = atan2(b, a), skew = atan2(-c, d) - rotation
///
/// The computed scales are never negative: a horizontal flip has the scales 100 and 100, a rotation of 180 degrees and
/// a skew of -180 degrees.
RIM_API void rim_flash_set_matrix(rim_flash_clip *clip, rim_flash_matrix matrix);

/// The properties that rim_flash_set can change.
typedef enum rim_flash_property
{
    RIM_FLASH_X = 0,    ///< _x, x
    RIM_FLASH_Y,        ///< _y, y
    RIM_FLASH_XSCALE,   ///< _xscale: percent; AS3's scaleX is a hundredth of it
    RIM_FLASH_YSCALE,   ///< _yscale
    RIM_FLASH_ROTATION, ///< _rotation, rotation: degrees; read back within -180 .. 180
    /// _visible, visible: initially 1; 0 hides the clip. Hit tests include invisible clips.
    /// rim_flash_objects_under_point and drop targets leave them out
    RIM_FLASH_VISIBLE
} rim_flash_property;

/// setProperty(clip, property, value), clip._x = value: sets a property. A scale or rotation that is not finite is
/// ignored.
RIM_API void rim_flash_set(rim_flash_clip *clip, rim_flash_property property, double value);

// --- hit tests -----------------------------------------------------------------------------------------

/// A rectangle in pixels, the result of getBounds.
typedef struct rim_flash_rect
{
    double x_min, y_min, x_max, y_max;
} rim_flash_rect;

/// AS2 clip.hitTest(x, y, shapeFlag), AS3 object.hitTestPoint(x, y, shapeFlag): returns true if the clip contains the
/// point. shapeFlag is false by default.
///
/// (x, y) is in the root's space, not on the stage: the function first applies the root's own matrix to it. If the clip
/// is detached, (x, y) is on the stage. (x, y) is truncated to twips.
///
/// If shape_flag is false, this is a box test. It includes invisible clips and ignores masks. A clip scaled to 0 hits
/// at its position only. A clip that shows nothing never hits.
///
/// If shape_flag is true, this is a box test and then a shape test. Both include invisible clips and fills of alpha 0.
/// Masks limit the hit (rim_flash_set_mask, rim_flash_set_clip_depth). A clip with a singular matrix never hits, and
/// neither does a detached clip.
///
/// If x or y is NaN, AS2 returns false, and AS3 uses 0 instead of NaN. If x or y is infinite, the result is false.
RIM_API bool rim_flash_hit_test_point(const rim_flash_clip *clip, double x, double y,
                                      bool shape_flag);

/// AS2 clip.hitTest(target), AS3 object.hitTestObject(target): returns true if the two boxes on the stage overlap or
/// touch. Shapes are not used. rim_flash_find finds the target of a path. If target is NULL, the result is false, as in
/// AS2. (AS3 throws error 2007.)
RIM_API bool rim_flash_hit_test_object(const rim_flash_clip *clip, const rim_flash_clip *target);

/// getBounds(target) if `strokes` is true, getRect(target) if it is false: returns the box of the clip in the target's
/// space. A NULL target means the clip's own space. The box is computed in the clip's own space, rounded to twips,
/// transformed to the target's space and rounded again. So the box is not tight if the clip is rotated. If the target's
/// matrix is singular, the result is in the space of the stage. For a clip that shows nothing, all four numbers are
/// 6710886.35 in AS2 (6710886.4 in another clip's space) and 0 in AS3.
RIM_API rim_flash_rect rim_flash_bounds(const rim_flash_clip *clip, const rim_flash_clip *target,
                                        bool strokes);

/// Returns (_width, _height), the size of the clip's box in the parent's space. This box is the union of the boxes of
/// all drawings, so it may be smaller than that of rim_flash_bounds if the clip is rotated. Returns (0, 0) for a clip
/// that shows nothing.
RIM_API rim_flash_point rim_flash_size(const rim_flash_clip *clip);

/// @{
/// localToGlobal, globalToLocal: convert a point between the clip's space and the stage. The point is first truncated
/// to twips, and the result is rounded to twips. If the matrix is singular, rim_flash_global_to_local returns the
/// point unchanged.
RIM_API rim_flash_point rim_flash_local_to_global(const rim_flash_clip *clip,
                                                  rim_flash_point       point);
RIM_API rim_flash_point rim_flash_global_to_local(const rim_flash_clip *clip,
                                                  rim_flash_point       point);
/// @}

/// AS3 container.getObjectsUnderPoint(point): lists all descendants of the container whose own drawing contains the
/// point (x, y) of the stage, by a shape test. The order is from the lowest to the topmost clip, with a parent before
/// its children. Invisible clips and masks are left out, and masked clips are listed only inside their mask. (x, y) is
/// truncated to twips. Returns the number of all these clips, which is 0 for a detached container. If it exceeds
/// capacity, only the topmost `capacity` clips are written.
RIM_API int rim_flash_objects_under_point(const rim_flash_clip *container, double x, double y,
                                          rim_flash_clip **out, int capacity);

// --- dragging ------------------------------------------------------------------------------------------

/// The rectangle within which the registration point (the origin) of a dragged clip stays. The sides belong to the
/// rectangle. The clip's box may extend beyond it. Numbers are in pixels of the parent's space. If left exceeds right,
/// or top exceeds bottom, the two are exchanged. NaN and infinities count as 0.
typedef struct rim_flash_limits
{
    double left, top, right, bottom;
} rim_flash_limits;

/// Sets the position of the mouse on the stage, then moves the dragged clip and finds its drop target. The position is
/// AS3's stageX and stageY. If the root's matrix is the identity, it is also _root._xmouse and _root._ymouse.
RIM_API void rim_flash_mouse_move(rim_flash *movie, double x, double y);

/// AS2 clip.startDrag(lockCenter, left, top, right, bottom), AS3 sprite.startDrag(lockCenter, bounds): starts a drag,
/// which ends any other drag. If limits is NULL, the drag has no limits. AS3's Rectangle is { x, y, x + width, y +
/// height }.
///
/// If lock_center is false, the clip keeps its offset from the mouse, even if the mouse leaves the limits and returns.
/// If lock_center is true, the registration point moves to the mouse. In ActionScript, any object counts as true, so
/// startDrag(this) locks the center.
///
/// The position of the mouse is transformed to the parent's space. If the parent's matrix is singular, the position on
/// the stage is used.
RIM_API void rim_flash_start_drag(rim_flash_clip *clip, bool lock_center,
                                  const rim_flash_limits *limits);

/// stopDrag() of any clip: moves the dragged clip to the mouse, finds its drop target a last time, and ends the drag.
RIM_API void rim_flash_stop_drag(rim_flash *movie);

/// Returns the dragged clip, or NULL if no clip is dragged.
RIM_API rim_flash_clip *rim_flash_dragged(const rim_flash *movie);

/// AS2 _droptarget, AS3 dropTarget: returns the topmost clip that was under the mouse, by a shape test, at the last
/// call of rim_flash_mouse_move or rim_flash_stop_drag while this clip was dragged. Returns NULL if there was no such
/// clip, or if it has been removed since. Nothing else changes the result, not even the start of another drag. The
/// position is that of the mouse, not of the dragged clip. The dragged clip, its descendants and invisible clips are
/// left out.
///
/// In AS3 the drop target is the clip whose own drawing is under the mouse. In AS2, if that clip is nameless, the drop
/// target is its innermost ancestor with a name. AS2's _droptarget is the path of the drop target (rim_flash_path), or
/// "" if there is none.
RIM_API rim_flash_clip *rim_flash_drop_target(const rim_flash_clip *clip);

#ifdef __cplusplus
}
#endif

#endif
