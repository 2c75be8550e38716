// Paints the sprites, what was found out about them, and what can be taken hold of.

/** The colours of the page's style; each has one meaning everywhere. */
export function inks() {
    const style = getComputedStyle(document.documentElement);
    const ink = (name) => style.getPropertyValue(`--${name}`).trim();
    return { ground: ink('ground'), raised: ink('raised'), line: ink('line'), text: ink('text'), thing: ink('thing'),
             outline: ink('outline'), hit: ink('hit'), normal: ink('normal'), ghost: ink('ghost') };
}

/** A frame as two canvases: as it looks, with what is not solid dimmed; and its solid pixels in one ink. */
export class Look {
    constructor(frame) {
        this.frame = frame;
        this.picture = null;
        this.solid = null;
        this.key = '';
    }

    prepare(threshold, ink) {
        const key = `${threshold} ${ink}`;
        if (key === this.key) return this;
        this.key = key;
        const { data, width, height } = this.frame;
        const dimmed = new Uint8ClampedArray(data);
        const solid = new Uint8ClampedArray(data.length);
        const [r, g, b] = rgbOf(ink);
        for (let i = 0; i < data.length; i += 4) {
            if (data[i + 3] < threshold) dimmed[i + 3] = data[i + 3] * 0.35;
            else {
                solid[i] = r;
                solid[i + 1] = g;
                solid[i + 2] = b;
                solid[i + 3] = 255;
            }
        }
        this.picture = canvasOf(dimmed, width, height);
        this.solid = canvasOf(solid, width, height);
        return this;
    }
}

function canvasOf(data, width, height) {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
    return canvas;
}

function rgbOf(ink) {
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
    context.fillStyle = ink;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data;
}

// --- parts --------------------------------------------------------------------------------------------

function path(context, points) {
    context.moveTo(points[0], points[1]);
    for (let i = 2; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
    context.closePath();
}

function strokeAll(context, polygons, ink, width) {
    context.beginPath();
    for (const points of polygons) path(context, points);
    context.strokeStyle = ink;
    context.lineWidth = width;
    context.stroke();
}

function dots(context, points, radius, ink) {
    context.beginPath();
    for (const p of points) {
        context.moveTo(p.x + radius, p.y);
        context.arc(p.x, p.y, radius, 0, 2 * Math.PI);
    }
    context.fillStyle = ink;
    context.fill();
}

function arrow(context, from, to, width, ink) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (!(length > 0)) return;
    const u = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    const head = Math.min(5 * width, length / 2);
    const back = { x: to.x - u.x * head, y: to.y - u.y * head };
    context.strokeStyle = context.fillStyle = ink;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(back.x, back.y);
    context.stroke();
    context.beginPath();
    context.moveTo(to.x, to.y);
    context.lineTo(back.x - u.y * head * 0.6, back.y + u.x * head * 0.6);
    context.lineTo(back.x + u.y * head * 0.6, back.y - u.x * head * 0.6);
    context.fill();
}

function grid(context, width, height, ink, thin) {
    context.beginPath();
    for (let x = 1; x < width; x++) {
        context.moveTo(x, 0);
        context.lineTo(x, height);
    }
    for (let y = 1; y < height; y++) {
        context.moveTo(0, y);
        context.lineTo(width, y);
    }
    context.globalAlpha = 0.35;
    context.strokeStyle = ink;
    context.lineWidth = thin;
    context.stroke();
    context.globalAlpha = 1;
}

function rays(context, outline, frame, ink, thin) {
    const { anchor } = outline;
    const reach = Math.hypot(Math.max(anchor.x, frame.width - anchor.x), Math.max(anchor.y, frame.height - anchor.y));
    context.beginPath();
    for (let i = 0; i < outline.rays; i++) {
        const angle = (2 * Math.PI * i) / outline.rays;
        const end = outline.hit[i] ? { x: anchor.x + outline.xy[2 * i], y: anchor.y + outline.xy[2 * i + 1] } : anchor;
        context.moveTo(anchor.x + Math.cos(angle) * reach, anchor.y + Math.sin(angle) * reach);
        context.lineTo(end.x, end.y);
    }
    context.globalAlpha = Math.min(0.7, 60 / outline.rays);
    context.strokeStyle = ink;
    context.lineWidth = thin;
    context.stroke();
    context.globalAlpha = 1;
}

function cross(context, at, unit, ink, under) {
    for (const [width, colour] of [[4.5, under], [2, ink]]) {
        context.strokeStyle = colour;
        context.lineWidth = width * unit;
        context.beginPath();
        for (const [x, y] of [[9, 0], [0, 9]]) {
            context.moveTo(at.x - x * unit, at.y - y * unit);
            context.lineTo(at.x + x * unit, at.y + y * unit);
        }
        context.stroke();
    }
}

function handle(context, at, unit, ink, under) {
    context.beginPath();
    context.arc(at.x, at.y, 8 * unit, 0, 2 * Math.PI);
    context.fillStyle = under;
    context.fill();
    context.strokeStyle = ink;
    context.lineWidth = 2.5 * unit;
    context.stroke();
}

// --- all of it -----------------------------------------------------------------------------------------

function paintOutline(context, scene, ink, unit) {
    const { found, frame } = scene;
    if (!found) return;
    if (found.outline) {
        rays(context, found.outline, frame, ink.ghost, unit);
        const at = found.outline.points.map((p) => ({ x: p.x + found.outline.anchor.x, y: p.y + found.outline.anchor.y }));
        if (at.length > 2) strokeAll(context, [at.flatMap((p) => [p.x, p.y])], ink.outline, 2 * unit);
        dots(context, at, (found.outline.rays > 180 ? 2.5 : 4) * unit, ink.thing);
        return;
    }
    if (found.exact) strokeAll(context, found.exact, ink.ghost, unit);
    strokeAll(context, found.polygons, ink.outline, 2 * unit);
    if (found.points < 3000)
        dots(context, found.polygons.flatMap((xy) => Array.from({ length: xy.length / 2 }, (_, i) => ({ x: xy[2 * i], y: xy[2 * i + 1] }))),
             3.2 * unit, ink.thing);
}

// What both share, in the ink of a hit: the first one's solid pixels, cut out by the second one's.
let layer = null;
function paintShared(context, scene, transform) {
    const { width, height } = context.canvas;
    layer ??= document.createElement('canvas');
    if (layer.width !== width || layer.height !== height) Object.assign(layer, { width, height });
    const brush = layer.getContext('2d');
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.globalCompositeOperation = 'source-over';
    brush.clearRect(0, 0, width, height);
    brush.imageSmoothingEnabled = false;
    brush.setTransform(...transform);
    brush.drawImage(scene.look.solid, 0, 0);
    brush.globalCompositeOperation = 'destination-in';
    scene.second.posed.draw(brush, scene.second.look.solid);
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 0.75;
    context.drawImage(layer, 0, 0);
    context.restore();
}

function paintSecond(context, scene, ink, unit, transform) {
    const { posed, look, hits, way, contact, handles } = scene.second;
    if (way) {
        context.save();
        context.globalAlpha = 0.35;
        context.translate(way.x, way.y);
        posed.draw(context, look.picture);
        context.restore();
    }
    posed.draw(context, look.picture);
    if (contact) paintShared(context, scene, transform);
    dots(context, hits, 4 * unit, ink.hit);
    if (contact) {
        const { point, normal } = contact;
        arrow(context, point, { x: point.x + normal.x * 44 * unit, y: point.y + normal.y * 44 * unit }, 2.5 * unit, ink.normal);
    }
    if (way) arrow(context, posed, { x: posed.x + way.x, y: posed.y + way.y }, 2 * unit, ink.outline);
    context.strokeStyle = ink.ghost;
    context.lineWidth = unit;
    context.setLineDash([4 * unit, 4 * unit]);
    context.beginPath();
    path(context, handles.box.flatMap((p) => [p.x, p.y]));
    context.moveTo(handles.top.x, handles.top.y);
    context.lineTo(handles.turn.x, handles.turn.y);
    context.stroke();
    context.setLineDash([]);
    handle(context, handles.turn, unit, ink.thing, ink.raised);
    handle(context, handles.scale, unit, ink.thing, ink.raised);
}

/** scene: { camera, frame, look, anchor, found, second } */
export function paint(canvas, scene, ink, ratio) {
    const context = canvas.getContext('2d');
    const transform = scene.camera.transform(ratio);
    const unit = 1 / scene.camera.zoom; // a CSS pixel
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (!scene.frame || !canvas.width || !canvas.height) return;
    const { width, height } = scene.frame;
    context.setTransform(...transform);
    context.imageSmoothingEnabled = scene.camera.zoom < 1;
    context.fillStyle = ink.raised;
    context.fillRect(0, 0, width, height);
    context.drawImage(scene.look.picture, 0, 0);
    if (scene.camera.zoom >= 10) grid(context, width, height, ink.line, unit);
    context.strokeStyle = ink.line;
    context.lineWidth = unit;
    context.strokeRect(0, 0, width, height);
    if (scene.second) paintSecond(context, scene, ink, unit, transform);
    paintOutline(context, scene, ink, unit);
    cross(context, scene.anchor, unit, ink.normal, ink.ground);
}
