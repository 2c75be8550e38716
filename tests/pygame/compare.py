"""Rimcast's masks beside pygame.mask, call by call: what docs/porting-from-pygame.md says is true.

    /usr/bin/python3 tests/pygame/compare.py build/release/librimcast.so [CASES]

Each pygame call is made of the Rimcast calls that the page names, on the same random masks. Prints how many answers
were compared; a difference that the page does not know ends it.
"""
import ctypes
import math
import os
import random
import sys

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_VIDEODRIVER"] = "dummy"
import pygame  # noqa: E402

PIXELS_RGBA8 = 1
AND, OR, XOR, AND_NOT = range(4)
FIRST, ANY = range(2)


class Rect(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("x0", "y0", "x1", "y1")]


class Pixel(ctypes.Structure):
    _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_int)]


class Shared(ctypes.Structure):
    _fields_ = [("hit", ctypes.c_bool), ("a", Pixel), ("b", Pixel)]


class Vec2(ctypes.Structure):
    _fields_ = [("x", ctypes.c_float), ("y", ctypes.c_float)]


class Moments(ctypes.Structure):
    _fields_ = ([(name, ctypes.c_int64) for name in ("count", "x", "y", "xx", "xy", "yy")] + [("centroid", Vec2)] +
                [(name, ctypes.c_double) for name in ("spread_xx", "spread_xy", "spread_yy")] + [("axis", Vec2)])


class Island(ctypes.Structure):
    _fields_ = [("bounds", Rect), ("area", ctypes.c_int64), ("holes", ctypes.c_int64), ("x", ctypes.c_int),
                ("y", ctypes.c_int)]


class Image(ctypes.Structure):
    _fields_ = [("pixels", ctypes.c_char_p), ("width", ctypes.c_int), ("height", ctypes.c_int),
                ("stride", ctypes.c_ssize_t), ("layout", ctypes.c_int), ("alpha_bits", ctypes.c_uint32)]


class Channels(ctypes.Structure):
    _fields_ = [("bits", ctypes.c_uint32 * 4), ("tolerance", ctypes.c_uint8 * 4)]


rim = ctypes.CDLL(sys.argv[1])
for name, result in (("rim_mask_shared_pixel", Shared), ("rim_mask_moments", Moments), ("rim_mask_count", ctypes.c_int64),
                     ("rim_mask_overlap_area", ctypes.c_int64), ("rim_mask_get", ctypes.c_bool),
                     ("rim_mask_overlaps", ctypes.c_bool), ("rim_mask_border", ctypes.c_int64),
                     ("rim_islands_list", ctypes.POINTER(Island)), ("rim_islands_at", ctypes.c_int64),
                     ("rim_islands_largest", ctypes.c_int64), ("rim_mask_equals", ctypes.c_bool)):
    getattr(rim, name).restype = result

compared = {}


def same(what, wanted, got, about=""):
    compared[what] = compared.get(what, 0) + 1
    if wanted != got:
        sys.exit(f"{what}: pygame {wanted}, Rimcast {got} {about}")


class Mask:
    """Owns a rim_mask."""

    def __init__(self, make, *arguments):
        self.at = ctypes.c_void_p()
        status = getattr(rim, make)(ctypes.byref(self.at), *arguments)
        if status:
            sys.exit(f"{make}: status {status}")

    def __del__(self):
        rim.rim_mask_destroy(self.at)

    def size(self):
        return rim.rim_mask_width(self.at), rim.rim_mask_height(self.at)

    def bits(self):
        """A byte a pixel, row after row."""
        width, height = self.size()
        room = (ctypes.c_uint8 * (width * height + 1))()
        rim.rim_mask_read_bytes(self.at, 0, height, room, ctypes.c_ssize_t(0))
        return bytes(room)[:width * height]


def copy_of(mask):
    return Mask("rim_mask_create_copy", mask.at, None)


def bits_of(peer):
    width, height = peer.get_size()
    return bytes(peer.get_at((x, y)) for y in range(height) for x in range(width))


def mask_of(peer):
    width, height = peer.get_size()
    mask = Mask("rim_mask_create", width, height, None)
    rim.rim_mask_write_bytes(mask.at, 0, height, bits_of(peer) + b"\0", ctypes.c_ssize_t(0))
    return mask


def random_peer(most):
    width, height = random.randint(4, most), random.randint(4, most)  # pygame crashes on columns of one pixel
    peer = pygame.mask.Mask((width, height))
    kind, share = random.randrange(4), random.random()
    for y in range(height):
        for x in range(width):
            if kind == 0:
                peer.set_at((x, y), random.random() < share)
            elif kind == 1:
                peer.set_at((x, y), (x // 5 + y // 4) % 3 == 0)
            elif kind == 2:
                peer.set_at((x, y), (2 * x - width) ** 2 + (2 * y - height) ** 2 < min(width, height) ** 2)
            else:
                peer.set_at((x, y), random.random() < 0.03)
    return peer


def compare_pixels(peer, mask):
    width, height = peer.get_size()
    same("get_size", (width, height), mask.size())
    same("count", peer.count(), rim.rim_mask_count(mask.at))
    for _ in range(5):
        x, y, on = random.randrange(width), random.randrange(height), random.random() < 0.5
        same("get_at", peer.get_at((x, y)), int(rim.rim_mask_get(mask.at, x, y)))
        peer.set_at((x, y), on)
        rim.rim_mask_set(mask.at, x, y, ctypes.c_bool(on))
    same("set_at", bits_of(peer), mask.bits())
    again, other = peer.copy(), copy_of(mask)
    same("copy", bits_of(again), other.bits())
    again.invert(), rim.rim_mask_invert(other.at)
    same("invert", bits_of(again), other.bits())
    again.fill(), rim.rim_mask_fill(other.at, ctypes.c_bool(True))
    same("fill", bits_of(again), other.bits())
    again.clear(), rim.rim_mask_fill(other.at, ctypes.c_bool(False))
    same("clear", bits_of(again), other.bits())
    same("Mask(fill)", bits_of(pygame.mask.Mask((width, height), fill=True)),
         Mask("rim_mask_create_filled", width, height, None).bits())
    to = random.randint(0, 2 * width), random.randint(0, 2 * height)
    if random.random() < 0.5:
        to = width * random.randint(1, 3), height * random.randint(1, 3)
    scaled = Mask("rim_mask_create_resized", mask.at, to[0], to[1], None)
    same("scale: size", peer.scale(to).get_size(), scaled.size())
    whole = to[0] > 0 and to[1] > 0 and to[0] % width == 0 and to[1] % height == 0
    if whole or peer.count() in (0, width * height):
        same("scale: to whole multiples", bits_of(peer.scale(to)), scaled.bits())


def compare_two(peer, mask):
    other = random_peer(80)
    beside, (width, height) = mask_of(other), peer.get_size()
    for _ in range(5):
        dx = random.randint(-other.get_size()[0], width)
        dy = random.randint(-other.get_size()[1], height)
        first = rim.rim_mask_shared_pixel(mask.at, beside.at, dx, dy, FIRST)
        theirs = peer.overlap(other, (dx, dy))
        same("overlap: is there a pixel", theirs is not None, first.hit)
        if theirs:
            same("overlap: pygame's pixel is shared", True, peer.get_at(theirs) == 1 and
                 other.get_at((theirs[0] - dx, theirs[1] - dy)) == 1)
            ours = first.a.x, first.a.y
            same("overlap: Rimcast's comes no later in reading order", True, ours[::-1] <= theirs[::-1])
            # pygame goes from stripe to stripe of 64 columns, and in reading order in each.
            if width <= 64 and other.get_size()[0] <= 64:
                same("overlap: the pixel of masks of one stripe", theirs, ours)
        area = ctypes.c_int64(rim.rim_mask_overlap_area(mask.at, beside.at, dx, dy)).value
        same("overlap_area", peer.overlap_area(other, (dx, dy)), area)
        both = copy_of(mask)
        rim.rim_mask_combine(both.at, AND, beside.at, dx, dy)
        same("overlap_mask", bits_of(peer.overlap_mask(other, (dx, dy))), both.bits())
        for call, op in (("draw", OR), ("erase", AND_NOT)):
            changed, ours = peer.copy(), copy_of(mask)
            getattr(changed, call)(other, (dx, dy))
            rim.rim_mask_combine(ours.at, op, beside.at, dx, dy)
            same(call, bits_of(changed), ours.bits())
    all_offsets = Mask("rim_mask_create_overlaps", mask.at, beside.at, None, None)
    theirs = peer.convolve(other)
    same("convolve: size", theirs.get_size(), all_offsets.size())
    same("convolve", bits_of(theirs), all_offsets.bits())


def compare_sums(peer, mask):
    m = rim.rim_mask_moments(mask.at)
    same("moments: count", peer.count(), m.count)
    if m.count == 0:
        same("centroid of nothing", (0, 0), peer.centroid())
        return
    same("centroid, rounded down", peer.centroid(), (m.x // m.count, m.y // m.count))
    # pygame's angle rounds all means down first, and turns counter-clockwise.
    n, x, y = m.count, m.x // m.count, m.y // m.count
    xx, yy = m.xx // n - x * x, m.yy // n - y * y
    theirs = -90.0 * math.atan2(2 * (m.xy // n - x * y), xx - yy) / math.pi
    same("angle, by means rounded down", round(peer.angle(), 9), round(theirs, 9))


def outline(mask, every):
    """pygame's list: the first pixel of the first island, every so many further ones, the start once more."""
    first = rim.rim_mask_shared_pixel(mask.at, mask.at, 0, 0, FIRST)
    if not first.hit:
        return []
    count = rim.rim_mask_border(mask.at, first.a, None, ctypes.c_int64(0))
    room = (Pixel * count)()
    rim.rim_mask_border(mask.at, first.a, room, ctypes.c_int64(count))
    points = [(p.x, p.y) for p in room]
    if count > 1:
        points.append(points[0])
    return points[:1] + points[every::every]


def compare_islands(peer, mask):
    for every in (1, 2, 5):
        same("outline", peer.outline(every), outline(mask, every))
    islands, count = ctypes.c_void_p(), ctypes.c_int64()
    rim.rim_islands_create(ctypes.byref(islands), mask.at, 0, None)
    found = rim.rim_islands_list(islands, ctypes.byref(count))
    pieces = [Mask("rim_mask_create_from_island", islands, ctypes.c_int64(i), None) for i in range(count.value)]
    same("connected_components", sorted(bits_of(c) for c in peer.connected_components()), sorted(p.bits() for p in pieces))
    least = random.randint(1, 9)
    large = [p.bits() for i, p in enumerate(pieces) if found[i].area >= least]
    same("connected_components of a least size", sorted(bits_of(c) for c in peer.connected_components(least)), sorted(large))
    boxes = [(b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0) for b in (found[i].bounds for i in range(count.value))]
    same("get_bounding_rects", sorted(tuple(r) for r in peer.get_bounding_rects()), sorted(boxes))
    x, y = random.randrange(peer.get_size()[0]), random.randrange(peer.get_size()[1])
    number = ctypes.c_int64(rim.rim_islands_at(islands, x, y))
    alone = Mask("rim_mask_create_from_island", islands, number, None)
    same("connected_component at a place", bits_of(peer.connected_component((x, y))), alone.bits())
    largest = Mask("rim_mask_create_from_island", islands, ctypes.c_int64(rim.rim_islands_largest(islands)), None)
    theirs = peer.connected_component()
    same("connected_component: Rimcast's is no smaller", True, rim.rim_mask_count(largest.at) >= theirs.count())
    rim.rim_islands_destroy(islands)


def image_of(surface):
    raw = pygame.image.tostring(surface, "RGBA")
    return raw, Image(raw, surface.get_width(), surface.get_height(), 0, PIXELS_RGBA8, 0)


def word(color):
    return color[0] | color[1] << 8 | color[2] << 16 | color[3] << 24


def compare_surfaces():
    width, height = random.randint(1, 70), random.randint(1, 20)
    surface = pygame.Surface((width, height), pygame.SRCALPHA)
    other = pygame.Surface((width, height), pygame.SRCALPHA)
    for y in range(height):
        for x in range(width):
            color = [random.randint(0, 255) for _ in range(4)]
            surface.set_at((x, y), color)
            other.set_at((x, y), [max(0, min(255, c + random.randint(-9, 9))) for c in color])
    raw, image = image_of(surface)
    threshold = random.randint(0, 254)
    same("from_surface: its threshold is Rimcast's less one", bits_of(pygame.mask.from_surface(surface, threshold)),
         Mask("rim_mask_create_from_image", ctypes.byref(image), threshold + 1, None).bits())
    same("from_surface: the default is RIM_ALPHA_HALF", bits_of(pygame.mask.from_surface(surface)),
         Mask("rim_mask_create_from_image", ctypes.byref(image), 128, None).bits())
    key = surface.get_at((random.randrange(width), random.randrange(height)))
    # With a key pygame compares it with the pixel's whole word and does not look at the threshold.
    keyed = surface.copy()
    keyed.set_colorkey(key)
    raw_key, image_key = image_of(surface)
    ours = Mask("rim_mask_create_from_color_key", ctypes.byref(image_key), ctypes.c_uint32(word(key)),
                ctypes.c_uint32(0xffffffff), None)
    same("from_surface with a key: alpha counts as colour", bits_of(pygame.mask.from_surface(keyed)), ours.bits())
    # pygame's threshold is strict, and alpha is never looked at.
    color, limits = surface.get_at((0, 0)), [random.randint(1, 120) for _ in range(3)]
    channels = Channels((0, 0, 0, 0), (limits[0] - 1, limits[1] - 1, limits[2] - 1, 255))
    same("from_threshold: its threshold is the tolerance and one more",
         bits_of(pygame.mask.from_threshold(surface, color, limits + [255])),
         Mask("rim_mask_create_from_color", ctypes.byref(image), ctypes.c_uint32(word(color)), ctypes.byref(channels),
              None).bits())
    raw_other, image_other = image_of(other)
    near = [random.randint(1, 12) for _ in range(3)]
    channels = Channels((0, 0, 0, 0), (near[0] - 1, near[1] - 1, near[2] - 1, 255))
    same("from_threshold of two surfaces",
         bits_of(pygame.mask.from_threshold(surface, (0, 0, 0), near + [255], other)),
         Mask("rim_mask_create_from_comparison", ctypes.byref(image), ctypes.byref(image_other),
              ctypes.byref(channels), None).bits())


def compare_painting(peer, mask):
    width, height = peer.get_size()
    target = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    masks = target.get_masks()
    ours = (ctypes.c_uint32 * (width * height))()
    for on, off in (((1, 2, 3, 4), (250, 9, 8, 7)), (None, (5, 6, 7, 8)), ((9, 9, 9, 255), None)):
        peer.to_surface(target, setcolor=on, unsetcolor=off)
        solid = ctypes.byref(ctypes.c_uint32(target.map_rgb(on))) if on else None
        empty = ctypes.byref(ctypes.c_uint32(target.map_rgb(off))) if off else None
        rim.rim_mask_paint(mask.at, Rect(0, 0, width, height), solid, empty, ours, ctypes.c_ssize_t(0))
        theirs = target.get_buffer().raw
        same("to_surface", theirs, bytes(ours), masks)


def main():
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else 150
    random.seed(7)
    for i in range(cases):
        peer = random_peer(150 if i % 5 == 0 else 40)
        mask = mask_of(peer)
        compare_pixels(peer, mask)
        compare_two(peer, mask)
        compare_sums(peer, mask)
        compare_islands(peer, mask)
        compare_surfaces()
        compare_painting(peer, mask)
    for what in sorted(compared):
        print(f"{compared[what]:7} {what}")
    if sum(compared.values()) < 30 * cases:
        sys.exit("too little was compared")
    print(f"pygame {pygame.version.ver}: {sum(compared.values())} answers compared")


main()
