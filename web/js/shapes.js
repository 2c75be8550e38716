// Files of shapes: what `rimcast bake` made, loaded at once.

import { Adopted, OUT, Owned, POSE_A, POSE_B, RimcastError, heap, made, number, ready, roomForText, text, wasm } from './core.js';
import { Pose, Posed, Sprite } from './sprite.js';

function load(bytes) {
    ready();
    const view = ArrayBuffer.isView(bytes)
        ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        : bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : null;
    if (!view) throw new TypeError('bytes are no ArrayBuffer and no view of one; give what fetch or a file has');
    const address = wasm.memory_take(view.length);
    if (!address) throw new RimcastError(`${view.length} bytes: out of memory`);
    try {
        heap.u8.set(view, address);
        return made((out) => wasm.shapes_load(out, address, view.length), 'shapes');
    } finally {
        wasm.memory_give(address);
    }
}

const KINDS = ['sprite', 'box', 'circle', 'polygon'];

// What a part of each kind has beside name, kind, tag and pose; o is where the numbers of OUT begin.
function partShape(shapes, figure, number, kind, o) {
    const f = heap.f64;
    if (kind === 'box') return { box: { x0: f[o], y0: f[o + 1], x1: f[o + 2], y1: f[o + 3] } };
    if (kind === 'circle') return { circle: { x: f[o], y: f[o + 1], radius: f[o + 2] } };
    if (kind === 'polygon') {
        const from = wasm.figure_corners(figure, number) >> 2;
        return { polygon: heap.f32.slice(from, from + 2 * f[o]) };
    }
    return { shape: shapes.get(text(wasm.figure_part_shape(shapes.address, figure, number))) };
}

/** A shape of several parts, from a file of shapes. */
export class Figure {
    #shapes;
    #address;

    /** Called by Shapes.figure. @internal */
    constructor(shapes, address) {
        this.#shapes = shapes;
        this.#address = address;
        this.name = text(wasm.figure_name(address));
        this.tag = text(wasm.figure_tag(address));
        this.parts = Object.freeze(Array.from({ length: wasm.figure_part_count(address) }, (_, i) => this.#read(i)));
        Object.freeze(this);
    }

    #read(number) {
        wasm.figure_part(this.#address, number, OUT);
        const o = OUT >> 3;
        const [kind, tag, a, b, c, d, tx, ty] = heap.f64.subarray(o, o + 8);
        return Object.freeze({
            name: text(wasm.figure_part_name(this.#address, number)),
            kind: KINDS[kind],
            tag,
            pose: Object.freeze({ a, b, c, d, tx, ty }),
            ...partShape(this.#shapes, this.#address, number, KINDS[kind], o + 8),
        });
    }

    /** The address. Throws after its Shapes are freed. @internal */
    get address() {
        return this.#shapes.address && this.#address;
    }

    /** Creates a posed figure, from { x, y, degrees, scale } or a matrix. */
    at(pose) {
        return new PosedFigure(this, pose);
    }
}

/** A figure and its pose, with its origin at (x, y). */
export class PosedFigure extends Pose {
    constructor(figure, pose = {}) {
        if (!(figure instanceof Figure)) throw new TypeError('figure is no Figure; take one of Shapes.figure(name)');
        super(pose);
        this.figure = figure;
    }

    /** Returns the first part that contains a point of the world, or null. */
    contains(x, y) {
        const at = this.figure.address;
        this.writePose(POSE_A);
        return this.figure.parts[wasm.figure_contains(at, POSE_A, number(x, 'x'), number(y, 'y'))] ?? null;
    }

    /**
     * If this figure shares area with another one or with a sprite, returns { part, other }: the first part that does, and
     * the first part of the other with which it does (null for a sprite). Otherwise returns null.
     */
    overlaps(other) {
        const at = this.figure.address;
        const sprite = other instanceof Posed;
        if (!sprite && !(other instanceof PosedFigure))
            throw new TypeError('other is neither a Posed nor a PosedFigure; give sprite.at(...) or figure.at(...)');
        const its = sprite ? other.sprite.address : other.figure.address;
        this.writePose(POSE_A);
        other.writePose(POSE_B);
        const overlaps = sprite ? wasm.figure_overlaps_sprite : wasm.figure_overlaps;
        if (!overlaps(at, POSE_A, its, POSE_B, OUT)) return null;
        const [a, b] = heap.f64.subarray(OUT >> 3, (OUT >> 3) + 2);
        return { part: this.figure.parts[a], other: sprite ? null : other.figure.parts[b] };
    }
}

/** The shapes of a file, by name. They own their sprites, which cannot be freed or updated by themselves. */
export class Shapes extends Owned {
    #entries = new Map();
    #figures = new Map();

    /** Copies what it needs of the file's bytes. Throws a RimcastError if they are not a valid file of shapes. */
    constructor(bytes) {
        super(load(bytes), 'shapes_destroy');
    }

    /** In the order of the file. */
    get names() {
        const at = this.address;
        return Array.from({ length: wasm.shapes_count(at) }, (_, i) => text(wasm.shapes_name(at, i)));
    }

    /** Returns the shape of that name, { name, tag, sprite, pieces, points }, the same object each time, or null. */
    get(name) {
        const number = wasm.shapes_find(this.address, roomForText(String(name)));
        if (number < 0) return null;
        if (!this.#entries.has(number)) this.#entries.set(number, this.#read(number));
        return this.#entries.get(number);
    }

    /** The names of all figures, in the order of the file. */
    get figureNames() {
        const at = this.address;
        return Array.from({ length: wasm.shapes_figure_count(at) },
                          (_, i) => text(wasm.figure_name(wasm.shapes_figure(at, i))));
    }

    /** Returns the figure of that name, the same object each time, or null. */
    figure(name) {
        const found = wasm.shapes_find_figure(this.address, roomForText(String(name)));
        if (!found) return null;
        if (!this.#figures.has(found)) this.#figures.set(found, new Figure(this, found));
        return this.#figures.get(found);
    }

    #read(number) {
        const at = this.address;
        const pieces = Array.from({ length: wasm.shapes_pieces(at, number) }, (_, i) => {
            const from = wasm.shapes_piece(at, number, i) >> 2;
            return heap.f32.slice(from, from + 2 * wasm.shapes_corners(at, number, i));
        });
        const points = Array.from({ length: wasm.shapes_points(at, number) }, (_, i) => {
            wasm.shapes_point(at, number, i, OUT);
            const [x, y] = heap.f64.subarray(OUT >> 3, (OUT >> 3) + 2);
            return { name: text(wasm.shapes_point_name(at, number, i)), x, y };
        });
        return Object.freeze({
            name: text(wasm.shapes_name(at, number)),
            tag: text(wasm.shapes_tag(at, number)),
            sprite: new Sprite(new Adopted(wasm.shapes_sprite(at, number)), { owner: this }),
            pieces,
            points,
        });
    }
}
