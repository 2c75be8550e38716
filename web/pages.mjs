// pages.mjs FOLDER: the gallery and a page for each scene, from the two templates and scenes.json.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const [out] = process.argv.slice(2);
const scenes = JSON.parse(readFileSync("web/scenes.json", "utf8"));

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

// Every {{word}} of a template, from an object; a word that is missing stops everything.
function fill(template, words) {
    return template.replace(/\{\{(\w+)\}\}/g, (_, word) => {
        if (!(word in words)) throw new Error(`{{${word}}} is not filled in`);
        return words[word];
    });
}

const SHOWN = { Left: "←", Right: "→", Up: "↑", Down: "↓", "Left Shift": "Shift", Space: "Space" };

// "Left Shift" is one key, all others are single words.
function buttons(keys) {
    const names = keys === "Left Shift" ? [keys] : keys.split(" ");
    return names.map((key) => `<button data-key="${key}" aria-label="key ${key}">${SHOWN[key] ?? key}</button>`).join("");
}

function keyList(scene) {
    const wheel = scene.wheel ? [`<li><button data-wheel="1" aria-label="wheel up">＋</button>` +
                                 `<button data-wheel="-1" aria-label="wheel down">−</button> wheel: ${escape(scene.wheel)}</li>`] : [];
    const right = scene.right ? [`<li><button id="right" aria-pressed="false">right</button> ${escape(scene.right)}</li>`] : [];
    return [...wheel, ...right, ...scene.keys.map(([keys, does]) => `<li>${buttons(keys)} ${escape(does)}</li>`)].join("\n");
}

const choose = `<label class="button">Choose a picture<input id="choose" type="file" accept="image/png,image/jpeg" multiple class="unseen"></label>`;

mkdirSync(`${out}/scenes`, { recursive: true });
mkdirSync(`${out}/pictures`, { recursive: true });

const page = readFileSync("web/scene.html", "utf8");
scenes.forEach((scene, i) => {
    const picture = `docs/pictures/${scene.name}.png`;
    if (!existsSync(picture)) throw new Error(`${picture} is missing`);
    copyFileSync(picture, `${out}/pictures/${scene.name}.png`);
    writeFileSync(`${out}/scenes/${scene.name}.html`, fill(page, {
        name: scene.name,
        flat: String(Boolean(scene.flat)),
        look: escape(scene.look),
        previous: scenes.at(i - 1).name,
        next: scenes[(i + 1) % scenes.length].name,
        keys: keyList(scene),
        mouse: escape(scene.mouse.join(" · ")),
        choose: scene.drop ? choose : "",
    }));
});

const card = (scene) => `<li><a class="card" href="scenes/${scene.name}.html">` +
    `<img src="pictures/${scene.name}.png" alt="" width="1280" height="800" loading="lazy">` +
    `<h2>${scene.name}</h2><p>${escape(scene.look)}</p></a></li>`;
writeFileSync(`${out}/gallery.html`,
              fill(readFileSync("web/gallery.html", "utf8"), { scenes: scenes.map(card).join("\n") }));
