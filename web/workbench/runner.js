// Runs the command line program, compiled to WebAssembly, on files that live in the page's memory.

import createProgram from './program.js';

const HOME = '/images'; // where the program works
const encoder = new TextEncoder();

let module = null;
let output = [];
let complaints = [];
let frames = [];

/** Loads the program; everything else wants this to be done. */
export async function startProgram() {
    module = await createProgram({
        stdin: () => null,
        stdout: (byte) => output.push(byte),
        stderr: (byte) => complaints.push(byte),
        onFrame: (frame) => frames.push(frame),
    });
    module.FS.mkdirTree(HOME);
    module.FS.chdir(HOME);
}

/** Keeps a file, under a path as the program will be told it. */
export function keepFile(path, bytes) {
    const whole = `${HOME}/${path}`;
    module.FS.mkdirTree(whole.slice(0, whole.lastIndexOf('/')));
    module.FS.writeFile(whole, bytes);
}

// Calls main or the like with arguments in memory.
function call(entry, words) {
    const texts = words.map((word) => encoder.encode(`${word}\0`));
    const size = texts.reduce((sum, text) => sum + text.length, 0);
    const list = module._malloc(4 * (words.length + 1) + size);
    let at = list + 4 * (words.length + 1);
    texts.forEach((text, i) => {
        module.HEAPU8.set(text, at);
        module.HEAPU32[(list >> 2) + i] = at;
        at += text.length;
    });
    module.HEAPU32[(list >> 2) + words.length] = 0;
    output = [];
    complaints = [];
    frames = [];
    try {
        return entry(words.length, list);
    } finally {
        module._free(list);
    }
}

const complaintText = () => new TextDecoder().decode(new Uint8Array(complaints)).replaceAll(/^rimcast: /gm, '').trim();

/** What `rimcast WORDS...` prints and says: { status, bytes, complaint }. */
export function run(words) {
    const status = call(module._main, ['rimcast', ...words]);
    return { status, bytes: Uint8Array.from(output), complaint: complaintText() };
}

/**
 * The frames of images, sheets and atlases, as `rimcast outline` reads them: { frames, complaint }; a frame is
 * { file, frame, width, height, data, anchor }.
 */
export function readFrames(words) {
    call(module._read_frames, words);
    return { frames, complaint: complaintText() };
}
