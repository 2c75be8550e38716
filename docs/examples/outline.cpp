// The outline of a shape, from C++: owners as smart pointers, the text into a string.
//
//      c++ -std=c++17 outline.cpp $(pkg-config --cflags --libs rimcast) -o outline
#include <rimcast/rimcast.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

struct destroy
{
    void operator()(rim_mask *mask) const { rim_mask_destroy(mask); }
};

static bool append(void *text, const void *bytes, size_t size)
{
    static_cast<std::string *>(text)->append(static_cast<const char *>(bytes), size);
    return true;
}

int main()
{
    rim_mask *raw = nullptr;
    if (rim_mask_create(&raw, 48, 48, nullptr) != RIM_OK) return 1;
    std::unique_ptr<rim_mask, destroy> mask(raw);
    for (int y = 0; y < 48; y++)
        for (int x = 0; x < 48; x++)
            rim_mask_set(raw, x, y, (x - 24) * (x - 24) + (y - 24) * (y - 24) < 400);

    rim_outline_record record = {};
    record.file = "disc";
    record.width = record.height = 48;
    record.threshold = RIM_ALPHA_HALF;
    record.anchor = rim_vec2_make(24.0f, 24.0f);
    record.rays = 12;

    std::vector<rim_edge_point> points(12);
    rim_outline_cast(raw, record.anchor, record.rays, points.data());
    record.points = points.data();
    rim_outline_error error;
    if (rim_outline_measure(&error, raw, record.anchor, points.data(), 12, nullptr) != RIM_OK)
        return 1;
    record.error = error.distance;

    std::string text;
    rim_outline_write({ append, &text }, RIM_OUTLINE_CSV, &record, 1);
    std::cout << text;
    return 0;
}
