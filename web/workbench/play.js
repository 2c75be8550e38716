// Plays the game loop that stands on the page, in the words in which it stands there.

const code = [...document.querySelectorAll('pre')].map((pre) => pre.textContent).find((text) => text.includes('function play'));

async function picture(name) {
    const answer = await fetch(new URL(`samples/${name}.png`, import.meta.url));
    return createImageBitmap(await answer.blob());
}

const module = new URL('../rimcast/rimcast.js', import.meta.url).href;
const source = new Blob([code.replace("'rimcast'", JSON.stringify(module))], { type: 'text/javascript' });
const { play } = await import(URL.createObjectURL(source));
const [ship, ring] = await Promise.all([picture('ship'), picture('ring')]);
await play(document.getElementById('game'), { ship, ring });
document.documentElement.dataset.ready = 'yes';
