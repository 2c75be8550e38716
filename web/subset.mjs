// subset.mjs NAME OUT: of a TrueType font of the system, only the letters that the scenes draw: ASCII
// and what demos/kit_text.c lists beside it. Keeps the tables that stb_truetype reads, and no name.
import { readFileSync, writeFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const [name, out] = process.argv.slice(2);

function find(folder) {
    let entries = [];
    try { entries = readdirSync(folder, { withFileTypes: true }); } catch { /* not there */ }
    for (const entry of entries) {
        const path = join(folder, entry.name);
        const found = entry.isDirectory() ? find(path) : entry.name === name ? path : undefined;
        if (found) return found;
    }
    return undefined;
}

const path = ["/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/opt/homebrew/share/fonts"]
    .map(find).find((p) => p);
if (!path) {
    console.error(`subset.mjs: ${name} is in none of the font folders; install it with make deps-web`);
    process.exit(1);
}
const file = readFileSync(path);
const font = new DataView(file.buffer, file.byteOffset, file.byteLength);

const tables = {};
for (let i = 0; i < font.getUint16(4); i++) {
    const at = 12 + 16 * i;
    tables[file.toString("latin1", at, at + 4)] = { start: font.getUint32(at + 8), size: font.getUint32(at + 12) };
}

// --- which glyphs -----------------------------------------------------------------------------------

const source = readFileSync("demos/kit_text.c", "utf8");
const more = /more_letters\[\] = \{([^}]*)\}/.exec(source)[1].split(",").map(Number);
const codes = [...Array(95).keys()].map((i) => i + 32).concat(more).sort((a, b) => a - b);

function format4() {
    const { start } = tables.cmap;
    for (let i = 0; i < font.getUint16(start + 2); i++) {
        const at = start + font.getUint32(start + 4 + 8 * i + 4);
        if (font.getUint16(at) === 4) return at;
    }
    throw new Error(`${path}: no character map of format 4`);
}

function glyphOf(code, map = format4()) {
    const twice = font.getUint16(map + 6);
    for (let i = 0; i < twice; i += 2) {
        const last = font.getUint16(map + 14 + i), first = font.getUint16(map + 16 + twice + i);
        if (code > last) continue;
        if (code < first) return 0;
        const delta = font.getUint16(map + 16 + 2 * twice + i);
        const slot = map + 16 + 3 * twice + i, offset = font.getUint16(slot);
        const glyph = offset ? font.getUint16(slot + offset + 2 * (code - first)) : code;
        return glyph && (glyph + delta) & 0xffff;
    }
    return 0;
}

const longOffsets = font.getInt16(tables.head.start + 50) === 1;
function glyphBytes(glyph) {
    const at = tables.loca.start;
    const [from, to] = [glyph, glyph + 1].map(
        (g) => (longOffsets ? font.getUint32(at + 4 * g) : 2 * font.getUint16(at + 2 * g)));
    return Buffer.from(file.subarray(tables.glyf.start + from, tables.glyf.start + to));
}

// The places in a composite glyph's bytes where its parts are named.
function parts(bytes) {
    const places = [];
    if (bytes.length < 10 || bytes.readInt16BE(0) >= 0) return places;
    for (let at = 10, flags = 0x20; flags & 0x20;) {
        flags = bytes.readUInt16BE(at);
        places.push(at + 2);
        at += 4 + (flags & 1 ? 4 : 2) + (flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
    }
    return places;
}

const old = [0]; // new number -> old number; 0 is the missing letter
const number = (glyph) => (old.includes(glyph) ? old.indexOf(glyph) : old.push(glyph) - 1);
const mapped = codes.map((code) => [code, number(glyphOf(code))]);
const glyphs = [];
for (let i = 0; i < old.length; i++) { // grows by the parts of composites
    const bytes = glyphBytes(old[i]);
    for (const at of parts(bytes)) bytes.writeUInt16BE(number(bytes.readUInt16BE(at)), at);
    glyphs.push(bytes);
}

// --- the new tables ---------------------------------------------------------------------------------

const pad = (bytes, to = 4) => Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);
const copy = ({ start, size }) => Buffer.from(file.subarray(start, start + size));

const loca = Buffer.alloc(4 * (glyphs.length + 1));
const padded = glyphs.map((bytes) => pad(bytes));
padded.reduce((at, bytes, i) => { loca.writeUInt32BE(at + bytes.length, 4 * (i + 1)); return at + bytes.length; }, 0);

const metrics = font.getUint16(tables.hhea.start + 34);
const hmtx = Buffer.alloc(4 * glyphs.length);
old.forEach((glyph, i) => {
    const wide = Math.min(glyph, metrics - 1), at = tables.hmtx.start;
    hmtx.writeUInt16BE(font.getUint16(at + 4 * wide), 4 * i);
    hmtx.writeInt16BE(font.getInt16(glyph < metrics ? at + 4 * glyph + 2
                                                    : at + 4 * metrics + 2 * (glyph - metrics)), 4 * i + 2);
});

const cmap = Buffer.alloc(12 + 16 + 12 * mapped.length); // format 12, a group for each letter
cmap.writeUInt16BE(1, 2);
cmap.writeUInt16BE(3, 4);
cmap.writeUInt16BE(10, 6);
cmap.writeUInt32BE(12, 8);
cmap.writeUInt16BE(12, 12);
cmap.writeUInt32BE(16 + 12 * mapped.length, 16);
cmap.writeUInt32BE(mapped.length, 24);
mapped.forEach(([code, glyph], i) => [code, code, glyph].forEach((v, j) => cmap.writeUInt32BE(v, 28 + 12 * i + 4 * j)));

const head = copy(tables.head), hhea = copy(tables.hhea), maxp = copy(tables.maxp);
head.writeInt16BE(1, 50);
hhea.writeUInt16BE(glyphs.length, 34);
maxp.writeUInt16BE(glyphs.length, 4);

const made = { cmap, glyf: Buffer.concat(padded), head, hhea, hmtx, loca, maxp };
const names = Object.keys(made).sort();
const header = Buffer.alloc(12 + 16 * names.length);
header.writeUInt32BE(0x00010000, 0);
header.writeUInt16BE(names.length, 4);
let at = header.length;
names.forEach((table, i) => {
    const bytes = pad(made[table]);
    let sum = 0;
    for (let j = 0; j < bytes.length; j += 4) sum = (sum + bytes.readUInt32BE(j)) >>> 0;
    header.write(table, 12 + 16 * i, "latin1");
    header.writeUInt32BE(sum, 16 + 16 * i);
    header.writeUInt32BE(at, 20 + 16 * i);
    header.writeUInt32BE(made[table].length, 24 + 16 * i);
    at += bytes.length;
});
writeFileSync(out, Buffer.concat([header, ...names.map((table) => pad(made[table]))]));
console.log(`${out}: ${mapped.length} letters, ${at} bytes of ${file.length}`);
