// Masks: one bit a pixel. Outlines by rays, contours, convex pieces and triangles of them.

import { Adopted, OUT, Owned, RimcastError, addressOf, check, choice, heap, made, number, pixelOf, ready,
         room, roomForPoints, wasm, whole } from './core.js';

const SIDES = ['near', 'contain', 'inside'];
const OPS = ['and', 'or', 'xor', 'andNot'];

/** The largest number of rays of an outline. */
export const MAX_RAYS = 4096;

/** The default threshold: pixels that are at least half opaque are solid. */
export const ALPHA_HALF = 128;

function pixelsOf(image) {
    const { data, width, height } = image;
    whole(width, 'width', 0, 65536);
    whole(height, 'height', 0, 65536);
    if (!ArrayBuffer.isView(data) || data.BYTES_PER_ELEMENT !== 1)
        throw new TypeError('data is no array of bytes; give an ImageData');
    if (data.length < 4 * width * height)
        throw new RangeError(`data has ${data.length} bytes, fewer than ${4 * width * height}`);
    const address = wasm.memory_take(4 * width * height);
    if (!address) throw new RimcastError(`an image of ${width} x ${height}: out of memory`);
    heap.u8.set(data.subarray(0, 4 * width * height), address);
    return address;
}

/** Copies an image into memory and calls then(address, width, height). @internal */
export function withPixels(image, then) {
    ready();
    const address = pixelsOf(image);
    try {
        return then(address, image.width, image.height);
    } finally {
        wasm.memory_give(address);
    }
}

// Returns the column or row of a coordinate, or -1 beyond every mask: WebAssembly would wrap it and cut its fraction.
function lineOf(coordinate) {
    return coordinate >= 0 && coordinate < 65536 ? Math.floor(coordinate) : -1;
}

function adopt(create, what) {
    return new Mask(new Adopted(made(create, what)));
}

export class Mask extends Owned {
    /** Creates an empty mask. */
    constructor(width, height) {
        super(width instanceof Adopted
                  ? width.address
                  : made((out) => wasm.mask_create(out, whole(width, 'width'), whole(height, 'height')),
                         `a mask of ${width} x ${height}`),
              'mask_destroy');
    }

    /** A pixel is solid if its alpha >= threshold, 0 .. 255. */
    static fromImageData(image, { threshold = ALPHA_HALF } = {}) {
        whole(threshold, 'threshold', 0, 256);
        return withPixels(image, (pixels, width, height) =>
            adopt((out) => wasm.mask_create_rgba(out, pixels, width, height, threshold),
                  `a mask of ${width} x ${height}`));
    }

    /** A pixel is solid if its color, [r, g, b] or [r, g, b, a], differs from the key. */
    static fromColorKey(image, key) {
        const bits = key.length > 3 ? 0xffffffff : 0x00ffffff;
        const word = key[0] | (key[1] << 8) | (key[2] << 16) | ((key[3] ?? 0) << 24);
        return withPixels(image, (pixels, width, height) =>
            adopt((out) => wasm.mask_create_key(out, pixels, width, height, word, bits),
                  `a mask of ${width} x ${height}`));
    }

    /** Takes a string for each row: '#' is solid. For small shapes and tests. */
    static fromRows(rows) {
        const mask = new Mask(Math.max(0, ...rows.map((row) => row.length)), rows.length);
        rows.forEach((row, y) => {
            for (let x = 0; x < row.length; x++) if (row[x] === '#') mask.set(x, y, true);
        });
        return mask;
    }

    get width() {
        return wasm.mask_width(this.address);
    }

    get height() {
        return wasm.mask_height(this.address);
    }

    /** The number of solid pixels. */
    get count() {
        return wasm.mask_count(this.address);
    }

    /** The smallest rectangle that contains the solid pixels. */
    get bounds() {
        wasm.mask_bounds(this.address, OUT);
        const [x0, y0, x1, y1] = heap.f64.subarray(OUT >> 3, (OUT >> 3) + 4);
        return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
    }

    copy() {
        return adopt((out) => wasm.mask_create_copy(out, this.address), 'a copy of a mask');
    }

    get(x, y) {
        return wasm.mask_get(this.address, lineOf(x), lineOf(y)) !== 0;
    }

    set(x, y, solid = true) {
        wasm.mask_set(this.address, lineOf(x), lineOf(y), solid ? 1 : 0);
        return this;
    }

    /** Returns true if the masks share a solid pixel while the other's top left pixel lies on pixel (dx, dy). */
    overlaps(other, dx = 0, dy = 0) {
        return wasm.mask_overlaps(this.address, addressOf(other, Mask, 'other'), pixelOf(dx), pixelOf(dy)) !== 0;
    }

    overlapArea(other, dx = 0, dy = 0) {
        return wasm.mask_overlap_area(this.address, addressOf(other, Mask, 'other'), pixelOf(dx), pixelOf(dy));
    }

    /** Combines with another mask whose top left pixel lies on pixel (dx, dy): 'and', 'or', 'xor' or 'andNot'. */
    combine(op, other, dx = 0, dy = 0) {
        wasm.mask_combine(this.address, choice(op, OPS, 'op'), addressOf(other, Mask, 'other'), pixelOf(dx),
                          pixelOf(dy));
        return this;
    }

    invert() {
        wasm.mask_invert(this.address);
        return this;
    }

    /** Makes every pixel solid that is within the radius, in pixels, of a solid one. A negative radius shrinks. */
    grow(radius) {
        check(wasm.mask_grow(this.address, number(radius, 'radius')), 'growing a mask');
        return this;
    }

    drawRect(x, y, width, height, solid = true) {
        wasm.mask_draw_rect(this.address, pixelOf(x), pixelOf(y), pixelOf(x + width), pixelOf(y + height),
                            solid ? 1 : 0);
        return this;
    }

    drawCircle(x, y, radius, solid = true) {
        wasm.mask_draw_circle(this.address, x, y, radius, solid ? 1 : 0);
        return this;
    }

    drawPolygon(points, solid = true) {
        const { address, count } = roomForPoints(points);
        wasm.mask_draw_polygon(this.address, address, count, solid ? 1 : 0);
        return this;
    }

    /** Returns the edge points that rays from outside find. See Outline. */
    outline(options) {
        return new Outline(this, options);
    }

    /** Returns the rings around islands and holes: exact, or simplified within a tolerance in pixels. */
    contours({ holes = true, tolerance = 0, side = 'near' } = {}) {
        return withLoops(this, holes, tolerance, side, (loops) => {
            const rings = [];
            const count = wasm.loops_count(loops);
            for (let i = 0; i < count; i++) {
                wasm.loops_get(loops, i, OUT);
                const at = OUT >> 3;
                rings.push({ points: pointsAt(heap.f64[at], heap.f64[at + 1]), area: heap.f64[at + 2],
                             hole: heap.f64[at + 2] < 0, parent: heap.f64[at + 3] });
            }
            return rings;
        });
    }

    /** Returns convex pieces of what contours() enclose, of at most maxCorners corners (0: no limit). */
    pieces({ maxCorners = 8, minSide = 0, holes = true, tolerance = 0, side = 'near' } = {}) {
        return withLoops(this, holes, tolerance, side, (loops) => {
            const pieces = made((out) => wasm.pieces_create(out, loops, whole(maxCorners, 'maxCorners'),
                                                            number(minSide, 'minSide')), 'convex pieces');
            const list = [];
            const count = wasm.pieces_count(pieces);
            for (let i = 0; i < count; i++) {
                wasm.pieces_get(pieces, i, OUT);
                list.push(pointsAt(heap.f64[OUT >> 3], heap.f64[(OUT >> 3) + 1]));
            }
            wasm.pieces_destroy(pieces);
            return list;
        });
    }

    triangles(options = {}) {
        return this.pieces({ ...options, maxCorners: 3 });
    }
}

function pointsAt(address, count) {
    return heap.f32.slice(address >> 2, (address >> 2) + 2 * count);
}

function withLoops(mask, holes, tolerance, side, then) {
    const loops = made((out) => wasm.loops_create(out, mask.address, holes ? 1 : 0,
                                                  number(tolerance, 'tolerance'),
                                                  choice(side, SIDES, 'side')), 'contours');
    try {
        return then(loops);
    } finally {
        wasm.loops_destroy(loops);
    }
}

/**
 * A few edge points of a mask: ray k of n comes in from outside, from the direction k * 360 / n degrees
 * (0 is right, 90 is down), and stops at the first solid pixel on its way to the anchor. It needs no
 * free().
 */
export class Outline {
    constructor(mask, { rays = 36, anchor, mode = 'rays', maxError, stage, flashEdge = false } = {}) {
        addressOf(mask, Mask, 'mask');
        this.anchor = { x: Math.fround(number(anchor?.x ?? mask.width / 2, 'anchor.x')),
                        y: Math.fround(number(anchor?.y ?? mask.height / 2, 'anchor.y')) };
        this.mode = mode;
        this.rays = maxError === undefined ? whole(rays, 'rays', 1, MAX_RAYS)
                                           : this.#choose(mask, maxError);
        if (choice(mode, ['rays', 'faithful'], 'mode') === 1)
            this.#castFaithful(mask, stage ?? { x: 0, y: 0 }, flashEdge);
        else this.#cast(mask);
    }

    /** Uses the smallest number of rays that keeps the error within maxError pixels, or the most accurate number. */
    #choose(mask, maxError) {
        if (this.mode !== 'rays') throw new RangeError('maxError is only for the mode rays');
        check(wasm.outline_choose(mask.address, this.anchor.x, this.anchor.y,
                                  number(maxError, 'maxError'), OUT), 'choosing the number of rays');
        return heap.f64[OUT >> 3];
    }

    #cast(mask) {
        const at = room(12 * this.rays);
        this.hits = wasm.outline_cast(mask.address, this.anchor.x, this.anchor.y, this.rays, at);
        this.#take(at);
    }

    #castFaithful(mask, stage, flashEdge) {
        const exact = room(36 * this.rays);
        const at = exact + 24 * this.rays;
        this.hits = wasm.outline_cast_faithful(mask.address, this.anchor.x, this.anchor.y, this.rays,
                                               stage.x, stage.y, flashEdge ? 1 : 0, exact, at);
        this.#take(at);
    }

    #take(address) {
        /** x, y of each ray's point, relative to the anchor. Zeros for a miss. */
        this.xy = new Float32Array(2 * this.rays);
        /** 1 for each ray that hit. */
        this.hit = new Uint8Array(this.rays);
        for (let i = 0; i < this.rays; i++) {
            this.xy[2 * i] = heap.f32[(address >> 2) + 3 * i];
            this.xy[2 * i + 1] = heap.f32[(address >> 2) + 3 * i + 1];
            this.hit[i] = heap.u8[address + 12 * i + 8];
        }
    }

    /** The points that hit, in ray order, relative to the anchor. */
    get points() {
        const points = [];
        for (let i = 0; i < this.rays; i++)
            if (this.hit[i]) points.push({ x: this.xy[2 * i], y: this.xy[2 * i + 1], ray: i });
        return points;
    }

    /**
     * Measures the polygon of the points: its greatest distance in pixels from the mask's exact outer edge (Infinity
     * with fewer than three points), and the share of the solid area that lies outside it.
     */
    measure(mask) {
        const at = room(12 * this.rays);
        for (let i = 0; i < this.rays; i++) {
            heap.f32[(at >> 2) + 3 * i] = this.xy[2 * i];
            heap.f32[(at >> 2) + 3 * i + 1] = this.xy[2 * i + 1];
            heap.u8[at + 12 * i + 8] = this.hit[i];
        }
        check(wasm.outline_measure(addressOf(mask, Mask, 'mask'), this.anchor.x, this.anchor.y, at,
                                   this.rays, OUT), 'measuring an outline');
        return { distance: heap.f64[OUT >> 3], outsideShare: heap.f64[(OUT >> 3) + 1] };
    }
}

