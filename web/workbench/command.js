// The command line that does what is set on the page.

const ENGINES = ['plist', 'tiled', 'godot', 'box2d', 'defold', 'phaser'];
const ENDINGS = { json: 'json', csv: 'csv', svg: 'svg', c: 'h', plist: 'plist', tiled: 'tsx', godot: 'tscn', box2d: 'json',
                  defold: 'convexshape', phaser: 'json' };

function inputWords(s, items) {
    const now = items[s.item];
    if (now.atlas && !s.everything) return ['--atlas', now.path];
    const words = s.everything ? items.filter((item) => !item.atlas).map((item) => item.path) : [now.path];
    if (s.sheet) {
        words.push('--sheet', `${s.sheet.width}x${s.sheet.height}`);
        if (s.sheet.margin) words.push('--margin', String(s.sheet.margin));
        if (s.sheet.spacing) words.push('--spacing', String(s.sheet.spacing));
    }
    return words;
}

function shapeWords(s) {
    if (s.kind === 'rays') {
        if (ENGINES.includes(s.format)) return [];
        return ['--rays', String(s.rays), ...(s.faithful ? ['--faithful'] : [])];
    }
    const words = ['--contour', '--tolerance', String(s.tolerance)];
    if (s.side !== 'near') words.push(`--${s.side}`);
    if (s.holes) words.push('--holes');
    if (s.kind === 'convex') words.push('--convex', String(s.corners));
    if (s.kind === 'triangles') words.push('--triangles');
    if (s.kind !== 'contour' && s.minSide > 0) words.push('--min-side', String(s.minSide));
    return words;
}

/** The words behind `rimcast`, for what is set: { item, kind, rays, ..., format }. */
export function outlineWords(s, items) {
    const words = ['outline', ...inputWords(s, items), ...shapeWords(s)];
    if (s.threshold !== 128) words.push('--threshold', String(s.threshold));
    if (s.anchor) words.push('--anchor', `${s.anchor.x},${s.anchor.y}`);
    if (s.format !== 'json') words.push('--format', s.format);
    return words;
}

/** The same for the hit of the two sprites; [] where the program has no words for it. */
export function hitWords(s, items) {
    const [one, other] = [items[s.item], items[s.second]];
    if (s.sheet || one.atlas || other.atlas) return [];
    const words = ['hit', one.path, other.path, '--at', `${s.at.x},${s.at.y}`];
    if (s.degrees) words.push('--rotate', String(s.degrees));
    if (s.scale !== 1) words.push('--scale', String(s.scale));
    if (s.flip) words.push('--flip', s.flip);
    if (s.threshold !== 128) words.push('--threshold', String(s.threshold));
    return words;
}

const quote = (word) => (/^[\w.,:/=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** As one would type it. */
export function commandLine(words) {
    return words.length ? ['rimcast', ...words].map(quote).join(' ') : '';
}

/** A name for the file that is downloaded. */
export function exportName(s, items) {
    const base = s.everything ? 'sprites' : items[s.item].path.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
    return `${base || 'sprite'}.${ENDINGS[s.format]}`;
}
