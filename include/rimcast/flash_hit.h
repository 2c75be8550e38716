/// @file
/// Flash's questions: hitTest and what belongs to it.
///
/// Two kinds of test. A box test asks about the clip's box on the stage: the box around the boxes of
/// all that the clip shows, each put through its own matrix; all four sides belong to it, so boxes
/// that touch meet. A shape test asks about the drawing itself, with the edge rule of flash_shape.h.
/// Neither allocates, and a clip with thousands inside is not walked: what lies under a point is found
/// through a tree of boxes.
#ifndef RIMCAST_FLASH_HIT_H
#define RIMCAST_FLASH_HIT_H

#include "rimcast/flash.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/// AS3, inside content that a Loader brought: there the coordinates are the stage's.
RIM_API bool rim_flash_hit_test_point_on_stage(const rim_flash_clip *clip, double x, double y,
                                               bool shape_flag);

/// AS2 clip.hitTest(target), AS3 object.hitTestObject(target): do the two boxes on the stage meet? Boxes
/// only, never shapes; touching counts. For a path as target use rim_flash_find. target NULL: false
/// (AS2 says so; AS3 throws error 2007). A clip meets itself, if it shows anything.
RIM_API bool rim_flash_hit_test_object(const rim_flash_clip *clip, const rim_flash_clip *target);

/// @{
/// getBounds(target) and getRect(target), in the target's space; NULL: the clip's own. getRect leaves
/// strokes out. The clip's box in its own space is made first, then put through to the target's, so
/// it is loose under rotation; both are rounded to twips. A target with a singular matrix counts as
/// the stage. Nothing shown: four times 6710886.35 in AS2 (6710886.4 in another space), zeros in AS3.
RIM_API rim_flash_rect rim_flash_get_bounds(const rim_flash_clip *clip,
                                            const rim_flash_clip *target);
RIM_API rim_flash_rect rim_flash_get_rect(const rim_flash_clip *clip, const rim_flash_clip *target);
/// @}

/// @{
/// _width, _height / width, height: of the box in the parent's space, made piece by piece, so tighter
/// than getBounds(_parent) under rotation. 0 for an empty clip.
RIM_API double rim_flash_width(const rim_flash_clip *clip);
RIM_API double rim_flash_height(const rim_flash_clip *clip);
/// @}

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

#ifdef __cplusplus
}
#endif

#endif
