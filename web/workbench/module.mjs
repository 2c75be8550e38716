// module.mjs README TEMPLATE VERSION: the page of the JavaScript module from its README, on standard output. Of
// Markdown it knows what the README uses: headings, paragraphs, tables, code, bold, links.
import { readFileSync } from "node:fs";

const [readme, template, version] = process.argv.slice(2);
const escape = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
const inline = (text) => escape(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>');

function row(line) {
    const cells = line.slice(1, -1).split(" | ").map((cell) => `<td>${inline(cell.trim())}</td>`);
    return `<tr>${cells.join("")}</tr>`;
}

function block(text) {
    const lines = text.split("\n");
    if (text.startsWith("```")) return `<pre><code>${escape(lines.slice(1, -1).join("\n"))}</code></pre>`;
    if (text.startsWith("    ")) return `<pre><code>${escape(lines.map((line) => line.slice(4)).join("\n"))}</code></pre>`;
    const heading = /^(#+) (.*)/.exec(text);
    if (heading) return `<h${heading[1].length}>${inline(heading[2])}</h${heading[1].length}>`;
    if (text.startsWith("|")) return `<table>${lines.slice(2).map(row).join("\n")}</table>`;
    return `<p>${inline(lines.join(" "))}</p>`;
}

// Blocks are parted by empty lines; those within code do not count.
function split(text) {
    const out = [];
    let code = false, part = [];
    for (const line of [...text.split("\n"), ""]) {
        if (line.startsWith("```")) code = !code;
        if (line === "" && !code) {
            if (part.length) out.push(part.join("\n"));
            part = [];
        } else part.push(line);
    }
    return out;
}

// The heading and what it is, before the game; the rest behind it.
const blocks = split(readFileSync(readme, "utf8").replaceAll("VERSION", version)).map(block);
const parts = { VERSION: version, TITLE: blocks.slice(0, 2).join("\n"), TEXT: blocks.slice(2).join("\n") };
process.stdout.write(readFileSync(template, "utf8").replace(/\{\{(\w+)\}\}/g, (_, word) => parts[word]));
