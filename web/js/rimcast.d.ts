// Rimcast for JavaScript. Coordinates: x right, y down; degrees turn clockwise on the screen. Pixel (x, y) is
// the square from (x, y) to (x + 1, y + 1).

/** Whatever has these: an ImageData, or a decoded image of your own. Four bytes a pixel, the last is alpha. */
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

/** Corners as objects, or flat: x, y, x, y, ... */
export type Points = ReadonlyArray<Point> | ReadonlyArray<number> | Float32Array;

/** As a DOMMatrix (e, f) or as Flash's and Pixi's Matrix (tx, ty). */
export type Matrix =
    | { a: number; b: number; c: number; d: number; e: number; f: number }
    | { a: number; b: number; c: number; d: number; tx: number; ty: number };

/** An error of Rimcast: a size beyond what it takes, no memory, a thing used after it was freed. */
export class RimcastError extends Error {}

/**
 * Loads the WebAssembly; everything else wants this to be done. Without a source rimcast.wasm beside the
 * module is taken. Calling it again waits for the same.
 */
export function load(
    source?: string | URL | ArrayBuffer | ArrayBufferView | Response | WebAssembly.Module,
): Promise<void>;

/** The version of the compiled library, "0.1.0". */
export function version(): string;

/** What lives in the WebAssembly's memory. */
export interface Freeable {
    /** Gives the memory back. The thing cannot be used any more; a second call does nothing. */
    free(): void;
    readonly freed: boolean;
}

// --- masks -----------------------------------------------------------------------------------------------

/** Half opaque and more is solid: the threshold when none is given, 128. */
export const ALPHA_HALF: 128;

export type Side =
    /** within the tolerance on either side */
    | 'near'
    /** no solid pixel is cut */
    | 'contain'
    /** no empty pixel is covered */
    | 'inside';

export interface ContourOptions {
    /** With the holes, true; or with the holes filled. */
    holes?: boolean;
    /** In pixels; 0, the default, gives the exact corners, Infinity is allowed. */
    tolerance?: number;
    side?: Side;
}

export interface PieceOptions extends ContourOptions {
    /** Of a piece: 8 if not given, as Box2D takes them; 0: any number. */
    maxCorners?: number;
    /** In pixels: corners are left out until no side is shorter. */
    minSide?: number;
}

export interface Ring {
    /** x, y, x, y, ... in pixels from the image's top left corner; the solid side on the right hand. */
    points: Float32Array;
    /** Below 0 for a hole. */
    area: number;
    hole: boolean;
    /** The index of the ring right around it, or -1. */
    parent: number;
}

/** One bit a pixel: solid or not. Everything outside is empty. */
export class Mask implements Freeable {
    /** An empty mask; 0 to 65536 a side. */
    constructor(width: number, height: number);
    /** A pixel is solid if its alpha >= threshold. At 0 everything is, at 255 what is fully opaque. */
    static fromImageData(image: ImageLike, options?: { threshold?: number }): Mask;
    /** A pixel is solid if its colour is not the key, [r, g, b] or [r, g, b, a]. */
    static fromColorKey(image: ImageLike, key: readonly number[]): Mask;
    /** A string for each row, '#' is solid. */
    static fromRows(rows: readonly string[]): Mask;
    readonly width: number;
    readonly height: number;
    /** How many pixels are solid. */
    readonly count: number;
    /** The smallest rectangle around the solid pixels; all zero for an empty mask. */
    readonly bounds: Rectangle;
    copy(): Mask;
    /** Outside the mask: false. */
    get(x: number, y: number): boolean;
    set(x: number, y: number, solid?: boolean): this;
    /** Do two masks share a pixel when the other's corner lies at pixel (dx, dy) of this one? */
    overlaps(other: Mask, dx?: number, dy?: number): boolean;
    /** How many pixels they share there. */
    overlapArea(other: Mask, dx?: number, dy?: number): number;
    combine(op: 'and' | 'or' | 'xor' | 'andNot', other: Mask, dx?: number, dy?: number): this;
    invert(): this;
    /** Grows by a radius in pixels; shrinks by a negative one. */
    grow(radius: number): this;
    drawRect(x: number, y: number, width: number, height: number, solid?: boolean): this;
    drawCircle(x: number, y: number, radius: number, solid?: boolean): this;
    drawPolygon(points: Points, solid?: boolean): this;
    outline(options?: OutlineOptions): Outline;
    /** The rings around islands and holes. A parent comes before its children. */
    contours(options?: ContourOptions): Ring[];
    /** Convex pieces, each x, y, x, y, ... clockwise on the screen, that cover what the contours enclose. */
    pieces(options?: PieceOptions): Float32Array[];
    triangles(options?: Omit<PieceOptions, 'maxCorners'>): Float32Array[];
    free(): void;
    readonly freed: boolean;
}

export interface OutlineOptions {
    /** 1 to 4096; 36 if not given. */
    rays?: number;
    /** In pixels from the image's top left corner; the middle of the image if not given. */
    anchor?: Point;
    /** 'rays': exact rays from outside. 'faithful': the numbers of the old ActionScript recipe. */
    mode?: 'rays' | 'faithful';
    /** Instead of rays: as few as stay within so many pixels, or the best there is. */
    maxError?: number;
    /** Of 'faithful': where the anchor lies on the stage. */
    stage?: Point;
    /** Of 'faithful': hitTest's edge rule. */
    flashEdge?: boolean;
}

/** The edge points that rays find: ray k of n comes in from the direction k * 360 / n degrees. Plain data. */
export class Outline {
    constructor(mask: Mask, options?: OutlineOptions);
    readonly anchor: Point;
    readonly mode: 'rays' | 'faithful';
    readonly rays: number;
    /** How many rays hit. */
    readonly hits: number;
    /** x, y of each ray's point, relative to the anchor; zeros for a miss. */
    readonly xy: Float32Array;
    /** 1 for each ray that hit. */
    readonly hit: Uint8Array;
    /** The points that hit, in ray order, relative to the anchor. */
    readonly points: Array<Point & { ray: number }>;
    /**
     * The greatest distance in pixels from the mask's true outer edge (Infinity with fewer than three points),
     * and the share of the solid area outside the polygon.
     */
    measure(mask: Mask): { distance: number; outsideShare: number };
}

// --- sprites ---------------------------------------------------------------------------------------------

export interface SpriteOptions {
    /** The origin of the sprite, in pixels from the image's top left corner; the middle if not given. */
    anchor?: Point;
    /** Of its outline, 1 to 4096; 36 if not given. */
    rays?: number;
}

/** A baked shape. The mask is copied. */
export class Sprite implements Freeable {
    constructor(mask: Mask, options?: SpriteOptions);
    static fromImageData(image: ImageLike, options?: SpriteOptions & { threshold?: number }): Sprite;
    readonly width: number;
    readonly height: number;
    readonly anchor: Point;
    /** The outline's points relative to the anchor, one a ray; null: the ray missed. */
    readonly outline: Array<Point | null>;
    /** Takes over a rectangle of a mask of the same size: dug terrain, a burnt hole. */
    update(mask: Mask, changed: Rectangle): void;
    /** A mask of its own with the sprite's pixels. */
    mask(): Mask;
    /** This sprite somewhere. */
    at(pose?: Pose): Posed;
    free(): void;
    readonly freed: boolean;
}

export interface PoseParts {
    x?: number;
    y?: number;
    /** Clockwise on the screen; multiples of 90 are exact. */
    degrees?: number;
    radians?: number;
    /** Both; a negative one flips. */
    scale?: number;
    scaleX?: number;
    scaleY?: number;
}

export type Pose = PoseParts | Matrix;

/** How two sprites overlap. */
export interface Contact {
    /** The centroid of what they share. */
    point: Point;
    /** Unit, the way to push the one asked: along it shared area falls fastest. */
    normal: Point;
    /** Unit, of the other's pixel edges. */
    edgeNormal: Point;
    /** Moved so far along the normal, they share nothing. */
    depth: number;
    /** As overlapArea(). */
    area: number;
}

/** The first touch of a motion. */
export interface Hit {
    hit: boolean;
    /** The fraction of the motion, 0 to 1; 1 for a miss. */
    t: number;
    point: Point;
    /** Unit, the way to push the one that moves; smoothed over the pixels' stairs. */
    normal: Point;
    /** Unit, of the very pixel edge that is touched. */
    edgeNormal: Point;
    /** Of the overlap, if they overlapped at the start. */
    depth: number;
    startOverlap: boolean;
    /** The pixel of the one that moves (if it is a sprite), and of the other. */
    pixel: Point;
    otherPixel: Point;
}

/**
 * A sprite and where it is: scaled, then turned, then put with its anchor at (x, y). Change the fields as the game
 * goes; every question looks at them anew. A matrix, if set, counts instead of them.
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
    /** Changes what is given and nothing else. */
    set(pose: Pose): this;
    /** a, b, c, d, e, f, for context.setTransform(...posed.transform). */
    readonly transform: number[];
    /** Draws an image of the sprite's size where the shape is, on top of the context's transform. */
    draw(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, image: CanvasImageSource): void;
    /** The box around the solid pixels, or null if there are none. */
    readonly bounds: Rectangle | null;
    /** Is the point in a solid pixel? */
    contains(x: number, y: number): boolean;
    /** Do solid pixels of both share area? Exact at every angle and scale. */
    overlaps(other: Posed): boolean;
    /** Is there a pixel of the screen whose center shows both? What nearest sampling draws twice. */
    overlapsOnGrid(other: Posed): boolean;
    /** How much area they share, in square pixels of the world. */
    overlapArea(other: Posed): number;
    /** The first of this one's outline points that lies in the other's shape: its ray, or -1. Cheap. */
    outlineFirst(other: Posed): number;
    /** All of them. */
    outlineHits(other: Posed): number[];
    /** How they overlap, or null. */
    contact(other: Posed): Contact | null;
    /** The shortest motion of this one that ends the overlap, or null; exact: no shorter one does. */
    separate(other: Posed): (Point & { length: number; exact: boolean }) | null;
    /** This one moves by delta, the other by otherDelta or not at all: when do they first touch? */
    firstTouch(delta: Point, other: Posed, otherDelta?: Point): Hit;
    /** Where does a ray from (x, y) to (x + dx, y + dy) first meet the shape? */
    raycast(x: number, y: number, dx: number, dy: number): Hit;
    /** When does a circle that moves by delta first touch the shape? */
    firstTouchOfCircle(x: number, y: number, radius: number, delta: Point): Hit;
    /** When does a convex polygon that moves by delta first touch the shape? */
    firstTouchOfPolygon(points: Points, delta: Point): Hit;
    overlapsCircle(x: number, y: number, radius: number): boolean;
    overlapsBox(x: number, y: number, width: number, height: number): boolean;
    overlapsSegment(x0: number, y0: number, x1: number, y1: number): boolean;
    /** Any polygon, convex or not. */
    overlapsPolygon(points: Points): boolean;
    /** The solid point closest to a place, or null if nothing is solid. */
    closest(x: number, y: number): (Point & { distance: number; pixel: Point }) | null;
}

export type Pair = [Posed | null, Posed | null];

/** Many posed sprites, asked together. Say moved() after a member's fields were changed. */
export class Stage implements Freeable {
    /** boxesOnly: sprites count as the boxes around their solid pixels. */
    constructor(options?: { boxesOnly?: boolean });
    readonly size: number;
    has(posed: Posed): boolean;
    /** layers: those it is on, a bit each (1 if not given); looks: those it collides with (all). */
    add(posed: Posed, filter?: { layers?: number; looks?: number }): Posed;
    /** Takes over where it is now, and which sprite it shows. */
    moved(posed: Posed): Posed;
    allMoved(): void;
    remove(posed: Posed): void;
    /** All colliding pairs, now. */
    pairs(): Pair[];
    /** All pairs, compared with those of the last update. One that was removed is null. */
    update(): { touching: Pair[]; entered: Pair[]; left: Pair[] };
    /** Whose shape contains the point? */
    atPoint(x: number, y: number, layers?: number): Posed[];
    /** Whose shape shares area with the box? */
    inBox(x: number, y: number, width: number, height: number, layers?: number): Posed[];
    raycast(x: number, y: number, dx: number, dy: number, layers?: number): Hit & { who: Posed | null };
    /** Whom does a sprite meet first that moves by delta, while all others rest? Itself is left out. */
    firstTouch(posed: Posed, delta: Point, layers?: number): Hit & { who: Posed | null };
    free(): void;
    readonly freed: boolean;
}

// --- shapes as files -------------------------------------------------------------------------------------

/** A shape of a file. Pieces and points are told from the anchor, as the sprite is. */
export interface Shape {
    readonly name: string;
    /** Any text by which the game groups shapes; '' is none. */
    readonly tag: string;
    /** Lives as long as its Shapes; cannot be freed or updated. */
    readonly sprite: Sprite;
    /** Convex, clockwise on the screen: x, y, x, y, ... */
    readonly pieces: readonly Float32Array[];
    readonly points: readonly (Point & { name: string })[];
}

/** A part of a figure: what `kind` says, in the figure's space once `pose` is applied. */
export type FigurePart = {
    /** '' if it has none. */
    readonly name: string;
    /** The game's own number; 0 if none was given. */
    readonly tag: number;
    readonly pose: Readonly<{ a: number; b: number; c: number; d: number; tx: number; ty: number }>;
} & (
    | { readonly kind: 'sprite'; readonly shape: Shape }
    | { readonly kind: 'box'; readonly box: { x0: number; y0: number; x1: number; y1: number } }
    | { readonly kind: 'circle'; readonly circle: { x: number; y: number; radius: number } }
    /** Convex: x, y, x, y, ... */
    | { readonly kind: 'polygon'; readonly polygon: Float32Array }
);

/** One shape of several parts, as `rimcast bake` read it from a NAME.figure.json. Lives as long as its Shapes. */
export class Figure {
    private constructor();
    readonly name: string;
    readonly tag: string;
    readonly parts: readonly FigurePart[];
    /** This figure somewhere. */
    at(pose: Pose): PosedFigure;
}

/** A figure and where it is, with its origin at (x, y). Change the fields as those of a Posed. */
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
    /** The first part that contains the point, or null. */
    contains(x: number, y: number): FigurePart | null;
    /** The first part that shares area with the other, and the other's first part that it does so with (null: a sprite). */
    overlaps(other: PosedFigure | Posed): { part: FigurePart; other: FigurePart | null } | null;
}

/** All shapes of a file that `rimcast bake` made. */
export class Shapes implements Freeable {
    /** The bytes are not needed afterwards. Throws a RimcastError if they are no sound file of shapes. */
    constructor(bytes: ArrayBuffer | ArrayBufferView);
    /** In the order of the file. */
    readonly names: string[];
    /** The same object each time; null if there is none of that name. */
    get(name: string): Shape | null;
    /** In the order of the file. */
    readonly figureNames: string[];
    /** The same object each time; null if there is none of that name. */
    figure(name: string): Figure | null;
    /** The sprites go, too. What is on a stage lives until it is not. */
    free(): void;
    readonly freed: boolean;
}

// --- Flash -----------------------------------------------------------------------------------------------

/** Flash's hit tests with Flash's meaning. Positions are whole twips, twentieths of a pixel, as in the player. */
export namespace Flash {
    type Generation = 'as2' | 'as3';

    /** As ActionScript 3 throws it; errorID is Flash's number. */
    class FlashError extends RimcastError {
        constructor(errorID: number, message: string);
        readonly errorID: number;
    }

    /** A vector shape that any number of clips may show. */
    class Shape implements Freeable {
        private constructor();
        free(): void;
        readonly freed: boolean;
    }

    /** The drawing functions, in pixels. Every fill hits, also one of alpha 0. */
    class Graphics implements Freeable {
        constructor();
        clear(): this;
        /** Without a thickness: no strokes from here on. */
        lineStyle(thickness?: number): this;
        beginFill(): this;
        endFill(): this;
        moveTo(x: number, y: number): this;
        lineTo(x: number, y: number): this;
        curveTo(controlX: number, controlY: number, x: number, y: number): this;
        drawRect(x: number, y: number, width: number, height: number): this;
        drawCircle(x: number, y: number, radius: number): this;
        /** The drawing so far. Strokes make AS2's boxes larger by their whole width, AS3's by half of it. */
        toShape(generation?: Generation): Shape;
        free(): void;
        readonly freed: boolean;
    }

    /** flash.display.BitmapData, as far as hits go: only alpha is kept. */
    class BitmapData implements Freeable {
        /** From an image, or of a size, opaque all over. */
        constructor(
            image: ImageLike | { width: number; height: number },
            options?: { transparent?: boolean; generation?: Generation },
        );
        readonly width: number;
        readonly height: number;
        getAlpha(x: number, y: number): number;
        setAlpha(x: number, y: number, alpha: number): void;
        dispose(): void;
        /** AS2 answers mistakes with -1 to -4, AS3 throws a FlashError. */
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

    /** A movie: the display list, the mouse, what is being dragged. */
    class Movie implements Freeable {
        constructor(generation?: Generation);
        readonly generation: Generation;
        readonly root: Clip;
        readonly dragged: Clip | null;
        /** Where the mouse is, on the stage. A drag goes on. */
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

    /** MovieClip, Sprite, Bitmap: anything on the display list. clip.add() makes them. */
    class Clip {
        private constructor();
        readonly movie: Movie;
        /** createEmptyMovieClip(name, depth), addChild. Without a name: a piece of this one's drawing. */
        add(name?: string | null, depth?: number): Clip;
        /** removeMovieClip: this and all inside are no more. */
        remove(): void;
        /** removeChild: taken off the list; attach() puts it back. */
        detach(): void;
        attach(child: Clip): void;
        swapDepths(depth: number): void;
        readonly depth: number;
        readonly name: string;
        readonly parent: Clip | null;
        /** The lowest first. */
        readonly children: Clip[];
        /** "/car/wheel", "/" for the root. */
        readonly path: string;
        /** "wheel", "../car", "_root.car.wheel": a clip, or null. */
        find(path: string): Clip | null;
        setShape(shape: Shape | null): void;
        /** Hits over its whole rectangle, as in Flash, unless alphaThreshold is above 0. */
        setBitmap(bitmap: BitmapData | null, alphaThreshold?: number): void;
        setMask(mask: Clip | null): void;
        visible: boolean;
        matrix: { a: number; b: number; c: number; d: number; tx: number; ty: number };
        x: number;
        y: number;
        /** Percent. */
        xscale: number;
        yscale: number;
        /** 1 is 100 percent. */
        scaleX: number;
        scaleY: number;
        /** Degrees. */
        rotation: number;
        readonly width: number;
        readonly height: number;
        /** Do the boxes of both meet? */
        hitTest(target: Clip | null): boolean;
        /** Is the point, of the root's space, in the box, or with shapeFlag on the drawing? */
        hitTest(x: number, y: number, shapeFlag?: boolean): boolean;
        hitTestPoint(x: number, y: number, shapeFlag?: boolean): boolean;
        hitTestObject(target: Clip): boolean;
        /** In the target's space, or in its own. */
        getBounds(target?: Clip | null): Box;
        /** The same without strokes. */
        getRect(target?: Clip | null): Box;
        localToGlobal(point: Point): Point;
        globalToLocal(point: Point): Point;
        /** The topmost last. */
        getObjectsUnderPoint(point: Point): Clip[];
        startDrag(lockCenter?: boolean): void;
        startDrag(lockCenter: boolean, left: number, top: number, right: number, bottom: number): void;
        stopDrag(): void;
        /** What was under the mouse when this was dragged last. */
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
        /** The path of what was under the mouse, or "". */
        readonly _droptarget: string;
    }
}
