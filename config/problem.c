/* Problems are kept in the order of the file; the user's text in them is made harmless here. */
#include "problem.h"

#include <stdarg.h>
#include <string.h>

void problem_add(struct problems *problems, int line, const char *format, ...)
{
    if (problems->count++ >= PROBLEM_MOST)
        return;
    int at = problems->count - 1; /* the readers run one after the other; the lines have to be sorted */
    for (; at > 0 && problems->items[at - 1].line > line; at--)
        problems->items[at] = problems->items[at - 1];
    struct text text = text_over(problems->items[at].text, sizeof problems->items[at].text);
    problems->items[at].line = line;
    va_list args;
    va_start(args, format);
    text_vputf(&text, format, args);
    va_end(args);
}

bool problem_is_at(const struct problems *problems, int line)
{
    for (int i = 0; i < problems->count && i < PROBLEM_MOST; i++) {
        if (problems->items[i].line == line)
            return true;
    }
    return false;
}

void problem_print(const struct problems *problems, struct text *out)
{
    for (int i = 0; i < problems->count && i < PROBLEM_MOST; i++) {
        const struct problem *problem = &problems->items[i];
        if (problem->line)
            text_putf(out, "%s:%d: %s\n", problems->file, problem->line, problem->text);
        else
            text_putf(out, "%s: %s\n", problems->file, problem->text);
    }
    if (problems->count > PROBLEM_MOST)
        text_putf(out, "%s: and %d more\n", problems->file, problems->count - PROBLEM_MOST);
}

struct quoted problem_quote(const char *text)
{
    enum { MARKS = 6 }; /* two quotes, three dots and the NUL */
    struct quoted quoted = {""};
    struct text out = text_over(quoted.text, sizeof quoted.text);
    int length = (int)strlen(text);
    text_put(&out, "\"");
    for (int i = 0, step; i < length; i += step) {
        unsigned scalar = 0;
        step = text_utf8(text + i, length - i, &scalar);
        if (out.length + step > (int)sizeof quoted.text - MARKS) {
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

void nearest_try(struct nearest *nearest, const char *candidate)
{
    int length = (int)strlen(nearest->typed);
    int limit = length < 4 ? 1 : length < 8 ? 2 : 3;
    int distance = text_distance(nearest->typed, candidate, limit);
    if (distance <= limit && (!nearest->best || distance < nearest->distance)) {
        nearest->best = candidate;
        nearest->distance = distance;
    }
}
