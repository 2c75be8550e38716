// Loads shapes that `rimcast bake` made, and asks them: what does an arrow hit, and where is the sword?
//
//      cc knight.c $(pkg-config --cflags --libs rimcast) -o knight
//      rimcast bake art/ -o game.shapes       # with sword.png and knight.figure.json in art/
//      ./knight game.shapes
#include <rimcast/rimcast.h>

#include <stdio.h>
#include <stdlib.h>

// Returns the bytes of a file, to be freed; NULL if it cannot be read.
static void *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    long  length = -1;
    if (file && fseek(file, 0, SEEK_END) == 0) length = ftell(file);
    if (length >= 0 && fseek(file, 0, SEEK_SET) == 0) bytes = malloc((size_t)length + 1);
    *size = bytes ? fread(bytes, 1, (size_t)length, file) : 0;
    if (file) fclose(file);
    return bytes;
}

// Returns the shapes of a file. If there are none it says why and returns NULL.
static rim_shapes *load_shapes(const char *path)
{
    size_t      size;
    rim_shapes *shapes;
    void       *bytes = read_file(path, &size);
    if (!bytes)
    {
        fprintf(stderr, "%s cannot be read; make it: rimcast bake art/ -o %s\n", path, path);
        return NULL;
    }
    rim_status status = rim_shapes_load(&shapes, bytes, size, NULL);
    free(bytes); // not needed any more
    if (status) fprintf(stderr, "%s: %s; bake it again\n", path, rim_status_text(status));
    return shapes;
}

int main(int argc, char **argv)
{
    rim_shapes *shapes = load_shapes(argc > 1 ? argv[1] : "game.shapes");
    if (!shapes) return 1;
    const rim_shapes_figure *knight = rim_shapes_find_figure(shapes, "knight");
    const rim_shapes_entry  *sword = rim_shapes_find(shapes, "sword");
    if (!knight || !sword)
    {
        fprintf(stderr, "there is no knight or no sword in the file; is art/ complete?\n");
        rim_shapes_destroy(shapes);
        return 1;
    }

    rim_figure   him = { knight->parts, knight->part_count,
                         rim_xform2_translation((rim_vec2){ 100, 200 }) };
    const double heights[] = { 150, 178, 190, 220 };
    for (int i = 0; i < 4; i++)
    {
        int      part;
        rim_ray2 arrow = { { 0, (float)heights[i] }, { 200, 0 } };
        rim_hit2 hit = rim_figure_raycast(&him, arrow, &part);
        if (hit.hit)
            printf("an arrow at %.0f hits the %s (%d) at %.1f\n", heights[i],
                   knight->part_names[part], knight->parts[part].tag, (double)hit.point.x);
        else
            printf("an arrow at %.0f hits nothing\n", heights[i]);
    }

    // A sword that lies on the ground is a sprite like any other.
    rim_posed lying = { sword->sprite, rim_xform2_pose((rim_vec2){ 130, 222 }, rim_rot2_degrees(45),
                                                       (rim_vec2){ 0.125f, 0.125f }) };
    rim_box2  box = rim_sprite_bounds(lying);
    printf("a sword lies from %.1f to %.1f\n", (double)box.lo.x, (double)box.hi.x);
    rim_shapes_destroy(shapes); // and its sprites
    return 0;
}
