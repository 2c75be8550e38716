// Draws the figures of the guides: figures FOLDER. What they show is computed by Rimcast, not drawn by hand.
#include "figure.h"

int main(int count, char **arguments)
{
    figure_need(count == 2, "usage: figures FOLDER");
    draw_flat_figures(arguments[1]);
    draw_moving_figures(arguments[1]);
    draw_solid_figures(arguments[1]);
    draw_level_figures(arguments[1]);
    return 0;
}
