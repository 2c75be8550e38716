// The WebAssembly behind the classes: loading it, its memory, its errors, and who owns what.

/** Thrown by Rimcast: a size is too large, memory runs out, or an object is used after it was freed. */
export class RimcastError extends Error {
    constructor(message) {
        super(message);
        this.name = 'RimcastError';
    }
}

/** The exported functions, from the time load() is done. */
export let wasm = null;

/** Views of the memory. They are replaced when the memory grows, so read them from here each time. */
export const heap = { u8: null, i32: null, u32: null, f32: null, f64: null };

// Small places that calls may use: two poses, a handle or two, and a row of answers.
export let POSE_A = 0;
export let POSE_B = 0;
export let HANDLE = 0;
export let OUT = 0;

let scratch = 0;
let scratchSize = 0;
let loading = null;

function see(memory) {
    const buffer = memory.buffer;
    heap.u8 = new Uint8Array(buffer);
    heap.i32 = new Int32Array(buffer);
    heap.u32 = new Uint32Array(buffer);
    heap.f32 = new Float32Array(buffer);
    heap.f64 = new Float64Array(buffer);
}

async function compile(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
    if (typeof Response !== 'undefined' && source instanceof Response) {
        if (!source.ok) throw new RimcastError(`rimcast.wasm: ${source.status} ${source.statusText}`);
        return WebAssembly.compile(await source.arrayBuffer());
    }
    const url = new URL(source, import.meta.url);
    if (url.protocol === 'file:') {
        const { readFile } = await import('node:fs/promises');
        return WebAssembly.compile(await readFile(url));
    }
    return compile(await fetch(url));
}

async function start(source) {
    const module = await compile(source ?? new URL('rimcast.wasm', import.meta.url));
    let memory = null;
    const env = { emscripten_notify_memory_growth: () => see(memory) };
    const { exports } = await WebAssembly.instantiate(module, { env });
    memory = exports.memory;
    see(memory);
    exports._initialize?.();
    POSE_A = exports.memory_take(256);
    POSE_B = POSE_A + 24;
    HANDLE = POSE_A + 48;
    OUT = POSE_A + 64;
    wasm = exports;
}

/**
 * Loads the WebAssembly. All other functions can be called once the promise is fulfilled. Without a source, it loads
 * rimcast.wasm from the folder of this file. A second call returns the promise of the first.
 */
export function load(source) {
    loading ??= start(source).catch((error) => {
        loading = null;
        throw error;
    });
    return loading;
}

/** Returns the exports, or throws if load() has not finished. */
export function ready() {
    if (!wasm) throw new RimcastError('Rimcast is not loaded yet; await load() first');
    return wasm;
}

/** Returns the version of the compiled library, such as "0.1.0". */
export function version() {
    return text(ready().version());
}

/** Returns the address of at least size bytes, aligned to 16, valid until the next call. */
export function room(size) {
    if (size > scratchSize) {
        if (scratch) wasm.memory_give(scratch);
        scratchSize = 0;
        scratch = ready().memory_take(size);
        if (!scratch) throw new RimcastError(`${size} bytes: out of memory`);
        scratchSize = size;
    }
    return scratch;
}

/** Reads a C string. */
export function text(address) {
    let end = address;
    while (heap.u8[end]) end++;
    return new TextDecoder().decode(heap.u8.slice(address, end));
}

/** Copies a string to room() as a C string, and returns its address. */
export function roomForText(string) {
    const bytes = new TextEncoder().encode(string);
    const address = room(bytes.length + 1);
    heap.u8.set(bytes, address);
    heap.u8[address + bytes.length] = 0;
    return address;
}

/** Throws unless a status is 0. */
export function check(status, what) {
    if (status) throw new RimcastError(`${what}: ${text(wasm.status_text(status))}`);
}

/** Calls create(address of a pointer) and returns the pointer. */
export function made(create, what) {
    ready();
    check(create(OUT), what);
    return heap.u32[OUT >> 2];
}

// --- arguments --------------------------------------------------------------------------------------

export function whole(value, name, low = -2147483648, high = 2147483647) {
    if (!Number.isInteger(value) || value < low || value > high)
        throw new RangeError(`${name} is ${String(value)}; give a whole number from ${low} to ${high}`);
    return value;
}

/** Returns the pixel of a coordinate, at most as far away as 32 bits reach: WebAssembly would wrap it. */
export function pixelOf(coordinate) {
    return Math.min(Math.max(Math.floor(coordinate), -2147483648), 2147483647);
}

export function number(value, name) {
    if (typeof value !== 'number' || Number.isNaN(value))
        throw new TypeError(`${name} is ${String(value)}; give a number`);
    return value;
}

/** Returns the index of a word in a list. */
export function choice(value, words, name) {
    const index = words.indexOf(value);
    if (index < 0) throw new RangeError(`${name} is ${String(value)}; give ${words.join(', ')}`);
    return index;
}

/** Copies points, [{x, y}, ...] or [x, y, x, y, ...], to room(). Returns their address and count. */
export function roomForPoints(points) {
    const flat = typeof points[0] === 'number' || ArrayBuffer.isView(points);
    const count = flat ? points.length >> 1 : points.length;
    const address = room(8 * count + 16);
    const at = address >> 2;
    if (flat) heap.f32.set(points.length === 2 * count ? points : points.slice(0, 2 * count), at);
    else
        for (let i = 0; i < count; i++) {
            heap.f32[at + 2 * i] = points[i].x;
            heap.f32[at + 2 * i + 1] = points[i].y;
        }
    return { address, count };
}

// --- owners -----------------------------------------------------------------------------------------

const forgotten =
    typeof FinalizationRegistry === 'undefined'
        ? null
        : new FinalizationRegistry(({ destroy, address }) => wasm[destroy](address));

/**
 * An object in the WebAssembly's memory. free() frees it at once, and the garbage collector frees it some time after the
 * last reference is gone. The memory of an object that is shown or on a stage is kept until it no longer is.
 */
export class Owned {
    #address;
    #destroy;
    #users = 0;
    #freed = false;
    #owner = null;

    /** With an owner, the object is valid as long as the owner and cannot be freed by itself. */
    constructor(address, destroy, owner = null) {
        this.#address = address;
        this.#destroy = destroy;
        this.#owner = owner;
        if (!owner) forgotten?.register(this, { destroy, address }, this);
    }

    /** The address of the object. Throws after free(). */
    get address() {
        if (this.freed)
            throw new RimcastError(`a ${this.constructor.name} was used after its free()`);
        return this.#address;
    }

    get freed() {
        return this.#owner ? this.#owner.freed : this.#freed;
    }

    /** True if the object has an owner. @internal */
    get owned() {
        return this.#owner !== null;
    }

    /** Frees the memory. The object cannot be used afterwards. A second call does nothing. */
    free() {
        if (this.#owner)
            throw new RimcastError(`a ${this.constructor.name} of a ${this.#owner.constructor.name} cannot be ` +
                                   `freed alone; free the ${this.#owner.constructor.name}`);
        if (this.#freed) return;
        this.#freed = true;
        if (this.#users === 0) this.#release();
    }

    [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
        this.free();
    }

    /** Counts another object that uses this one. @internal */
    use() {
        if (this.#owner) this.#owner.use();
        else this.#users++;
        return this.address;
    }

    /** Counts one object less that uses this one. @internal */
    unuse() {
        if (this.#owner) {
            this.#owner.unuse();
            return;
        }
        this.#users--;
        if (this.#freed && this.#users === 0) this.#release();
    }

    #release() {
        forgotten?.unregister(this);
        wasm[this.#destroy](this.#address);
        this.#address = 0;
    }
}

/** Passed to a constructor instead of its arguments if the object exists already. @internal */
export class Adopted {
    constructor(address) {
        this.address = address;
    }
}

/** Returns the address of an argument, which must be of a class. */
export function addressOf(thing, type, name) {
    if (!(thing instanceof type))
        throw new TypeError(`${name} is no ${type.name}`);
    return thing.address;
}
