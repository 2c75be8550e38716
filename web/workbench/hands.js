// Mouse, fingers and keys on the view.

const near = (a, b, reach) => Math.hypot(a.x - b.x, a.y - b.y) <= reach;

/** What lies under a point of the screen: a handle, the anchor, the second sprite, or the ground. */
function whatIsAt(view, p, reach) {
    const { camera } = view;
    const second = view.second();
    if (second?.handles) {
        if (near(camera.toScreen(second.handles.turn), p, reach)) return 'turn';
        if (near(camera.toScreen(second.handles.scale), p, reach)) return 'scale';
    }
    const anchor = view.anchor();
    if (anchor && near(camera.toScreen(anchor), p, reach)) return 'anchor';
    const world = camera.toWorld(p);
    if (second && second.posed.contains(world.x, world.y)) return 'second';
    return 'ground';
}

const angle = (from, to) => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;

/** A drag under way: drag(world point) does what it does. */
function startDrag(view, what, screen) {
    const start = view.camera.toWorld(screen);
    const at = { ...view.at() };
    const whole = (v) => (view.snaps() ? Math.round(v) : v);
    if (what === 'second')
        return (p) => view.moveTo(at.x + whole(p.x - start.x), at.y + whole(p.y - start.y));
    if (what === 'anchor') {
        const anchor = { ...view.anchor() };
        const half = (v) => Math.round(2 * v) / 2;
        return (p) => view.setAnchor({ x: half(anchor.x + p.x - start.x), y: half(anchor.y + p.y - start.y) });
    }
    if (what === 'turn') {
        const degrees = view.degrees() - angle(at, start);
        return (p, event) => {
            const step = event.shiftKey ? 15 : view.snaps() ? 1 : 0;
            const turned = (((degrees + angle(at, p) + 180) % 360) + 360) % 360 - 180;
            view.setDegrees(step ? Math.round(turned / step) * step : turned);
        };
    }
    if (what === 'scale') {
        const scale = view.scale() / Math.max(1e-6, Math.hypot(start.x - at.x, start.y - at.y));
        return (p, event) => {
            const grown = scale * Math.hypot(p.x - at.x, p.y - at.y);
            view.setScale(event.shiftKey ? Math.max(0.25, Math.round(grown * 4) / 4) : grown);
        };
    }
    return (p) => {
        view.camera.pan(p.x - start.x, p.y - start.y);
        view.repaint();
    };
}

export function listenToView(canvas, view) {
    const fingers = new Map(); // from pointer ids to points
    let drag = null;
    const place = (event) => {
        const box = canvas.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const middle = () => {
        const [a, b] = fingers.values();
        return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
    };
    const end = () => {
        if (drag) view.setDragging(false);
        drag = null;
    };

    canvas.addEventListener('pointerdown', (event) => {
        canvas.focus({ preventScroll: true });
        canvas.setPointerCapture(event.pointerId);
        fingers.set(event.pointerId, place(event));
        end();
        if (fingers.size > 1) return;
        const p = place(event);
        const what = event.button === 1 ? 'ground' : whatIsAt(view, p, event.pointerType === 'touch' ? 24 : 12);
        drag = startDrag(view, what, p);
        view.setDragging(true);
        event.preventDefault();
    });
    canvas.addEventListener('pointermove', (event) => {
        const p = place(event);
        if (!fingers.has(event.pointerId)) {
            const what = whatIsAt(view, p, 12);
            canvas.style.cursor = { turn: 'alias', scale: 'nwse-resize', anchor: 'move', second: 'move' }[what] ?? '';
            return;
        }
        if (fingers.size === 2) {
            const before = middle();
            fingers.set(event.pointerId, p);
            const after = middle();
            view.camera.pan((after.x - before.x) / view.camera.zoom, (after.y - before.y) / view.camera.zoom);
            view.zoom(after.apart / before.apart, after);
            return;
        }
        fingers.set(event.pointerId, p);
        drag?.(view.camera.toWorld(p), event);
    });
    for (const name of ['pointerup', 'pointercancel'])
        canvas.addEventListener(name, (event) => {
            fingers.delete(event.pointerId);
            end();
        });
    canvas.addEventListener('wheel', (event) => {
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 16 : 1;
        view.zoom(Math.exp((-event.deltaY * lines) / 400), place(event));
    }, { passive: false });
    canvas.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (press(view, event)) event.preventDefault();
    });
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Returns whether the key means something. */
function press(view, event) {
    const far = event.shiftKey ? 10 : 1;
    const arrow = ARROWS[event.key];
    if (arrow) {
        const [dx, dy] = arrow;
        if (view.second()) view.moveTo(view.at().x + dx * far, view.at().y + dy * far);
        else {
            view.camera.pan((-dx * 24) / view.camera.zoom, (-dy * 24) / view.camera.zoom);
            view.repaint();
        }
        return true;
    }
    switch (event.key) {
    case '+':
    case '=':
        view.zoom(1.5);
        return true;
    case '-':
        view.zoom(1 / 1.5);
        return true;
    case '0':
        view.fit();
        return true;
    case 'r':
    case 'R':
        view.setDegrees(view.degrees() + (event.shiftKey ? -5 : 5));
        return true;
    case 's':
    case 'S':
        view.setScale(view.scale() * (event.shiftKey ? 1 / 1.1 : 1.1));
        return true;
    case ',':
    case '.':
        view.step(event.key === ',' ? -1 : 1);
        return true;
    default:
        return false;
    }
}
