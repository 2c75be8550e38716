// From files and folders, chosen or dropped, to paths and bytes.

const IMAGES = /\.(png|jpe?g|gif|bmp|tga|psd|pnm|ppm|pgm|hdr|json)$/i;

// The bytes are null where the browser cannot read the file, as one that is gone.
async function read(file, path) {
    try {
        return { path, bytes: new Uint8Array(await (await file).arrayBuffer()) };
    } catch {
        return { path, bytes: null };
    }
}

const sorted = (files) => files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));

/** Of a file input: single files are always tried, of folders what looks like images. */
export async function gatherFiles(files) {
    const wanted = files.filter((file) => !file.webkitRelativePath || IMAGES.test(file.name));
    return sorted(await Promise.all(wanted.map((file) => read(file, file.webkitRelativePath || file.name))));
}

async function entriesOf(folder) {
    const reader = folder.createReader();
    const all = [];
    for (;;) {
        const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
        if (some.length === 0) return all;
        all.push(...some);
    }
}

async function walk(entry, path, named, out) {
    if (entry.isDirectory) {
        for (const inner of await entriesOf(entry)) await walk(inner, `${path}${entry.name}/`, false, out);
        return;
    }
    if (!named && !IMAGES.test(entry.name)) return;
    out.push(await read(new Promise((resolve, reject) => { entry.file(resolve, reject); }), path + entry.name));
}

/** Of a drop, with folders. The items must be looked at before anything is waited for. */
export async function gatherDropped(transfer) {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (entries.length === 0) return gatherFiles([...transfer.files]);
    const out = [];
    for (const entry of entries) await walk(entry, '', true, out);
    return sorted(out);
}
