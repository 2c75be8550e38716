/// @file
/// Flash's display list: clips within clips, each placed by a matrix, each showing a vector shape, a
/// bitmap or nothing. For games written around hitTest, to be ported line by line.
///
///      rim_flash_clip *car;
///      rim_flash_add(&car, rim_flash_root(movie), "car");       // createEmptyMovieClip / addChild
///      rim_flash_set_shape(car, body);                          // what it shows
///      rim_flash_set(car, RIM_FLASH_X, 120.0);                  // car._x = 120
///      if (rim_flash_hit_test_point(car, mouse_x, mouse_y, true)) ...  // car.hitTest(x, y, true)
///
/// flash_shape.h makes what clips show. Where ActionScript 2 and 3 differ, the movie's generation decides.
/// docs/porting-from-flash.md goes through all calls.
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
///
/// ### Hit tests
///
/// Flash's questions: hitTest and what belongs to it.
///
/// Two kinds of test. A box test asks about the clip's box on the stage: the box around the boxes of
/// all that the clip shows, each put through its own matrix; all four sides belong to it, so boxes
/// that touch meet. A shape test asks about the drawing itself, with the edge rule of flash_shape.h.
/// Neither allocates, and a clip with thousands inside is not walked: what lies under a point is found
/// through a tree of boxes.
///
/// ### Dragging
///
/// Dragging, and what things are dropped on.
///
/// One drag at a time for a movie. Starting one moves nothing yet; the clip follows at the next
/// rim_flash_mouse_move, which a game calls whenever the mouse moved or a frame begins.
#ifndef RIMCAST_FLASH_H
#define RIMCAST_FLASH_H

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

/// What a clip is, where it is, and who its neighbours are.
typedef struct rim_flash_state
{
    const char      *name;           ///< _name; "" for a nameless one
    rim_flash_clip  *parent;         ///< _parent; NULL at the top
    rim_flash_clip  *first;          ///< the lowest inside, or NULL
    rim_flash_clip  *next;           ///< the next higher sibling, or NULL
    int              depth;          ///< getDepth()
    bool             visible;        ///< _visible, visible
    double           x, y;           ///< _x, _y
    double           xscale, yscale; ///< percent; AS3's scaleX is a hundredth
    double           rotation;       ///< degrees, -180 .. 180
    rim_flash_matrix matrix;         ///< transform.matrix
} rim_flash_state;

/// All of it at once: clip._x is rim_flash_clip_state(clip).x.
RIM_API rim_flash_state rim_flash_clip_state(const rim_flash_clip *clip);

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

/// clip.setMask(mask), clip.mask = mask: the clip hits only where the mask does; NULL takes it off. A
/// mask serves one clip, so it leaves the one it served. While it serves, shape tests of the mask itself
/// are false and what holds it does not count it. Box tests ignore masks.
RIM_API void rim_flash_set_mask(rim_flash_clip *clip, rim_flash_clip *mask);

/// A timeline's mask layer: this clip shows nothing, but its siblings above it, up to and with that
/// depth, hit only where it does when what holds them is asked. Asked themselves they hit everywhere.
/// 0: none.
RIM_API void rim_flash_set_clip_depth(rim_flash_clip *clip, int clip_depth);

// --- where a clip is ----------------------------------------------------------------------------------

/// transform.matrix. Scales and rotation are remembered apart from the matrix, so that a clip scaled
/// to 0 and back is what it was; setting the matrix derives them again:
///
///      xscale = |(a, b)|, yscale = |(c, d)|, rotation = atan2(b, a), skew = atan2(-c, d) - rotation
///
/// The translation is in twips, whole numbers. Scales are never negative then: a horizontal flip reads as 100, 100 and 180 degrees.
RIM_API void rim_flash_set_matrix(rim_flash_clip *clip, rim_flash_matrix matrix);

/// What rim_flash_set sets.
typedef enum rim_flash_property
{
    RIM_FLASH_X = 0,    ///< _x, x
    RIM_FLASH_Y,        ///< _y, y
    RIM_FLASH_XSCALE,   ///< _xscale: percent; AS3's scaleX is a hundredth of it
    RIM_FLASH_YSCALE,   ///< _yscale
    RIM_FLASH_ROTATION, ///< _rotation, rotation: degrees; reads back within -180 .. 180
    /// _visible, visible: 1 at first, hidden by 0. hitTest sees invisible clips; getObjectsUnderPoint and drop targets
    /// do not
    RIM_FLASH_VISIBLE
} rim_flash_property;

/// setProperty(clip, property, value), clip._x = value. NaN or an infinity as a scale or a rotation leaves it as it was.
RIM_API void rim_flash_set(rim_flash_clip *clip, rim_flash_property property, double value);

// --- hit tests -----------------------------------------------------------------------------------------

/// What getBounds returns, pixels.
typedef struct rim_flash_rect
{
    double x_min, y_min, x_max, y_max;
} rim_flash_rect;

/// AS2 clip.hitTest(x, y, shapeFlag), AS3 object.hitTestPoint(x, y, shapeFlag); both leave shapeFlag
/// false when it is not given.
///
/// (x, y) are called stage coordinates but are those of the root: the root's own matrix is applied to
/// them first. They are cut to twips.
///
/// false: the box test. An invisible clip hits, a clip scaled to nothing hits at its one point, an
/// empty one nowhere. Masks are ignored.
///
/// true: the box, then the drawing. Invisible clips hit, and so does a fill of alpha 0. A singular matrix
/// never hits; masks count (rim_flash_set_mask, rim_flash_set_clip_depth). A clip off the list: false.
///
/// NaN: false in AS2, taken for 0 in AS3. An infinity: false.
RIM_API bool rim_flash_hit_test_point(const rim_flash_clip *clip, double x, double y,
                                      bool shape_flag);

/// AS2 clip.hitTest(target), AS3 object.hitTestObject(target): do the two boxes on the stage meet? Boxes
/// only, never shapes; touching counts. For a path as target use rim_flash_find. target NULL: false
/// (AS2 says so; AS3 throws error 2007). A clip meets itself, if it shows anything.
RIM_API bool rim_flash_hit_test_object(const rim_flash_clip *clip, const rim_flash_clip *target);

/// getBounds(target) with strokes and getRect(target) without, in the target's space; NULL: the clip's own. The clip's box
/// in its own space is made first, then put through to the target's, so it is loose under rotation; both are rounded to
/// twips. A target with a singular matrix counts as the stage. Nothing shown: four times 6710886.35 in AS2 (6710886.4 in
/// another space), zeros in AS3.
RIM_API rim_flash_rect rim_flash_bounds(const rim_flash_clip *clip, const rim_flash_clip *target,
                                        bool strokes);

/// (_width, _height): of the box in the parent's space, made piece by piece, so tighter than the bounds in it under
/// rotation. (0, 0) for an empty clip.
RIM_API rim_flash_point rim_flash_size(const rim_flash_clip *clip);

/// @{
/// localToGlobal, globalToLocal: between the clip's space and the stage. What goes in is cut to twips,
/// what comes out is rounded to them. A clip with a singular matrix has no way back: the point is
/// returned as it came.
RIM_API rim_flash_point rim_flash_local_to_global(const rim_flash_clip *clip,
                                                  rim_flash_point       point);
RIM_API rim_flash_point rim_flash_global_to_local(const rim_flash_clip *clip,
                                                  rim_flash_point       point);
/// @}

/// AS3 container.getObjectsUnderPoint(point): all inside the container (never itself) whose own drawing
/// is at the point, from the lowest to the topmost, a parent's drawing before its children's. Shape
/// test; invisible ones and masks are left out, masked ones are found where their mask is. (x, y) is
/// on the stage. Returns how many there are and writes the topmost of them, at most capacity.
RIM_API int rim_flash_objects_under_point(const rim_flash_clip *container, double x, double y,
                                          rim_flash_clip **out, int capacity);

// --- dragging ------------------------------------------------------------------------------------------

/// How far the registration point (not the visible box) may go, in the parent's space, pixels, both ends
/// included. Sides in reverse order are exchanged; NaN and infinities are 0.
typedef struct rim_flash_limits
{
    double left, top, right, bottom;
} rim_flash_limits;

/// Where the mouse is, on the stage (_root._xmouse with an unmoved root; AS3 stageX). A drag goes on, and
/// the drop target of the dragged clip is found.
RIM_API void rim_flash_mouse_move(rim_flash *movie, double x, double y);

/// AS2 clip.startDrag(lockCenter, left, top, right, bottom), AS3 sprite.startDrag(lockCenter, bounds);
/// AS3's Rectangle is { x, y, x + width, y + height }. limits may be NULL: none.
///
/// lock_center false: the clip keeps its place under the mouse. Motion beyond the limits is not lost:
/// the clip comes back only when the mouse is where it took hold. true: the registration point goes
/// to the mouse. Beware: in ActionScript any object is true, as in startDrag(this).
///
/// Under a moved, turned or scaled parent the mouse is taken into the parent's space; a singular parent
/// counts as the stage. Replaces a drag under way.
RIM_API void rim_flash_start_drag(rim_flash_clip *clip, bool lock_center,
                                  const rim_flash_limits *limits);

/// stopDrag(), of whatever clip: ends the drag, after the clip has followed the mouse a last time.
RIM_API void rim_flash_stop_drag(rim_flash *movie);

/// The clip being dragged, or NULL.
RIM_API rim_flash_clip *rim_flash_dragged(const rim_flash *movie);

/// AS2 _droptarget, AS3 dropTarget: what was topmost under the mouse (not under the dragged clip) when
/// the clip was last dragged, the clip itself and all inside left out; shape test, invisible ones
/// skipped. Kept after the drag. NULL: nothing.
///
/// AS2 gives a clip: for a nameless drawing the clip that holds it; its path is
/// rim_flash_path(rim_flash_drop_target(clip), ...), and "" for NULL.
/// AS3 gives the object whose own drawing it is.
RIM_API rim_flash_clip *rim_flash_drop_target(const rim_flash_clip *clip);

#ifdef __cplusplus
}
#endif

#endif
