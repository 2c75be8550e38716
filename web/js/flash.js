// Flash's hit tests with Flash's meaning, for games ported from ActionScript.

import { OUT, Owned, RimcastError, addressOf, choice, heap, made, room, roomForText, text,
         wasm } from './core.js';
import { withPixels } from './mask.js';

const GENERATIONS = ['as2', 'as3'];

/** Corresponds to ActionScript 3's error. errorID is Flash's number. */
export class FlashError extends RimcastError {
    constructor(errorID, message) {
        super(`Error #${errorID}: ${message}`);
        this.name = 'FlashError';
        this.errorID = errorID;
    }
}

const MESSAGES = {
    2005: 'a parameter is of the wrong type',
    2007: 'a parameter must not be null',
    2015: 'the BitmapData was disposed of',
};

// --- drawing ----------------------------------------------------------------------------------------

/** A vector shape. Any number of clips can show it. */
export class Shape extends Owned {
    constructor(address) {
        super(address, 'shape_destroy');
    }
}

/** The drawing functions, in pixels. Every fill can be hit, even with alpha 0. */
export class Graphics extends Owned {
    constructor() {
        super(made((out) => wasm.pen_create(out), 'a drawing'), 'pen_destroy');
    }

    clear() {
        wasm.pen_clear(this.address);
        return this;
    }

    /** Without a thickness, later lines have no strokes. */
    lineStyle(thickness) {
        wasm.pen_line_style(this.address, thickness === undefined ? -1 : Math.max(0, Number(thickness)));
        return this;
    }

    beginFill() {
        wasm.pen_begin_fill(this.address);
        return this;
    }

    endFill() {
        wasm.pen_end_fill(this.address);
        return this;
    }

    moveTo(x, y) {
        wasm.pen_move_to(this.address, x, y);
        return this;
    }

    lineTo(x, y) {
        wasm.pen_line_to(this.address, x, y);
        return this;
    }

    curveTo(controlX, controlY, x, y) {
        wasm.pen_curve_to(this.address, controlX, controlY, x, y);
        return this;
    }

    drawRect(x, y, width, height) {
        wasm.pen_rect(this.address, x, y, width, height);
        return this;
    }

    drawCircle(x, y, radius) {
        wasm.pen_circle(this.address, x, y, radius);
        return this;
    }

    /** Returns the drawing so far. Strokes enlarge boxes by their whole width in AS2, and by half of it in AS3. */
    toShape(generation = 'as2') {
        const whole = choice(generation, GENERATIONS, 'generation') === 0 ? 1 : 0;
        return new Shape(made((out) => wasm.pen_bake(out, this.address, whole), 'a shape'));
    }
}

// --- bitmaps ----------------------------------------------------------------------------------------

const has = (value, ...keys) => keys.every((key) => typeof value[key] === 'number');

// kind, number, x, y, width, height: as BitmapData.hitTest's arguments are told.
function valueOf(value) {
    if (value === undefined) return [0, 0, 0, 0, 0, 0];
    if (value === null) return [1, 0, 0, 0, 0, 0];
    if (typeof value !== 'object') return [2, Number(value), 0, 0, 0, 0];
    if (value instanceof BitmapData) return [5, value.address, 0, 0, 0, 0];
    if (has(value, 'x', 'y', 'width', 'height'))
        return [4, 0, value.x, value.y, value.width, value.height];
    if (has(value, 'x', 'y')) return [3, 0, value.x, value.y, 0, 0];
    return [6, Number(value), 0, 0, 0, 0];
}

/** flash.display.BitmapData for hit tests: only alpha is kept. */
export class BitmapData extends Owned {
    /** Copies an ImageData, or creates an opaque bitmap of a size, as new BitmapData(w, h) does. */
    constructor(image, { transparent = true, generation = 'as2' } = {}) {
        const full = image.data ? image
                                : { width: image.width, height: image.height,
                                    data: new Uint8Array(4 * image.width * image.height).fill(255) };
        super(withPixels(full, (pixels, width, height) =>
                  made((out) => wasm.bitmap_create(out, pixels, width, height, transparent ? 1 : 0),
                       `a bitmap of ${width} x ${height}`)), 'bitmap_destroy');
        this.generation = choice(generation, GENERATIONS, 'generation');
    }

    get width() {
        return wasm.bitmap_width(this.address);
    }

    get height() {
        return wasm.bitmap_height(this.address);
    }

    getAlpha(x, y) {
        return wasm.bitmap_alpha(this.address, x, y);
    }

    setAlpha(x, y, alpha) {
        wasm.bitmap_set_alpha(this.address, x, y, alpha);
    }

    /** dispose(): frees the pixels. Other methods then give Flash's errors. */
    dispose() {
        wasm.bitmap_dispose(this.address);
    }

    /**
     * hitTest(firstPoint, threshold, secondObject, secondPoint, secondThreshold), where secondObject is a
     * point, a rectangle or a BitmapData. For wrong arguments AS2 returns -1 .. -4, and AS3 throws.
     */
    hitTest(...values) {
        const at = room(8 * 6 * 5);
        const count = Math.min(values.length, 5);
        for (let i = 0; i < count; i++) heap.f64.set(valueOf(values[i]), (at >> 3) + 6 * i);
        const answer = wasm.bitmap_hit_test(this.generation, this.address, at, count);
        if (answer === 0 || answer === 1) return answer === 1;
        if (this.generation === 0) return answer;
        throw new FlashError(answer, MESSAGES[answer]);
    }
}

// --- the display list -------------------------------------------------------------------------------

// What flash_get and flash_set are asked for.
const WHAT = { x: 0, y: 1, xscale: 2, yscale: 3, rotation: 4, width: 5, height: 6 };

/** A movie: the display list, the mouse and the dragged clip. */
export class Movie extends Owned {
    #clips = new Map(); // from addresses to Clips
    #shown = new Map(); // what clips show, by their addresses

    constructor(generation = 'as2') {
        super(made((out) => wasm.flash_create(out, choice(generation, GENERATIONS, 'generation')),
                   'a movie'), 'flash_destroy');
        this.generation = generation;
        this.root = this.clipAt(wasm.flash_root(this.address));
    }

    free() {
        if (this.freed) return;
        for (const thing of this.#shown.values()) thing.unuse();
        this.#shown.clear();
        this.#clips.clear();
        super.free();
    }

    /** @internal */
    clipAt(address) {
        if (!address) return null;
        let clip = this.#clips.get(address);
        if (!clip) {
            clip = new Clip(this, address);
            this.#clips.set(address, clip);
        }
        return clip;
    }

    /** Stores what a clip shows, or null for nothing. @internal */
    show(address, thing) {
        thing?.use();
        this.#shown.get(address)?.unuse();
        if (thing) this.#shown.set(address, thing);
        else this.#shown.delete(address);
    }

    /** Removes the clip at an address, and all clips inside it. @internal */
    forget(address) {
        for (let inner = wasm.flash_first(address); inner; inner = wasm.flash_next(inner))
            this.forget(inner);
        this.show(address, null);
        this.#clips.get(address)?.gone();
        this.#clips.delete(address);
    }

    /** Sets the position of the mouse on the stage, and moves the dragged clip. */
    mouseMove(x, y) {
        wasm.flash_mouse_move(this.address, x, y);
    }

    /** The dragged clip, or null. */
    get dragged() {
        return this.clipAt(wasm.flash_dragged(this.address));
    }

    stopDrag() {
        wasm.flash_stop_drag(this.address);
    }
}

/** An object of the display list: a MovieClip, Sprite, Shape or Bitmap. Movies create it. */
export class Clip {
    #movie;
    #address;

    /** @internal */
    constructor(movie, address) {
        this.#movie = movie;
        this.#address = address;
    }

    /** @internal */
    gone() {
        this.#address = 0;
    }

    get #at() {
        if (!this.#address) throw new RimcastError('a Clip was used after it was removed');
        void this.#movie.address;
        return this.#address;
    }

    /** Returns the address of a clip. */
    static #of(clip, name) {
        if (!(clip instanceof Clip)) throw new TypeError(`${name} is no Clip`);
        return clip.#at;
    }

    /** Returns the address of a clip that this one is to be linked to, which must be of the same movie. */
    #ofSameMovie(clip, name) {
        const at = Clip.#of(clip, name);
        if (clip.#movie !== this.#movie) throw new RimcastError(`${name} is a clip of another movie`);
        return at;
    }

    get movie() {
        return this.#movie;
    }

    /** createEmptyMovieClip(name, depth) or addChild: creates a clip inside this one, on top or at a depth. */
    add(name = null, depth) {
        const parent = this.#at;
        const string = name === null ? 0 : roomForText(name);
        const address = made((out) => (depth === undefined ? wasm.flash_add(out, parent, string)
                                                           : wasm.flash_add_at(out, parent, string, depth)),
                             'a clip');
        return this.#movie.clipAt(address);
    }

    /** removeMovieClip: removes this clip and all clips inside it for good. */
    remove() {
        const at = this.#at;
        if (this === this.#movie.root) throw new RimcastError('the root cannot be removed');
        this.#movie.forget(at);
        wasm.flash_remove(at);
    }

    /** removeChild: takes the clip off the display list. attach() puts it back. */
    detach() {
        wasm.flash_detach(this.#at);
    }

    /** addChild(child): moves a clip that is detached or elsewhere into this one. */
    attach(child) {
        const at = this.#ofSameMovie(child, 'child');
        for (let up = this.#at; up; up = wasm.flash_parent(up))
            if (up === at) throw new RimcastError('a clip cannot go inside itself');
        wasm.flash_attach(this.#at, at);
    }

    swapDepths(depth) {
        wasm.flash_swap_depths(this.#at, depth);
    }

    get depth() {
        return wasm.flash_depth(this.#at);
    }

    get name() {
        return text(wasm.flash_name(this.#at));
    }

    get parent() {
        return this.#movie.clipAt(wasm.flash_parent(this.#at));
    }

    /** The clips inside, the lowest first. */
    get children() {
        const list = [];
        for (let at = wasm.flash_first(this.#at); at; at = wasm.flash_next(at))
            list.push(this.#movie.clipAt(at));
        return list;
    }

    /** Such as "/car/wheel". "/" for the root. */
    get path() {
        const length = wasm.flash_path(this.#at, 0, 0);
        const at = room(length + 1);
        wasm.flash_path(this.#at, at, length + 1);
        return text(at);
    }

    /** Returns the clip of a path such as "wheel", "../car" or "_root.car.wheel", or null. */
    find(path) {
        return this.#movie.clipAt(wasm.flash_find(this.#at, roomForText(path)));
    }

    /** Shows a vector shape, or nothing (null). */
    setShape(shape) {
        const at = this.#at;
        wasm.flash_set_shape(at, shape ? addressOf(shape, Shape, 'shape') : 0);
        this.#movie.show(at, shape);
    }

    /**
     * Shows a bitmap with its top left corner at the clip's origin, or nothing (null). The whole rectangle can be hit,
     * as in Flash, unless alphaThreshold is above 0.
     */
    setBitmap(bitmap, alphaThreshold = 0) {
        const at = this.#at;
        wasm.flash_set_bitmap(at, bitmap ? addressOf(bitmap, BitmapData, 'bitmap') : 0, alphaThreshold);
        this.#movie.show(at, bitmap);
    }

    get visible() {
        return wasm.flash_visible(this.#at) !== 0;
    }

    set visible(visible) {
        wasm.flash_set_visible(this.#at, visible ? 1 : 0);
    }

    /** setMask(mask): the clip can be hit only inside the mask's drawing. null removes the mask. */
    setMask(mask) {
        wasm.flash_set_mask(this.#at, mask ? this.#ofSameMovie(mask, 'mask') : 0);
    }

    /** transform.matrix, { a, b, c, d, tx, ty } in pixels. */
    get matrix() {
        wasm.flash_get_matrix(this.#at, OUT);
        const [a, b, c, d, tx, ty] = heap.f64.subarray(OUT >> 3, (OUT >> 3) + 6);
        return { a, b, c, d, tx, ty };
    }

    set matrix({ a, b, c, d, tx, ty }) {
        wasm.flash_set_matrix(this.#at, a, b, c, d, tx, ty);
    }

    /** @internal */
    read(what) {
        return wasm.flash_get(this.#at, WHAT[what]);
    }

    /** @internal */
    write(what, value) {
        wasm.flash_set(this.#at, WHAT[what], value);
    }

    /**
     * hitTest(target) returns true if the boxes of both overlap or touch. hitTest(x, y, shapeFlag) returns true if the
     * point, in the root's space, lies in the box; with shapeFlag, in the drawing.
     */
    hitTest(x, y, shapeFlag = false) {
        if (x instanceof Clip) return this.hitTestObject(x);
        if (x === null || x === undefined) return false;
        return this.hitTestPoint(x, y, shapeFlag);
    }

    hitTestPoint(x, y, shapeFlag = false) {
        return wasm.flash_hit_test_point(this.#at, Number(x), Number(y), shapeFlag ? 1 : 0) !== 0;
    }

    hitTestObject(target) {
        return wasm.flash_hit_test_object(this.#at, Clip.#of(target, 'target')) !== 0;
    }

    #box(target, strokes) {
        wasm.flash_bounds(this.#at, target ? Clip.#of(target, 'target') : 0, strokes, OUT);
        const [xMin, yMin, xMax, yMax] = heap.f64.subarray(OUT >> 3, (OUT >> 3) + 4);
        return { xMin, yMin, xMax, yMax };
    }

    /** Returns the box in the target's space, or in its own. */
    getBounds(target = null) {
        return this.#box(target, 1);
    }

    /** As getBounds, without strokes. */
    getRect(target = null) {
        return this.#box(target, 0);
    }

    #convert(point, toGlobal) {
        wasm.flash_convert(this.#at, toGlobal, point.x, point.y, OUT);
        return { x: heap.f64[OUT >> 3], y: heap.f64[(OUT >> 3) + 1] };
    }

    localToGlobal(point) {
        return this.#convert(point, 1);
    }

    globalToLocal(point) {
        return this.#convert(point, 0);
    }

    /** Returns the clips inside whose own drawing contains a point of the stage, the topmost last. */
    getObjectsUnderPoint(point) {
        const count = wasm.flash_objects_under_point(this.#at, point.x, point.y, 0, 0);
        const at = room(4 * count + 4);
        wasm.flash_objects_under_point(this.#at, point.x, point.y, at, count);
        return Array.from(heap.u32.slice(at >> 2, (at >> 2) + count), (it) => this.#movie.clipAt(it));
    }

    /** startDrag(lockCenter, left, top, right, bottom). The clip moves with the next movie.mouseMove(). */
    startDrag(lockCenter = false, left, top, right, bottom) {
        if (left === undefined) return wasm.flash_start_drag(this.#at, lockCenter ? 1 : 0, 0);
        heap.f64.set([left, top, right, bottom], OUT >> 3);
        return wasm.flash_start_drag(this.#at, lockCenter ? 1 : 0, OUT);
    }

    stopDrag() {
        this.#movie.stopDrag();
    }

    /** The clip that was under the mouse when this clip was dragged last, or null. */
    get dropTarget() {
        return this.#movie.clipAt(wasm.flash_drop_target(this.#at));
    }
}

// x and _x, and so on. Scales are percent as in AS2; AS3's scaleX is a hundredth of it.
for (const what of Object.keys(WHAT)) {
    const settable = what !== 'width' && what !== 'height';
    for (const name of [what, `_${what}`])
        Object.defineProperty(Clip.prototype, name, {
            get() {
                return this.read(what);
            },
            set: settable ? function (value) { this.write(what, value); } : undefined,
        });
}
for (const axis of ['x', 'y'])
    Object.defineProperty(Clip.prototype, `scale${axis.toUpperCase()}`, {
        get() {
            return this.read(`${axis}scale`) / 100;
        },
        set(value) {
            this.write(`${axis}scale`, value * 100);
        },
    });
Object.defineProperty(Clip.prototype, '_visible', Object.getOwnPropertyDescriptor(Clip.prototype, 'visible'));
Object.defineProperty(Clip.prototype, '_name', Object.getOwnPropertyDescriptor(Clip.prototype, 'name'));
Object.defineProperty(Clip.prototype, '_parent', Object.getOwnPropertyDescriptor(Clip.prototype, 'parent'));
Object.defineProperty(Clip.prototype, '_droptarget', {
    get() {
        return this.dropTarget ? this.dropTarget.path : '';
    },
});
