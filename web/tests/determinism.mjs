// The reference cases, by the WebAssembly that the pages are made of: every function's hash is the one that native
// programs find (tests/determinism.txt). In node and in Chromium; the short form, FULL=1 the full one.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { browse, open, run, serve, test } from "./rig.mjs";

const PROGRAM = "build/wasm/determinism.js", KEPT = "tests/determinism.txt";
const words = process.env.FULL ? [KEPT] : ["short", KEPT];

// What the program may read.
function filesIn(folder) {
    return readdirSync(folder).flatMap((name) => {
        const path = `${folder}/${name}`;
        return statSync(path).isDirectory() ? filesIn(path) : /\.(tsv|txt|json|raw|obj)$/.test(name) ? [path] : [];
    });
}
const files = [KEPT, ...filesIn("tests/reference"), ...filesIn("tests/flash"), ...filesIn("assets").filter((path) => !path.includes("tracks"))];

// Runs in node or in a page: feeds the files, calls main, gives what it said.
async function compute(create, files, words, more) {
    const said = [];
    const program = await create({ ...more, print: (line) => said.push(line), printErr: (line) => said.push(line) });
    for (const [path, bytes] of files) {
        program.FS.mkdirTree(`/${path.slice(0, path.lastIndexOf("/"))}`);
        program.FS.writeFile(`/${path}`, bytes);
    }
    const status = program.callMain(words);
    return { status, said: said.join("\n") };
}

const functions = readFileSync(KEPT, "utf8").split("\n").filter((line) => line.startsWith("rim_")).length;
assert.ok(functions > 100);

function agree({ status, said }) {
    console.log(`        ${said.replaceAll("\n", "\n        ")}`);
    assert.equal(status, 0, said);
    assert.match(said, new RegExp(`${functions} of ${functions} functions`));
}

// Emscripten of this age looks for the binary as a page does; in node it is given.
const inNode = (files) => compute(createRequire(import.meta.url)(resolve(PROGRAM)), files, words,
                                  { wasmBinary: readFileSync(PROGRAM.replace(/js$/, "wasm")) });

test(`node finds the native hashes of ${functions} functions`, async () => {
    agree(await inNode(files.map((path) => [path, readFileSync(path)])));
});

test(`a hash that is wrong is found to be so`, async () => {
    const wrong = readFileSync(KEPT, "utf8").replace(/^(rim_acos )\w+ \w+$/m, "$1 0 0");
    const { status, said } = await inNode(files.map((path) => [path, path === KEPT ? Buffer.from(wrong) : readFileSync(path)]));
    assert.notEqual(status, 0);
    assert.match(said, /rim_acos/);
});

test(`Chromium finds the native hashes of ${functions} functions`, async () => {
    const site = await serve("."), browser = await browse();
    try {
        const page = await open(browser, site.url + KEPT);
        page.setDefaultTimeout(600000);
        await page.addScriptTag({ url: site.url + PROGRAM });
        agree(await page.evaluate(async ({ files, words, compute }) => {
            const all = await Promise.all(files.map(async (path) => [path, new Uint8Array(await (await fetch(`/${path}`)).arrayBuffer())]));
            return (0, eval)(`(${compute})`)(window.createDeterminism, all, words);
        }, { files, words, compute: compute.toString() }));
    } finally {
        await browser.close();
        await site.close();
    }
});

await run();
