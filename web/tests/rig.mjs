// What the browser tests share: a static server for build/web/, the distribution's Chromium under
// playwright-core, and a small runner of named tests.
//
//      import { serve, browse, test, run } from "./rig.mjs";
//      const site = await serve("build/web");
//      const browser = await browse();
//      test("a sentence that must be true", async () => { ... });
//      await run(() => Promise.all([browser.close(), site.close()]));
//
// Run from the project's folder, with playwright-core in build/web-tests/node_modules.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize, resolve, sep } from "node:path";
import { performance } from "node:perf_hooks";

const require = createRequire(resolve("build/web-tests/package.json"));

const TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
};

// Serves a folder on a free port of this machine alone. Every request's path is kept in `requests`.
export async function serve(folder) {
    const root = resolve(folder);
    const requests = [];
    const server = createServer(async (request, response) => {
        const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
        const file = normalize(join(root, path.endsWith("/") ? path + "index.html" : path));
        requests.push(path);
        try {
            if (file !== root && !file.startsWith(root + sep)) throw new Error("outside");
            const body = await readFile(file);
            response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
            response.end(body);
        } catch {
            response.writeHead(404, { "content-type": "text/plain" });
            response.end("not found");
        }
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    return {
        url: `http://127.0.0.1:${server.address().port}/`,
        requests,
        close: () => new Promise((closed) => { server.closeAllConnections?.(); server.close(closed); }),
    };
}

function chromium() {
    const names = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    const found = process.env.CHROMIUM ?? names.find((name) => existsSync(name));
    if (!found) throw new Error("no Chromium found; install it with make deps-web, or set CHROMIUM to its path");
    return found;
}

// A headless Chromium with a profile of its own. `context` takes playwright's options for
// the browser's context: viewport, hasTouch, colorScheme, deviceScaleFactor, ...
export async function browse(context = {}) {
    const { chromium: driver } = require("playwright-core");
    const profile = mkdtempSync(join(tmpdir(), "rimcast-chromium-"));
    const browser = await driver.launchPersistentContext(profile, {
        executablePath: chromium(),
        headless: true,
        viewport: { width: 1280, height: 900 },
        acceptDownloads: true,
        args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
               "--no-first-run", "--enable-unsafe-swiftshader"],
        ...context,
    });
    const close = browser.close.bind(browser);
    browser.close = async () => {
        await close();
        rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    };
    return browser;
}

// A new page that remembers what went wrong on it in `page.complaints`: errors and warnings on
// the console, exceptions, requests that failed or left this machine.
export async function open(browser, url) {
    const page = await browser.newPage();
    page.complaints = [];
    page.on("console", (message) => {
        // Software WebGL reads pixels back slowly and splits long frames, and says so; that is the tests' doing.
        if (/GPU stall due to ReadPixels|Automatic fallback to software WebGL|Running out of reserved outsideRenderPass/
            .test(message.text())) return;
        if (message.type() === "error" || message.type() === "warning") page.complaints.push(message.text());
    });
    page.on("pageerror", (error) => page.complaints.push(String(error.stack ?? error)));
    page.on("requestfailed", (request) => page.complaints.push(`failed: ${request.url()}`));
    page.on("request", (request) => {
        if (/^(https?|wss?):/.test(request.url()) && new URL(request.url()).hostname !== "127.0.0.1")
            page.complaints.push(`left this machine: ${request.url()}`);
    });
    if (url) await page.goto(url);
    return page;
}

// --- tests ------------------------------------------------------------------------------------------

const tests = [];

export function test(name, body) {
    tests.push({ name, body });
}

// Runs all tests in order; RIMCAST_ONLY=word those whose names contain it. Ends the process.
export async function run(close = async () => {}) {
    const only = process.env.RIMCAST_ONLY ?? "";
    let failed = 0, passed = 0;
    for (const { name, body } of tests.filter((t) => t.name.includes(only))) {
        const start = performance.now();
        try {
            await body();
            passed++;
            console.log(`ok      ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
        } catch (error) {
            failed++;
            console.log(`FAILED  ${name}\n        ${String(error.stack ?? error).replaceAll("\n", "\n        ")}`);
        }
    }
    await close();
    console.log(`${passed} tests passed${failed ? `, ${failed} FAILED` : ""}`);
    process.exit(failed || !passed ? 1 : 0);
}

// Times say as much of the machine as of the page: they are told, and what is missed as well, but only TIMES=yes makes
// them fail.
export function within(measured, wanted, unit) {
    if (measured < wanted) return;
    const text = `${measured.toFixed(2)} ${unit}, wanted: less than ${wanted.toFixed(2)}`;
    if (process.env.TIMES) throw new Error(text);
    console.log(`        MISSED: ${text}`);
}
