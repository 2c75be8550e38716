// PNGs for the tests: written of all kinds; read where they are as those in assets/, by nothing that is tested.
import { readFileSync } from "node:fs";
import { crc32, deflateSync, inflateSync } from "node:zlib";

const table = Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n >>> 0;
});

function checksum(bytes) {
    if (crc32) return crc32(bytes);
    let c = 0xffffffff;
    for (const byte of bytes) c = table[(c ^ byte) & 255] ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
}

function part(kind, body) {
    const out = Buffer.alloc(12 + body.length);
    out.writeUInt32BE(body.length, 0);
    out.write(kind, 4, "latin1");
    Buffer.from(body).copy(out, 8);
    out.writeUInt32BE(checksum(out.subarray(4, 8 + body.length)), 8 + body.length);
    return out;
}

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * type: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. pixel(x, y) gives a list of samples of depth 8 or
 * 16 bits; without it all are 0. palette: a list of [r, g, b, a].
 */
export function writePng({ width, height, type = 6, depth = 8, pixel, palette }) {
    const bytes = depth / 8, stride = width * CHANNELS[type] * bytes + 1;
    const raw = Buffer.alloc(stride * height);
    for (let y = 0; pixel && y < height; y++)
        for (let x = 0; x < width; x++)
            pixel(x, y).forEach((value, i) => {
                const at = y * stride + 1 + (x * CHANNELS[type] + i) * bytes;
                if (depth === 16) raw.writeUInt16BE(value, at);
                else raw[at] = value;
            });
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([depth, type, 0, 0, 0], 8);
    const parts = [Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), part("IHDR", head)];
    if (palette) {
        parts.push(part("PLTE", palette.flatMap((p) => p.slice(0, 3))));
        parts.push(part("tRNS", palette.map((p) => p[3])));
    }
    parts.push(part("IDAT", deflateSync(raw)), part("IEND", []));
    return Buffer.concat(parts);
}

/** Of 8 bits a channel, with alpha. */
export function readPng(path) {
    const file = readFileSync(path);
    const parts = [];
    let width = 0;
    let height = 0;
    for (let at = 8; at < file.length;) {
        const size = file.readUInt32BE(at);
        const kind = file.toString("latin1", at + 4, at + 8);
        const body = file.subarray(at + 8, at + 8 + size);
        if (kind === "IHDR") {
            width = body.readUInt32BE(0);
            height = body.readUInt32BE(4);
            if (body[8] !== 8 || body[9] !== 6 || body[12] !== 0) throw new Error(`${path}: not 8 bit RGBA`);
        }
        if (kind === "IDAT") parts.push(body);
        at += size + 12;
    }
    const raw = inflateSync(Buffer.concat(parts));
    const data = new Uint8Array(4 * width * height);
    const stride = 4 * width;
    const paeth = (a, b, c) => {
        const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
        return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
    };
    for (let y = 0; y < height; y++) {
        const filter = raw[y * (stride + 1)];
        for (let i = 0; i < stride; i++) {
            const a = i >= 4 ? data[y * stride + i - 4] : 0;
            const b = y > 0 ? data[(y - 1) * stride + i] : 0;
            const c = i >= 4 && y > 0 ? data[(y - 1) * stride + i - 4] : 0;
            const add = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter];
            data[y * stride + i] = raw[y * (stride + 1) + 1 + i] + add;
        }
    }
    return { data, width, height };
}
