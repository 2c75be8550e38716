// The package against the native program: the same answers. RIMCAST is the program, RIMCAST_JS the package.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readPng } from '../../tests/png.mjs';

const program = process.env.RIMCAST ?? 'build/rimcast';
const folder = resolve(process.env.RIMCAST_JS ?? 'build/web/rimcast');
const rimcast = await import(pathToFileURL(`${folder}/rimcast.js`).href);
const { Flash, Mask, Outline, PosedFigure, RimcastError, Shapes, Sprite, Stage, load, version } = rimcast;

const NAMES = ['ship', 'ring', 'crescent', 'sword', 'tree', 'word'];
const path = (name) => `assets/${name}.png`;
const images = Object.fromEntries(NAMES.map((name) => [name, readPng(path(name))]));

// A pseudo-random number in [0, 1), the same in every run.
let seed = 12345;
function random(low = 0, high = 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return low + ((high - low) * seed) / 4294967296;
}

const native = (...options) => JSON.parse(execFileSync(program, ['outline', ...options], { encoding: 'utf8' }));
const f = Math.fround;
// What a number printed in the shortest form of a float means.
const pairs = (list) => list.map((p) => p && [f(p[0]), f(p[1])]);
const flat = (xy) => Array.from({ length: xy.length / 2 }, (_, i) => [xy[2 * i], xy[2 * i + 1]]);

test('nothing works before load, and says so', () => {
    assert.throws(() => new Mask(3, 3), /load\(\)/);
    assert.throws(() => version(), RimcastError);
});

test('a source that is no WebAssembly is refused, and a sound one is taken after it', async () => {
    await assert.rejects(load(new Uint8Array([1, 2, 3])));
    await load(readFileSync(`${folder}/rimcast.wasm`));
    await load();
    assert.equal(`rimcast ${version()}`, execFileSync(program, ['--version'], { encoding: 'utf8' }).trim());
});

test('rays are those of the program, with any anchor, threshold and number', () => {
    let compared = 0;
    for (const name of NAMES)
        for (const [rays, threshold, anchor] of [[36, 128, null], [360, 1, { x: 20.25, y: 31.5 }],
                                                 [7, 255, { x: -10, y: 5 }]]) {
            const mask = Mask.fromImageData(images[name], { threshold });
            const outline = mask.outline({ rays, ...(anchor && { anchor }) });
            const options = ['--rays', rays, '--threshold', threshold, path(name)].map(String);
            if (anchor) options.push('--anchor', `${anchor.x},${anchor.y}`);
            const told = native(...options);
            const mine = flat(outline.xy).map((p, i) => (outline.hit[i] ? p : null));
            assert.deepEqual(mine.map((p) => p && p.map((v) => v + 0)), pairs(told.points));
            assert.deepEqual([outline.anchor.x, outline.anchor.y], told.anchor);
            const error = outline.measure(mask).distance;
            assert.equal(Number.isFinite(error) ? error : null, told.error);
            compared += outline.hits;
            mask.free();
        }
    assert.ok(compared > 1000);
});

test('the original recipe and the fewest rays are those of the program', () => {
    const mask = Mask.fromImageData(images.ship);
    const faithful = mask.outline({ mode: 'faithful', rays: 24, stage: { x: 200, y: 150 }, flashEdge: true });
    const told = native('--faithful', '--rays', '24', '--stage', '200,150', '--flash-edge', path('ship'));
    assert.deepEqual(flat(faithful.xy), pairs(told.points));
    const chosen = mask.outline({ maxError: 2 });
    assert.equal(chosen.rays, native('--max-error', '2', path('ship')).rays);
    assert.throws(() => mask.outline({ mode: 'square' }), RangeError);
    assert.throws(() => mask.outline({ rays: 0 }), RangeError);
    assert.throws(() => new Outline(images.ship), TypeError);
});

test('contours, pieces and triangles are those of the program', () => {
    let points = 0;
    for (const name of NAMES) {
        const mask = Mask.fromImageData(images[name]);
        for (const holes of [true, false])
            for (const [side, tolerance] of [['near', 0], ['near', 1], ['contain', 2.5], ['inside', 1.5]]) {
                const options = ['--contour', '--tolerance', String(tolerance), path(name)];
                if (holes) options.push('--holes');
                if (side !== 'near') options.push(`--${side}`);
                const shift = (list, anchor) => list.map(([x, y]) => [f(x + anchor[0]), f(y + anchor[1])]);

                const told = native(...options);
                const rings = mask.contours({ holes, side, tolerance });
                assert.deepEqual(rings.map((r) => flat(r.points)),
                                 told.rings.map((r) => shift(r.points, told.anchor)));
                assert.deepEqual(rings.map((r) => [r.area, r.parent < 0 ? null : r.parent]),
                                 told.rings.map((r) => [r.area, r.parent]));

                const convex = native(...options, '--convex', '5');
                const pieces = mask.pieces({ holes, side, tolerance, maxCorners: 5 });
                assert.deepEqual(pieces.map(flat), convex.pieces.map((p) => shift(p, told.anchor)));
                const triangles = native(...options, '--triangles', '--min-side', '2');
                assert.deepEqual(mask.triangles({ holes, side, tolerance, minSide: 2 }).map(flat),
                                 triangles.pieces.map((p) => shift(p, told.anchor)));
                points += rings.reduce((sum, r) => sum + r.points.length / 2, 0);
            }
    }
    assert.ok(points > 1000);
});

// What `rimcast hit` prints, as an object.
function askHit(a, b, options) {
    const { stdout, status } = spawnSync(program, ['hit', path(a), path(b), ...options.map(String)],
                                         { encoding: 'utf8' });
    const told = { hit: status === 0, rays: [] };
    for (const line of stdout.split('\n')) {
        const ray = /^ {2}ray (\d+)/.exec(line);
        if (ray) told.rays.push(Number(ray[1]));
        const row = /^([a-z][a-z ]*[a-z]) {2,}(\S+)/.exec(line);
        if (row) told[row[1]] = row[2].includes(',') ? row[2].split(',').map((v) => f(v)) : Number(row[2]);
    }
    return told;
}

test('hits, areas and outline points are those of the program in random poses', () => {
    let hits = 0;
    for (let i = 0; i < 60; i++) {
        const [a, b] = [NAMES[i % 6], NAMES[(i * 5 + 1) % 6]];
        const still = Sprite.fromImageData(images[a]);
        const moved = Sprite.fromImageData(images[b]);
        const x = f(random(-20, still.width + 20)).toPrecision(6);
        const y = f(random(-20, still.height + 20)).toPrecision(6);
        const degrees = Math.round(random(-180, 180));
        const scale = random(0.25, 2).toPrecision(3);
        const told = askHit(a, b, ['--at', `${x},${y}`, '--rotate', degrees, '--scale', scale, '--flip', 'h']);
        const pa = still.at(still.anchor);
        const pb = moved.at({ x: Number(x), y: Number(y), degrees, scaleX: -scale, scaleY: Number(scale) });
        assert.equal(pa.overlaps(pb), told.hit);
        assert.equal(pb.overlaps(pa), told.hit);
        assert.equal(pa.overlapArea(pb), told['overlap area']);
        assert.deepEqual(pb.outlineHits(pa), told.rays);
        assert.equal(pb.outlineFirst(pa), told.rays[0] ?? -1);
        assert.equal(pa.contact(pb) !== null, told.hit);
        if (pb.overlapsOnGrid(pa)) assert.ok(told.hit);
        hits += told.hit ? 1 : 0;
        still.free();
        moved.free();
    }
    assert.ok(hits > 10 && hits < 60, `${hits} of 60 hit`);
});

test('first touches are those of the program', () => {
    let hits = 0;
    for (let i = 0; i < 40; i++) {
        const [a, b] = [NAMES[(i * 5 + 2) % 6], NAMES[i % 6]];
        const still = Sprite.fromImageData(images[a]);
        const moved = Sprite.fromImageData(images[b]);
        const numbers = [-150, random(0, still.height), random(100, 3000), random(-200, 200)].map(Math.round);
        const degrees = Math.round(random(-180, 180));
        const told = askHit(a, b, ['--at', `${numbers[0]},${numbers[1]}`, '--rotate', degrees, '--move',
                                   `${numbers[2]},${numbers[3]}`]);
        const hit = moved.at({ x: numbers[0], y: numbers[1], degrees })
                        .firstTouch({ x: numbers[2], y: numbers[3] }, still.at(still.anchor));
        assert.equal(hit.hit, told.hit);
        assert.equal(hit.t, told.motion);
        if (hit.hit) {
            assert.deepEqual([hit.point.x, hit.point.y], told.point);
            assert.deepEqual([hit.normal.x + 0, hit.normal.y + 0], told.normal);
            assert.deepEqual([hit.edgeNormal.x + 0, hit.edgeNormal.y + 0], told['edge normal']);
            hits++;
        }
    }
    assert.ok(hits > 15, `${hits} of 40 hit`);
});

const square = (size) => Mask.fromRows(Array(size).fill('#'.repeat(size)));

test('touching along an edge is no hit; the way out is the shortest', () => {
    const box = new Sprite(square(10), { anchor: { x: 0, y: 0 } });
    const a = box.at({ x: 0, y: 0 });
    const b = box.at({ x: 10, y: 0 });
    assert.equal(a.overlaps(b), false);
    b.x = 9;
    assert.equal(a.overlaps(b), true);
    assert.equal(a.overlapArea(b), 10);
    assert.deepEqual(a.separate(b), { x: -1, y: 0, length: 1, exact: true });
    const contact = a.contact(b);
    assert.deepEqual([contact.normal.x, contact.depth, contact.area], [-1, 1, 10]);
    assert.ok(Math.abs(contact.normal.y) < 1e-6);
    assert.deepEqual(contact.point, { x: 9.5, y: 5 });
    b.x = 11;
    assert.equal(a.separate(b), null);
    assert.equal(a.contact(b), null);
    assert.deepEqual(a.bounds, { x: 0, y: 0, width: 10, height: 10 });
});

test('a first touch names its pixels; a start in overlap is told with its depth', () => {
    const bar = new Sprite(new Mask(6, 2).drawRect(1, 1, 5, 1), { anchor: { x: 0, y: 0 } });
    const wall = new Sprite(new Mask(3, 9).drawRect(2, 0, 1, 9), { anchor: { x: 0, y: 0 } });
    const hit = bar.at({ x: 0, y: 4 }).firstTouch({ x: 32, y: 0 }, wall.at({ x: 20, y: 0 }));
    assert.deepEqual([hit.hit, hit.t, hit.startOverlap, hit.depth], [true, 0.5, false, 0]);
    assert.deepEqual([hit.pixel, hit.otherPixel], [{ x: 5, y: 1 }, { x: 2, y: 5 }]);
    assert.deepEqual([hit.edgeNormal.x, hit.edgeNormal.y + 0], [-1, 0]);
    assert.deepEqual([hit.point.x, hit.point.y >= 5 && hit.point.y <= 6], [22, true]);
    const both = bar.at({ x: 0, y: 4 }).firstTouch({ x: 16, y: 0 }, wall.at({ x: 20, y: 0 }), { x: -16, y: 0 });
    assert.deepEqual([both.t, both.point.x], [0.5, 14]);
    const within = bar.at({ x: 18, y: 4 }).firstTouch({ x: 32, y: 0 }, wall.at({ x: 20, y: 0 }));
    assert.deepEqual([within.hit, within.t, within.startOverlap], [true, 0, true]);
    assert.ok(within.depth > 0.5);
    const miss = bar.at({ x: 0, y: 40 }).firstTouch({ x: 32, y: 0 }, wall.at({ x: 20, y: 0 }));
    assert.deepEqual([miss.hit, miss.t], [false, 1]);
});

test('a matrix counts instead of the fields, in both spellings', () => {
    const box = new Sprite(square(4), { anchor: { x: 0, y: 0 } });
    const one = box.at({ a: 0, b: 2, c: -2, d: 0, e: 8, f: 3 });
    const other = box.at({ a: 0, b: 2, c: -2, d: 0, tx: 8, ty: 3 });
    const third = box.at({ x: 8, y: 3, degrees: 90, scale: 2 });
    for (const posed of [one, other, third]) assert.deepEqual(posed.transform.map((v) => v + 0), [0, 2, -2, 0, 8, 3]);
    assert.deepEqual(one.bounds, { x: 0, y: 3, width: 8, height: 8 });
    assert.deepEqual(box.at({ radians: Math.PI, x: 1 }).transform.map((v) => Math.round(v) + 0), [-1, 0, 0, -1, 1, 0]);
});

test('rays, circles, polygons, boxes and points ask a posed sprite', () => {
    const box = new Sprite(square(10), { anchor: { x: 0, y: 0 } }).at({ x: 100, y: 0 });
    const ray = box.raycast(0, 5, 200, 0);
    assert.deepEqual([ray.hit, ray.t, ray.point, ray.normal], [true, 0.5, { x: 100, y: 5 }, { x: -1, y: 0 }]);
    const circle = box.firstTouchOfCircle(0, 5, 10, { x: 180, y: 0 });
    assert.deepEqual([circle.hit, circle.t], [true, 0.5]);
    const corners = [{ x: 0, y: 0 }, { x: 20, y: 0 }, { x: 0, y: 20 }];
    assert.equal(box.firstTouchOfPolygon(corners, { x: 160, y: 0 }).t, 0.5);
    assert.equal(box.firstTouchOfPolygon([0, 0, 20, 0, 0, 20], { x: 160, y: 0 }).t, 0.5);
    assert.throws(() => box.firstTouchOfPolygon([0, 0, 9, 0, 1, 1, 0, 9], { x: 1, y: 0 }), RangeError);
    assert.equal(box.overlapsCircle(95, 5, 5), false);
    assert.equal(box.overlapsCircle(95.5, 5, 5), true);
    assert.equal(box.overlapsBox(90, 0, 10, 10), false);
    assert.equal(box.overlapsBox(91, 0, 10, 10), true);
    assert.equal(box.overlapsSegment(90, 5, 101, 5), true);
    assert.equal(box.overlapsPolygon(new Float32Array([95, 5, 101, 5, 95, 6])), true);
    assert.equal(box.contains(100, 0), true);
    assert.equal(box.contains(110, 0), false);
    assert.deepEqual(box.closest(95, 5), { x: 100, y: 5, distance: 5, pixel: { x: 0, y: 5 } });
    assert.equal(new Sprite(new Mask(3, 3)).at().closest(0, 0), null);
});

test('masks are drawn, combined, grown and counted', () => {
    const mask = new Mask(20, 20).drawRect(2, 3, 5, 4);
    assert.deepEqual([mask.count, mask.bounds], [20, { x: 2, y: 3, width: 5, height: 4 }]);
    assert.equal(mask.copy().invert().count, 380);
    assert.equal(mask.copy().combine('xor', mask).count, 0);
    assert.equal(mask.copy().combine('or', square(5), 10, 10).count, 45);
    assert.ok(mask.copy().grow(1).count > 20);
    assert.ok(mask.copy().grow(-1).count < 20);
    assert.ok(new Mask(20, 20).drawCircle(10, 10, 5).count > 60);
    assert.equal(new Mask(20, 20).drawPolygon([0, 0, 10, 0, 10, 10, 0, 10]).count, 100);
    assert.equal(mask.get(2, 3) && !mask.get(1, 3) && !mask.get(-5, 99), true);
    assert.equal(mask.overlapArea(square(5), 4, 4), 9);
    const red = { width: 2, height: 1, data: new Uint8Array([255, 0, 0, 9, 0, 0, 255, 9]) };
    assert.equal(Mask.fromColorKey(red, [255, 0, 0]).count, 1);
    assert.equal(Mask.fromColorKey(red, [255, 0, 0, 8]).count, 2);
});

test('what lies outside a mask is empty and stays so', () => {
    const mask = square(3);
    for (const far of [-1, -0.5, 3, 65536, 2 ** 32, -(2 ** 32), Infinity, NaN]) {
        assert.equal(mask.get(far, 0), false, String(far));
        assert.equal(mask.get(0, far), false, String(far));
        mask.set(far, 0, false).set(0, far, false);
    }
    assert.equal(mask.count, 9);
    assert.equal(mask.get(2.9, 0.5), true);
    mask.free();
});

test('masks that are far from each other share nothing, and far corners of a rectangle are no near ones', () => {
    const mask = square(3);
    for (const far of [3, -3, 2 ** 31, 2 ** 32, -(2 ** 32), 2 ** 53, Infinity, -Infinity])
        for (const [dx, dy] of [[far, 0], [0, far], [far, far]]) {
            assert.equal(mask.overlaps(mask, dx, dy), false, `${dx}, ${dy}`);
            assert.equal(mask.overlapArea(mask, dx, dy), 0, `${dx}, ${dy}`);
            assert.equal(mask.copy().combine('andNot', mask, dx, dy).count, 9, `${dx}, ${dy}`);
        }
    assert.equal(mask.overlapArea(mask, -0.5, 0), 6); // on pixel -1
    for (const size of [3, 2 ** 31, 2 ** 32, 2 ** 53, Infinity]) {
        assert.equal(new Mask(3, 3).drawRect(0, 0, size, size).count, 9, String(size));
        const sprite = new Sprite(new Mask(3, 3));
        sprite.update(mask, { x: 0, y: 0, width: size, height: size });
        assert.equal(sprite.mask().count, 9, String(size));
    }
    assert.equal(new Mask(3, 3).drawRect(-(2 ** 40), -(2 ** 40), 2 ** 41, 2 ** 41).count, 9);
    assert.equal(new Mask(3, 3).drawRect(2 ** 32, 0, 3, 3).count, 0);
});

test('a sprite takes over what was dug', () => {
    const mask = square(16);
    const sprite = new Sprite(mask, { anchor: { x: 0, y: 0 } });
    mask.drawRect(0, 0, 8, 8, false);
    assert.equal(sprite.at().contains(4, 4), true);
    sprite.update(mask, { x: 0, y: 0, width: 8, height: 8 });
    assert.equal(sprite.at().contains(4, 4), false);
    // The rectangle around a circle, whose sides have fractions.
    mask.drawCircle(10.5, 10.5, 3.3, false);
    sprite.update(mask, { x: 7.2, y: 7.2, width: 6.6, height: 6.6 });
    for (let y = 0; y < 16; y++)
        for (let x = 0; x < 16; x++) assert.equal(sprite.at().contains(x + 0.5, y + 0.5), mask.get(x, y));
    assert.throws(() => sprite.update(square(5), { x: 0, y: 0, width: 5, height: 5 }), RimcastError);
    assert.equal(sprite.outline.length, 36);
});

test('a stage finds the pairs that asking all finds, and who came and left', () => {
    const stage = new Stage();
    const sprites = ['ring', 'crescent', 'sword'].map((name) => Sprite.fromImageData(images[name]));
    const all = Array.from({ length: 120 }, (_, i) => stage.add(sprites[i % 3].at({
        x: random(0, 1500), y: random(0, 1500), degrees: random(0, 360), scale: random(0.5, 1.5) })));
    const key = ([a, b]) => [all.indexOf(a), all.indexOf(b)].sort((i, k) => i - k).join();
    const slow = () => {
        const found = [];
        for (let i = 0; i < all.length; i++)
            for (let k = i + 1; k < all.length; k++) if (all[i].overlaps(all[k])) found.push(`${i},${k}`);
        return found.sort();
    };
    let previous = [];
    for (let round = 0; round < 3; round++) {
        const now = slow();
        assert.ok(now.length > 20);
        assert.deepEqual(stage.pairs().map(key).sort(), now);
        const update = stage.update();
        assert.deepEqual(update.touching.map(key).sort(), now);
        assert.deepEqual(update.entered.map(key).sort(), now.filter((k) => !previous.includes(k)));
        assert.deepEqual(update.left.map(key).sort(), previous.filter((k) => !now.includes(k)));
        previous = now;
        for (const posed of all) posed.x += random(-60, 60);
        stage.allMoved();
    }
    const one = all[7];
    assert.ok(stage.atPoint(one.x, one.y).every((who) => who.contains(one.x, one.y)));
    assert.ok(stage.inBox(0, 0, 1500, 1500).length > 100);
    const ray = stage.raycast(-100, 700, 2000, 30);
    const times = all.map((who) => who.raycast(-100, 700, 2000, 30)).filter((hit) => hit.hit).map((hit) => hit.t);
    assert.equal(ray.t, Math.min(...times));
    const first = stage.firstTouch(one, { x: 900, y: 300 });
    const others = all.filter((who) => who !== one).map((who) => one.firstTouch({ x: 900, y: 300 }, who));
    assert.equal(first.t, Math.min(...others.map((hit) => hit.t)));
    assert.ok(first.who && first.who !== one);

    stage.remove(one);
    assert.equal(stage.has(one), false);
    assert.equal(stage.size, 119);
    assert.throws(() => stage.moved(one), RimcastError);
    assert.throws(() => stage.add(all[0]), RimcastError);
    one.sprite = sprites[0];
    stage.add(one, { layers: 2, looks: 2 });
    assert.ok(stage.pairs().every((pair) => !pair.includes(one)));
    stage.free();

    const quiet = new Stage();
    quiet.add(sprites[0].at());
    const other = quiet.add(sprites[0].at(), { looks: 0 });
    assert.deepEqual(quiet.pairs(), []);
    quiet.remove(other);
    quiet.add(other);
    assert.equal(quiet.pairs().length, 1);
    quiet.free();
});

test('freed things throw, and what is still shown lives on', () => {
    const mask = square(4);
    mask.free();
    mask.free();
    assert.equal(mask.freed, true);
    assert.throws(() => mask.count, /after its free/);
    assert.throws(() => new Sprite(mask), RimcastError);
    const sprite = new Sprite(square(4));
    const [a, b] = [sprite.at(), sprite.at({ x: 1 })];
    const stage = new Stage();
    stage.add(a);
    stage.add(b);
    sprite.free();
    assert.throws(() => a.overlaps(b), RimcastError);
    assert.equal(stage.pairs().length, 1);
    stage.free();
    assert.throws(() => stage.pairs(), RimcastError);
});

test('wrong sizes and arguments are refused with words', () => {
    assert.throws(() => new Mask(-1, 5), RimcastError);
    assert.throws(() => new Mask(1e6, 5), RimcastError);
    assert.throws(() => new Mask(1.5, 5), RangeError);
    assert.throws(() => Mask.fromImageData({ width: 5, height: 5, data: new Uint8Array(99) }), /99 bytes/);
    assert.throws(() => Mask.fromImageData({ width: 5, height: 5, data: [] }), TypeError);
    assert.throws(() => square(3).contours({ tolerance: -1 }), RimcastError);
    assert.throws(() => square(3).contours({ side: 'left' }), RangeError);
    assert.throws(() => square(3).pieces({ maxCorners: 2 }), RimcastError);
    assert.throws(() => square(3).overlaps({}), TypeError);
    assert.throws(() => new Sprite(square(3)).at().overlaps(null), TypeError);
});

test('memory grows under many and large masks, and comes back', () => {
    for (let i = 0; i < 300; i++) {
        const mask = new Mask(4000, 4000).drawCircle(2000, 2000, 1500);
        assert.ok(mask.count > 7e6);
        mask.free();
    }
    const large = Mask.fromImageData({ width: 3000, height: 3000, data: new Uint8Array(36e6).fill(255) });
    assert.equal(large.count, 9e6);
    large.free();
});

test('non-finite positions hit nothing', () => {
    const sprite = new Sprite(square(9));
    for (const pose of [{ x: NaN }, { x: Infinity }, { scale: 0 }, { degrees: NaN, x: 1e39 }]) {
        assert.equal(sprite.at(pose).overlaps(sprite.at()), false);
        assert.equal(sprite.at(pose).firstTouch({ x: 5, y: 5 }, sprite.at()).hit, false);
    }
});

// --- Flash -------------------------------------------------------------------------------------------------

test('the façade has the edge rule, boxes, drags and drop targets', () => {
    const movie = new Flash.Movie('as2');
    const box = movie.root.add('box');
    box.setShape(new Flash.Graphics().beginFill().drawRect(-50, -50, 100, 100).endFill().toShape());
    box._x = 200;
    box._y = 100;
    assert.equal(box.hitTest(200, 50, true), true); // top
    assert.equal(box.hitTest(200, 150, true), false); // bottom
    assert.equal(box.hitTest(150, 100, true), false); // left
    assert.equal(box.hitTest(150, 100), true); // its box
    box._rotation = 45;
    assert.equal(box.hitTest(150, 60), true);
    assert.equal(box.hitTest(150, 60, true), false);
    assert.equal(box.width.toFixed(1), '141.4');
    box._x = 33.333;
    assert.equal(box.x, 33.3);
    box.scaleX = 0.5;
    assert.equal(box._xscale, 50);

    const wheel = box.add('wheel', 7);
    assert.equal(wheel.path, '/box/wheel');
    assert.equal(wheel.depth, 7);
    assert.equal(movie.root.find('box/wheel'), wheel);
    assert.equal(movie.root.find('nowhere'), null);
    assert.throws(() => box.add('other', 7), RimcastError);
    assert.deepEqual(box.children, [wheel]);
    assert.equal(wheel._parent, box);
    assert.throws(() => wheel.attach(box), RimcastError);
    const foreign = new Flash.Movie('as2').root.add('foreign');
    assert.throws(() => box.attach(foreign), RimcastError);
    assert.throws(() => box.setMask(foreign), RimcastError);
    assert.equal(box.hitTest(null), false);
    assert.equal(box.hitTest(box), true);
    const back = box.globalToLocal(box.localToGlobal({ x: 3, y: 4 })); // by way of whole twips
    assert.ok(Math.hypot(back.x - 3, back.y - 4) < 0.15);
    box.matrix = { a: 1, b: 0, c: 0, d: 1, tx: 10, ty: 20.5 };
    assert.deepEqual(box.matrix, { a: 1, b: 0, c: 0, d: 1, tx: 10, ty: 20.5 });
    assert.deepEqual(box.getBounds(movie.root), { xMin: -40, yMin: -29.5, xMax: 60, yMax: 70.5 });

    box.startDrag(true, 0, 0, 30, 30);
    movie.mouseMove(100, 15);
    assert.deepEqual([box.x, box.y, movie.dragged], [30, 15, box]);
    movie.stopDrag();
    assert.equal(movie.dragged, null);
    assert.deepEqual(movie.root.getObjectsUnderPoint({ x: 30, y: 15 }), [box]);
    box.remove();
    assert.throws(() => wheel.x, RimcastError);
    assert.throws(() => movie.root.remove(), RimcastError);
    movie.free();
    assert.throws(() => movie.root.x, RimcastError);
});

test('BitmapData.hitTest has each generation\'s thresholds and mistakes', () => {
    const image = { width: 4, height: 1, data: Uint8Array.from([0, 40, 128, 255].flatMap((a) => [9, 9, 9, a])) };
    const a = new Flash.BitmapData(image);
    const b = new Flash.BitmapData(image);
    const here = { x: 0, y: 0 };
    const row = [-3, -2, -1, 0, 1, 2, 3].map((x) => a.hitTest(here, 128, b, { x, y: 0 }, 255));
    assert.deepEqual(row, [false, false, true, true, false, false, false]);
    assert.equal(a.hitTest(here, 0, here), false);
    assert.equal(a.hitTest(here, 128, { x: 0, y: 0, width: 2, height: 1 }), false);
    assert.equal(a.hitTest(here, 128, { x: 0, y: 0, width: 3, height: 1 }), true);
    assert.equal(a.hitTest(null, 128, b), -2);
    assert.equal(a.hitTest(here), -1);
    const c = new Flash.BitmapData(image, { generation: 'as3' });
    assert.throws(() => c.hitTest(null, 128, b), (error) => error.errorID === 2007);
    assert.throws(() => c.hitTest(here, 128, 'b', here), (error) => error.errorID === 2005);
    b.dispose();
    assert.equal(a.hitTest(here, 128, b, here), -3);
    assert.equal(a.getAlpha(2, 0), 128);
    a.setAlpha(2, 0, 3);
    assert.equal(a.getAlpha(2, 0), 3);
    const movie = new Flash.Movie('as3');
    const clip = movie.root.add('picture');
    clip.setBitmap(a, 200);
    a.free();
    assert.equal(clip.hitTestPoint(3.5, 0.5, true), true);
    assert.equal(clip.hitTestPoint(0.5, 0.5, true), false);
    assert.equal(clip.hitTestPoint(0.5, 0.5), true);
    movie.free();
});

// --- README ------------------------------------------------------------------------------------------------

const examples = readFileSync(`${folder}/README.md`, 'utf8').match(/```js\n[\s\S]*?```/g)
                     .map((text) => text.slice(6, -3));
const importExample = (text) => import(`data:text/javascript,${encodeURIComponent(
    text.replace("'rimcast'", JSON.stringify(pathToFileURL(`${folder}/rimcast.js`).href)))}`);

test('the game loop of the README has 40 lines and plays', async () => {
    assert.ok(examples[0].trim().split('\n').length <= 40);
    const { play } = await importExample(examples[0]);

    // A canvas that keeps what was drawn where.
    let frame;
    let drawn = [];
    const listeners = {};
    const contextOf = (canvas) => ({
        canvas,
        image: null,
        drawImage(image, x, y) { this.image = image; drawn.push([image, x, y]); },
        getImageData() { return this.image; },
        save() {}, restore() {}, clearRect() {}, transform() {},
        fillRect() { drawn.push('touch'); },
    });
    const canvas = { width: 480, height: 320, clientWidth: 480, clientHeight: 320, addEventListener: (name, call) => { listeners[name] = call; } };
    canvas.getContext = () => contextOf(canvas);
    globalThis.OffscreenCanvas = class { getContext() { return contextOf(this); } };
    globalThis.requestAnimationFrame = (call) => { frame = call; };

    const { ship, ring } = await play(canvas, images);
    assert.equal(drawn.length > 0, true);
    let touches = 0;
    for (let i = 0; i < 300; i++) {
        listeners.pointermove({ offsetX: random(0, 480), offsetY: random(0, 320) });
        drawn = [];
        frame();
        touches += drawn.includes('touch') ? 1 : 0;
        // At a touch the position is rounded to floats: what they then share is a sliver.
        assert.ok(ship.overlapArea(ring) < 1e-2, `frame ${i}: they share ${ship.overlapArea(ring)}`);
    }
    assert.ok(touches > 10 && touches < 300, `${touches} touches`);
});

test('the port from Flash in the README prints what it says', async () => {
    const said = [];
    const log = console.log;
    console.log = (...values) => said.push(values.join(' '));
    try {
        await importExample(examples[1]);
    } finally {
        console.log = log;
    }
    const promised = examples[1].match(/console\.log.*\/\/ .*$/gm).map((line) => line.replace(/^.*\/\/ /, ''));
    assert.deepEqual(said, promised);
});

// --- types -------------------------------------------------------------------------------------------------

test('the types name every public member of every class, and no other', () => {
    const types = readFileSync(`${folder}/rimcast.d.ts`, 'utf8');
    const sources = ['core', 'mask', 'sprite', 'flash'].map((name) => readFileSync(`${folder}/${name}.js`, 'utf8')).join();
    const internal = new Set([...sources.matchAll(/@internal \*\/\s+(?:get |static )?(\w+)\(/g)].map((m) => m[1]));
    const classes = { Mask, Outline, Posed: rimcast.Posed, Sprite, Stage, ...Flash };
    let members = 0;
    for (const [name, type] of Object.entries(classes)) {
        const body = new RegExp(`class ${name}\\b[^{]*\\{([\\s\\S]*?)\\n {0,4}\\}`).exec(types)[1];
        const declared = new Set([...body.matchAll(/^ {4,8}(?:static |readonly |private )*(\w+)[(?:]/gm)].map((m) => m[1]));
        const there = new Set();
        for (let at = type.prototype; at && at !== Object.prototype && at !== Error.prototype; at = Object.getPrototypeOf(at))
            for (const key of Object.getOwnPropertyNames(at)) there.add(key);
        for (const key of Object.getOwnPropertyNames(type)) there.add(key);
        for (const key of ['length', 'name', 'prototype', 'address', 'use', 'unuse', ...internal])
            if (!declared.has(key)) there.delete(key);
        const missing = [...there].filter((key) => !declared.has(key));
        assert.deepEqual(missing, [], `${name}: not in rimcast.d.ts`);
        const fields = new Set([...sources.matchAll(/this\.(\w+)\s*=/g)].flatMap((m) => m[1]).concat('sprite', 'hits', 'xy', 'hit', 'rays'));
        assert.deepEqual([...declared].filter((key) => !there.has(key) && !fields.has(key)), [], `${name}: only in rimcast.d.ts`);
        members += declared.size;
    }
    assert.ok(members > 150, `${members} members`);
});

// --- files of shapes -------------------------------------------------------------------------------------

const bake = (...options) => execFileSync(program, ['bake', ...options, '-o', '-'], { maxBuffer: 1 << 24 });

test('a baked file has the sprites, pieces and names of its images', () => {
    const file = bake('assets', '--tag', 'any', '--rays', '24');
    const odd = new Uint8Array(file.length + 1); // at an odd address of its buffer
    odd.set(file, 1);
    const shapes = new Shapes(odd.subarray(1));
    odd.fill(0xee);
    assert.deepEqual(shapes.names, [...NAMES].sort());
    assert.equal(shapes.get('nobody'), null);
    let pieces = 0;
    for (const name of NAMES) {
        const shape = shapes.get(name);
        const sprite = Sprite.fromImageData(images[name], { rays: 24 });
        assert.equal(shape, shapes.get(name));
        assert.deepEqual([shape.name, shape.tag, shape.points.length], [name, 'any', 0]);
        assert.deepEqual([shape.sprite.width, shape.sprite.height], [sprite.width, sprite.height]);
        assert.deepEqual(shape.sprite.anchor, sprite.anchor);
        assert.deepEqual(shape.sprite.outline, sprite.outline);
        const mask = Mask.fromImageData(images[name]);
        assert.equal(shape.sprite.mask().combine('xor', mask).count, 0);
        const told = native('--contour', '--tolerance', '1', '--convex', '8', path(name)).pieces;
        assert.deepEqual(shape.pieces.map(flat), told.map(pairs));
        for (let i = 0; i < 20; i++) {
            const other = sprite.at({ x: random(-200, 200), y: random(-200, 200), degrees: random(0, 360) });
            assert.equal(shape.sprite.at({}).overlaps(other), sprite.at({}).overlaps(other));
        }
        pieces += shape.pieces.length;
    }
    assert.ok(pieces > 60);
    shapes.free();
});

test('shapes own their sprites', () => {
    const shapes = new Shapes(new Uint8Array(bake('assets/ship.png', '--no-pieces')).buffer);
    const { sprite } = shapes.get('ship');
    assert.throws(() => sprite.free(), /free the Shapes/);
    assert.throws(() => sprite.update(sprite.mask(), { x: 0, y: 0, width: 1, height: 1 }), /does not change/);
    const stage = new Stage();
    const posed = stage.add(sprite.at({ x: 5, y: 5 }));
    shapes.free();
    assert.ok(shapes.freed && sprite.freed);
    assert.throws(() => sprite.at({}).contains(0, 0), /used after its free/);
    assert.throws(() => shapes.get('ship'), /used after its free/);
    assert.equal(stage.atPoint(5, 5)[0], posed); // on a stage it lives on
    stage.free();
});

// A hero of parts of all kinds, beside copies of two images.
function figureFile() {
    const at = mkdtempSync(join(tmpdir(), 'rimcast-figure-'));
    for (const name of ['ship', 'sword']) copyFileSync(path(name), join(at, `${name}.png`));
    writeFileSync(join(at, 'hero.figure.json'), JSON.stringify({
        tag: 'player',
        parts: [
            { name: 'body', image: 'ship' },
            { image: 'sword', at: [90, -3], rotate: 90, flip: 'h', tag: -2 },
            { name: 'head', circle: [0, -87, 30], tag: 1 },
            { name: 'shield', box: [-120, -40, 20, 80.5] },
            { name: 'fin', polygon: [[0, 60], [80, 60], [40, 120]], matrix: [1, 0, 0.5, 1, 8, -4] },
        ],
    }));
    const file = bake(at, '-q');
    rmSync(at, { recursive: true });
    return file;
}

test('figures come with their parts', () => {
    const shapes = new Shapes(figureFile());
    assert.deepEqual([shapes.names, shapes.figureNames], [['ship', 'sword'], ['hero']]);
    assert.equal(shapes.figure('ship'), null);
    const hero = shapes.figure('hero');
    assert.equal(hero, shapes.figure('hero'));
    assert.deepEqual([hero.name, hero.tag], ['hero', 'player']);
    assert.deepEqual(hero.parts.map((p) => [p.name, p.kind, p.tag]), [
        ['body', 'sprite', 0], ['', 'sprite', -2], ['head', 'circle', 1], ['shield', 'box', 0], ['fin', 'polygon', 0]]);
    const [body, sword, head, shield, fin] = hero.parts;
    assert.equal(body.shape, shapes.get('ship'));
    assert.equal(sword.shape, shapes.get('sword'));
    assert.deepEqual(Object.values(sword.pose).map((n) => n + 0), [0, -1, -1, 0, 90, -3]); // no -0
    assert.deepEqual(head.circle, { x: 0, y: -87, radius: 30 });
    assert.deepEqual(shield.box, { x0: -120, y0: -40, x1: -100, y1: 40.5 });
    assert.deepEqual([...fin.polygon], [0, 60, 80, 60, 40, 120]);
    assert.deepEqual(fin.pose, { a: 1, b: 0, c: 0.5, d: 1, tx: 8, ty: -4 });
    shapes.free();
});

test('a figure says which part was hit', () => {
    const shapes = new Shapes(figureFile());
    const hero = shapes.figure('hero');
    const [body, sword, head, shield] = hero.parts;
    const there = hero.at({ x: 500, y: 300, scale: 2 });
    assert.equal(there.contains(500, 300 - 2 * 110), head);
    assert.equal(there.contains(500 - 2 * 110, 300), shield);
    assert.equal(there.contains(500, 300 - 2 * 118), null);
    assert.deepEqual(there.transform.map((n) => n + 0), [2, 0, 0, 2, 500, 300]);
    let hits = 0;
    const sprites = [body, sword].map((p) => p.shape.sprite.at({ a: p.pose.a, b: p.pose.b, c: p.pose.c, d: p.pose.d,
                                                                 tx: p.pose.tx, ty: p.pose.ty }));
    for (let i = 0; i < 200; i++) {
        // The first of its sprites that a ring overlaps is the part that is told, unless another part is first.
        const ring = Sprite.fromImageData(images.ring).at({ x: random(-250, 250), y: random(-250, 250),
                                                            degrees: random(0, 360), scale: 0.3 });
        const found = hero.at({}).overlaps(ring);
        const first = sprites.findIndex((s) => s.overlaps(ring));
        if (first >= 0) assert.deepEqual(found, { part: hero.parts[first], other: null });
        else assert.ok(!found || hero.parts.indexOf(found.part) > 1);
        hits += first >= 0;
        ring.sprite.free();
    }
    assert.ok(hits > 20 && hits < 180);
    const other = hero.at({ x: 500 - 2 * 225, y: 300, scale: 2 }); // its body meets the shield
    const both = other.overlaps(there);
    assert.ok(both && hero.parts.includes(both.part) && hero.parts.includes(both.other));
    assert.deepEqual(there.overlaps(other.set({ x: 5000 })), null);
    assert.throws(() => there.overlaps(hero), TypeError);
    assert.throws(() => new PosedFigure(shapes.get('ship')), TypeError);
    shapes.free();
    assert.throws(() => there.contains(0, 0), /used after its free/);
    assert.throws(() => shapes.figure('hero'), /used after its free/);
});

test('bytes that are no shapes are refused', () => {
    const file = new Uint8Array(bake('assets/ship.png'));
    assert.throws(() => new Shapes(file.subarray(0, file.length - 8)), RimcastError);
    assert.throws(() => new Shapes(new Uint8Array(0)), RimcastError);
    assert.throws(() => new Shapes('game.shapes'), TypeError);
    for (let at = 0; at < file.length; at += 97) {
        file[at] ^= 16;
        assert.throws(() => new Shapes(file), RimcastError);
        file[at] ^= 16;
    }
    new Shapes(file).free();
});
