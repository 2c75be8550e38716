// Where the world (the first sprite's pixels) is seen on the canvas.

const LEAST = 1 / 64;
const MOST = 128;

export class Camera {
    constructor() {
        this.zoom = 1; // CSS pixels a world pixel
        this.x = 0; // the world point in the middle
        this.y = 0;
        this.width = 1; // of the canvas, in CSS pixels
        this.height = 1;
    }

    toScreen(p) {
        return { x: (p.x - this.x) * this.zoom + this.width / 2, y: (p.y - this.y) * this.zoom + this.height / 2 };
    }

    toWorld(p) {
        return { x: (p.x - this.width / 2) / this.zoom + this.x, y: (p.y - this.height / 2) / this.zoom + this.y };
    }

    /** Keeps the world point under a screen point where it is. */
    zoomAt(screen, factor) {
        const before = this.toWorld(screen);
        this.zoom = Math.min(MOST, Math.max(LEAST, this.zoom * factor));
        const after = this.toWorld(screen);
        this.pan(after.x - before.x, after.y - before.y);
    }

    pan(dx, dy) {
        this.x -= dx;
        this.y -= dy;
    }

    /** Shows a box with some room around it; whole factors where things are small, so that pixels are even. */
    fit({ x, y, width, height }) {
        const room = Math.min((this.width * 0.84) / Math.max(width, 1), (this.height * 0.8) / Math.max(height, 1));
        const zoom = room >= 2 ? Math.floor(room) : room;
        this.zoom = Math.min(48, Math.max(LEAST, zoom));
        this.x = x + width / 2;
        this.y = y + height / 2;
    }

    /** For a context whose unit is a device pixel. */
    transform(ratio) {
        const s = this.zoom * ratio;
        return [s, 0, 0, s, (this.width / 2 - this.x * this.zoom) * ratio, (this.height / 2 - this.y * this.zoom) * ratio];
    }
}
