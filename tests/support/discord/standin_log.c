/* Everything that happened, in order, without secrets: requests, answers, payloads both ways,
   and the violations. Tests ask it; people read it. It decides nothing. */
#include "standin_inside.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const char *const kind_names[] = {"<- request", "-> answer",  "== opened",    "== closed",
                                         "<- gateway", "-> gateway", "!! VIOLATION", "-- note"};

static void put_line(const struct standin_entry *entry, FILE *out)
{
    fprintf(out, "%9.3f %s", (double)entry->at / 1000, kind_names[entry->kind]);
    if (entry->number)
        fprintf(out, " #%d", entry->number);
    if (entry->shard >= 0)
        fprintf(out, " shard=%d", entry->shard);
    if (entry->route)
        fprintf(out, " %s", entry->route);
    if (entry->path)
        fprintf(out, " %s", entry->path);
    if (entry->status || entry->code)
        fprintf(out, " status=%d code=%d", entry->status, entry->code);
    if (entry->seq >= 0)
        fprintf(out, " s=%" PRId64, entry->seq);
    char *body = entry->body ? json_dumps(entry->body, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    if (body)
        fprintf(out, " %.1500s", body);
    free(body);
    fputc('\n', out);
    fflush(out);
}

struct standin_entry *log_entry(struct standin *standin, enum standin_kind kind, int number,
                                const char *route, const char *path)
{
    struct standin_entry *entry = make(sizeof *entry);
    *entry = (struct standin_entry){.kind = kind,
                                    .at = loop_now(standin->loop),
                                    .number = number,
                                    .shard = -1,
                                    .seq = -1,
                                    .op = -1,
                                    .route = copy_of(route),
                                    .path = copy_of(path)};
    list_add(&standin->entries, entry);
    return entry;
}

void log_done(struct standin *standin, const struct standin_entry *entry)
{
    if (standin->live)
        put_line(entry, standin->live);
}

void drop_entry(void *item)
{
    struct standin_entry *entry = item;
    free((char *)entry->route);
    free((char *)entry->path);
    json_decref((json_t *)entry->body);
    free(entry);
}

void log_free(struct standin *standin)
{
    list_fini(&standin->entries, drop_entry);
    free(standin->violation_text);
}

static void log_text(struct standin *standin, enum standin_kind kind, const char *format,
                     va_list args) __attribute__((format(printf, 3, 0)));
static void log_text(struct standin *standin, enum standin_kind kind, const char *format,
                     va_list args)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, args);
    log_done(standin, log_entry(standin, kind, 0, NULL, text));
}

void log_note(struct standin *standin, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    log_text(standin, STANDIN_NOTE, format, args);
    va_end(args);
}

void log_violation(struct standin *standin, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    log_text(standin, STANDIN_VIOLATION, format, args);
    va_end(args);
    standin->violations++;
}

json_t *without_secrets(const struct standin *standin, const json_t *value)
{
    (void)standin;
    if (!json_object_get(value, "token"))
        return json_incref((json_t *)value);
    json_t *copy = json_copy((json_t *)value);
    json_object_set_new(copy, "token", json_string("(secret)"));
    return copy;
}

/* --- for tests --- */

int standin_entries(const struct standin *standin)
{
    return standin->entries.count;
}

const struct standin_entry *standin_entry(const struct standin *standin, int index)
{
    check(index >= 0 && index < standin->entries.count);
    return standin->entries.items[index];
}

static bool fits(const struct standin_entry *entry, enum standin_kind kind, const char *route)
{
    if (entry->kind != kind)
        return false;
    return !route || !*route || (entry->route && fnmatch(route, entry->route, 0) == 0);
}

int standin_find(const struct standin *standin, int from, enum standin_kind kind, const char *route)
{
    for (int i = from < 0 ? 0 : from; i < standin->entries.count; i++)
        if (fits(standin->entries.items[i], kind, route))
            return i;
    return -1;
}

int standin_find_if(const struct standin *standin, int from,
                    bool (*wanted)(void *arg, const struct standin_entry *entry), void *arg)
{
    for (int i = from < 0 ? 0 : from; i < standin->entries.count; i++)
        if (wanted(arg, standin->entries.items[i]))
            return i;
    return -1;
}

int standin_count(const struct standin *standin, enum standin_kind kind, const char *route)
{
    int count = 0;
    for (int i = standin->mark; i < standin->entries.count; i++)
        count += fits(standin->entries.items[i], kind, route);
    return count;
}

void standin_mark(struct standin *standin)
{
    standin->mark = standin->entries.count;
}

int standin_violations(const struct standin *standin)
{
    return standin->violations;
}

const char *standin_violation_text(struct standin *standin)
{
    size_t size;
    free(standin->violation_text);
    FILE *out = open_memstream(&standin->violation_text, &size);
    check(out);
    for (int i = 0; i < standin->entries.count; i++) {
        const struct standin_entry *entry = standin->entries.items[i];
        if (entry->kind == STANDIN_VIOLATION)
            fprintf(out, "%9.3f %s\n", (double)entry->at / 1000, entry->path);
    }
    fclose(out);
    return standin->violation_text;
}

void standin_forgive(struct standin *standin)
{
    for (int i = 0; i < standin->entries.count; i++) {
        struct standin_entry *entry = standin->entries.items[i];
        if (entry->kind == STANDIN_VIOLATION)
            entry->kind = STANDIN_NOTE;
    }
    standin->violations = 0;
}

void standin_print(const struct standin *standin, FILE *out)
{
    for (int i = 0; i < standin->entries.count; i++)
        put_line(standin->entries.items[i], out);
}

void standin_print_live(struct standin *standin, FILE *out)
{
    standin->live = out;
}
