// Draws the figures of the guides: figures FOLDER TABLE. What they show is computed by Rimcast, or
// stands in the table of measured times, and is not drawn by hand.
#include "figure.h"

int main(int count, char **arguments)
{
    figure_need(count == 3, "usage: figures FOLDER TABLE");
    draw_flat_figures(arguments[1]);
    draw_moving_figures(arguments[1]);
    draw_solid_figures(arguments[1]);
    draw_level_figures(arguments[1]);
    draw_speed_chart(arguments[1], arguments[2]);
    return 0;
}
