/* See rest_url.h. */
#include "rest_url.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { IDS = 3, ENCODED = 3 /* bytes for one */ };

/* Not the dot: "..", decoded too early by somebody, would climb. */
static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~@";

static char *put(char *out, const char *bytes, size_t length)
{
    memcpy(out, bytes, length);
    return out + length;
}

static char *put_encoded(char *out, const char *id)
{
    static const char digits[] = "0123456789ABCDEF";
    for (const unsigned char *p = (const unsigned char *)id; *p; p++) {
        if (strchr(plain, *p)) {
            *out++ = (char)*p;
            continue;
        }
        *out++ = '%';
        *out++ = digits[*p >> 4];
        *out++ = digits[*p & 15];
    }
    return out;
}

char *rest_url(const char *base, const char *route, const char *const ids[3], const char *query)
{
    size_t size = strlen(base) + strlen(route) + (query ? strlen(query) : 0) + 2;
    for (int i = 0; i < IDS && ids[i]; i++)
        size += strlen(ids[i]) * ENCODED;
    char *url = malloc(size);
    check(url);
    size_t base_length = strlen(base);
    char *out = put(url, base, base_length - (base_length && base[base_length - 1] == '/'));
    int used = 0;
    for (const char *hole; (hole = strstr(route, "{}")) != NULL; route = hole + 2) {
        check(used < IDS && ids[used]);
        out = put(out, route, (size_t)(hole - route));
        out = put_encoded(out, ids[used++]);
    }
    check(used == IDS || !ids[used]);
    out = put(out, route, strlen(route));
    if (query) {
        *out++ = '?';
        out = put(out, query, strlen(query));
    }
    *out = '\0';
    return url;
}
