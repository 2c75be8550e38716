// A game loop with hits that follow the shapes: fly the ship with the arrow keys, turn it with A and D.
// It cannot fly through the ring, only through the gap in it. Its outline is drawn over it.
//
//      cc game.c $(pkg-config --cflags --libs rimcast-sdl) -o game
//      ./game [FRAMES]         with FRAMES, it flies to the right by itself for so many frames
#include <rimcast/rimcast.h>
#include <rimcast/sdl.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct thing
{
    rim_sprite  *sprite;
    SDL_Texture *texture;
    SDL_FRect    at;
    double       degrees;
} thing;

// Pictures drawn in code, so that this example needs no files. IMG_Load gives such a surface, too.
static bool in_ship(int x, int y)
{
    return abs(y - 24) <= (48 - x) / 2 && (x > 12 || abs(y - 24) > 6);
}

static bool in_ring(int x, int y)
{
    int dx = x - 120, dy = y - 120, d2 = dx * dx + dy * dy;
    return d2 < 120 * 120 && d2 > 80 * 80 && !(dx > 0 && abs(dy) < 40);
}

static bool make(thing *t, SDL_Renderer *renderer, bool (*inside)(int x, int y), Uint32 color)
{
    int          size = (int)t->at.w;
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, size, size, 32, SDL_PIXELFORMAT_RGBA32);
    if (!surface) return false;
    for (int i = 0; i < size * size; i++)
        ((Uint32 *)surface->pixels)[i] = inside(i % size, i / size) ? color : 0;
    t->texture = SDL_CreateTextureFromSurface(renderer, surface);
    rim_sdl_sprite_create(&t->sprite, surface, RIM_ALPHA_HALF, NULL);
    SDL_FreeSurface(surface);
    return t->texture && t->sprite;
}

// What collides is what SDL_RenderCopyExF draws.
static rim_posed posed(const thing *t)
{
    return rim_posed_make(t->sprite,
                          rim_sdl_pose(t->sprite, NULL, &t->at, t->degrees, NULL, SDL_FLIP_NONE));
}

// Moves the ship if it stays clear of the ring.
static void fly(thing *ship, const thing *ring, float dx, float dy, double turn)
{
    thing tried = *ship;
    tried.at.x += dx;
    tried.at.y += dy;
    tried.degrees += turn;
    if (!rim_sprite_overlaps(posed(&tried), posed(ring))) *ship = tried;
}

int main(int count, char **arguments)
{
    int           frames = count > 1 ? atoi(arguments[1]) : -1, blocked = 0;
    SDL_Window   *window = NULL;
    SDL_Renderer *renderer = NULL;
    thing         ship = { NULL, NULL, { 40.0f, 200.0f, 48.0f, 48.0f }, 0.0 };
    thing         ring = { NULL, NULL, { 300.0f, 120.0f, 240.0f, 240.0f }, 20.0 };
    if (SDL_Init(SDL_INIT_VIDEO) != 0 ||
        SDL_CreateWindowAndRenderer(800, 480, 0, &window, &renderer) != 0 ||
        !make(&ship, renderer, in_ship, 0xfff7a27a) || !make(&ring, renderer, in_ring, 0xffb8a394))
        return fprintf(stderr, "cannot start: %s\n", SDL_GetError()), 1;

    for (SDL_Event event = { 0 }; event.type != SDL_QUIT && frames != 0; frames -= frames > 0)
    {
        while (SDL_PollEvent(&event) && event.type != SDL_QUIT) continue;
        const Uint8 *keys = SDL_GetKeyboardState(NULL);
        float right = (float)(frames > 0 || keys[SDL_SCANCODE_RIGHT]) - keys[SDL_SCANCODE_LEFT];
        float down = (float)keys[SDL_SCANCODE_DOWN] - keys[SDL_SCANCODE_UP], before = ship.at.x;
        // One axis after the other, so that the ship slides along what blocks it.
        fly(&ship, &ring, 4.0f * right, 0.0f, 0.0);
        fly(&ship, &ring, 0.0f, 4.0f * down, 3.0 * (keys[SDL_SCANCODE_D] - keys[SDL_SCANCODE_A]));
        blocked += right != 0.0f && ship.at.x == before;
        SDL_SetRenderDrawColor(renderer, 22, 27, 38, 255);
        SDL_RenderClear(renderer);
        SDL_RenderCopyExF(renderer, ring.texture, NULL, &ring.at, ring.degrees, NULL,
                          SDL_FLIP_NONE);
        SDL_RenderCopyExF(renderer, ship.texture, NULL, &ship.at, ship.degrees, NULL,
                          SDL_FLIP_NONE);
        rim_sdl_draw_outline(renderer, posed(&ship), (SDL_Color){ 255, 107, 107, 255 }, 4.0f);
        SDL_RenderPresent(renderer);
        SDL_Delay(16);
    }
    printf("ship at %g,%g, blocked for %d frames\n", (double)ship.at.x, (double)ship.at.y, blocked);
    rim_sprite_destroy(ship.sprite);
    rim_sprite_destroy(ring.sprite);
    SDL_Quit(); // the window, the renderer and the textures go with it
    return 0;
}
