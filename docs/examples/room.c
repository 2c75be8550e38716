// A ball in a room read from World.raw text: where does it touch a wall, and which way is out?
//
//      cc room.c $(pkg-config --cflags --libs rimcast) -o room
#include <rimcast/rimcast.h>

#include <stdio.h>
#include <string.h>

static const char world[] = "# a floor of two triangles\n"
                            "-5 0 -5\n -5 0 5\n 5 0 5\n"
                            "-5 0 -5\n 5 0 5\n 5 0 -5\n";

int main(void)
{
    rim_soup       *soup;
    rim_parse_error error;
    if (rim_soup_create(&soup, RIM_SOUP_RAW, world, strlen(world), &error, NULL) != RIM_OK)
    {
        printf("line %d: %s\n", error.line, error.reason);
        return 1;
    }

    int                 count;
    const rim_triangle *triangles = rim_soup_read(soup).triangles;
    count = rim_soup_read(soup).triangle_count;
    rim_sphere ball = { { 1.0f, 0.75f, 2.0f }, 1.0f };
    for (int i = 0; i < count; i++)
    {
        rim_contact3 contact = rim_sphere_contact_triangle(ball, &triangles[i]);
        if (contact.hit)
            printf("triangle %d: %g deep, push along %g %g %g\n", i, (double)contact.depth,
                   (double)contact.normal.x, (double)contact.normal.y, (double)contact.normal.z);
    }
    rim_soup_destroy(soup);
    return 0;
}
