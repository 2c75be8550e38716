// The shell around a scene: starts the program in the canvas, shows its numbers, and hands it keys from
// buttons, files, the size of the canvas and the colours of the page.
//
// The page's address may ask for more, for tests and links:
//      ?watch              a recorded hand plays the scene from its beginning
//      ?frames=N           hurries N steps along the recorded track, then pauses
//      ?record             keeps a track of what is done from the beginning on
//      ?renderer=NAME      opengles2 or software
// window.rimcast tells tests what there is: ready, state(), step(), cost(), finish().
"use strict";

const byId = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search);
const scene = document.currentScript.dataset.scene;
const flat = document.currentScript.dataset.flat === "true"; // a scene of sprites, not of solids
const canvas = byId("canvas");
const RECORD = "/recorded.track";
const light = matchMedia("(prefers-color-scheme: light)");

function programArguments() {
    const list = [scene];
    if (light.matches) list.push("--light");
    if (asked.has("watch")) list.push("--play", `assets/tracks/${scene}.track`);
    if (asked.has("frames")) list.push("--frames", asked.get("frames"));
    if (asked.has("record")) list.push("--record", RECORD);
    return list;
}

// Without a graphics card the browser's WebGL is slower at large pictures than SDL's own rectangles and
// copies; at many triangles it is faster.
function renderer() {
    if (asked.has("renderer")) return asked.get("renderer");
    const gl = flat && document.createElement("canvas").getContext("webgl");
    if (!gl) return "";
    const about = gl.getExtension("WEBGL_debug_renderer_info");
    const name = about ? gl.getParameter(about.UNMASKED_RENDERER_WEBGL) : "";
    gl.getExtension("WEBGL_lose_context")?.loseContext();
    return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name) ? "software" : "";
}

function complain(text) {
    byId("message").textContent = text;
}

var Module = {
    canvas,
    arguments: programArguments(),
    preRun: [() => {
        const name = renderer();
        if (name) Module.ENV.SDL_RENDER_DRIVER = name;
    }],
    print: (text) => console.log(text),
    printErr: (text) => console.warn(text),
    setStatus: (text) => { if (text) byId("wait").firstElementChild.textContent = text; },
    onAbort: (why) => complain(`The scene has stopped: ${why}. Reload the page to start again.`),
};
window.Module = Module;

// Text that the program has allocated.
function take(pointer) {
    const text = pointer ? Module.UTF8ToString(pointer) : "";
    if (pointer) Module._free(pointer);
    return text;
}

const ready = new Promise((resolve) => {
    const look = () => (Module.kit && Module._web_cost && Module._web_cost(Module.kit) > 0
        ? resolve(performance.now()) : requestAnimationFrame(look));
    look();
});

window.rimcast = {
    ready, // resolves, after the first picture, to the milliseconds since the page was opened
    state: () => take(Module._web_state(Module.kit)),
    step: () => Module._web_step(Module.kit),
    cost: () => Module._web_cost(Module.kit),
    isPaused: () => Boolean(Module._web_is_paused(Module.kit)),
    finish: () => { Module._web_finish(Module.kit); return Module.FS.readFile(RECORD, { encoding: "utf8" }); },
};

// --- numbers ------------------------------------------------------------------------------------------

// Rewrites only what has changed: a screen reader and a finger on a text are left in peace.
function showNumbers() {
    const rows = take(Module._web_numbers(Module.kit)).split("\n").filter(Boolean).map((row) => row.split("\t"));
    const list = byId("numbers");
    while (list.children.length > 2 * rows.length) list.lastElementChild.remove();
    rows.forEach(([label, value], i) => {
        if (list.children.length <= 2 * i) list.append(document.createElement("dt"), document.createElement("dd"));
        const [dt, dd] = [list.children[2 * i], list.children[2 * i + 1]];
        if (dt.textContent !== label) dt.textContent = label;
        if (dd.textContent !== value) dd.textContent = value;
    });
    const notice = take(Module._web_notice(Module.kit));
    if (byId("notice").textContent !== notice) byId("notice").textContent = notice;
    byId("pause").setAttribute("aria-pressed", String(rimcast.isPaused()));
}

// --- keys -----------------------------------------------------------------------------------------------

function key(name, down) {
    Module.ccall("web_key", null, ["string", "number"], [name, down]);
}

function tap(name) {
    key(name, 1);
    key(name, 0);
}

// The browser keeps its own keys, and unless the canvas has the focus, all of them. SDL listens at the
// window, behind us: what is stopped here does not reach it.
const BROWSERS = new Set(["Tab", "Escape", "F1", "F3", "F5", "F6", "F7", "F10", "F11", "F12"]);
function guard(event) {
    if (event.type === "keyup") return; // what went down may come up, wherever and with whatever else is held
    const foreign = BROWSERS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey;
    const elsewhere = document.activeElement !== canvas;
    if (foreign || elsewhere) event.stopImmediatePropagation();
}
for (const type of ["keydown", "keyup", "keypress"]) window.addEventListener(type, guard);

// A button is a key: down while it is held.
function makeKey(button) {
    const name = button.dataset.key;
    let held = false;
    const set = (down) => {
        if (held === down) return;
        held = down;
        button.setAttribute("aria-pressed", String(down));
        key(name, down ? 1 : 0);
    };
    button.addEventListener("pointerdown", (event) => {
        event.preventDefault(); // the canvas keeps the focus
        button.setPointerCapture(event.pointerId);
        set(true);
    });
    for (const type of ["pointerup", "pointercancel", "blur"]) button.addEventListener(type, () => set(false));
    button.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") set(true); });
    button.addEventListener("keyup", () => set(false));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
}

// --- files ----------------------------------------------------------------------------------------------

// The list of an input is emptied while the first file is waited for: a copy is gone through.
async function give(files) {
    complain("");
    for (const file of [...files]) {
        const path = `/${file.name.replaceAll("/", "_")}`;
        try {
            Module.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
            Module.ccall("web_drop", null, ["string"], [path]);
        } catch { // as a folder that was dropped
            complain(`${file.name} cannot be read; give files with pictures`);
        }
    }
}

// --- start ----------------------------------------------------------------------------------------------

ready.then(() => {
    byId("wait").hidden = true;
    setInterval(showNumbers, 200);
    showNumbers();
    canvas.focus({ preventScroll: true });
    document.querySelectorAll("[data-key]").forEach(makeKey);
    document.querySelectorAll("[data-wheel]").forEach((button) => button.addEventListener(
        "click", () => Module.ccall("web_wheel", null, ["number"], [Number(button.dataset.wheel)])));
    byId("again").addEventListener("click", () => (asked.has("watch") ? location.search = "" : tap("F5")));
    byId("pause").addEventListener("click", () => tap("P"));
    byId("step").addEventListener("click", () => tap("."));
    byId("watch").addEventListener("click", () => { location.search = "?watch"; });
    const right = byId("right");
    if (right) right.addEventListener("click", () => {
        const on = right.getAttribute("aria-pressed") !== "true";
        right.setAttribute("aria-pressed", String(on));
        Module._web_right(Module.kit, on);
        canvas.focus({ preventScroll: true });
    });
    byId("full").hidden = !document.fullscreenEnabled;
    byId("full").addEventListener("click", () => byId("stage").requestFullscreen().then(() => canvas.focus()));

    canvas.addEventListener("pointerdown", () => canvas.focus({ preventScroll: true }));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    document.addEventListener("pointerlockchange", () => {
        if (!document.pointerLockElement) Module._web_free_mouse(Module.kit);
    });
    // SDL asks the canvas for its size when the window says that something changed.
    new ResizeObserver(() => window.dispatchEvent(new Event("resize"))).observe(canvas);
    light.addEventListener("change", () => Module._web_light(Module.kit, light.matches));

    const choose = byId("choose");
    if (choose) choose.addEventListener("change", () => { give(choose.files); choose.value = ""; });
    byId("stage").addEventListener("dragover", (event) => event.preventDefault());
    byId("stage").addEventListener("drop", (event) => {
        event.preventDefault();
        give(event.dataTransfer.files);
    });
});
