// Sprites in any pose: do they touch, how much, which way out, and when first?

import { Adopted, HANDLE, OUT, Owned, POSE_A, POSE_B, RimcastError, addressOf, check, heap, made, pixelOf, ready,
         room, roomForPoints, wasm, whole } from './core.js';
import { MAX_RAYS, Mask } from './mask.js';

/** A shape: a mask with its anchor, its outline, and what makes the tests fast. */
export class Sprite extends Owned {
    constructor(mask, { anchor, rays = 36, owner = null } = {}) {
        super(mask instanceof Adopted
                  ? mask.address
                  : made((out) => wasm.sprite_create(out, addressOf(mask, Mask, 'mask'), anchor ? 1 : 0,
                                                     anchor?.x ?? 0, anchor?.y ?? 0,
                                                     whole(rays, 'rays', 1, MAX_RAYS)), 'a sprite'),
              'sprite_destroy', owner);
        const own = wasm.sprite_mask(this.address);
        this.width = wasm.mask_width(own);
        this.height = wasm.mask_height(own);
        wasm.sprite_anchor(this.address, OUT);
        this.anchor = { x: heap.f64[OUT >> 3], y: heap.f64[(OUT >> 3) + 1] };
    }

    static fromImageData(image, { threshold, ...options } = {}) {
        const mask = Mask.fromImageData(image, { threshold });
        try {
            return new Sprite(mask, options);
        } finally {
            mask.free();
        }
    }

    /** Copies the pixels of a mask of the same size that a rectangle touches: dug terrain, a burnt hole. */
    update(mask, { x, y, width, height }) {
        if (this.owned)
            throw new RimcastError('a sprite of a file of shapes does not change; make one of sprite.mask()');
        check(wasm.sprite_update(this.address, addressOf(mask, Mask, 'mask'), pixelOf(x), pixelOf(y),
                                 pixelOf(Math.ceil(x + width)), pixelOf(Math.ceil(y + height))), 'updating a sprite');
    }

    /** Creates a mask with the sprite's pixels. */
    mask() {
        return new Mask(new Adopted(made((out) => wasm.mask_create_copy(out, wasm.sprite_mask(this.address)), 'a mask')));
    }

    /** The outline's points in sprite space, relative to the anchor. */
    get outline() {
        const at = wasm.sprite_outline(this.address);
        const rays = wasm.sprite_rays(this.address);
        const points = [];
        for (let i = 0; i < rays; i++)
            points.push(heap.u8[at + 12 * i + 8]
                            ? { x: heap.f32[(at >> 2) + 3 * i], y: heap.f32[(at >> 2) + 3 * i + 1] }
                            : null);
        return points;
    }

    /** Creates a posed sprite, from { x, y, degrees, scale } or a matrix. */
    at(pose) {
        return new Posed(this, pose);
    }
}

function hitAt(hit) {
    const o = OUT >> 3;
    const f = heap.f64;
    return {
        hit,
        t: f[o],
        point: { x: f[o + 1], y: f[o + 2] },
        normal: { x: f[o + 3], y: f[o + 4] },
        edgeNormal: { x: f[o + 5], y: f[o + 6] },
        depth: f[o + 7],
        startOverlap: f[o + 8] !== 0,
        pixel: { x: f[o + 9], y: f[o + 10] },
        otherPixel: { x: f[o + 11], y: f[o + 12] },
    };
}

/**
 * A pose: scales, then rotates by degrees (clockwise on the screen), then moves the origin to (x, y). Change the fields
 * at any time: every method reads them. If a matrix is set, it is used instead.
 */
export class Pose {
    constructor(pose = {}) {
        this.x = 0;
        this.y = 0;
        this.degrees = 0;
        this.scaleX = 1;
        this.scaleY = 1;
        /** { a, b, c, d, e, f } as a DOMMatrix, { a, b, c, d, tx, ty } as Flash and Pixi, or null. */
        this.matrix = null;
        this.set(pose);
    }

    /** Sets the given fields of x, y, degrees or radians, scale, scaleX, scaleY; or a matrix. */
    set(pose) {
        if (typeof pose.a === 'number') this.matrix = pose;
        if (pose.x !== undefined) this.x = pose.x;
        if (pose.y !== undefined) this.y = pose.y;
        if (pose.radians !== undefined) this.degrees = (pose.radians * 180) / Math.PI;
        if (pose.degrees !== undefined) this.degrees = pose.degrees;
        if (pose.scale !== undefined) this.scaleX = this.scaleY = pose.scale;
        if (pose.scaleX !== undefined) this.scaleX = pose.scaleX;
        if (pose.scaleY !== undefined) this.scaleY = pose.scaleY;
        return this;
    }

    /** Writes the transform to an address. @internal */
    writePose(address) {
        const m = this.matrix;
        if (!m) {
            ready().pose_make(address, this.x, this.y, this.degrees, this.scaleX, this.scaleY);
            return;
        }
        const f = heap.f32;
        const i = address >> 2;
        f[i] = m.a;
        f[i + 1] = m.b;
        f[i + 2] = m.c;
        f[i + 3] = m.d;
        f[i + 4] = m.e ?? m.tx;
        f[i + 5] = m.f ?? m.ty;
    }

    /** The numbers a, b, c, d, e, f, for context.setTransform(...posed.transform). */
    get transform() {
        this.writePose(POSE_A);
        return Array.from(heap.f32.subarray(POSE_A >> 2, (POSE_A >> 2) + 6));
    }
}

/** A sprite and its pose, with its anchor at (x, y). */
export class Posed extends Pose {
    constructor(sprite, pose = {}) {
        addressOf(sprite, Sprite, 'sprite');
        super(pose);
        this.sprite = sprite;
    }

    /** Writes the transform to an address, and returns the sprite's address. @internal */
    write(address) {
        this.writePose(address);
        return this.sprite.address;
    }

    /** Draws an image of the sprite's size in the sprite's pose, within the context's transform. */
    draw(context, image) {
        context.save();
        context.transform(...this.transform);
        context.drawImage(image, -this.sprite.anchor.x, -this.sprite.anchor.y);
        context.restore();
    }

    #pair(other, ask) {
        if (!(other instanceof Posed)) throw new TypeError('other is no Posed; give sprite.at(...)');
        const a = this.write(POSE_A);
        return ask(a, POSE_A, other.write(POSE_B), POSE_B, OUT);
    }

    /** The smallest box that contains the solid pixels, or null if there are none. */
    get bounds() {
        wasm.sprite_bounds(this.write(POSE_A), POSE_A, OUT);
        const [x0, y0, x1, y1] = heap.f64.subarray(OUT >> 3, (OUT >> 3) + 4);
        return x0 <= x1 ? { x: x0, y: y0, width: x1 - x0, height: y1 - y0 } : null;
    }

    /** Returns true if the point lies in a solid pixel. */
    contains(x, y) {
        return wasm.sprite_contains(this.write(POSE_A), POSE_A, x, y) !== 0;
    }

    /** Returns true if solid pixels of both share area. Exact at every angle and scale. */
    overlaps(other) {
        return this.#pair(other, wasm.sprite_overlaps) !== 0;
    }

    /** Returns true if the center of some screen pixel lies in both: nearest sampling draws that pixel twice. */
    overlapsOnGrid(other) {
        return this.#pair(other, wasm.sprite_overlaps_on_grid) !== 0;
    }

    /** Returns the shared area, in square units of the world. */
    overlapArea(other) {
        return this.#pair(other, wasm.sprite_overlap_area);
    }

    /** Returns the ray of the first outline point of this sprite that lies in the other's shape, or -1. */
    outlineFirst(other) {
        return this.#pair(other, wasm.sprite_outline_first);
    }

    /** Returns the rays of all outline points of this sprite that lie in the other's shape. */
    outlineHits(other) {
        const at = room(4 * MAX_RAYS);
        const count = this.#pair(other, (a, poseA, b, poseB) =>
            wasm.sprite_outline_hits(a, poseA, b, poseB, at, MAX_RAYS));
        return Array.from(heap.i32.subarray(at >> 2, (at >> 2) + count));
    }

    /** Returns how they overlap (centroid, normal, depth, area), or null if they don't. */
    contact(other) {
        if (!this.#pair(other, wasm.sprite_contact)) return null;
        const o = OUT >> 3;
        const f = heap.f64;
        return {
            point: { x: f[o], y: f[o + 1] },
            normal: { x: f[o + 2], y: f[o + 3] },
            edgeNormal: { x: f[o + 4], y: f[o + 5] },
            depth: f[o + 6],
            area: f[o + 7],
        };
    }

    /** Returns a short motion of this sprite that ends the overlap, or null if there is none. */
    separate(other) {
        if (!this.#pair(other, wasm.sprite_separate)) return null;
        const o = OUT >> 3;
        return { x: heap.f64[o], y: heap.f64[o + 1], length: heap.f64[o + 2],
                 exact: heap.f64[o + 3] !== 0 };
    }

    /**
     * Returns the first touch while this sprite moves by delta, and the other by otherDelta (0 by default). t is the
     * fraction of the motion, 1 for a miss. However fast, nothing is stepped over.
     */
    firstTouch(delta, other, otherDelta) {
        return hitAt(this.#pair(other, (a, poseA, b, poseB, out) =>
            wasm.sprite_sweep(a, poseA, delta.x, delta.y, b, poseB, otherDelta?.x ?? 0, otherDelta?.y ?? 0, out)) !== 0);
    }

    /** Returns the first hit of a ray from (x, y) to (x + dx, y + dy). */
    raycast(x, y, dx, dy) {
        return hitAt(wasm.sprite_raycast(this.write(POSE_A), POSE_A, x, y, dx, dy, OUT) !== 0);
    }

    /** Returns the first touch of a circle that moves by delta. */
    firstTouchOfCircle(x, y, radius, delta) {
        return hitAt(wasm.sprite_sweep_circle(this.write(POSE_A), POSE_A, x, y, radius, delta.x, delta.y,
                                              OUT) !== 0);
    }

    /** Returns the first touch of a convex polygon that moves by delta. */
    firstTouchOfPolygon(points, delta) {
        const { address, count } = roomForPoints(points);
        if (!wasm.polygon_is_convex(address, count))
            throw new RangeError('the polygon is not convex; cut it into pieces');
        return hitAt(wasm.sprite_sweep_polygon(this.write(POSE_A), POSE_A, address, count, delta.x,
                                               delta.y, OUT) !== 0);
    }

    overlapsCircle(x, y, radius) {
        return wasm.sprite_overlaps_circle(this.write(POSE_A), POSE_A, x, y, radius) !== 0;
    }

    overlapsBox(x, y, width, height) {
        return wasm.sprite_overlaps_box(this.write(POSE_A), POSE_A, x, y, x + width, y + height) !== 0;
    }

    overlapsSegment(x0, y0, x1, y1) {
        return wasm.sprite_overlaps_segment(this.write(POSE_A), POSE_A, x0, y0, x1, y1) !== 0;
    }

    overlapsPolygon(points) {
        const { address, count } = roomForPoints(points);
        return wasm.sprite_overlaps_polygon(this.write(POSE_A), POSE_A, address, count) !== 0;
    }

    /** Returns the solid point closest to (x, y), or null if no pixel is solid. */
    closest(x, y) {
        if (!wasm.sprite_closest(this.write(POSE_A), POSE_A, x, y, OUT)) return null;
        const o = OUT >> 3;
        const f = heap.f64;
        return { x: f[o], y: f[o + 1], distance: f[o + 2], pixel: { x: f[o + 3], y: f[o + 4] } };
    }
}

// --- many -------------------------------------------------------------------------------------------

const ALL = -1;

/**
 * A set of many posed sprites: finds the pairs that collide, that begin and end, and the members at a point, in a box or
 * on a ray. A Posed is a member from add() on. Call moved() after you change its fields.
 */
export class Stage extends Owned {
    #members = new Map(); // from a Posed to { slot, generation, sprite }
    #slots = []; // who is in a slot

    constructor({ boxesOnly = false } = {}) {
        super(made((out) => wasm.stage_create(out, boxesOnly ? 1 : 0), 'a stage'), 'stage_destroy');
    }

    free() {
        if (this.freed) return;
        for (const member of this.#members.values()) member.sprite.unuse();
        this.#members.clear();
        super.free();
    }

    get size() {
        return this.#members.size;
    }

    has(posed) {
        return this.#members.has(posed);
    }

    /** layers: the layers it is on, one bit each. looks: the layers it collides with. Both must look for each other. */
    add(posed, { layers = 0, looks = ALL } = {}) {
        if (!(posed instanceof Posed)) throw new TypeError('not a Posed; give sprite.at(...)');
        if (this.#members.has(posed)) throw new RimcastError('it is on this stage already');
        const it = posed.write(POSE_A);
        check(wasm.stage_add(this.address, it, POSE_A, layers, looks, HANDLE), 'adding to a stage');
        const slot = heap.u32[HANDLE >> 2];
        posed.sprite.use();
        this.#members.set(posed, { slot, generation: heap.u32[(HANDLE >> 2) + 1], sprite: posed.sprite });
        this.#slots[slot] = posed;
        return posed;
    }

    #handle(posed) {
        const member = this.#members.get(posed);
        if (!member) throw new RimcastError('it is not on this stage');
        heap.u32[HANDLE >> 2] = member.slot;
        heap.u32[(HANDLE >> 2) + 1] = member.generation;
        return member;
    }

    /** Reads its pose and its sprite again. */
    moved(posed) {
        const member = this.#handle(posed);
        const it = posed.write(POSE_A);
        if (member.sprite !== posed.sprite) {
            wasm.stage_show(this.address, HANDLE, it);
            posed.sprite.use();
            member.sprite.unuse();
            member.sprite = posed.sprite;
        }
        wasm.stage_move(this.address, HANDLE, POSE_A);
        return posed;
    }

    /** Calls moved() for all members. */
    allMoved() {
        for (const posed of this.#members.keys()) this.moved(posed);
    }

    remove(posed) {
        const member = this.#handle(posed);
        wasm.stage_remove(this.address, HANDLE);
        this.#members.delete(posed);
        if (this.#slots[member.slot] === posed) this.#slots[member.slot] = undefined;
        member.sprite.unuse();
    }

    #who(at) {
        const posed = this.#slots[heap.u32[at >> 2]];
        return posed && this.#members.get(posed)?.generation === heap.u32[(at >> 2) + 1] ? posed : null;
    }

    #pairsAt(at, count) {
        const pairs = [];
        for (let i = 0; i < count; i++) pairs.push([this.#who(at + 16 * i), this.#who(at + 16 * i + 8)]);
        return pairs;
    }

    /** Returns all colliding pairs, [[a, b], ...]. */
    pairs() {
        let capacity = 64;
        for (;;) {
            const at = room(16 * capacity);
            const count = wasm.stage_pairs(this.address, at, capacity);
            if (count <= capacity) return this.#pairsAt(at, count);
            capacity = count;
        }
    }

    /**
     * Finds all pairs and compares them with those of the last update: { touching, entered, left }. In a pair that ended
     * because a member was removed, that member is null.
     */
    update() {
        check(wasm.stage_update(this.address, OUT), 'updating a stage');
        const found = heap.i32.slice(OUT >> 2, (OUT >> 2) + 6);
        const list = (which) => this.#pairsAt(found[which] >>> 0, found[3 + which]);
        return { touching: list(0), entered: list(1), left: list(2) };
    }

    #list(ask) {
        let capacity = 64;
        for (;;) {
            const at = room(8 * capacity);
            const count = ask(at, capacity);
            if (count <= capacity)
                return Array.from({ length: count }, (_, i) => this.#who(at + 8 * i));
            capacity = count;
        }
    }

    /** Returns the members whose shapes contain the point. The one that came last is last. */
    atPoint(x, y, layers = ALL) {
        return this.#list((at, capacity) =>
            wasm.stage_at_point(this.address, x, y, layers, at, capacity));
    }

    /** Returns the members whose shapes share area with the box. */
    inBox(x, y, width, height, layers = ALL) {
        return this.#list((at, capacity) =>
            wasm.stage_in_box(this.address, x, y, x + width, y + height, layers, at, capacity));
    }

    /** Returns the first hit of a ray: the result of raycast() and who, the member, which is null for a miss. */
    raycast(x, y, dx, dy, layers = ALL) {
        const hit = hitAt(wasm.stage_raycast(this.address, x, y, dx, dy, layers, HANDLE, OUT) !== 0);
        return { who: hit.hit ? this.#who(HANDLE) : null, ...hit };
    }

    /** Returns the first touch of a sprite that moves by delta while all others rest. The sprite itself is ignored. */
    firstTouch(posed, delta, layers = ALL) {
        if (this.has(posed)) this.#handle(posed);
        else heap.u32.fill(0, HANDLE >> 2, (HANDLE >> 2) + 2);
        const it = posed.write(POSE_A);
        const hit = hitAt(wasm.stage_sweep(this.address, it, POSE_A, delta.x, delta.y, layers, HANDLE,
                                           HANDLE + 8, OUT) !== 0);
        return { who: hit.hit ? this.#who(HANDLE + 8) : null, ...hit };
    }
}

