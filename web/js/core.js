// The WebAssembly behind the classes: loading it, its memory, its errors, and who owns what.

/** An error of Rimcast: a size beyond what it takes, no memory, a thing used after it was freed. */
export class RimcastError extends Error {
    constructor(message) {
        super(message);
        this.name = 'RimcastError';
    }
}

/** The exported functions, once load() is done. */
export let wasm = null;

/** The memory, seen in several ways. Renewed whenever it grows, so look through here each time. */
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
 * Loads the WebAssembly; everything else wants this to be done. Without a source rimcast.wasm beside this
 * file is taken. Calling it again waits for the same.
 */
export function load(source) {
    loading ??= start(source).catch((error) => {
        loading = null;
        throw error;
    });
    return loading;
}

/** The exports, or an error that says what was forgotten. */
export function ready() {
    if (!wasm) throw new RimcastError('Rimcast is not loaded yet; await load() first');
    return wasm;
}

/** The version of the compiled library, "0.1.0". */
export function version() {
    return text(ready().version());
}

/** An address of at least size bytes, aligned to 16, valid until the next call. */
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

/** A C string in room(). */
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

export function number(value, name) {
    if (typeof value !== 'number' || Number.isNaN(value))
        throw new TypeError(`${name} is ${String(value)}; give a number`);
    return value;
}

/** The index of a word in a list. */
export function choice(value, words, name) {
    const index = words.indexOf(value);
    if (index < 0) throw new RangeError(`${name} is ${String(value)}; give ${words.join(', ')}`);
    return index;
}

/** Points as [{x, y}, ...] or flat [x, y, x, y, ...], copied to room(); returns their address and count. */
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
 * Something that lives in the WebAssembly's memory. free() gives it back at once; forgotten ones are given
 * back by the garbage collector, some time. What is still shown or on a stage lives on until it is not.
 */
export class Owned {
    #address;
    #destroy;
    #users = 0;
    #freed = false;
    #owner = null;

    /** With an owner it is a part of that: it lives as long, and cannot be freed alone. */
    constructor(address, destroy, owner = null) {
        this.#address = address;
        this.#destroy = destroy;
        this.#owner = owner;
        if (!owner) forgotten?.register(this, { destroy, address }, this);
    }

    /** Where it is; throws after free(). */
    get address() {
        if (this.freed)
            throw new RimcastError(`a ${this.constructor.name} was used after its free()`);
        return this.#address;
    }

    get freed() {
        return this.#owner ? this.#owner.freed : this.#freed;
    }

    /** Is it a part of something else? @internal */
    get owned() {
        return this.#owner !== null;
    }

    /** Gives the memory back. The thing cannot be used any more. A second call does nothing. */
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

    /** Another object borrows it. @internal */
    use() {
        if (this.#owner) this.#owner.use();
        else this.#users++;
        return this.address;
    }

    /** ... and gives it back. @internal */
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

/** What a class's constructor takes instead of its arguments when the thing exists already. @internal */
export class Adopted {
    constructor(address) {
        this.address = address;
    }
}

/** The address of an argument that must be of a class. */
export function addressOf(thing, type, name) {
    if (!(thing instanceof type))
        throw new TypeError(`${name} is no ${type.name}`);
    return thing.address;
}
