#include "record.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "check.h"
#include "table.h"
#include "text.h"

enum { CANONICAL_BYTES = 16 * 1024, NUMBER_DIGITS = 18 };

static bool is_plain(unsigned char byte)
{
    return byte > ' ' && byte != '%' && byte != '=' && byte != 0x7f;
}

void record_put(struct text *line, const char *key, const char *value)
{
    text_putf(line, " %s=", key);
    for (const char *p = value; *p; p++) {
        if (is_plain((unsigned char)*p))
            text_put_bytes(line, p, 1);
        else
            text_putf(line, "%%%02x", (unsigned char)*p);
    }
}

void record_put_number(struct text *line, const char *key, long long value)
{
    text_putf(line, " %s=%lld", key, value);
}

void record_put_bytes(struct text *line, const char *key, const unsigned char *bytes, int count)
{
    text_putf(line, " %s=", key);
    for (int i = 0; i < count; i++)
        text_putf(line, "%02x", bytes[i]);
}

void record_put_picks(struct text *line, const struct chance *chance)
{
    if (chance->count == 0)
        return;
    text_put(line, " picks=");
    for (int i = 0; i < chance->count; i++)
        text_putf(line, "%s%d", i ? "," : "", chance->picks[i]);
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes in place. False if a '%' lacks its two hex digits, or the value would hold a NUL. */
static bool decode(char *value)
{
    char *out = value;
    for (char *p = value; *p; p++) {
        if (*p == '%') {
            int high = hex_digit(p[1]), low = high < 0 ? -1 : hex_digit(p[2]);
            if (low < 0 || (high == 0 && low == 0))
                return false;
            *p = (char)(high << 4 | low);
            *out++ = *p;
            p += 2;
        } else {
            *out++ = *p;
        }
    }
    *out = '\0';
    return true;
}

/* Cuts the words behind the kind, then the pairs; no word may follow a pair. */
static bool cut(char *rest, struct record_line *out)
{
    char *words_end = NULL;
    out->words = "";
    for (char *piece = rest; *piece;) {
        size_t length = strcspn(piece, " ");
        char *end = piece + length, *equals = memchr(piece, '=', length);
        bool last = *end == '\0';
        if (length == 0 || (!equals && out->count > 0))
            return false;
        if (equals) {
            if (out->count == RECORD_PAIRS)
                return false;
            *equals = *end = '\0';
            if (words_end)
                *words_end = '\0';
            out->keys[out->count] = piece;
            out->values[out->count++] = equals + 1;
            if (!decode(equals + 1))
                return false;
        } else {
            out->words = words_end ? out->words : piece;
            words_end = end;
        }
        piece = last ? end : end + 1;
    }
    return true;
}

bool record_read(const char *line, struct record_line *out)
{
    *out = (struct record_line){.bytes = strdup(line)};
    check(out->bytes);
    char *blank = strchr(out->bytes, ' ');
    out->kind = out->bytes;
    if (!blank) {
        out->words = "";
        return *out->kind != '\0';
    }
    *blank = '\0';
    return *out->kind != '\0' && cut(blank + 1, out);
}

void record_free(struct record_line *line)
{
    free(line->bytes);
    line->bytes = NULL;
}

const char *record_get(const struct record_line *line, const char *key)
{
    for (int i = 0; i < line->count; i++)
        if (strcmp(line->keys[i], key) == 0)
            return line->values[i];
    return NULL;
}

bool record_read_number(const char *from, const char **end, long long *out)
{
    size_t length = strspn(from, "0123456789");
    if (length == 0 || length > NUMBER_DIGITS || (*from == '0' && length > 1))
        return false;
    *end = from + length;
    for (*out = 0; from < *end; from++)
        *out = 10 * *out + (*from - '0');
    return true;
}

bool record_get_number(const struct record_line *line, const char *key, long long *out)
{
    const char *value = record_get(line, key), *end;
    return value && record_read_number(value, &end, out) && *end == '\0';
}

bool record_read_hex(const char *hex, unsigned char *bytes, int count)
{
    if (strlen(hex) != 2 * (size_t)count)
        return false;
    for (int i = 0; i < count; i++) {
        int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}

bool record_get_bytes(const struct record_line *line, const char *key, unsigned char *bytes,
                      int count)
{
    const char *value = record_get(line, key);
    return value && record_read_hex(value, bytes, count);
}

bool record_get_picks(const struct record_line *line, struct chance *chance)
{
    const char *at = record_get(line, "picks");
    for (long long pick; at; at = *at ? at + 1 : NULL) {
        if (!record_read_number(at, &at, &pick) || pick > TABLE_CARDS * 4 ||
            !chance_script(chance, (int)pick))
            return false;
        if (*at != ',' && *at != '\0')
            return false;
    }
    return true;
}

/* SHA-256 of the lines from..end, which count from 0, each with its line end. */
static void sum_of(const char *const *lines, int from, int end, unsigned char sum[RECORD_HASH])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    for (int i = from; i < end; i++) {
        crypto_hash_sha256_update(&state, (const unsigned char *)lines[i], strlen(lines[i]));
        crypto_hash_sha256_update(&state, (const unsigned char *)"\n", 1);
    }
    crypto_hash_sha256_final(&state, sum);
}

bool record_repair(const char *const *lines, int count, int to, struct text *line)
{
    unsigned char sum[RECORD_HASH], link[RECORD_HASH], table[RECORD_HASH];
    if (to < RECORD_OPENING || to > count || !record_link_of(lines[to - 1], link))
        return false;
    sum_of(lines, to, count, sum);
    record_table_hash(NULL, NULL, table); /* nobody who repairs the table knows what lies on it */
    text_put(line, "repair");
    record_put_number(line, "to", to);
    record_put_bytes(line, "sum", sum, RECORD_HASH);
    record_close(line, table, link);
    return true;
}

/* The line, from 1, that the repair in line `own` goes back to. 0 if the line is no repair, -1
   if it is a wrong one. */
static int repairs_to(const char *const *lines, int own)
{
    struct record_line line;
    long long to;
    unsigned char said[RECORD_HASH], sum[RECORD_HASH];
    if (strncmp(lines[own - 1], "repair ", 7) != 0)
        return 0;
    bool is_right = record_read(lines[own - 1], &line) && record_get_number(&line, "to", &to) &&
                    to >= RECORD_OPENING && to < own &&
                    record_get_bytes(&line, "sum", said, RECORD_HASH);
    record_free(&line);
    if (!is_right)
        return -1;
    sum_of(lines, (int)to, own - 1, sum);
    return memcmp(sum, said, RECORD_HASH) == 0 ? (int)to : -1;
}

/* Walks from the end, so that a repair that was itself taken back does nothing. */
bool record_mark(const char *const *lines, int count, bool *counts, int *bad)
{
    for (int i = count; i > 0; i--) {
        int to = repairs_to(lines, i);
        *bad = i;
        if (to < 0)
            return false;
        counts[i - 1] = true;
        for (; to > 0 && i > to + 1; i--)
            counts[i - 2] = false;
    }
    return true;
}

/* ---- the chain ---- */

static const char closing[] = " hash=";
enum { CLOSING = sizeof closing - 1 + 2 * RECORD_HASH };

/* A function of its own: its big buffer is cleared with each call, and only tables in play need
   it. */
static __attribute__((noinline)) void
hash_text(const struct ruleset *rules, const struct table *table, unsigned char out[RECORD_HASH])
{
    TEXT_UNCLEARED char bytes[CANONICAL_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    table_write(table, rules, &text);
    check(!text.cut);
    crypto_hash_sha256(out, (const unsigned char *)bytes, (unsigned long long)text.length);
}

void record_table_hash(const struct ruleset *rules, const struct table *table,
                       unsigned char out[RECORD_HASH])
{
    if (table)
        hash_text(rules, table, out);
    else
        crypto_hash_sha256(out, NULL, 0);
}

static void link_on(const char *line, size_t length, const unsigned char table[RECORD_HASH],
                    unsigned char link[RECORD_HASH])
{
    unsigned char parts[3 * RECORD_HASH];
    memcpy(parts, link, RECORD_HASH);
    crypto_hash_sha256(parts + RECORD_HASH, (const unsigned char *)line, length);
    memcpy(parts + 2 * RECORD_HASH, table, RECORD_HASH);
    crypto_hash_sha256(link, parts, sizeof parts);
}

void record_close(struct text *line, const unsigned char table[RECORD_HASH],
                  unsigned char link[RECORD_HASH])
{
    link_on(line->bytes, (size_t)line->length, table, link);
    record_put_bytes(line, "hash", link, RECORD_HASH);
    check(!line->cut);
}

bool record_link_of(const char *line, unsigned char link[RECORD_HASH])
{
    size_t length = strlen(line);
    const char *end = length > CLOSING ? line + length - CLOSING : line;
    return strncmp(end, closing, sizeof closing - 1) == 0 &&
           record_read_hex(end + sizeof closing - 1, link, RECORD_HASH);
}

bool record_follows(const char *line, const unsigned char table[RECORD_HASH],
                    unsigned char link[RECORD_HASH])
{
    unsigned char said[RECORD_HASH];
    if (!record_link_of(line, said))
        return false;
    link_on(line, strlen(line) - CLOSING, table, link);
    return memcmp(said, link, RECORD_HASH) == 0;
}
