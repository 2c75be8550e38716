#include "solid/hull_draft.h"

rim_status hull_draft_merge(hull_draft *draft, double distance)
{
    (void)draft;
    (void)distance;
    return RIM_OK;
}
