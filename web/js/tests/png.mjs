// Reads PNGs of 8 bits a channel with alpha, as those in assets/ are: an oracle of its own for the tests.
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

export function readPng(path) {
    const file = readFileSync(path);
    const parts = [];
    let width = 0;
    let height = 0;
    for (let at = 8; at < file.length;) {
        const size = file.readUInt32BE(at);
        const kind = file.toString('latin1', at + 4, at + 8);
        const body = file.subarray(at + 8, at + 8 + size);
        if (kind === 'IHDR') {
            width = body.readUInt32BE(0);
            height = body.readUInt32BE(4);
            if (body[8] !== 8 || body[9] !== 6 || body[12] !== 0) throw new Error(`${path}: not 8 bit RGBA`);
        }
        if (kind === 'IDAT') parts.push(body);
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
