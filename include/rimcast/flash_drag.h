/// @file
/// Dragging, and what things are dropped on.
///
/// One drag at a time for a movie. Starting one moves nothing yet; the clip follows at the next
/// rim_flash_mouse_move, which a game calls whenever the mouse moved or a frame begins.
#ifndef RIMCAST_FLASH_DRAG_H
#define RIMCAST_FLASH_DRAG_H

#include "rimcast/flash.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How far the registration point (not the visible box) may go, in the parent's space, pixels, both ends
/// included. Sides in reverse order are exchanged; NaN and infinities are 0.
typedef struct rim_flash_limits
{
    double left, top, right, bottom;
} rim_flash_limits;

/// @{
/// Where the mouse is, on the stage (_root._xmouse with an unmoved root; AS3 stageX). A drag goes on, and
/// the drop target of the dragged clip is found.
RIM_API void            rim_flash_mouse_move(rim_flash *movie, double x, double y);
RIM_API rim_flash_point rim_flash_mouse(const rim_flash *movie);
/// @}

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
