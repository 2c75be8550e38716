// The linear complementarity problem of contacts, by active sets.
#include "solid/dynamics/lcp.h"

#include <math.h>
#include <string.h>

// The problem is the condition for the least of  f(j) = j a j / 2 + q j  over j >= 0. Contacts are taken up
// one after another, the most violated first, and of equal ones the first. While contact i is pushed, those
// that already push are kept at w = 0; one whose impulse would become negative is let go. Each round
// ends at the least f of its set, lower than that of the round before, so no set comes twice.
// (Lawson and Hanson, "Solving Least Squares Problems", 1974, chapter 23; Baraff, "Fast Contact
// Force Computation for Nonpenetrating Rigid Bodies", 1994.)
typedef struct active_set
{
    int count;
    double (*a)[BODY_MOST];
    int member[BODY_MOST]; // the contacts that push, in the order in which they were taken
    int size;
} active_set;

// What is left of a diagonal entry below this part of it is rounding: the contact adds no new direction.
static const double REST = 0x1p-36;

// a_PP x = b_P by Cholesky's decomposition L D L^T. Members are independent by construction.
static void lcp_solve(const active_set *s, const double b[BODY_MOST], double x[BODY_MOST])
{
    double l[BODY_MOST][BODY_MOST], d[BODY_MOST];
    for (int i = 0; i < s->size; i++)
    {
        for (int k = 0; k <= i; k++)
        {
            double sum = s->a[s->member[i]][s->member[k]];
            for (int m = 0; m < k; m++) sum -= l[i][m] * d[m] * l[k][m];
            if (k < i)
                l[i][k] = sum / d[k];
            else
                d[i] = sum;
        }
    }
    for (int i = 0; i < s->size; i++)
    {
        x[i] = b[i];
        for (int m = 0; m < i; m++) x[i] -= l[i][m] * x[m];
    }
    for (int i = 0; i < s->size; i++) x[i] /= d[i];
    for (int i = s->size - 1; i >= 0; i--)
        for (int m = i + 1; m < s->size; m++) x[i] -= l[m][i] * x[m];
}

static void let_go(active_set *s, int place)
{
    s->size--;
    for (int i = place; i < s->size; i++) s->member[i] = s->member[i + 1];
}

static bool pushes(const active_set *s, int i)
{
    for (int k = 0; k < s->size; k++)
        if (s->member[k] == i) return true;
    return false;
}

static double slack_of(const active_set *s, int i, const double q[BODY_MOST],
                       const double j[BODY_MOST])
{
    double w = q[i];
    for (int k = 0; k < s->count; k++) w += s->a[i][k] * j[k];
    return w;
}

typedef enum drive_result
{
    DRIVE_DONE,
    DRIVE_REDUNDANT, // i lies in what the others span
    DRIVE_ENDLESS    // pushing never helps: there is no solution
} drive_result;

// Pushes contact i, whose slack is w < 0, until that is 0.
static drive_result drive(active_set *s, int i, double w, double tolerance, double j[BODY_MOST])
{
    for (int guard = 0; guard <= BODY_MOST; guard++)
    {
        double b[BODY_MOST], d[BODY_MOST], bend = s->a[i][i];
        for (int k = 0; k < s->size; k++) b[k] = -s->a[s->member[k]][i];
        lcp_solve(s, b, d);
        for (int k = 0; k < s->size; k++) bend += s->a[i][s->member[k]] * d[k];

        bool   bends = bend > REST * s->a[i][i];
        double step = bends ? -w / bend : INFINITY;
        int    blocked = -1;
        for (int k = 0; k < s->size; k++)
        {
            if (!(d[k] < 0.0)) continue;
            double most = j[s->member[k]] / -d[k];
            if (most < step)
            {
                step = most;
                blocked = k;
            }
        }
        if (!bends && w > -tolerance) return DRIVE_REDUNDANT;
        if (!bends && blocked < 0) return DRIVE_ENDLESS;
        j[i] += step;
        for (int k = 0; k < s->size; k++) j[s->member[k]] += step * d[k];
        if (blocked < 0)
        {
            s->member[s->size++] = i;
            return DRIVE_DONE;
        }
        if (bends) w += step * bend;
        j[s->member[blocked]] = 0.0;
        let_go(s, blocked);
    }
    return DRIVE_ENDLESS;
}

static double largest(int count, const double q[BODY_MOST])
{
    double most = 0.0;
    for (int i = 0; i < count; i++) most = fabs(q[i]) > most ? fabs(q[i]) : most;
    return most;
}

// The smallest slack; 0 if none is negative.
static double least_slack(const active_set *s, const double q[BODY_MOST], const double j[BODY_MOST])
{
    double least = 0.0;
    for (int i = 0; i < s->count; i++)
    {
        double w = slack_of(s, i, q, j);
        least = w < least ? w : least;
    }
    return least;
}

// The impulses of the set once more, without what the steps left of rounding. False if the set was so
// nearly dependent that neither are the answer.
static bool polish(const active_set *s, const double q[BODY_MOST], double tolerance,
                   double j[BODY_MOST])
{
    double b[BODY_MOST], x[BODY_MOST], polished[BODY_MOST] = { 0 };
    for (int k = 0; k < s->size; k++) b[k] = -q[s->member[k]];
    lcp_solve(s, b, x);
    for (int k = 0; k < s->size; k++) polished[s->member[k]] = x[k] > 0.0 ? x[k] : 0.0;
    if (least_slack(s, q, polished) >= -tolerance) memcpy(j, polished, sizeof polished);
    return least_slack(s, q, j) >= -tolerance;
}

bool lcp_solve_contacts(int count, double a[BODY_MOST][BODY_MOST], const double q[BODY_MOST],
                        double j[BODY_MOST])
{
    active_set s = { count, a, { 0 }, 0 };
    double     tolerance = 0x1p-40 * largest(count, q);
    unsigned   redundant = 0;
    memset(j, 0, sizeof(double) * BODY_MOST);
    for (int round = 0; round < 1 << BODY_MOST; round++)
    {
        int    worst = -1;
        double least = -tolerance;
        for (int i = 0; i < count; i++)
        {
            double w = pushes(&s, i) || redundant >> i & 1u ? 0.0 : slack_of(&s, i, q, j);
            if (w < least)
            {
                least = w;
                worst = i;
            }
        }
        if (worst < 0)
        {
            if (polish(&s, q, 0x1p16 * tolerance, j)) return true;
            break;
        }
        drive_result result = drive(&s, worst, least, 0x1p10 * tolerance, j);
        if (result == DRIVE_ENDLESS) break;
        redundant = result == DRIVE_REDUNDANT ? redundant | 1u << worst : 0u;
        if (result == DRIVE_REDUNDANT) j[worst] = 0.0;
    }
    memset(j, 0, sizeof(double) * BODY_MOST);
    return false;
}
