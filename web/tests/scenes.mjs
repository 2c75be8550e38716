// The scenes in a real browser: each starts without a complaint, is dragged by a real mouse, and shows
// what the native program shows for the same input, to the last bit of what is drawn.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { browse, open, run, serve, test, within } from "./rig.mjs";

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

// Waits until the scene has gone this many steps further.
async function pass(page, steps) {
    const now = await page.evaluate(() => window.rimcast.step());
    await page.waitForFunction((n) => window.rimcast.step() >= n, now + steps, { timeout: 120000 });
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
        await page.waitForFunction((n) => window.rimcast.step() >= n, steps, { timeout: 240000 });
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
        await pass(page, 6);
        await page.keyboard.up("d");
        await pass(page, 6);

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

// --- the page around a scene ------------------------------------------------------------------------

const numbers = (page) => page.evaluate(() => Object.fromEntries(
    window.rimcast.state().split("\n").filter((row) => row.includes(": ")).map((row) => row.split(": "))));
const until = (page, body, argument) => page.waitForFunction(body, argument, { timeout: 120000 });

// How many of the canvas's pixels differ from the one in its corner, and that one, as it is shown.
async function look(page) {
    const picture = (await page.locator("#canvas").screenshot()).toString("base64");
    return page.evaluate(async (data) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        const pixels = context.getImageData(0, 0, image.width, image.height).data;
        const corner = pixels.slice(4 * 3 * (image.width + 1), 4 * 3 * (image.width + 1) + 3);
        let other = 0;
        for (let i = 0; i < pixels.length; i += 4)
            other += corner.some((v, c) => Math.abs(v - pixels[i + c]) > 24) ? 1 : 0;
        return { share: other / (image.width * image.height), corner: [...corner] };
    }, picture);
}

test("a scene can be played soon after its page was asked for; two seconds are wanted", async () => {
    const times = [];
    for (let i = 0; i < 3; i++) {
        const page = await open(browser);
        await page.route("**/*", (route) => route.continue()); // playwright's way to leave the cache out
        await page.goto(`${site.url}scenes/drag.html`);
        times.push(await ready(page));
        await page.close();
    }
    console.log(`        first picture after ${times.map((t) => Math.round(t)).join(", ")} ms`);
    within(Math.min(...times), 2000, "ms");
});

// The work of a turn of the loop, in milliseconds: its mean and its worst average, and the steps in a second. What WebGL
// draws is drawn elsewhere: by the graphics card, or, without one, by another process of the browser on the same cores.
// So the drawing calls are left out. The canvas is still cleared: of one that does not change the browser shows no
// frames, and its queue of calls fills up.
async function work(name) {
    const page = await open(browser);
    await page.addInitScript(() => {
        for (const context of [WebGLRenderingContext, WebGL2RenderingContext])
            for (const call of ["drawArrays", "drawElements"]) context.prototype[call] = () => {};
    });
    await page.goto(`${site.url}scenes/${name}.html?watch&renderer=opengles2`);
    await ready(page);
    await page.addStyleTag({ content: ".stage { width: 962px !important; max-width: none !important }" });
    await until(page, () => document.getElementById("canvas").width === 960);
    await page.waitForTimeout(1500); // the average forgets the first picture, for which all is loaded
    const costs = [], from = await page.evaluate(() => [performance.now(), window.rimcast.step()]);
    for (let i = 0; i < 10; i++) {
        await page.waitForTimeout(250);
        costs.push(1000 * await page.evaluate(() => window.rimcast.cost()));
    }
    const to = await page.evaluate(() => [performance.now(), window.rimcast.step()]);
    assert.ok(to[1] > from[1]);
    assert.deepEqual(page.complaints, []);
    await page.close();
    return { mean: costs.reduce((sum, cost) => sum + cost) / costs.length, worst: Math.max(...costs),
             steps: 1000 * (to[1] - from[1]) / (to[0] - from[0]) };
}

for (const { name } of scenes)
    test(`${name}: what a turn of the loop takes at 960 × 600; eight milliseconds are wanted`, async () => {
        const { mean, worst, steps } = await work(name);
        console.log(`        ${mean.toFixed(2)} ms of work in each, at times ${worst.toFixed(2)}; ` +
                    `${steps.toFixed(0)} steps/s`);
        within(mean, 8, "ms");
    });

test("the canvas follows the size of its window, and what is under the mouse stays there", async () => {
    const page = await openScene("drag");
    for (const [width, height] of [[1400, 1000], [700, 900], [420, 800]]) {
        await page.setViewportSize({ width, height });
        await until(page, () => {
            const canvas = document.getElementById("canvas");
            return Math.abs(canvas.width - canvas.clientWidth * devicePixelRatio) <= 1;
        });
        const at = await corner(page);
        await page.mouse.move(...at(0.25, 0.5));
        await until(page, () => Math.abs(Number(/mouse (\S+)/.exec(window.rimcast.state())[1]) - 320) < 5);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "too wide");
        assert.ok((await look(page)).share > 0.02);
    }
    assert.deepEqual(page.complaints, []);
    await page.close();
});

test("the scenes are dark or light as the reader's system is", async () => {
    const page = await open(browser);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(`${site.url}scenes/drag.html`);
    await ready(page);
    assert.deepEqual((await look(page)).corner, [22, 27, 38]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.waitForTimeout(300);
    assert.deepEqual((await look(page)).corner, [252, 252, 250]);
    await page.close();
});

test("a picture joins the scene, and a corrupt one leaves a message", async () => {
    const page = await openScene("drag");
    const good = readFileSync("assets/ship.png");
    const bad = Buffer.from(good.subarray(0, 200));
    await page.setInputFiles("#choose", [{ name: "corrupt.png", mimeType: "image/png", buffer: bad }]);
    await until(page, () => document.getElementById("notice").textContent.includes("corrupt.png"));
    await page.setInputFiles("#choose", [{ name: "mine.png", mimeType: "image/png", buffer: good }]);
    await until(page, () => /mine(\.png)? joins/.test(document.getElementById("notice").textContent));
    // All that are chosen at once.
    await page.setInputFiles("#choose", ["one.png", "two.png"].map((name) => ({ name, mimeType: "image/png", buffer: good })));
    await until(page, () => /two(\.png)? joins/.test(document.getElementById("notice").textContent));
    await pass(page, 5);
    assert.deepEqual(page.complaints, []);
    await page.close();
});

test("the size of the window changes nothing of what a scene tells", async () => {
    const page = await openScene("outline-lab", "?watch&frames=40");
    const told = [];
    for (const width of [1500, 1111, 640]) {
        await page.setViewportSize({ width, height: 900 });
        await page.waitForFunction(() => window.rimcast.step() >= 40 && window.rimcast.isPaused());
        await page.waitForTimeout(300);
        told.push(await stateOf(page));
    }
    assert.equal(new Set(told).size, 1, told.join("\n"));
    await page.close();
});

test("the Tab key leaves the canvas, and buttons stand for keys", async () => {
    const page = await openScene("drag");
    assert.equal(await page.evaluate(() => document.activeElement.id), "canvas");
    await page.keyboard.press("1");
    await until(page, () => window.rimcast.state().includes("shown: 1 boxes"));
    await page.keyboard.press("Tab");
    assert.notEqual(await page.evaluate(() => document.activeElement.id), "canvas");
    await page.keyboard.press("3");
    await page.locator('[data-key="2"]').click();
    await until(page, () => window.rimcast.state().includes("shown: 2 outlines"));
    await page.locator('[data-key="3"]').focus();
    await page.keyboard.press("Enter");
    await until(page, () => window.rimcast.state().includes("shown: 3 pixels"));
    await page.locator("#pause").click();
    await until(page, () => document.getElementById("pause").getAttribute("aria-pressed") === "true");
    await page.locator("#again").click();
    await until(page, () => window.rimcast.step() < 5);
    await page.locator("#step").click();
    assert.deepEqual(page.complaints, []);
    await page.close();
});

const tap = (page, name) => page.evaluate((name) => {
    for (const down of [1, 0]) Module.ccall("web_key", null, ["string", "number"], [name, down]);
}, name);

// Fails if what a scene draws goes on changing.
async function isAtRest(page) {
    const drawn = async () => /^drawn .*$/m.exec(await stateOf(page))[0];
    const before = await drawn();
    await pass(page, 10);
    assert.equal(await drawn(), before);
}

test("a wheel that is tilted changes nothing", async () => {
    const page = await openScene("drag");
    const at = await corner(page);
    await page.mouse.move(...at(0.5, 0.3));
    await page.mouse.wheel(100, 0);
    await pass(page, 6);
    assert.equal((await numbers(page)).rays, "36");
    await page.mouse.wheel(0, -100);
    await until(page, () => window.rimcast.state().includes("rays: 40"));
    await page.close();
});

test("a key that comes up while Ctrl is held comes up in the scene", async () => {
    const page = await openScene("drag");
    await page.keyboard.down("d");
    await pass(page, 6);
    await page.keyboard.down("Control");
    await page.keyboard.up("d");
    await page.keyboard.up("Control");
    await pass(page, 6);
    await isAtRest(page);
    await page.close();
});

test("a key that comes up while the scene is paused comes up, however far the mouse goes meanwhile", async () => {
    const page = await openScene("drag", "?record");
    const at = await corner(page);
    await page.keyboard.down("d");
    await pass(page, 6);
    await page.locator("#pause").click();
    await page.evaluate(([x, y]) => {
        for (let i = 0; i < 600; i++)
            document.getElementById("canvas").dispatchEvent(new MouseEvent("mousemove", { clientX: x + i % 50, clientY: y + i % 7, bubbles: true }));
    }, at(0.05, 0.2));
    await page.keyboard.up("d");
    await page.waitForTimeout(200);
    await page.locator("#pause").click();
    await pass(page, 6);
    await isAtRest(page);
    assert.match(await page.evaluate(() => window.rimcast.finish()), /^\d+ up D$/m);
    await page.close();
});

test("what is recorded can be played, whatever keys and buttons a machine has", async () => {
    const page = await openScene("drag", "?record");
    const at = await corner(page);
    await tap(page, "no name of a key");
    await page.evaluate(([x, y]) => {
        for (const type of ["mousedown", "mouseup"])
            document.getElementById("canvas").dispatchEvent(new MouseEvent(type, { clientX: x, clientY: y, button: 7, bubbles: true }));
    }, at(0.5, 0.3));
    await pass(page, 6);
    const track = `${KEEP}/any.track`;
    writeFileSync(track, await page.evaluate(() => window.rimcast.finish()));
    assert.equal(await stateOf(page), native("drag", track, "any"));
    await page.close();
});

test("F5 while a track is played does not start the scene over at its end", async () => {
    const page = await openScene("swarm", "?watch");
    await tap(page, "F5");
    const end = Number(/^(\d+) end$/m.exec(readFileSync("assets/tracks/swarm.track", "utf8"))[1]);
    const fell = await page.evaluate((end) => new Promise((done) => {
        let last = 0;
        const look = () => {
            const step = window.rimcast.step();
            if (step < last || step > end + 30) done(step < last);
            else requestAnimationFrame(look);
            last = step;
        };
        look();
    }), end);
    assert.equal(fell, false);
    // After its end the key works.
    await tap(page, "F5");
    await until(page, () => window.rimcast.step() < 30);
    await page.close();
});

test("a folder that is dropped is named, and the files beside it join", async () => {
    const page = await openScene("drag");
    const ship = [...readFileSync("assets/ship.png")];
    await page.evaluate((ship) => give([
        { name: "art", arrayBuffer: () => Promise.reject(new Error("a folder")) },
        { name: "mine.png", arrayBuffer: () => Promise.resolve(Uint8Array.from(ship).buffer) },
    ]), ship);
    await until(page, () => /mine(\.png)? joins/.test(document.getElementById("notice").textContent));
    assert.match(await page.textContent("#message"), /^art cannot be read/);
    assert.deepEqual(page.complaints, []);
    await page.close();
});

for (const name of ["swarm", "duel"])
    test(`${name}: its colours follow the reader's system at any time`, async () => {
        const page = await open(browser);
        const shot = async (first, then) => {
            await page.emulateMedia({ colorScheme: first });
            await page.goto(`${site.url}scenes/${name}.html?watch&frames=30`);
            await ready(page);
            await until(page, () => window.rimcast.step() >= 30 && window.rimcast.isPaused());
            await page.emulateMedia({ colorScheme: then });
            await page.waitForTimeout(500);
            return page.locator("#canvas").screenshot();
        };
        assert.equal((await shot("dark", "light")).compare(await shot("light", "light")), 0);
        await page.close();
    });

test("a finger drags a sprite, and pages fit a phone", async () => {
    const phone = await browse({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
    const page = await open(phone, `${site.url}scenes/drag.html`);
    await ready(page);
    const at = await corner(page), touch = await phone.newCDPSession(page);
    const send = (type, points) => touch.send("Input.dispatchTouchEvent",
        { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    const before = (await numbers(page))["pairs that touch"];
    await send("touchStart", [at(890 / 1280, 295 / 800)]); // the ship, to the ring
    for (let i = 1; i <= 10; i++) {
        await send("touchMove", [at((890 - 25 * i) / 1280, (295 + 11 * i) / 800)]);
        await page.waitForTimeout(30);
    }
    await send("touchEnd", []);
    await until(page, (was) => !window.rimcast.state().includes(`pairs that touch: ${was}`), before);
    await page.locator('[data-key="1"]').tap();
    await until(page, () => window.rimcast.state().includes("shown: 1 boxes"));
    assert.equal(await page.evaluate(() => window.scrollY), 0, "the finger scrolled the page");
    for (const path of ["gallery.html", ...scenes.map((s) => `scenes/${s.name}.html`)]) {
        await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} is too wide`);
    }
    await phone.close();
});

await run(() => Promise.all([browser.close(), site.close()]));
