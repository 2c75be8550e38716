// Builds the tree depth first, without recursion.
#include "solid/bsp/data.h"

#include <string.h>

// Makes a node or leaf the child of the task's parent; the root has none.
static void bsp_attach(bsp_builder *b, const bsp_task *task, int32_t child)
{
    if (task->parent >= 0) b->nodes[task->parent].child[task->side] = child;
}

// Makes a leaf of a task's fragments, which may be none, as the child of the task's parent. Raises b->deepest to the
// task's depth. Returns RIM_ERR_MEMORY, and makes no leaf, when out of memory.
//
// Fragments that lie on no plane of the tree are counted as crowded. They are not on the border of the leaf's cell, so
// the order in which they are drawn may be wrong (bsp.h, Limits).
static rim_status make_leaf(bsp_builder *b, const bsp_task *task)
{
    if (!BSP_GROW(b, leaves, leaf_room, b->leaf_count + 1)) return RIM_ERR_MEMORY;
    if (!BSP_GROW(b, done, done_room, b->done_count + task->count)) return RIM_ERR_MEMORY;
    bsp_leaf *leaf = &b->leaves[b->leaf_count];
    leaf->first = (int32_t)b->done_count;
    leaf->count = (int32_t)task->count;
    for (size_t i = 0; i < task->count; i++)
    {
        int32_t id = b->ids[task->start + i];
        b->done[b->done_count++] = id;
        b->crowded += !b->fragments[id].used;
    }
    bsp_attach(b, task, ~(int32_t)b->leaf_count);
    b->leaf_count++;
    if (task->depth > b->deepest) b->deepest = task->depth;
    return RIM_OK;
}

// Pushes one half of the divided task `from` as a new task: the fragments start .. start + count - 1, on side 0 (front)
// or 1 (back) of the last node. The new task gets a fraction of the share and budget of `from`. Requires room.
static void bsp_push(bsp_builder *b, const bsp_task *from, int side, size_t start, size_t count,
                     double fraction)
{
    b->tasks[b->task_count++] = (bsp_task){ .start = start,
                                            .count = count,
                                            .parent = (int32_t)b->node_count - 1,
                                            .side = side,
                                            .depth = from->depth + 1,
                                            .share = fraction * from->share,
                                            .budget = fraction * from->budget };
}

// Makes a node of a task and replaces the task by its two halves on the stack. Requires that the task was popped from
// the top of the stack, so its ids are the last of b->ids. The ids of both halves are written there, the back half
// first. So the front half is on top, and is divided next. bsp_divide leaves the back ids in reverse order at the end
// of b->halves.
static rim_status branch(bsp_builder *b, const bsp_task *task, const bsp_plane *plane)
{
    size_t     front, back;
    rim_status status = bsp_divide(b, plane, task, &front, &back);
    if (status) return status;
    if (!BSP_GROW(b, nodes, node_room, b->node_count + 1) ||
        !BSP_GROW(b, tasks, task_room, b->task_count + 2) ||
        !BSP_GROW(b, ids, id_room, task->start + front + back))
        return RIM_ERR_MEMORY;
    int32_t node = (int32_t)b->node_count++;
    b->nodes[node].plane = *plane;
    bsp_attach(b, task, node);
    for (size_t i = 0; i < back; i++) b->ids[task->start + i] = b->halves[b->half_room - 1 - i];
    if (front) memcpy(b->ids + task->start + back, b->halves, front * sizeof *b->ids);
    double all = (double)(front + back);
    bsp_push(b, task, 1, task->start, back, (double)back / all);
    bsp_push(b, task, 0, task->start + back, front, (double)front / all);
    return RIM_OK;
}

// Returns true if the task may be divided: it is not too deep, and it has fewer fragments than its budget, which is the
// number of pieces that they may become. A budget that is used up first grows by the number of the fragments, taken
// from b->pool, if the pool has as much.
static bool has_room(bsp_builder *b, bsp_task *task)
{
    double count = (double)task->count;
    if (count >= task->budget && b->pool >= count)
    {
        b->pool -= count;
        task->budget += count;
    }
    return task->depth < b->depth && count < task->budget;
}

// Reports the progress. Returns false if the caller cancels.
static bool report(const bsp_builder *b, double done)
{
    return !b->progress.report || b->progress.report(b->progress.context, done < 1.0 ? done : 1.0);
}

// Builds the tree depth first. Requires the root's fragments in b->ids. A task that cannot be divided becomes a leaf,
// and what is left of its budget goes to b->pool. The loop ends, because no task is deeper than b->depth. `done` is the
// part of the work that is in leaves. It is reported every 256 tasks.
rim_status bsp_grow(bsp_builder *b)
{
    double   done = 0.0;
    bsp_task root = {
        .count = b->id_count, .parent = -1, .share = 1.0, .budget = b->growth * (double)b->id_count
    };
    if (!BSP_GROW(b, tasks, task_room, 1)) return RIM_ERR_MEMORY;
    b->tasks[b->task_count++] = root;
    for (unsigned round = 0; b->task_count > 0; round++)
    {
        bsp_task   task = b->tasks[--b->task_count];
        bsp_plane  plane;
        rim_status status;
        if (has_room(b, &task) && bsp_choose(b, b->ids + task.start, task.count, &plane))
            status = branch(b, &task, &plane);
        else
        {
            status = make_leaf(b, &task);
            done += task.share;
            b->pool += task.budget - (double)task.count;
        }
        if (status) return status;
        if (round % 256 == 0 && !report(b, done)) return RIM_ERR_CANCELLED;
    }
    return report(b, 1.0) ? RIM_OK : RIM_ERR_CANCELLED;
}
