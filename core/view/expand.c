/* The expander. Knows braces and bars, but not what keys mean. */
#include "expand.h"

#include <string.h>

#include "check.h"
#include "prose.h"

/* Expands the text between two braces. */
static void expand_blank(const char *blank, int length, const struct source *source, struct prose *out)
{
    char key[EXPAND_KEY];
    const char *bar = memchr(blank, '|', (size_t)length), *end = blank + length;
    int key_length = bar ? (int)(bar - blank) : length;
    check(key_length > 0 && key_length < EXPAND_KEY);
    memcpy(key, blank, (size_t)key_length);
    key[key_length] = '\0';
    if (!bar) {
        check(source->put(source, key, out));
        return;
    }
    const char *one = bar + 1, *many = memchr(one, '|', (size_t)(end - one));
    int value;
    check(many && source->number(source, key, &value));
    if (value == 1)
        prose_put_bytes(out, one, (int)(many - one));
    else
        prose_put_bytes(out, many + 1, (int)(end - many) - 1);
}

void expand(const char *template, const struct source *source, struct prose *out)
{
    for (const char *open; (open = strchr(template, '{'));) {
        const char *close = strchr(open, '}');
        check(close);
        prose_put_bytes(out, template, (int)(open - template));
        expand_blank(open + 1, (int)(close - open) - 1, source, out);
        template = close + 1;
    }
    prose_put(out, template);
}
