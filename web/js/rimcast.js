// Rimcast for JavaScript: hits that follow a sprite's shape. See README.md.

export { RimcastError, load, version } from './core.js';
export { ALPHA_HALF, Mask, Outline } from './mask.js';
export { Figure, PosedFigure, Shapes } from './shapes.js';
export { Posed, Sprite, Stage } from './sprite.js';
export * as Flash from './flash.js';
