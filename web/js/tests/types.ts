// Compiled, never run: the types of the package, as a strict caller meets them.
import { ALPHA_HALF, Flash, Mask, Outline, Posed, RimcastError, Shapes, Sprite, Stage, load, version } from 'rimcast';
import type { Contact, Hit, Matrix, Pose, Ring } from 'rimcast';

export async function use(image: ImageData, context: CanvasRenderingContext2D, picture: HTMLImageElement): Promise<number> {
    await load();
    await load(new URL('https://example.org/rimcast.wasm'));
    await load(new Uint8Array(8));
    await load(fetch('rimcast.wasm') as unknown as Response);
    const mask: Mask = Mask.fromImageData(image, { threshold: ALPHA_HALF });
    const decoded = Mask.fromImageData({ data: new Uint8Array(4), width: 1, height: 1 });
    mask.combine('andNot', decoded, 1, 2).invert().grow(2).drawCircle(1, 2, 3).drawPolygon([{ x: 0, y: 0 }]);
    const outline: Outline = mask.outline({ rays: 72, anchor: { x: 1, y: 2 }, mode: 'faithful' });
    const rings: Ring[] = mask.contours({ tolerance: 1, side: 'contain', holes: false });
    const corners: number = mask.pieces({ maxCorners: 6 }).reduce((sum, piece) => sum + piece.length / 2, 0);
    const sprite = new Sprite(mask, { anchor: outline.anchor, rays: 12 });
    const pose: Pose = { x: 1, degrees: 90, scale: 2 };
    const matrix: Matrix = new DOMMatrix();
    const a: Posed = sprite.at(pose);
    const b: Posed = sprite.at(matrix);
    a.x += 4;
    a.set({ radians: 1 }).draw(context, picture);
    context.setTransform(...(a.transform as [number, number, number, number, number, number]));
    const contact: Contact | null = a.contact(b);
    const hit: Hit = a.firstTouch({ x: 1, y: 2 }, b);
    const stage = new Stage({ boxesOnly: false });
    stage.add(a, { layers: 1 });
    for (const [one, other] of stage.update().entered) one?.overlaps(other ?? a);
    const who: Posed | null = stage.raycast(0, 0, 1, 1).who;

    const movie = new Flash.Movie('as3');
    const clip: Flash.Clip = movie.root.add('clip');
    clip.setShape(new Flash.Graphics().lineStyle(2).drawRect(0, 0, 5, 5).toShape('as3'));
    clip._x = clip.scaleX * 3;
    const both: boolean = clip.hitTest(movie.root) || clip.hitTest(1, 2, true);
    const pixels = new Flash.BitmapData(image, { generation: 'as3' });
    const answer: boolean | number = pixels.hitTest({ x: 0, y: 0 }, 1, pixels, { x: 3, y: 0 }, 1);

    const shape = new Shapes(new Uint8Array(3)).get('ship');
    const hand: number = shape ? shape.points[0].x + shape.pieces[0][0] + shape.sprite.width : 0;
    const figure = new Shapes(new Uint8Array(3)).figure('hero')!;
    const struck = figure.at({ x: 1, y: 2 }).overlaps(sprite.at({}))?.part;
    const reach: number = struck?.kind === 'circle' ? struck.circle.radius : struck?.tag ?? 0;

    // @ts-expect-error only a circle has a radius
    struck.circle.radius;
    // @ts-expect-error there may be no such shape
    new Shapes(new ArrayBuffer(3)).get('ship').tag;
    // @ts-expect-error a side of that name there is not
    mask.contours({ side: 'left' });
    // @ts-expect-error sprites are asked where they are
    sprite.overlaps(sprite);
    // @ts-expect-error the outline does not change
    outline.rays = 4;
    // @ts-expect-error only movies make clips
    new Flash.Clip();
    // @ts-expect-error there may be no contact
    contact.depth;
    // @ts-expect-error read only in Flash's façade
    clip.width = 3;

    if (!both && !answer && !who) throw new RimcastError(version());
    mask.free();
    return hand + rings.length + corners + hit.t + (contact?.area ?? 0);
}
