/* A page of figures, and its three forms: as Prometheus reads them, as JSON, and as lines for
   people. What each figure is called and means stands in figures.def; who counts it puts it
   here. */
#include "figures.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "text.h"

enum kind { GAUGE, COUNTER, HISTOGRAM };

static const struct {
    const char *name;
    enum kind kind;
    const char *label, *help;
} about[FIGURES] = {
#define FIGURE(name, kind, label, help) {#name, kind, label, help},
#include "figures.def"
#undef FIGURE
};

static const char *const kind_names[] = {"gauge", "counter", "histogram"};
const int histogram_bounds_ms[HISTOGRAM_BOUNDS] = {1,   2,   5,    10,   25,   50,   100,
                                                   250, 500, 1000, 2500, 5000, 10000};

/* A value is a whole number or, where `whole` is not 0, a share. */
struct row {
    enum figure figure;
    char label[FIGURES_LABEL];
    int64_t value;
    int whole;
    const struct histogram *times;
};

struct figures {
    struct row rows[FIGURES_MOST];
    int count;
};

/* ---- putting ---- */

struct figures *figures_new(void)
{
    struct figures *figures = calloc(1, sizeof *figures);
    check(figures);
    return figures;
}

void figures_free(struct figures *figures)
{
    free(figures);
}

static void add(struct figures *figures, const char *label, struct row row)
{
    check((label != NULL) == (about[row.figure].label != NULL));
    check((row.times != NULL) == (about[row.figure].kind == HISTOGRAM));
    if (figures->count == FIGURES_MOST)
        return;
    snprintf(row.label, sizeof row.label, "%s", label ? label : "");
    figures->rows[figures->count++] = row;
}

void figures_put(struct figures *figures, enum figure figure, const char *label, int64_t value)
{
    add(figures, label, (struct row){.figure = figure, .value = value});
}

void figures_put_share(struct figures *figures, enum figure figure, const char *label, int part,
                       int whole)
{
    add(figures, label,
        (struct row){.figure = figure, .value = part, .whole = whole > 0 ? whole : 1});
}

void figures_put_times(struct figures *figures, enum figure figure, const char *label,
                       const struct histogram *histogram)
{
    add(figures, label, (struct row){.figure = figure, .times = histogram});
}

/* ---- writing ---- */

static uint64_t count_of(const struct histogram *times)
{
    uint64_t count = 0;
    for (int i = 0; i <= HISTOGRAM_BOUNDS; i++)
        count += times->counts[i];
    return count;
}

static void put_seconds(struct text *out, uint64_t ms)
{
    text_putf(out, "%" PRIu64 ".%03" PRIu64, ms / 1000, ms % 1000);
}

static void put_value(struct text *out, const struct row *row)
{
    if (row->whole)
        text_putf(out, "%.3f", (double)row->value / row->whole);
    else
        text_putf(out, "%" PRId64, row->value);
}

/* Calls `put` for each row of a figure; i counts them. */
static int each_row(const struct figures *figures, enum figure figure, struct text *out,
                    void (*put)(struct text *out, const struct row *row, int i))
{
    int count = 0;
    for (int i = 0; i < figures->count; i++)
        if (figures->rows[i].figure == figure)
            put(out, &figures->rows[i], count++);
    return count;
}

/* The name, its label and, for a bucket, its bound: everything in front of the value. */
static void put_name(struct text *out, const struct row *row, const char *suffix, const char *bound)
{
    text_putf(out, "%s%s", about[row->figure].name, suffix);
    if (about[row->figure].label || bound)
        text_put(out, "{");
    if (about[row->figure].label) {
        text_putf(out, "%s=", about[row->figure].label);
        text_put_json(out, row->label, 0);
    }
    if (bound)
        text_putf(out, "%sle=\"%s\"", about[row->figure].label ? "," : "", bound);
    text_put(out, about[row->figure].label || bound ? "} " : " ");
}

static const char *bound_of(int i, char bytes[16])
{
    if (i == HISTOGRAM_BOUNDS)
        return "+Inf";
    snprintf(bytes, 16, "%d.%03d", histogram_bounds_ms[i] / 1000, histogram_bounds_ms[i] % 1000);
    return bytes;
}

static void put_sample(struct text *out, const struct row *row, int number)
{
    char bound[16];
    uint64_t so_far = 0;
    (void)number;
    if (!row->times) {
        put_name(out, row, "", NULL);
        put_value(out, row);
        text_put(out, "\n");
        return;
    }
    for (int i = 0; i <= HISTOGRAM_BOUNDS; i++) {
        so_far += row->times->counts[i];
        put_name(out, row, "_bucket", bound_of(i, bound));
        text_putf(out, "%" PRIu64 "\n", so_far);
    }
    put_name(out, row, "_sum", NULL);
    put_seconds(out, row->times->sum_ms);
    text_put(out, "\n");
    put_name(out, row, "_count", NULL);
    text_putf(out, "%" PRIu64 "\n", so_far);
}

void figures_write(const struct figures *figures, struct text *out)
{
    for (int f = 0; f < FIGURES; f++) {
        text_putf(out, "# HELP %s %s\n", about[f].name, about[f].help);
        text_putf(out, "# TYPE %s %s\n", about[f].name, kind_names[about[f].kind]);
        each_row(figures, (enum figure)f, out, put_sample);
    }
}

/* A figure with a label is an object with a member for each word. */
static void put_member(struct text *out, const struct row *row, int i)
{
    char bound[16];
    uint64_t so_far = 0;
    text_put(out, i ? "," : "");
    if (about[row->figure].label) {
        text_put_json(out, row->label, 0);
        text_put(out, ":");
    }
    if (!row->times) {
        put_value(out, row);
        return;
    }
    text_putf(out, "{\"count\":%" PRIu64 ",\"sum\":", count_of(row->times));
    put_seconds(out, row->times->sum_ms);
    text_put(out, ",\"buckets\":{");
    for (int b = 0; b <= HISTOGRAM_BOUNDS; b++) {
        so_far += row->times->counts[b];
        text_putf(out, "%s\"%s\":%" PRIu64, b ? "," : "", bound_of(b, bound), so_far);
    }
    text_put(out, "}}");
}

void figures_write_json(const struct figures *figures, struct text *out)
{
    text_put(out, "{");
    for (int f = 0; f < FIGURES; f++) {
        text_putf(out, "%s\"%s\":%s", f ? "," : "", about[f].name, about[f].label ? "{" : "");
        int count = each_row(figures, (enum figure)f, out, put_member);
        text_put(out, about[f].label ? "}" : count ? "" : "null");
    }
    text_put(out, "}\n");
}

/* The bound below which so many of 100 were. */
static const char *percentile(const struct histogram *times, unsigned of_100, char bytes[16])
{
    uint64_t count = count_of(times), so_far = 0;
    for (int i = 0; i < HISTOGRAM_BOUNDS; i++) {
        so_far += times->counts[i];
        if (so_far * 100 >= count * of_100)
            return bound_of(i, bytes);
    }
    return "more";
}

static void put_plain(struct text *out, const struct row *row, int i)
{
    char half[16], most[16];
    (void)i;
    text_put(out, about[row->figure].name);
    if (about[row->figure].label)
        text_putf(out, " %s=%s", about[row->figure].label, row->label);
    text_put(out, ": ");
    if (row->times)
        text_putf(out, "%" PRIu64 ", half within %s, 99 of 100 within %s", count_of(row->times),
                  percentile(row->times, 50, half), percentile(row->times, 99, most));
    else
        put_value(out, row);
    text_put(out, "\n");
}

void figures_write_plain(const struct figures *figures, struct text *out)
{
    for (int f = 0; f < FIGURES; f++)
        each_row(figures, (enum figure)f, out, put_plain);
}
