/* Problems are kept in the order of the file; the user's text in them is made harmless here. */
#include "problem.h"

#include <stdarg.h>
#include <string.h>

__attribute__((format(printf, 4, 0))) static void
keep(struct problems *problems, int line, bool is_note, const char *format, va_list args)
{
    problems->notes += is_note;
    if (problems->count++ >= PROBLEM_MOST)
        return;
    /* the readers run one after the other; the lines have to be sorted */
    int at = problems->count - 1;
    for (; at > 0 && problems->items[at - 1].line > line; at--)
        problems->items[at] = problems->items[at - 1];
    struct text text = text_over(problems->items[at].text, sizeof problems->items[at].text);
    problems->items[at].line = line;
    problems->items[at].is_note = is_note;
    text_vputf(&text, format, args);
}

void problem_add(struct problems *problems, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    keep(problems, line, false, format, args);
    va_end(args);
}

void problem_note(struct problems *problems, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    keep(problems, line, true, format, args);
    va_end(args);
}

bool problem_is_at(const struct problems *problems, int line)
{
    for (int i = 0; i < problems->count && i < PROBLEM_MOST; i++) {
        if (problems->items[i].line == line && !problems->items[i].is_note)
            return true;
    }
    return false;
}

void problem_print(const struct problems *problems, struct text *out)
{
    int wrong = problems->count - problems->notes;
    bool is_wrong = wrong > 0;
    for (int i = 0; i < problems->count && i < PROBLEM_MOST; i++) {
        const struct problem *problem = &problems->items[i];
        if (problem->is_note && is_wrong)
            continue;
        wrong -= !problem->is_note;
        text_put(out, problems->file);
        if (problem->line)
            text_putf(out, ":%d", problem->line);
        text_putf(out, ": %s%s\n", problem->is_note ? "note: " : "", problem->text);
    }
    if (wrong > 0)
        text_putf(out, "%s: and %d more\n", problems->file, wrong);
}

struct quoted problem_quote(const char *text)
{
    return problem_quote_part(text, (int)strlen(text));
}

struct quoted problem_quote_part(const char *text, int bytes)
{
    enum { MARKS = 6 }; /* two quotes, three dots and the NUL */
    struct quoted quoted = {""};
    struct text out = text_over(quoted.text, sizeof quoted.text);
    text_put(&out, "\"");
    for (int i = 0, step; text[i]; i += step) {
        unsigned scalar = 0;
        step = text_utf8(text + i, (int)strlen(text + i), &scalar);
        if (i >= bytes || out.length + step > (int)sizeof quoted.text - MARKS) {
            text_put(&out, "...");
            break;
        }
        if (step == 0 || scalar < 0x20 || (scalar >= 0x7f && scalar < 0xa0))
            text_put(&out, "?");
        else
            text_put_bytes(&out, text + i, step);
        step = step ? step : 1;
    }
    text_put(&out, "\"");
    return quoted;
}

void problem_try_nearest(struct nearest *nearest, const char *candidate)
{
    int length = (int)strlen(nearest->typed);
    int limit = length < 4 ? 1 : length < 8 ? 2 : 3;
    int distance = text_distance(nearest->typed, candidate, limit);
    if (distance <= limit && (!nearest->best || distance < nearest->distance)) {
        nearest->best = candidate;
        nearest->distance = distance;
    }
}
