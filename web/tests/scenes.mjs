// The scenes in a real browser: each starts without a complaint, is dragged by a real mouse, and shows
// what the native program shows for the same input, to the last bit of what is drawn.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { browse, open, run, serve, test } from "./rig.mjs";

const NATIVE = "build/rimcast-demos";
const KEEP = "build/web-tests/scenes";
mkdirSync(KEEP, { recursive: true });

const scenes = JSON.parse(readFileSync("web/scenes.json", "utf8"));
const site = await serve("build/web");
const browser = await browse();

const ready = (page) => page.evaluate(() => window.rimcast.ready);
const stateOf = (page) => page.evaluate(() => window.rimcast.state());

// What the program shows after a track's last step.
function native(scene, track, name) {
    const steps = /^(\d+) end$/m.exec(readFileSync(track, "utf8"))[1];
    const file = `${KEEP}/${name}.state`;
    execFileSync(NATIVE, [scene, "--play", track, "--frames", steps, "--state", file], { stdio: "pipe" });
    return readFileSync(file, "utf8");
}

async function openScene(name, query = "") {
    const page = await open(browser, `${site.url}scenes/${name}.html${query}`);
    await ready(page);
    return page;
}

// Positions on the canvas as parts of its width and height.
async function corner(page) {
    const box = await page.locator("#canvas").boundingBox();
    return (x, y) => [box.x + x * box.width, box.y + y * box.height];
}

test("the pages tell of the scenes that the program has", () => {
    const listed = execFileSync(NATIVE, ["--list"], { encoding: "utf8" });
    assert.deepEqual(scenes.map((s) => s.name), listed.trim().split("\n").map((line) => line.split(" ")[0]));
});

test("the gallery links to every scene and shows its picture", async () => {
    const page = await open(browser, `${site.url}gallery.html`);
    const links = await page.locator(".grid a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    assert.deepEqual(links, scenes.map((s) => `scenes/${s.name}.html`));
    for (const image of await page.locator(".grid img").all()) {
        await image.scrollIntoViewIfNeeded();
        await image.evaluate((img) => img.decode());
    }
    assert.deepEqual(page.complaints, []);
    await page.close();
});

for (const { name } of scenes) {
    test(`${name}: a recorded hand leads to what the program shows`, async () => {
        const track = `assets/tracks/${name}.track`;
        const steps = Number(/^(\d+) end$/m.exec(readFileSync(track, "utf8"))[1]);
        const page = await openScene(name, `?watch&frames=${steps}`);
        await page.waitForFunction((n) => window.rimcast.step() >= n, steps, { timeout: 60000 });
        assert.equal(await stateOf(page), native(name, track, name));
        assert.deepEqual(page.complaints, []);
        await page.close();
    });

    test(`${name}: a real mouse and keys lead to what the program shows for the same`, async () => {
        const page = await openScene(name, "?record");
        const at = await corner(page);
        const before = await stateOf(page);
        await page.mouse.move(...at(0.5, 0.38));
        await page.mouse.down();
        for (let i = 1; i <= 12; i++) await page.mouse.move(...at(0.5 + 0.02 * i, 0.38 + 0.015 * i));
        await page.mouse.up();
        await page.mouse.wheel(0, -100);
        await page.keyboard.press("2");
        await page.keyboard.down("d");
        const step = await page.evaluate(() => window.rimcast.step());
        await page.waitForFunction((n) => window.rimcast.step() >= n, step + 6, { timeout: 30000 });
        await page.keyboard.up("d");
        await page.waitForFunction((n) => window.rimcast.step() >= n, step + 12, { timeout: 30000 });

        const track = `${KEEP}/${name}.track`;
        writeFileSync(track, await page.evaluate(() => window.rimcast.finish()));
        const recorded = readFileSync(track, "utf8");
        for (const what of [/ press 1$/m, / release 1$/m, / wheel 1$/m, / down D$/m, / up D$/m])
            assert.match(recorded, what);
        assert.ok(recorded.match(/ move /g).length >= 5, `too few moves:\n${recorded}`);
        const state = await stateOf(page);
        assert.equal(state, native(name, track, `${name}-mouse`));
        assert.notEqual(state, before);
        assert.deepEqual(page.complaints, []);
        await page.close();
    });
}

await run(() => Promise.all([browser.close(), site.close()]));
