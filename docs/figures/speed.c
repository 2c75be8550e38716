// The chart of speed: a bar for a row of the tables in bench/README.md, as they were measured.
#include "figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct row
{
    const char *table, *question, *other; // how the table's line begins; what the chart says
} row;

// Each line is "workload, input, who" of the table.
static const row ROWS[] = {
    { "W2 overlaps    mix    pygame ", "do two small sprites touch?", "pygame" },
    { "W2 near miss   256    pygame ", "boxes meet, pixels do not", "pygame" },
    { "W3 area        1024   pygame ", "how many pixels do they share?", "pygame" },
    { "W4 exact       mix    plain loop ", "both turned and scaled?", "loop" },
    { "W11 sweep 256  mix    steps, pygame ", "when does one first touch another?", "pygame" },
    { "W10 pairs      10000  Chipmunk tree, pygame ", "who touches whom of 10,000?", "Chipmunk" },
    { "W5 contours    mix    OpenCV ", "contours of a small sprite", "OpenCV" },
    { "W9 distances   1024   OpenCV, precise ", "distance from the edge", "OpenCV" },
};

#define COUNT ((int)(sizeof ROWS / sizeof *ROWS))
#define LEFT 270.0
#define STEP 28.0
#define TOP 58.0
#define DECADE 190.0 // the width of a factor of ten

// How many times as long as Rimcast it took: the last but one number of the line, or the last without a wanted one.
static double measured(FILE *table, const char *begin)
{
    char   line[256];
    double times = 0.0;
    rewind(table);
    while (times == 0.0 && fgets(line, sizeof line, table))
    {
        if (strncmp(line, "    ", 4) != 0 || strncmp(line + 4, begin, strlen(begin)) != 0) continue;
        figure_need(sscanf(line + 4 + strlen(begin), "%*f %lf", &times) == 1, line);
    }
    figure_need(times > 0.0, begin);
    return times;
}

static double place_of(double times)
{
    return LEFT + DECADE * log10(times);
}

static void bar(figure *f, int index, double times)
{
    const row *it = &ROWS[index];
    double     y = TOP + STEP * index;
    figure_text(f, at(18, y + 14), TEXT, "%s", it->question);
    figure_box(f, at(LEFT, y), at(place_of(times), y + 18), OTHER, 0.8, NONE);
    figure_text(f, at(place_of(times) + 8, y + 14), DIM, times < 10.0 ? "%s %.1f" : "%s %.0f",
                it->other, times);
}

void draw_speed_chart(const char *folder, const char *path)
{
    static const double TICKS[] = { 1, 3, 10, 30, 100 };
    figure              f;
    double              low = TOP + STEP * COUNT;
    FILE               *table = fopen(path, "r");
    figure_need(table != NULL, path);
    figure_open(&f, folder, "speed", 760, (int)low + 12);
    figure_text(&f, at(18, 24), TEXT, "How many times as long as Rimcast it takes");
    for (int i = 0; i < (int)(sizeof TICKS / sizeof *TICKS); i++)
    {
        double x = place_of(TICKS[i]);
        figure_line(&f, at(x, TOP - 8), at(x, low), i ? GRID : THING, i ? 1.0 : 2.0);
        figure_label(&f, at(x, TOP - 14), i ? DIM : THING, i ? "%.0f" : "Rimcast %.0f", TICKS[i]);
    }
    for (int i = 0; i < COUNT; i++) bar(&f, i, measured(table, ROWS[i].table));
    figure_close(&f);
    fclose(table);
}
