#include "links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "clock.h"
#include "elsewhere.h"
#include "host_state.h"
#include "port.h"
#include "record.h"
#include "row.h"
#include "text.h"

enum { FIELD_BYTES = sizeof "network" + 11 }; /* "key2": a name and any number */

void links_put_line(const struct linked *person, struct text *line)
{
    char field[FIELD_BYTES];
    text_put(line, "link");
    record_put_number(line, "used", person->used);
    for (int i = 0; i < person->count; i++) {
        const struct linked_identity *identity = &person->identities[i];
        const char *const names[] = {"network", "key", "name"}, *const values[] = {
                                                                    identity->network,
                                                                    identity->key, identity->name};
        for (int v = 0; v < 3; v++) {
            snprintf(field, sizeof field, "%s%d", names[v], i + 1);
            record_put(line, field, values[v]);
        }
    }
    check(!line->cut);
}

static bool get(const struct record_line *line, const char *name, int i, char *out, size_t size)
{
    char field[FIELD_BYTES];
    snprintf(field, sizeof field, "%s%d", name, i + 1);
    return row_get(line, field, out, size);
}

static bool get_identity(const struct record_line *line, int i, struct linked_identity *out)
{
    return get(line, "network", i, out->network, sizeof out->network) &&
           get(line, "key", i, out->key, sizeof out->key) &&
           get(line, "name", i, out->name, sizeof out->name);
}

bool links_read_line(const char *value, struct linked *out)
{
    struct record_line line;
    long long used = 0;
    *out = (struct linked){0};
    bool is_right = record_read(value, &line) && record_get_number(&line, "used", &used);
    out->used = (int)used;
    while (is_right && out->count < LINK_EACH &&
           get_identity(&line, out->count, &out->identities[out->count]))
        out->count++;
    record_free(&line);
    return out->count > 0;
}

enum { SAVE_DAYS = 7 };

static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;

/* A row that is being written: what is told of it, and what it was read as meanwhile. */
struct saving {
    struct saving *next;
    struct host *host; /* NULL once it is gone */
    links_done *done;
    void *arg;
    int number;
    char *row;    /* NULL: the row is gone, if it was read */
    bool is_read; /* since it was handed to the store */
};

/* A row of which nobody knows what it says is written again until it says what we believe. Bounded:
   one for each row (session/shares.h). */
struct repair {
    struct repair *next;
    struct host *host; /* NULL once it is gone */
    int number;
    int64_t at; /* INT64_MAX until the store has answered */
};

struct links {
    struct linked **list; /* in no order */
    struct saving *savings;
    struct repair *repairs;
    int count, space;
    struct linked_identity *buckets[HOST_BUCKETS];
};

static int today(const struct host *host)
{
    return (int)(host_wall(host) / day_ms);
}

/* ---- in memory ---- */

static void unindex(struct links *links, struct linked *person)
{
    for (int i = 0; i < person->count; i++) {
        struct linked_identity *identity = &person->identities[i];
        struct linked_identity **link =
            &links->buckets[host_bucket(identity->network, identity->key)];
        while (*link != identity)
            link = &(*link)->next;
        *link = identity->next;
    }
}

static void forget(struct links *links, int place)
{
    int last = links->count - 1;
    unindex(links, links->list[place]);
    links->list[last]->place = place;
    free(links->list[place]);
    links->list[place] = links->list[last];
    links->count--;
}

static size_t size_of(const struct linked *person)
{
    return offsetof(struct linked, identities) + (size_t)person->count * sizeof *person->identities;
}

void links_copy(const struct linked *from, struct linked *to)
{
    memcpy(to, from, size_of(from));
}

static void add(struct links *links, const struct linked *person)
{
    size_t size = size_of(person);
    struct linked *kept = malloc(size);
    check(kept);
    memcpy(kept, person, size);
    if (links->count == links->space) {
        links->space = links->space ? 2 * links->space : 16;
        links->list = realloc(links->list, (size_t)links->space * sizeof(struct linked *));
        check(links->list);
    }
    kept->place = links->count;
    links->list[links->count++] = kept;
    for (int i = 0; i < kept->count; i++) {
        struct linked_identity *identity = &kept->identities[i];
        struct linked_identity **bucket =
            &links->buckets[host_bucket(identity->network, identity->key)];
        identity->person = kept;
        identity->next = *bucket;
        *bucket = identity;
    }
}

void links_init(struct host *host)
{
    host->links = calloc(1, sizeof *host->links);
    check(host->links);
    host->goings = calloc(1, sizeof *host->goings);
    check(host->goings);
}

void links_fini(struct host *host)
{
    while (host->links->count > 0)
        forget(host->links, host->links->count - 1);
    for (struct saving *saving = host->links->savings; saving; saving = saving->next)
        saving->host = NULL;
    for (struct repair *repair = host->links->repairs, *next; repair; repair = next) {
        next = repair->next;
        repair->host = NULL;
        if (repair->at != INT64_MAX)
            free(repair); /* otherwise the store calls back */
    }
    free(host->links->list);
    free(host->links);
    free(host->goings);
}

static struct linked *find(const struct host *host, struct identity who)
{
    if (host->links->count == 0)
        return NULL;
    struct linked_identity *identity = host->links->buckets[host_bucket(who.network, who.key)];
    while (identity && (!identity_is(identity_of(identity), who)))
        identity = identity->next;
    return identity ? identity->person : NULL;
}

const struct linked *links_of(const struct host *host, struct identity who)
{
    return find(host, who);
}

int links_identities(const struct host *host, struct identity who, struct identity out[LINK_EACH])
{
    const struct linked *person = who.key ? find(host, who) : NULL;
    int count = 1;
    out[0] = who;
    for (int i = 0; person && i < person->count; i++)
        if (!identity_is(identity_of(&person->identities[i]), who))
            out[count++] = identity_of(&person->identities[i]);
    return count;
}

bool links_have(const struct linked *person, struct identity who)
{
    for (int i = 0; i < person->count; i++)
        if (identity_is(identity_of(&person->identities[i]), who))
            return true;
    return false;
}

bool links_are_going(const struct host *host, struct identity who)
{
    for (const struct going *going = host->goings->first; going; going = going->next)
        if (links_have(going->who, who))
            return true;
    return false;
}

bool identity_same(const struct host *host, struct identity who, struct identity other)
{
    if (identity_is(who, other))
        return true;
    const struct linked *person = find(host, who);
    return person && person == find(host, other);
}

bool links_share_look(const struct host *host, struct identity who)
{
    const struct linked *person = find(host, who);
    const struct host_port *port = host_port_of(host, who.network);
    char look[HOST_NAME] = "";
    struct text text = text_over(look, sizeof look);
    if (!person || !port || !port->look)
        return false;
    port->look(port->self, who.key, &text);
    for (int i = 0; *look && i < person->count; i++) {
        const struct linked_identity *other = &person->identities[i];
        const struct host_port *there = host_port_of(host, other->network);
        if (there && there->wear && (!identity_is(identity_of(other), who)))
            there->wear(there->self, other->key, look);
    }
    return *look != '\0';
}

static struct linked *as_known(const struct host *host, const struct linked *wanted)
{
    struct linked *known = find(host, identity_of(&wanted->identities[0]));
    return known && known->number == wanted->number ? known : NULL;
}

/* ---- at the bound ---- */

/* -1 if everybody said something lately. */
static int idlest(const struct host *host)
{
    const struct links *links = host->links;
    int place = -1, least = today(host) - LINK_IDLE_DAYS;
    for (int i = 0; i < links->count; i++)
        if (links->list[i]->used <= least) {
            least = links->list[i]->used;
            place = i;
        }
    return place;
}

bool links_are_full(const struct host *host)
{
    return host->links->count >= LINKS_MOST && idlest(host) < 0;
}

/* ---- in the store ---- */

static void save(struct host *host, const struct linked *person, row_done *done, void *arg)
{
    char bytes[LINKS_LINE];
    struct text line = text_over(bytes, sizeof bytes);
    links_put_line(person, &line);
    row_put(host, &links_row, person->number, person->count < 2 ? NULL : bytes, done, arg);
}

/* ---- rows of unknown outcome ---- */

static void on_repaired(void *arg, enum row_result result)
{
    struct repair *repair = arg;
    struct host *host = repair->host;
    struct repair **link = host ? &host->links->repairs : NULL;
    if (host && result != ROW_SAVED) {
        repair->at = host->now + HOST_RETRY_MS;
        clock_call(host, repair->at);
        return;
    }
    while (link && *link != repair)
        link = &(*link)->next;
    if (link)
        *link = repair->next;
    free(repair);
}

static bool is_being_saved(const struct links *links, int number)
{
    const struct saving *saving = links->savings;
    while (saving && saving->number != number)
        saving = saving->next;
    return saving != NULL;
}

/* What is on its way to the row decides what we believe. */
static void write_repair(struct repair *repair)
{
    const struct links *links = repair->host->links;
    struct linked person = {.number = repair->number};
    if (is_being_saved(links, repair->number)) {
        repair->at = repair->host->now + HOST_RETRY_MS;
        clock_call(repair->host, repair->at);
        return;
    }
    for (int i = 0; i < links->count; i++)
        if (links->list[i]->number == repair->number)
            links_copy(links->list[i], &person);
    repair->at = INT64_MAX;
    save(repair->host, &person, on_repaired, repair);
}

void links_tick(struct host *host)
{
    for (struct repair *repair = host->links->repairs, *next; repair; repair = next) {
        next = repair->next; /* the store may answer at once */
        if (repair->at <= host->now)
            write_repair(repair);
    }
}

int64_t links_tick_at(const struct host *host)
{
    int64_t first = INT64_MAX;
    for (const struct repair *repair = host->links->repairs; repair; repair = repair->next)
        first = repair->at < first ? repair->at : first;
    return first;
}

/* The person was told that the row is not saved, but perhaps it is. */
static void begin_repair(struct host *host, int number)
{
    struct repair *repair = host->links->repairs;
    while (repair && repair->number != number)
        repair = repair->next;
    if (repair)
        return;
    repair = malloc(sizeof *repair);
    check(repair);
    *repair = (struct repair){
        .next = host->links->repairs, .host = host, .number = number, .at = host->now};
    host->links->repairs = repair;
    write_repair(repair);
}

/* If the answer to the commit was lost, the row tells: in a shared house it is read. */
static void on_saved(void *arg, enum row_result result)
{
    struct saving *saving = arg, **link = saving->host ? &saving->host->links->savings : NULL;
    struct linked person;
    while (link && *link != saving)
        link = &(*link)->next;
    if (link)
        *link = saving->next;
    saving->done(saving->arg, result == ROW_SAVED);
    if (link && saving->is_read && result != ROW_SAVED)
        (void)links_learn(saving->host, saving->number, saving->row, &person);
    else if (link && result == ROW_UNKNOWN && !saving->host->networks.are_shared)
        begin_repair(saving->host, saving->number);
    free(saving->row);
    free(saving);
}

/* Nobody is two persons: what is known already is not taken again. */
static bool load(struct host *host, int64_t number, const char *value)
{
    struct linked person;
    bool is_right =
        links_read_line(value, &person) && person.count >= 2 && host->links->count < LINKS_MOST;
    person.number = (int)number;
    for (int i = 0; is_right && i < person.count; i++)
        is_right = !find(host, identity_of(&person.identities[i]));
    if (is_right)
        add(host->links, &person);
    return is_right;
}

const struct row_kind links_row = {.prefix = "link.", .unread = "link-not-read", .load = load};

/* ---- what another process has written ---- */

static bool is_same(const struct linked *known, const struct linked *person)
{
    bool is_same = known && known->number == person->number && known->count == person->count;
    for (int i = 0; is_same && i < person->count; i++)
        is_same = links_have(known, identity_of(&person->identities[i]));
    return is_same;
}

static void forget_numbered(struct links *links, int number)
{
    for (int i = links->count - 1; i >= 0; i--)
        if (links->list[i]->number == number)
            forget(links, i);
}

static bool is_saving(struct links *links, int64_t number, const char *value)
{
    for (struct saving *saving = links->savings; saving; saving = saving->next) {
        if (saving->number != number)
            continue;
        free(saving->row);
        saving->row = value ? strdup(value) : NULL;
        saving->is_read = true;
        return true;
    }
    return false;
}

/* Who was somebody else's identity is not any more: the row of the other one has changed, too,
   and is learned as well. */
bool links_learn(struct host *host, int64_t number, const char *value, struct linked *out)
{
    struct links *links = host->links;
    if (is_saving(links, number, value))
        return false;
    bool is_there = value && links_read_line(value, out) && out->count >= 2;
    out->number = (int)number;
    if (is_there) {
        struct linked *known = find(host, identity_of(&out->identities[0]));
        if (is_same(known, out)) {
            known->used = out->used;
            return false;
        }
    }
    forget_numbered(links, out->number);
    for (int i = 0; is_there && i < out->count; i++) {
        struct linked *other = find(host, identity_of(&out->identities[i]));
        if (other)
            forget(links, other->place);
    }
    if (is_there)
        add(links, out);
    return is_there;
}

/* links_note_use() may not save the former row behind the new one. */
void links_save(struct host *host, const struct linked *wanted, links_done *done, void *arg)
{
    struct saving *saving = malloc(sizeof *saving);
    check(saving);
    *saving = (struct saving){.next = host->links->savings,
                              .host = host,
                              .done = done,
                              .arg = arg,
                              .number = wanted->number};
    host->links->savings = saving;
    struct linked person = *wanted, *known = as_known(host, wanted);
    person.used = today(host);
    if (known)
        known->used = person.used;
    save(host, &person, on_saved, saving);
}

/* The row of somebody who makes room is forgotten without waiting: if that is lost, the next
   start has one row more. */
void links_put(struct host *host, const struct linked *wanted)
{
    struct links *links = host->links;
    struct linked person = *wanted, *known = as_known(host, wanted);
    int place;
    person.used = today(host);
    if (known)
        forget(links, known->place);
    if (person.count < 2)
        return;
    if (links->count >= LINKS_MOST && (place = idlest(host)) >= 0) {
        struct linked idle = {.number = links->list[place]->number};
        save(host, &idle, NULL, NULL);
        forget(links, place);
    }
    add(links, &person);
}

void links_note_use(struct host *host, struct identity who)
{
    struct linked *person = find(host, who);
    if (!person || today(host) < person->used + SAVE_DAYS)
        return;
    person->used = today(host);
    if (host_keeps_persons(host))
        save(host, person, NULL, NULL);
    else if (port_is_here(host_port_of(host, who.network)))
        host_tell_keeper(
            host,
            &(struct host_event){.kind = HOST_EVENT_USED, .network = who.network, .who = who.key});
}
