/* Figures for an operator: what counts them, and how they are written. The owner of what is
   counted puts its figures onto a page when it is asked; the rows of figures.def say which there
   are. Knows neither who reads a page nor what a figure is about. */
#ifndef FIGURES_H
#define FIGURES_H

#include <stdint.h>

struct text;

/* ---- times ---- */

enum { HISTOGRAM_BOUNDS = 13 };

/* How many times were at most so many milliseconds, and their sum. All zero at first. */
struct histogram {
    /* each bound's own; the last one: longer than all bounds */
    uint64_t counts[HISTOGRAM_BOUNDS + 1];
    uint64_t sum_ms;
};
extern const int histogram_bounds_ms[HISTOGRAM_BOUNDS];

/* A clock that was set back gives 0. */
static inline void histogram_add(struct histogram *histogram, int64_t ms)
{
    int at = 0;
    ms = ms > 0 ? ms : 0;
    while (at < HISTOGRAM_BOUNDS && ms > histogram_bounds_ms[at])
        at++;
    histogram->counts[at]++;
    histogram->sum_ms += (uint64_t)ms;
}

/* ---- a page ---- */

enum figure {
#define FIGURE(name, ...) FIGURE_##name,
#include "figures.def"
#undef FIGURE
    FIGURES
};

enum {
    FIGURES_MOST = 640,
    FIGURES_LABEL = 48,
    FIGURES_BYTES = 256 * 1024 /* every page fits into so many */
};

struct figures;

struct figures *figures_new(void);
void figures_free(struct figures *figures);

/* Puts one figure; `label` is the word of its label, or NULL if it has none. A page that is full
   takes no more. */
void figures_put(struct figures *figures, enum figure figure, const char *label, int64_t value);
void figures_put_share(struct figures *figures, enum figure figure, const char *label, int part,
                       int whole);
/* The histogram is read when the page is written. */
void figures_put_times(struct figures *figures, enum figure figure, const char *label,
                       const struct histogram *histogram);

/* As Prometheus reads it (text format 0.0.4); as one line of JSON; and in lines for a person. */
void figures_write(const struct figures *figures, struct text *out);
void figures_write_json(const struct figures *figures, struct text *out);
void figures_write_plain(const struct figures *figures, struct text *out);

#endif
