/* The front of every store: checks arguments, puts results into words, and passes each call on
   to the implementation. It must not know which implementation that is. Next: store_work.h, the
   work that stores queue. */
#include "store_append.h"
#include "store_asked.h"
#include "store_erase.h"
#include "store_ops.h"
#include "store_portion.h"
#include "store_read.h"
#include "store_work.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"

const char *store_result_text(enum store_result result)
{
    static const char *const texts[STORE_RESULT_COUNT] = {
        [STORE_OK] = "Saved.",
        [STORE_FULL] = "The disk is full. Nothing is lost; make room there and try again.",
        [STORE_READ_ONLY] =
            "The disk or the database takes no writes. Nothing is lost; try again when it does.",
        [STORE_BUSY] =
            "Another program holds the database. Nothing is lost; try again in a moment.",
        [STORE_IO] =
            "The disk or the database failed. Nothing is lost; try again in a moment, and read the log if it goes on.",
        [STORE_DAMAGED] =
            "The database is damaged, so it does not help to try again. Put back a backup.",
        [STORE_CONFLICT] =
            "Something else happened at the table first. Look at the table and try again.",
        [STORE_MEMORY] = "Memory is short. Nothing is lost; try again in a moment.",
        [STORE_GONE] =
            "The files of the database were moved or deleted. Nothing is lost; try again when they are back.",
        [STORE_TAKEN] = "Another table stands in that room. Go on there, or end it first.",
        [STORE_UNKNOWN] =
            "The database was lost just then, so nobody knows yet whether that was done.",
        [STORE_AWAY] = "The database cannot be reached. Nothing is lost; try again in a moment.",
    };
    check((unsigned)result < STORE_RESULT_COUNT);
    return texts[result];
}

static void check_beside(const struct store_append *append)
{
    check(!append->message || append->count >= 1);
    for (int i = 0; i < append->person_count; i++) {
        const struct store_person *person = &append->persons[i];
        check(person->number >= 1 && person->network && person->key && person->name &&
              person->salt && person->source && person->ahead);
    }
}

static void check_outcomes(const struct store_append *append)
{
    check(!append->outcome_count || append->count >= 1);
    for (int i = 0; i < append->outcome_count; i++) {
        const struct store_outcome *outcome = &append->outcomes[i];
        check(outcome->game_number >= 1 && outcome->seat_count >= 1 &&
              outcome->seat_count <= STORE_OUTCOME_SEATS);
        check(strlen(outcome->game) <= STORE_GAME_MAX);
        for (int seat = 0; seat < outcome->seat_count; seat++)
            check(outcome->seats[seat].place >= 1 &&
                  outcome->seats[seat].identity_count <= STORE_IDENTITIES);
    }
}

static void check_place(const struct store_place *place)
{
    size_t network = strlen(place->network), room = strlen(place->room);
    check(network >= 1 && network <= STORE_KEY_MAX && room >= 1 && room <= STORE_KEY_MAX);
}

void store_write(struct store *store, const struct store_append *append, store_done *done,
                 void *arg)
{
    check(append->table >= 1 && append->first_seq >= 1 && append->count >= 0);
    check(append->count >= 1 || append->ends || append->leaves || append->place.network ||
          append->guest.network || append->freed.network);
    for (int i = 0; i < append->count; i++) {
        size_t length = strcspn(append->lines[i], "\n");
        check(append->lines[i][length] == '\0' && length <= STORE_LINE_MAX);
    }
    check_beside(append);
    check_outcomes(append);
    const struct store_place *places[] = {&append->place, &append->guest, &append->freed};
    for (int i = 0; i < 3; i++)
        if (places[i]->network) {
            check(!append->ends && !append->leaves);
            check_place(places[i]);
        }
    int64_t now = store->clock ? store->clock(store->clock_arg) : (int64_t)time(NULL);
    store->ops->take(store, store_work_append(append, now, done, arg));
}

void store_append(struct store *store, int64_t table, int64_t first_seq, const char *const *lines,
                  int count, bool ends, store_done *done, void *arg)
{
    struct store_append append = {
        .table = table, .first_seq = first_seq, .lines = lines, .count = count, .ends = ends};
    store_write(store, &append, done, arg);
}

void store_prune(struct store *store, int64_t ended_before, store_prune_done *done, void *arg)
{
    store->ops->take(store, store_work_prune(ended_before, done, arg));
}

void store_use_clock(struct store *store, store_clock *clock, void *arg)
{
    store->clock = clock;
    store->clock_arg = arg;
}

void store_read(struct store *store, const struct store_reading *reading)
{
    check(reading->most >= 1 && reading->most <= STORE_PORTION && reading->line &&
          reading->damaged && reading->done);
    store->ops->take(store, store_work_of(store_portion_new_lines(reading)));
}

void store_list(struct store *store, const struct store_listing *listing)
{
    check(listing->most >= 1 && listing->most <= STORE_PORTION && listing->table &&
          listing->damaged && listing->done);
    check(!listing->count_most || (listing->before_table && listing->states != STORE_IN_PLAY));
    store->ops->take(store, store_work_of(store_portion_new_tables(listing)));
}

static void check_setting(const char *key, const char *value)
{
    size_t length = strlen(key);
    check(length >= 1 && length <= STORE_KEY_MAX);
    check(!value || strlen(value) <= STORE_LINE_MAX);
}

void store_put(struct store *store, const char *key, const char *value, store_done *done, void *arg)
{
    check_setting(key, value);
    store->ops->take(store, store_work_put(key, value, done, arg));
}

void store_show_identity(struct store *store, const struct store_identity *identity, bool is_shown,
                         store_done *done, void *arg)
{
    const char *texts[] = {identity->network, identity->key, identity->name};
    store->ops->take(store, store_work_deed(is_shown ? STORE_SHOW : STORE_HIDE, texts, done, arg));
}

void store_recount(struct store *store, store_recounted *done, void *arg)
{
    store->ops->take(store, store_work_recount(done, arg));
}

void store_rebuild(struct store *store, int64_t table, const struct store_outcome *outcome,
                   bool adds, store_recounted *done, void *arg)
{
    store->ops->take(store, store_work_rebuild(table, outcome, adds, done, arg));
}

void store_ask(struct store *store, const struct store_question *question)
{
    struct store_asked *asked = calloc(1, sizeof *asked);
    check(asked && question->most >= 0 && question->most <= STORE_STANDINGS && question->done);
    asked->question = *question;
    store->ops->take(store, store_work_ask(asked));
}

void store_erase(struct store *store, const struct store_erasure *erasure, store_done *done,
                 void *arg)
{
    for (int i = 0; i < erasure->setting_count; i++)
        check_setting(erasure->settings[i].key, erasure->settings[i].value);
    for (int i = 0; i < erasure->person_count; i++)
        check(*erasure->persons[i].network && *erasure->persons[i].key);
    store->ops->take(store, store_work_erase(erasure, done, arg));
}

int store_fd(struct store *store)
{
    return store->ops->fd(store);
}

void store_dispatch(struct store *store)
{
    store->ops->dispatch(store);
}

void store_flush(struct store *store)
{
    check(store->ops->flush(store, -1));
}

bool store_flush_for(struct store *store, int ms)
{
    return store->ops->flush(store, ms);
}

void store_close(struct store *store)
{
    check(!store || store->ops->close(store, -1));
}

bool store_close_for(struct store *store, int ms)
{
    return !store || store->ops->close(store, ms);
}

enum store_result store_load(struct store *store, store_setting_visitor *setting,
                             store_line_visitor *line, void *arg)
{
    return store->ops->load(store, setting, line, arg);
}

enum store_result store_read_table(struct store *store, int64_t table, store_line_visitor *line,
                                   void *arg)
{
    return store->ops->read_table(store, table, line, arg);
}

int64_t store_next_table(struct store *store)
{
    return store->ops->next_table(store);
}
