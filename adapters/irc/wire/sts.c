/* See sts.h. Kept as "port expiry", expiry in seconds since 1970, under "sts:" and the host in lower case. */
#include "sts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keep.h"
#include "text.h"

enum { KEY_BYTES = 256, YEAR = 366 * 24 * 3600 };

static void put_key(char key[KEY_BYTES], const char *host)
{
    struct text text = text_over(key, KEY_BYTES);
    text_put(&text, "sts:");
    for (const char *p = host; *p; p++)
        text_putf(&text, "%c", tolower((unsigned char)*p));
}

/* A whole number that ends at a comma or the end; -1 for anything else. Durations of years are long enough. */
static int64_t read_number(const char *digits)
{
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || (digits[length] != ',' && digits[length] != '\0'))
        return -1;
    int64_t number = length > 12 ? YEAR : strtoll(digits, NULL, 10);
    return number;
}

bool sts_read(const char *value, struct sts *sts)
{
    *sts = (struct sts){.port = 0, .duration = -1};
    for (const char *at = value; *at; at += strcspn(at, ","), at += *at == ',') {
        if (strncmp(at, "port=", 5) == 0) {
            int64_t port = read_number(at + 5);
            sts->port = port > 0 && port <= 65535 ? (int)port : 0;
        } else if (strncmp(at, "duration=", 9) == 0) {
            int64_t duration = read_number(at + 9);
            sts->duration = duration > YEAR ? YEAR : duration;
        }
    }
    return sts->port > 0 || sts->duration >= 0;
}

int sts_port(const struct keep *keep, const char *host, int64_t now)
{
    char key[KEY_BYTES];
    int port = 0;
    long long expiry = 0;
    put_key(key, host);
    const char *kept = keep ? keep_get(keep, key) : NULL;
    if (!kept || sscanf(kept, "%d %lld", &port, &expiry) != 2 || port < 1 || port > 65535)
        return 0;
    return now / 1000 < expiry ? port : 0;
}

void sts_keep(struct keep *keep, const char *host, int port, int64_t duration, int64_t now)
{
    char key[KEY_BYTES], value[48];
    long long expiry = now / 1000 + duration;
    if (!keep)
        return;
    put_key(key, host);
    snprintf(value, sizeof value, "%d %lld", port, expiry);
    if (duration > 0)
        keep_put(keep, key, value, NULL, NULL);
    else if (keep_get(keep, key))
        keep_put(keep, key, NULL, NULL, NULL);
}
