// Files of shapes: what `rimcast bake` made, loaded at once.

import { Adopted, OUT, Owned, RimcastError, heap, made, ready, roomForText, text, wasm } from './core.js';
import { Sprite } from './sprite.js';

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

/** All shapes of a file, by name. They own their sprites, which cannot be freed or updated alone. */
export class Shapes extends Owned {
    #entries = new Map();

    /** From the file's bytes, which are not needed afterwards. Throws a RimcastError if they are no file of shapes. */
    constructor(bytes) {
        super(load(bytes), 'shapes_destroy');
    }

    /** In the order of the file. */
    get names() {
        const at = this.address;
        return Array.from({ length: wasm.shapes_count(at) }, (_, i) => text(wasm.shapes_name(at, i)));
    }

    /** The shape of that name, or null: { name, tag, sprite, pieces, points }. The same one each time. */
    get(name) {
        const number = wasm.shapes_find(this.address, roomForText(String(name)));
        if (number < 0) return null;
        if (!this.#entries.has(number)) this.#entries.set(number, this.#read(number));
        return this.#entries.get(number);
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
