// The workbench: what is open, what is set, what was found out about it, and the page around that.

import { Mask, Sprite, load } from '../rimcast/rimcast.js';
import { Camera } from './camera.js';
import { commandLine, exportName, hitWords, outlineWords } from './command.js';
import { gatherDropped, gatherFiles } from './gather.js';
import { listenToView } from './hands.js';
import { Look, inks, paint } from './paint.js';
import { keepFile, readFrames, run, startProgram } from './runner.js';

const $ = (id) => document.getElementById(id);
const SAMPLES = ['ship.png', 'ring.png'];
const SLOW = 12; // milliseconds a question may take while something is dragged

/** Everything that can be set. The fields of the page are read into it, the exports are made from it. */
const state = {
    items: [], // { path, atlas }
    item: -1,
    frames: [],
    frame: 0,
    kind: 'rays',
    anchor: null, // null: the frame's own, or the middle
    second: -1, // an item; -1: none
    at: { x: 0, y: 0 },
};

// What was made of it.
const camera = new Camera();
const looks = new WeakMap(); // from frames
let mask = null;
let sprite = null;
let found = null;
let other = null; // the second sprite: { frame, sprite, posed, ... }
let dragging = false;

// --- small things ---------------------------------------------------------------------------------------

function say(text) {
    $('message').textContent = text;
    $('message').hidden = text === '';
}

const round = (value, digits = 3) => (Number.isFinite(value) ? String(Number(value.toFixed(digits))) : '–');
const pair = (p, digits) => `${round(p.x, digits)}, ${round(p.y, digits)}`;

function tell(list, rows) {
    list.replaceChildren(...rows.flatMap(([label, value, style]) => {
        const dt = document.createElement('dt');
        const dd = document.createElement('dd');
        dt.textContent = label;
        dd.textContent = value;
        if (style) dd.className = style;
        return [dt, dd];
    }));
}

const numberOf = (id, fallback) => {
    const value = $(id).valueAsNumber;
    return Number.isFinite(value) ? value : fallback;
};
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const wholeOf = (id, fallback, low, high) => clamp(Math.round(numberOf(id, fallback)), low, high);

const frameNow = () => state.frames[state.frame] ?? null;
const anchorNow = () => {
    const frame = frameNow();
    return state.anchor ?? frame?.anchor ?? { x: frame.width / 2, y: frame.height / 2 };
};

/** Shows where the anchor and the second sprite are. The field with the focus stays, or "-" and "1." would be lost. */
function showPlaces() {
    if (!frameNow()) return;
    const anchor = anchorNow();
    const places = { 'anchor-x': anchor.x, 'anchor-y': anchor.y,
                     'at-x': round(state.at.x, 4), 'at-y': round(state.at.y, 4) };
    for (const [id, value] of Object.entries(places)) if (document.activeElement !== $(id)) $(id).value = value;
}

function settings() {
    return {
        ...state,
        rays: wholeOf('rays', 36, 1, 4096),
        faithful: $('faithful').checked,
        tolerance: Math.max(0, numberOf('tolerance', 0)),
        side: $('side').value,
        holes: $('holes').checked,
        corners: wholeOf('corners', 8, 3, 1000000),
        minSide: clamp(numberOf('min-side', 0), 0, 65536),
        threshold: wholeOf('threshold', 128, 0, 255),
        sheet: $('sheet').checked ? { width: wholeOf('cell-width', 32, 1, 65536), height: wholeOf('cell-height', 32, 1, 65536),
                                      margin: wholeOf('margin', 0, 0, 65536), spacing: wholeOf('spacing', 0, 0, 65536) }
                                  : null,
        degrees: numberOf('degrees', 0),
        scale: clamp(numberOf('scale', 1), 1e-3, 1e6),
        flip: $('flip').value,
        format: $('format').value,
        everything: $('everything').checked,
    };
}

// --- files ------------------------------------------------------------------------------------------------

/** Takes files in: [{ path, bytes }]. What cannot be read is named, the rest is used. */
function takeFiles(given) {
    const gone = given.filter((file) => !file.bytes);
    const files = given.filter((file) => file.bytes)
        .map((file) => (file.path.startsWith('-') ? { ...file, path: `./${file.path}` } : file)); // no options
    secondCache = { key: '', frame: null };
    for (const { path, bytes } of files) {
        keepFile(path, bytes);
        const known = state.items.findIndex((item) => item.path === path);
        if (known < 0) state.items.push({ path, atlas: /\.json$/i.test(path) });
        else state.items[known].bad = false;
    }
    listItems();
    // The atlas first: it knows the frames of its image. The first that can be read is shown, the others are tried.
    const fresh = files.map(({ path }) => state.items.findIndex((item) => item.path === path));
    const atlas = fresh.find((i) => state.items[i].atlas);
    const complaints = new Set(gone.map(({ path }) => `${path}: cannot be read; look whether it is still there`));
    let shown = false;
    for (const i of new Set([...(atlas === undefined ? [] : [atlas]), ...fresh])) {
        const { opened, complaint } = shown ? tryItem(i) : openItem(i);
        if (complaint) complaints.add(complaint);
        if (opened) shown = true;
        else state.items[i].bad = true;
    }
    dropBadItems();
    say(given.length ? [...complaints].join('\n') : 'There is no image in what was given; give PNGs, or an atlas with its image');
}

function dropBadItems() {
    const kept = state.items[state.item];
    const second = state.items[state.second];
    state.items = state.items.filter((item) => !item.bad || item === kept);
    state.item = state.items.indexOf(kept);
    state.second = state.items.indexOf(second);
    listItems();
    if (second && state.second < 0) bakeSecond();
}

function framesOf(index) {
    const item = state.items[index];
    const { sheet } = settings();
    const words = item.atlas ? ['--atlas', item.path]
                : sheet ? [item.path, '--sheet', `${sheet.width}x${sheet.height}`, '--margin', `${sheet.margin}`,
                           '--spacing', `${sheet.spacing}`]
                : [item.path];
    return readFrames(words);
}

/** Whether an item can be read at all: of a sheet, the image. */
function tryItem(index) {
    const { path, atlas } = state.items[index];
    const { frames, complaint } = readFrames(atlas ? ['--atlas', path] : [path]);
    return { opened: frames.length > 0, complaint };
}

/** Shows an item, if it can be read; otherwise everything stays as it was. */
function openItem(index) {
    const { frames, complaint } = framesOf(index);
    if (frames.length === 0) return { opened: false, complaint };
    const first = state.item < 0;
    state.item = index;
    state.frames = frames;
    state.frame = 0;
    state.anchor = null;
    listItems();
    showFrame();
    if (!first || camera.width > 1) fit();
    return { opened: true, complaint };
}

function listItems() {
    const option = (label, value, chosen) => new Option(label, value, false, chosen);
    $('item').replaceChildren(...state.items.map((item, i) => option(item.path, i, i === state.item)));
    $('second').replaceChildren(option('nothing', -1, state.second < 0),
                                ...state.items.map((item, i) => option(item.path, i, i === state.second)));
}

function lookOf(frame) {
    if (!looks.has(frame)) looks.set(frame, new Look(frame));
    return looks.get(frame);
}

// --- what is found out --------------------------------------------------------------------------------------

function showFrame() {
    const frame = frameNow();
    $('frames').hidden = state.frames.length < 2;
    $('frame-name').textContent = state.frames.length < 2 ? '' : `${frame.frame ?? ''} (${state.frame + 1} of ${state.frames.length})`;
    bakeFirst();
}

function bakeFirst() {
    const frame = frameNow();
    if (!frame) return;
    mask?.free();
    mask = Mask.fromImageData(frame, { threshold: settings().threshold });
    sprite?.free();
    sprite = new Sprite(mask);
    trace();
    bakeSecond();
}

function bakeSecond() {
    other?.sprite.free();
    other = null;
    if (state.second < 0) return pose();
    const frame = state.second === state.item ? frameNow() : secondFrame();
    if (!frame) return pose();
    const made = Sprite.fromImageData(frame, { threshold: settings().threshold });
    other = { frame, sprite: made, posed: made.at() };
    return pose();
}

let secondCache = { key: '', frame: null };
function secondFrame() {
    const key = `${state.items[state.second].path} ${JSON.stringify(settings().sheet)}`;
    if (secondCache.key !== key) {
        const { frames, complaint } = framesOf(state.second);
        if (frames.length === 0) say(complaint);
        secondCache = { key, frame: frames[0] ?? null };
    }
    return secondCache.frame;
}

/** The outline, contour or pieces of the first sprite. */
function trace() {
    const s = settings();
    const anchor = anchorNow();
    const frame = frameNow();
    const start = performance.now();
    const rows = [['size', `${frame.width} × ${frame.height} px, ${mask.count} solid`]];
    try {
        found = s.kind === 'rays' ? traceRays(s, anchor, rows, start) : traceRings(s, rows, start);
    } catch (error) {
        found = null;
        rows.push(['', error.message]);
    }
    tell($('about'), rows);
    showPlaces();
    exportSoon();
    repaint();
}

function traceRays(s, anchor, rows, start) {
    const outline = mask.outline({ rays: s.rays, anchor, mode: s.faithful ? 'faithful' : 'rays' });
    const time = performance.now() - start;
    const error = outline.measure(mask);
    rows.push(['points', `${outline.hits} of ${outline.rays} rays hit`],
              ['off by', Number.isFinite(error.distance) ? `${round(error.distance)} px at most` : 'fewer than three points'],
              ['cut off', `${round(100 * error.outsideShare, 2)} % of the solid area`],
              ['took', `${round(time, 2)} ms`]);
    return { outline };
}

function traceRings(s, rows, start) {
    const options = { tolerance: s.tolerance, side: s.side, holes: s.holes };
    const cut = s.kind === 'contour' ? null
              : s.kind === 'convex' ? mask.pieces({ ...options, maxCorners: s.corners, minSide: s.minSide })
              : mask.triangles({ ...options, minSide: s.minSide });
    const rings = cut ? null : mask.contours(options);
    const polygons = cut ?? rings.map((ring) => ring.points);
    const time = performance.now() - start;
    const points = polygons.reduce((sum, xy) => sum + xy.length / 2, 0);
    const exact = mask.contours({ holes: s.holes }).map((ring) => ring.points);
    const corners = exact.reduce((sum, xy) => sum + xy.length / 2, 0);
    rows.push(cut ? [s.kind === 'convex' ? 'pieces' : 'triangles', `${cut.length}, ${points} corners`]
                  : ['rings', `${rings.length}, ${rings.filter((ring) => ring.hole).length} of them holes`],
              cut ? ['out of', `${corners} corners of pixels`] : ['points', `${points} of ${corners} corners of pixels`],
              ['took', `${round(time, 2)} ms`]);
    return { polygons, points, exact };
}

let slowQuestion = null;

/** Where the second sprite is, and what that means. */
function pose() {
    clearTimeout(slowQuestion);
    const s = settings();
    for (const id of ['at-x', 'at-y']) $(id).disabled = !other;
    showPlaces();
    $('push').disabled = true;
    $('hit-command').textContent = other ? commandLine(hitWords(s, state.items)) : '';
    if (!other || !sprite) {
        tell($('hit'), []);
        verdict('');
        repaint();
        return;
    }
    const { posed } = other;
    posed.set({ x: state.at.x, y: state.at.y, degrees: s.degrees, scaleX: s.flip === 'h' ? -s.scale : s.scale,
                scaleY: s.flip === 'v' ? -s.scale : s.scale });
    const first = sprite.at(sprite.anchor);
    const hit = posed.overlaps(first);
    const rays = posed.outlineHits(first);
    other.hit = hit;
    other.hits = rays.map((ray) => apply(posed.transform, other.sprite.outline[ray]));
    other.contact = hit ? posed.contact(first) : null;
    other.way = null;
    verdict(hit ? `hit: they share ${round(other.contact.area)} px` : 'no hit', hit);
    const rows = [['hit', hit ? 'yes' : 'no', hit ? 'yes' : ''],
                  ['outline points', `${rays.length} of ${other.sprite.outline.length} inside`]];
    if (hit) {
        rows.push(['area', `${round(other.contact.area)} px`], ['normal', pair(other.contact.normal, 4)],
                  ['depth', `${round(other.contact.depth)} px`]);
        findWayOut(first, rows);
    }
    tell($('hit'), rows);
    repaint();
}

// The shortest way out may take long where large sprites are deep in each other: then it waits for rest.
function findWayOut(first, rows) {
    if (dragging && other.slow) {
        rows.push(['way out', '…']);
        slowQuestion = setTimeout(pose, 150);
        return;
    }
    const start = performance.now();
    other.way = other.posed.separate(first);
    other.slow = performance.now() - start > SLOW;
    rows.push(['way out', other.way ? `${pair(other.way)}: ${round(other.way.length)} px${other.way.exact ? ', exact' : ''}` : '–']);
    $('push').disabled = !other.way;
}

const apply = ([a, b, c, d, e, f], p) => ({ x: a * p.x + c * p.y + e, y: b * p.x + d * p.y + f });

function verdict(text, hit) {
    if ($('verdict').textContent !== text) $('verdict').textContent = text;
    $('verdict').classList.toggle('hit', Boolean(hit));
}

// --- the picture --------------------------------------------------------------------------------------------

/** Where the second sprite can be taken hold of, in the world. */
function handlesOf({ sprite: shape, posed }) {
    const m = posed.transform;
    const { anchor, width, height } = shape;
    const corner = (x, y) => apply(m, { x: x - anchor.x, y: y - anchor.y });
    const top = corner(width / 2, 0);
    const middle = corner(width / 2, height / 2);
    const length = Math.hypot(top.x - middle.x, top.y - middle.y) || 1;
    const out = 30 / camera.zoom;
    return {
        box: [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)],
        top,
        turn: { x: top.x + ((top.x - middle.x) / length) * out, y: top.y + ((top.y - middle.y) / length) * out },
        scale: corner(width, height),
    };
}

let ink = null;
let painting = false;
function repaint() {
    if (painting) return;
    painting = true;
    requestAnimationFrame(() => {
        painting = false;
        const frame = frameNow();
        const { threshold } = settings();
        ink ??= inks();
        if (other) other.handles = handlesOf(other);
        paint($('view'), {
            camera, frame, found,
            look: frame && lookOf(frame).prepare(threshold, ink.hit),
            anchor: frame && anchorNow(),
            second: other && { ...other, look: lookOf(other.frame).prepare(threshold, ink.hit) },
        }, ink, devicePixelRatio);
        $('zoom').textContent = `${round(camera.zoom * 100, camera.zoom < 0.1 ? 1 : 0)}%`;
    });
}

function fit() {
    const frame = frameNow();
    if (!frame) return;
    const box = { x: 0, y: 0, width: frame.width, height: frame.height };
    const bounds = other?.posed.bounds;
    if (bounds && [bounds.x, bounds.y, bounds.width, bounds.height].every(Number.isFinite)) {
        const right = Math.max(box.width, bounds.x + bounds.width);
        const bottom = Math.max(box.height, bounds.y + bounds.height);
        box.x = Math.min(0, bounds.x);
        box.y = Math.min(0, bounds.y);
        box.width = right - box.x;
        box.height = bottom - box.y;
    }
    camera.fit(box);
    repaint();
}

function resize() {
    const view = $('view');
    const { width, height } = view.getBoundingClientRect();
    const fresh = camera.width <= 1;
    camera.width = width;
    camera.height = height;
    view.width = Math.round(width * devicePixelRatio);
    view.height = Math.round(height * devicePixelRatio);
    if (fresh) fit();
    repaint();
}

// --- exports ------------------------------------------------------------------------------------------------

const MUCH = 40; // images beyond which an export waits for a button

let exportTimer = null;
function exportSoon() {
    clearTimeout(exportTimer);
    exportTimer = setTimeout(showExport, 250);
}

/** Exactly what the program writes for these settings. */
function makeExport() {
    const words = outlineWords(settings(), state.items);
    return { words, ...run(words) };
}

function showExport() {
    const s = settings();
    if (state.item < 0) return;
    const words = outlineWords(s, state.items);
    $('command').textContent = commandLine(words);
    $('note').textContent = s.kind === 'rays' && !['json', 'csv', 'svg', 'c'].includes(s.format)
        ? 'Engines take polygons: contours within 1 px, cut into convex pieces where the format wants them. Choose Contour or Convex to set more.' : '';
    if (s.everything && state.items.length > MUCH) {
        $('text').textContent = `Of ${state.items.length} images: copy or download it.`;
        $('text').classList.remove('wrong');
        $('hints').textContent = '';
        $('copy').disabled = $('download').disabled = false;
        return;
    }
    showText(makeExport());
}

function showText({ status, bytes, complaint }) {
    const text = new TextDecoder().decode(bytes.subarray(0, 20000));
    $('text').classList.toggle('wrong', status !== 0 && bytes.length === 0);
    $('text').textContent = bytes.length ? text + (bytes.length > 20000 ? '\n…' : '') : complaint;
    $('hints').textContent = bytes.length ? complaint : '';
    $('copy').disabled = $('download').disabled = bytes.length === 0;
}

function download() {
    const made = makeExport();
    showText(made);
    if (made.bytes.length === 0) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([made.bytes], { type: 'application/octet-stream' }));
    link.download = exportName(settings(), state.items);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function copy() {
    const made = makeExport();
    showText(made);
    if (made.bytes.length === 0) return;
    const text = new TextDecoder().decode(made.bytes);
    try {
        await navigator.clipboard.writeText(text);
        $('copy').textContent = 'Copied';
    } catch {
        $('text').textContent = text; // all of it, also where only the beginning was shown
        getSelection().selectAllChildren($('text'));
        $('copy').textContent = 'Press Ctrl C';
    }
    setTimeout(() => { $('copy').textContent = 'Copy'; }, 1500);
}

// --- the page -----------------------------------------------------------------------------------------------

function on(id, event, call) {
    $(id).addEventListener(event, call);
}

function setValue(id, value) {
    $(id).value = value;
    const slider = document.querySelector(`[data-twin="${id}"]`);
    if (slider) slider.value = value;
}

function listenToPanel() {
    for (const slider of document.querySelectorAll('[data-twin]')) {
        const field = $(slider.dataset.twin);
        slider.addEventListener('input', () => {
            field.value = slider.value;
            field.dispatchEvent(new Event('input'));
        });
        field.addEventListener('input', () => { slider.value = field.value; });
    }
    for (const radio of document.querySelectorAll('[name="kind"]'))
        radio.addEventListener('change', () => {
            state.kind = radio.value;
            showKind();
            trace();
        });
    for (const id of ['rays', 'faithful', 'tolerance', 'side', 'holes', 'corners', 'min-side']) on(id, 'input', again(trace));
    on('threshold', 'input', again(bakeFirst));
    for (const id of ['sheet', 'cell-width', 'cell-height', 'margin', 'spacing'])
        on(id, 'input', again(() => say(openItem(state.item).complaint)));
    for (const id of ['degrees', 'scale', 'flip']) on(id, 'input', pose);
    for (const id of ['at-x', 'at-y'])
        on(id, 'input', () => {
            state.at = { x: numberOf('at-x', state.at.x), y: numberOf('at-y', state.at.y) };
            pose();
        });
    for (const id of ['anchor-x', 'anchor-y'])
        on(id, 'input', () => {
            const { x, y } = anchorNow();
            setAnchor({ x: numberOf('anchor-x', x), y: numberOf('anchor-y', y) });
        });
    for (const id of ['at-x', 'at-y', 'anchor-x', 'anchor-y']) on(id, 'blur', showPlaces);
    on('centre', 'click', () => setAnchor(null));
    on('choose', 'click', choose);
    on('item', 'change', () => {
        say(openItem(Number($('item').value)).complaint);
        listItems();
    });
    on('previous', 'click', () => step(-1));
    on('next', 'click', () => step(1));
    on('second', 'change', () => {
        state.second = Number($('second').value);
        bakeSecond();
    });
    on('push', 'click', pushOut);
    on('format', 'input', showExport);
    on('everything', 'input', showExport);
    on('copy', 'click', copy);
    on('download', 'click', download);
    on('fit', 'click', fit);
    on('zoom-in', 'click', () => zoom(1.5));
    on('zoom-out', 'click', () => zoom(1 / 1.5));
}

// At most once a frame, with the newest values.
function again(call) {
    let waiting = false;
    return () => {
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => {
            waiting = false;
            if (state.item >= 0) call();
        });
    };
}

function showKind() {
    for (const part of document.querySelectorAll('[data-kind]')) part.hidden = !part.dataset.kind.split(' ').includes(state.kind);
}

function setAnchor(anchor) {
    state.anchor = anchor;
    trace();
}

function choose() {
    const best = mask.outline({ anchor: anchorNow(), maxError: Math.max(0, numberOf('max-error', 1.5)) });
    setValue('rays', best.rays);
    $('faithful').checked = false;
    trace();
}

function step(by) {
    if (state.frames.length < 2) return;
    state.frame = (state.frame + by + state.frames.length) % state.frames.length;
    showFrame();
}

function pushOut() {
    if (!other?.way) return;
    state.at = { x: Math.fround(state.at.x + other.way.x), y: Math.fround(state.at.y + other.way.y) };
    pose();
}

function zoom(factor, at = { x: camera.width / 2, y: camera.height / 2 }) {
    camera.zoomAt(at, factor);
    repaint();
}

function listenToFiles() {
    const taken = async (gathering) => {
        try {
            takeFiles(await gathering);
        } catch (error) {
            say(error.message);
        }
    };
    for (const id of ['files', 'folder']) {
        on(id, 'change', () => {
            taken(gatherFiles([...$(id).files]));
            $(id).value = '';
        });
        on(`${id}-button`, 'keydown', (event) => {
            if (event.key === 'Enter' || event.key === ' ') {
                event.preventDefault();
                $(id).click();
            }
        });
    }
    addEventListener('dragover', (event) => {
        event.preventDefault();
        $('drop').classList.add('over');
    });
    addEventListener('dragleave', () => $('drop').classList.remove('over'));
    addEventListener('drop', (event) => {
        event.preventDefault();
        $('drop').classList.remove('over');
        taken(gatherDropped(event.dataTransfer));
    });
    addEventListener('paste', (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length) taken(gatherFiles(files));
    });
}

// What hands may do with the view.
const view = {
    camera,
    repaint,
    zoom,
    fit,
    step,
    anchor: () => frameNow() && anchorNow(),
    second: () => other,
    snaps: () => $('snap').checked,
    setAnchor,
    moveTo(x, y) {
        state.at = { x, y };
        pose();
    },
    at: () => state.at,
    setDegrees(degrees) {
        setValue('degrees', round(degrees, 2));
        pose();
    },
    setScale(scale) {
        setValue('scale', round(clamp(scale, 0.01, 1000), 4));
        pose();
    },
    degrees: () => settings().degrees,
    scale: () => settings().scale,
    setDragging(is) {
        dragging = is;
        $('drop').classList.toggle('dragging', is);
        if (!is && other) pose();
    },
};

async function fetchSample(name) {
    const answer = await fetch(new URL(`samples/${name}`, import.meta.url));
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
    return { path: name, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

async function begin() {
    // What is restored after a reload is as new.
    const [, , ...samples] = await Promise.all([load(), startProgram(), ...SAMPLES.map(fetchSample)]);
    listenToPanel();
    listenToFiles();
    listenToView($('view'), view);
    takeFiles(samples);
    state.second = 1;
    state.at = { x: 222, y: 22 };
    listItems();
    bakeSecond();
    new ResizeObserver(resize).observe($('view'));
    for (const query of ['(prefers-color-scheme: light)', '(resolution: 1dppx)'])
        matchMedia(query).addEventListener('change', () => {
            ink = null;
            resize();
        });
    document.documentElement.dataset.ready = 'yes';
}

addEventListener('error', (event) => say(event.message));
addEventListener('unhandledrejection', (event) => say(event.reason?.message ?? String(event.reason)));
begin().catch((error) => say(`This page could not start: ${error.message}`));
