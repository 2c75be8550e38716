// Rimcast for JavaScript. Coordinates: x right, y down; degrees turn clockwise on the screen. Pixel (x, y) is
// the square from (x, y) to (x + 1, y + 1).

/** An ImageData, or any object with these members. A pixel has four bytes, of which the last is alpha. */
export interface ImageLike {
    readonly data: Uint8Array | Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
}

export interface Point {
    x: number;
    y: number;
}

export interface Rectangle extends Point {
    width: number;
    height: number;
}

/** Corners as objects, or as numbers x, y, x, y, ... */
export type Points = ReadonlyArray<Point> | ReadonlyArray<number> | Float32Array;

/** The members of a DOMMatrix (e, f), or of Flash's and Pixi's Matrix (tx, ty). */
export type Matrix =
    | { a: number; b: number; c: number; d: number; e: number; f: number }
    | { a: number; b: number; c: number; d: number; tx: number; ty: number };

/** Thrown by Rimcast: a size is too large, memory runs out, or an object is used after it was freed. */
export class RimcastError extends Error {}

/**
 * Loads the WebAssembly. All other functions can be called once the promise is fulfilled. Without a source, it loads
 * rimcast.wasm from the folder of the module. A second call returns the promise of the first.
 */
export function load(
    source?: string | URL | ArrayBuffer | ArrayBufferView | Response | WebAssembly.Module,
): Promise<void>;

/** Returns the version of the compiled library, such as "0.1.0". */
export function version(): string;

/** An object in the memory of the WebAssembly. */
export interface Freeable {
    /** Frees the memory. The object cannot be used afterwards. A second call does nothing. */
    free(): void;
    readonly freed: boolean;
}

// --- masks -----------------------------------------------------------------------------------------------

/** The default threshold, 128: pixels that are at least half opaque are solid. */
export const ALPHA_HALF: 128;

export type Side =
    /** The contour stays within the tolerance, on either side of the exact one. */
    | 'near'
    /** Every solid pixel stays on the solid side. */
    | 'contain'
    /** Every empty pixel stays on the empty side. */
    | 'inside';

export interface ContourOptions {
    /** True, the default: holes have rings of their own. False: holes are filled. */
    holes?: boolean;
    /** In pixels. 0, the default, gives the exact corners. Infinity is allowed. */
    tolerance?: number;
    side?: Side;
}

export interface PieceOptions extends ContourOptions {
    /** The most corners of a piece. The default is 8, which is Box2D's limit; 0 sets no limit. */
    maxCorners?: number;
    /** In pixels. Corners are removed until no side is shorter. */
    minSide?: number;
}

export interface Ring {
    /** x, y, x, y, ... in pixels from the image's top left corner. Solid pixels lie to the right of each side. */
    points: Float32Array;
    /** In square pixels. Negative for a hole. */
    area: number;
    hole: boolean;
    /** The index of the innermost ring that encloses this one, or -1. */
    parent: number;
}

/** A picture of one bit per pixel: solid or empty. All pixels outside of it are empty. */
export class Mask implements Freeable {
    /** Creates an empty mask. Its sides have 0 to 65536 pixels. */
    constructor(width: number, height: number);
    /** A pixel is solid if its alpha >= threshold. With threshold 0 all pixels are solid, with 255 only opaque ones. */
    static fromImageData(image: ImageLike, options?: { threshold?: number }): Mask;
    /** A pixel is solid if its color differs from the key, [r, g, b] or [r, g, b, a]. */
    static fromColorKey(image: ImageLike, key: readonly number[]): Mask;
    /** Takes a string for each row. '#' is solid. */
    static fromRows(rows: readonly string[]): Mask;
    readonly width: number;
    readonly height: number;
    /** The number of solid pixels. */
    readonly count: number;
    /** The smallest rectangle that contains the solid pixels. All members are 0 for an empty mask. */
    readonly bounds: Rectangle;
    copy(): Mask;
    /** Returns true if the pixel that contains the point is solid, and false outside the mask. */
    get(x: number, y: number): boolean;
    set(x: number, y: number, solid?: boolean): this;
    /** Returns true if the masks share a solid pixel while the other's top left pixel lies on pixel (dx, dy). */
    overlaps(other: Mask, dx?: number, dy?: number): boolean;
    /** Returns the number of solid pixels they share there. */
    overlapArea(other: Mask, dx?: number, dy?: number): number;
    combine(op: 'and' | 'or' | 'xor' | 'andNot', other: Mask, dx?: number, dy?: number): this;
    invert(): this;
    /** Makes every pixel solid that is within the radius, in pixels, of a solid one. A negative radius shrinks. */
    grow(radius: number): this;
    drawRect(x: number, y: number, width: number, height: number, solid?: boolean): this;
    drawCircle(x: number, y: number, radius: number, solid?: boolean): this;
    drawPolygon(points: Points, solid?: boolean): this;
    outline(options?: OutlineOptions): Outline;
    /** Returns the rings around islands and holes. A parent comes before its children. */
    contours(options?: ContourOptions): Ring[];
    /** Returns convex pieces of what the contours enclose, each x, y, x, y, ... clockwise on the screen. */
    pieces(options?: PieceOptions): Float32Array[];
    triangles(options?: Omit<PieceOptions, 'maxCorners'>): Float32Array[];
    free(): void;
    readonly freed: boolean;
}

export interface OutlineOptions {
    /** 1 to 4096. The default is 36. */
    rays?: number;
    /** In pixels from the image's top left corner. The default is the middle of the image. */
    anchor?: Point;
    /** 'rays': exact rays from outside. 'faithful': the results of the ActionScript recipe, with its rounding. */
    mode?: 'rays' | 'faithful';
    /** Instead of rays: the outline gets as few rays as keep its error within so many pixels, or the most accurate one
     * if none does. */
    maxError?: number;
    /** For 'faithful': the position of the anchor on the stage. */
    stage?: Point;
    /** For 'faithful': uses the edge rule of Flash's hitTest. */
    flashEdge?: boolean;
}

/** The edge points that rays find. Ray k of n comes from the direction k * 360 / n degrees. It needs no free(). */
export class Outline {
    constructor(mask: Mask, options?: OutlineOptions);
    readonly anchor: Point;
    readonly mode: 'rays' | 'faithful';
    readonly rays: number;
    /** The number of rays that hit. */
    readonly hits: number;
    /** x, y of each ray's point, relative to the anchor. Zeros for a miss. */
    readonly xy: Float32Array;
    /** 1 for each ray that hit. */
    readonly hit: Uint8Array;
    /** The points that hit, in ray order, relative to the anchor. */
    readonly points: Array<Point & { ray: number }>;
    /**
     * Measures the polygon of the points: its greatest distance in pixels from the mask's exact outer edge (Infinity
     * with fewer than three points), and the share of the solid area that lies outside it.
     */
    measure(mask: Mask): { distance: number; outsideShare: number };
}

// --- sprites ---------------------------------------------------------------------------------------------

export interface SpriteOptions {
    /** The origin of the sprite, in pixels from the image's top left corner. The default is the middle of the image. */
    anchor?: Point;
    /** The number of rays of its outline, 1 to 4096. The default is 36. */
    rays?: number;
}

/** A shape with all that the tests need, computed once. The mask is copied. */
export class Sprite implements Freeable {
    constructor(mask: Mask, options?: SpriteOptions);
    static fromImageData(image: ImageLike, options?: SpriteOptions & { threshold?: number }): Sprite;
    readonly width: number;
    readonly height: number;
    readonly anchor: Point;
    /** The outline's points relative to the anchor, one per ray. null: the ray misses. */
    readonly outline: Array<Point | null>;
    /** Copies the pixels of a mask of the same size that a rectangle touches: dug terrain, a burnt hole. */
    update(mask: Mask, changed: Rectangle): void;
    /** Creates a mask with the sprite's pixels. */
    mask(): Mask;
    /** Creates a posed sprite. */
    at(pose?: Pose): Posed;
    free(): void;
    readonly freed: boolean;
}

export interface PoseParts {
    x?: number;
    y?: number;
    /** Clockwise on the screen. Multiples of 90 are exact. */
    degrees?: number;
    radians?: number;
    /** Sets scaleX and scaleY. A negative scale flips. */
    scale?: number;
    scaleX?: number;
    scaleY?: number;
}

export type Pose = PoseParts | Matrix;

/** How two sprites overlap. */
export interface Contact {
    /** The centroid of the shared area. */
    point: Point;
    /** A unit vector. Pushed along it, the first sprite loses shared area fastest. */
    normal: Point;
    /** The unit normal of the other sprite's pixel edges. */
    edgeNormal: Point;
    /** Moved this far along the normal, the first sprite shares nothing with the other. */
    depth: number;
    /** The shared area, as overlapArea() returns it. */
    area: number;
}

/** The first touch of a motion. */
export interface Hit {
    hit: boolean;
    /** The fraction of the motion before the touch, 0 to 1. 1 for a miss. */
    t: number;
    point: Point;
    /** The unit direction in which to push the moving one, smoothed over the steps of the pixels. */
    normal: Point;
    /** The unit normal of the touched pixel edge. */
    edgeNormal: Point;
    /** The depth of the overlap, if they overlap at the start. */
    depth: number;
    startOverlap: boolean;
    /** The touched pixels: of the moving one (if it is a sprite), and of the other. */
    pixel: Point;
    otherPixel: Point;
}

/**
 * A sprite and its pose: it is scaled, then rotated, then moved with its anchor to (x, y). Change the fields at any time:
 * every method reads them. If a matrix is set, it is used instead.
 */
export class Posed {
    constructor(sprite: Sprite, pose?: Pose);
    sprite: Sprite;
    x: number;
    y: number;
    degrees: number;
    scaleX: number;
    scaleY: number;
    matrix: Matrix | null;
    /** Sets the given fields and no others. */
    set(pose: Pose): this;
    /** a, b, c, d, e, f, for context.setTransform(...posed.transform). */
    readonly transform: number[];
    /** Draws an image of the sprite's size in the sprite's pose, within the context's transform. */
    draw(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, image: CanvasImageSource): void;
    /** The smallest box that contains the solid pixels, or null if there are none. */
    readonly bounds: Rectangle | null;
    /** Returns true if the point lies in a solid pixel. */
    contains(x: number, y: number): boolean;
    /** Returns true if solid pixels of both share area. Exact at every angle and scale. */
    overlaps(other: Posed): boolean;
    /** Returns true if the center of some screen pixel lies in both: nearest sampling draws that pixel twice. */
    overlapsOnGrid(other: Posed): boolean;
    /** Returns the shared area, in square units of the world. */
    overlapArea(other: Posed): number;
    /** Returns the ray of the first outline point of this sprite that lies in the other's shape, or -1. Fast. */
    outlineFirst(other: Posed): number;
    /** Returns the rays of all such points. */
    outlineHits(other: Posed): number[];
    /** Returns how they overlap, or null if they don't. */
    contact(other: Posed): Contact | null;
    /** Returns a short motion of this sprite that ends the overlap, or null. If exact, there is no shorter one. */
    separate(other: Posed): (Point & { length: number; exact: boolean }) | null;
    /** Returns the first touch while this sprite moves by delta, and the other by otherDelta (0 by default). */
    firstTouch(delta: Point, other: Posed, otherDelta?: Point): Hit;
    /** Returns the first hit of a ray from (x, y) to (x + dx, y + dy). */
    raycast(x: number, y: number, dx: number, dy: number): Hit;
    /** Returns the first touch of a circle that moves by delta. */
    firstTouchOfCircle(x: number, y: number, radius: number, delta: Point): Hit;
    /** Returns the first touch of a convex polygon that moves by delta. */
    firstTouchOfPolygon(points: Points, delta: Point): Hit;
    overlapsCircle(x: number, y: number, radius: number): boolean;
    overlapsBox(x: number, y: number, width: number, height: number): boolean;
    overlapsSegment(x0: number, y0: number, x1: number, y1: number): boolean;
    /** The polygon may be concave. */
    overlapsPolygon(points: Points): boolean;
    /** Returns the solid point closest to (x, y), or null if no pixel is solid. */
    closest(x: number, y: number): (Point & { distance: number; pixel: Point }) | null;
}

export type Pair = [Posed | null, Posed | null];

/** A set of many posed sprites. Call moved() after you change the fields of a member. */
export class Stage implements Freeable {
    /** boxesOnly: the boxes around the solid pixels collide, not the pixels. */
    constructor(options?: { boxesOnly?: boolean });
    readonly size: number;
    has(posed: Posed): boolean;
    /** layers: the layers it is on, one bit each (default 1). looks: those it collides with (default all; 0: none). */
    add(posed: Posed, filter?: { layers?: number; looks?: number }): Posed;
    /** Reads its pose and its sprite again. */
    moved(posed: Posed): Posed;
    allMoved(): void;
    remove(posed: Posed): void;
    /** Returns all colliding pairs. */
    pairs(): Pair[];
    /** Returns all colliding pairs, compared with those of the last update. A removed member is null. */
    update(): { touching: Pair[]; entered: Pair[]; left: Pair[] };
    /** Returns the members whose shapes contain the point. */
    atPoint(x: number, y: number, layers?: number): Posed[];
    /** Returns the members whose shapes share area with the box. */
    inBox(x: number, y: number, width: number, height: number, layers?: number): Posed[];
    raycast(x: number, y: number, dx: number, dy: number, layers?: number): Hit & { who: Posed | null };
    /** Returns the first touch of a sprite that moves by delta while all others rest. The sprite itself is ignored. */
    firstTouch(posed: Posed, delta: Point, layers?: number): Hit & { who: Posed | null };
    free(): void;
    readonly freed: boolean;
}

// --- shapes as files -------------------------------------------------------------------------------------

/** A shape of a file. Pieces and points are relative to the anchor. */
export interface Shape {
    readonly name: string;
    /** A text by which the game groups shapes. '' if there is none. */
    readonly tag: string;
    /** Valid until its Shapes are freed. It cannot be freed or updated by itself. */
    readonly sprite: Sprite;
    /** Convex, clockwise on the screen: x, y, x, y, ... */
    readonly pieces: readonly Float32Array[];
    readonly points: readonly (Point & { name: string })[];
}

/** A part of a figure. `kind` says what it is. `pose` maps it to the figure's space. */
export type FigurePart = {
    /** '' if there is none. */
    readonly name: string;
    /** A number of the game. 0 if none was given. */
    readonly tag: number;
    readonly pose: Readonly<{ a: number; b: number; c: number; d: number; tx: number; ty: number }>;
} & (
    | { readonly kind: 'sprite'; readonly shape: Shape }
    | { readonly kind: 'box'; readonly box: { x0: number; y0: number; x1: number; y1: number } }
    | { readonly kind: 'circle'; readonly circle: { x: number; y: number; radius: number } }
    /** Convex: x, y, x, y, ... */
    | { readonly kind: 'polygon'; readonly polygon: Float32Array }
);

/** A shape of several parts, which `rimcast bake` read from a NAME.figure.json. Valid until its Shapes are freed. */
export class Figure {
    private constructor();
    readonly name: string;
    readonly tag: string;
    readonly parts: readonly FigurePart[];
    /** Creates a posed figure. */
    at(pose: Pose): PosedFigure;
}

/** A figure and its pose, with its origin at (x, y). Change the fields as those of a Posed. */
export class PosedFigure {
    constructor(figure: Figure, pose?: Pose);
    figure: Figure;
    x: number;
    y: number;
    degrees: number;
    scaleX: number;
    scaleY: number;
    matrix: Matrix | null;
    set(pose: Pose): this;
    readonly transform: number[];
    /** Returns the first part that contains the point, or null. */
    contains(x: number, y: number): FigurePart | null;
    /** Returns the first part that shares area with the other, and the first part of the other with which it does
     * (null for a sprite). */
    overlaps(other: PosedFigure | Posed): { part: FigurePart; other: FigurePart | null } | null;
}

/** The shapes of a file that `rimcast bake` wrote. */
export class Shapes implements Freeable {
    /** Copies what it needs of the bytes. Throws a RimcastError if they are not a valid file of shapes. */
    constructor(bytes: ArrayBuffer | ArrayBufferView);
    /** In the order of the file. */
    readonly names: string[];
    /** Returns the same object each time, or null if there is none of that name. */
    get(name: string): Shape | null;
    /** In the order of the file. */
    readonly figureNames: string[];
    /** Returns the same object each time, or null if there is none of that name. */
    figure(name: string): Figure | null;
    /** Frees the sprites, too. A sprite on a stage is kept until it is removed from the stage. */
    free(): void;
    readonly freed: boolean;
}

// --- Flash -----------------------------------------------------------------------------------------------

/** Flash's hit tests with Flash's meaning. Positions are whole twips, twentieths of a pixel, as in the player. */
export namespace Flash {
    type Generation = 'as2' | 'as3';

    /** Corresponds to ActionScript 3's error. errorID is Flash's number. */
    class FlashError extends RimcastError {
        constructor(errorID: number, message: string);
        readonly errorID: number;
    }

    /** A vector shape. Any number of clips can show it. */
    class Shape implements Freeable {
        private constructor();
        free(): void;
        readonly freed: boolean;
    }

    /** The drawing functions, in pixels. Every fill can be hit, even with alpha 0. */
    class Graphics implements Freeable {
        constructor();
        clear(): this;
        /** Without a thickness, later lines have no strokes. */
        lineStyle(thickness?: number): this;
        beginFill(): this;
        endFill(): this;
        moveTo(x: number, y: number): this;
        lineTo(x: number, y: number): this;
        curveTo(controlX: number, controlY: number, x: number, y: number): this;
        drawRect(x: number, y: number, width: number, height: number): this;
        drawCircle(x: number, y: number, radius: number): this;
        /** Returns the drawing so far. Strokes enlarge boxes by their whole width in AS2, and by half of it in AS3. */
        toShape(generation?: Generation): Shape;
        free(): void;
        readonly freed: boolean;
    }

    /** flash.display.BitmapData for hit tests: only alpha is kept. */
    class BitmapData implements Freeable {
        /** Copies an image, or creates an opaque bitmap of a size. */
        constructor(
            image: ImageLike | { width: number; height: number },
            options?: { transparent?: boolean; generation?: Generation },
        );
        readonly width: number;
        readonly height: number;
        getAlpha(x: number, y: number): number;
        setAlpha(x: number, y: number, alpha: number): void;
        dispose(): void;
        /** For wrong arguments AS2 returns -1 to -4, and AS3 throws a FlashError. */
        hitTest(
            firstPoint: Point,
            threshold: number,
            second: Point | Rectangle | BitmapData,
            secondPoint?: Point,
            secondThreshold?: number,
        ): boolean | number;
        hitTest(...whatever: unknown[]): boolean | number;
        free(): void;
        readonly freed: boolean;
    }

    /** A movie: the display list, the mouse and the dragged clip. */
    class Movie implements Freeable {
        constructor(generation?: Generation);
        readonly generation: Generation;
        readonly root: Clip;
        readonly dragged: Clip | null;
        /** Sets the position of the mouse on the stage, and moves the dragged clip. */
        mouseMove(x: number, y: number): void;
        stopDrag(): void;
        free(): void;
        readonly freed: boolean;
    }

    interface Box {
        xMin: number;
        yMin: number;
        xMax: number;
        yMax: number;
    }

    /** An object of the display list: a MovieClip, Sprite or Bitmap. clip.add() creates it. */
    class Clip {
        private constructor();
        readonly movie: Movie;
        /** createEmptyMovieClip(name, depth) or addChild. Without a name, the clip is a part of this one's drawing. */
        add(name?: string | null, depth?: number): Clip;
        /** removeMovieClip: removes this clip and all clips inside it for good. */
        remove(): void;
        /** removeChild: takes the clip off the display list. attach() puts it back. */
        detach(): void;
        attach(child: Clip): void;
        swapDepths(depth: number): void;
        readonly depth: number;
        readonly name: string;
        readonly parent: Clip | null;
        /** In order of depth, the lowest first. */
        readonly children: Clip[];
        /** Such as "/car/wheel". "/" for the root. */
        readonly path: string;
        /** Returns the clip of a path such as "wheel", "../car" or "_root.car.wheel", or null. */
        find(path: string): Clip | null;
        setShape(shape: Shape | null): void;
        /** The whole rectangle can be hit, as in Flash, unless alphaThreshold is above 0. */
        setBitmap(bitmap: BitmapData | null, alphaThreshold?: number): void;
        setMask(mask: Clip | null): void;
        visible: boolean;
        matrix: { a: number; b: number; c: number; d: number; tx: number; ty: number };
        x: number;
        y: number;
        /** In percent. */
        xscale: number;
        yscale: number;
        /** 1 is the original size. */
        scaleX: number;
        scaleY: number;
        /** In degrees. */
        rotation: number;
        readonly width: number;
        readonly height: number;
        /** Returns true if the boxes of both overlap or touch. */
        hitTest(target: Clip | null): boolean;
        /** Returns true if the point, in the root's space, lies in the box; with shapeFlag, in the drawing. */
        hitTest(x: number, y: number, shapeFlag?: boolean): boolean;
        hitTestPoint(x: number, y: number, shapeFlag?: boolean): boolean;
        hitTestObject(target: Clip): boolean;
        /** Returns the box in the target's space, or in its own. */
        getBounds(target?: Clip | null): Box;
        /** As getBounds, without strokes. */
        getRect(target?: Clip | null): Box;
        localToGlobal(point: Point): Point;
        globalToLocal(point: Point): Point;
        /** Returns the clips under the point, the topmost last. */
        getObjectsUnderPoint(point: Point): Clip[];
        startDrag(lockCenter?: boolean): void;
        startDrag(lockCenter: boolean, left: number, top: number, right: number, bottom: number): void;
        stopDrag(): void;
        /** The clip that was under the mouse when this clip was dragged last. */
        readonly dropTarget: Clip | null;
        _x: number;
        _y: number;
        _xscale: number;
        _yscale: number;
        _rotation: number;
        _visible: boolean;
        readonly _width: number;
        readonly _height: number;
        readonly _name: string;
        readonly _parent: Clip | null;
        /** The path of the clip that was under the mouse, or "". */
        readonly _droptarget: string;
    }
}
