/* See day.h: people who play. The host is asked what they may do, as in
   support/discord/evening.h; whether they were answered they read on the wire: a line in their
   room that says what they did, or a private one that is no hand. */
#include "day.h"
#include "games.h"
#include "in_words.h"
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOW_MS = 3000, START_MS = 60 * 1000, LOOK_MS = 2000, TYPED = 300 };

/* ---- being answered ---- */

/* "ann takes", "ann and bob play", but not "ann: !hide", which every post says. */
static bool says_what_they_did(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)) != NULL; at += length)
        if (at[length] != ':')
            return true;
    return false;
}

static void answered(struct day_table *table)
{
    if (sim_now() - table->said_at > SLOW_MS)
        fprintf(stderr, "%9.3f %.1f s in %s %s: %s: %s\n", (double)sim_now() / 1000,
                (double)(sim_now() - table->said_at) / 1000, table->network, table->room,
                table->waiting->name, table->said);
    waits_add(&day.waits[table->kind], (int)(sim_now() - table->said_at));
    day.figures.answers++;
    table->waiting = NULL;
    table->act_at =
        sim_now() + table->think_least + sim_dice((int)(table->think_most - table->think_least));
}

void honest_reads(struct day_table *table, struct person *reader, const char *text, bool is_private)
{
    if (!table->waiting)
        return;
    if (is_private ? reader == table->waiting && !strstr(text, in_words("<HAND_1>"))
                   : says_what_they_did(text, table->waiting->name))
        answered(table);
}

/* ---- acting ---- */

static void say(struct day_table *table, struct person *person, const char *text)
{
    char line[HOST_TEXT];
    snprintf(line, sizeof line, "!%s", text);
    snprintf(table->said, sizeof table->said, "%s", line);
    table->waiting = person;
    table->said_at = sim_now();
    if (person->irc)
        sim_person_say(person->irc, table->room, line);
    else
        standin_say(day.discord, person->id, table->channel_id, line);
}

struct finding {
    const char *name;
    char *key;
};

static void find_key(void *arg, const char *key, const char *name)
{
    struct finding *finding = arg;
    if (strcmp(name, finding->name) == 0)
        snprintf(finding->key, HOST_KEY, "%s", key);
}

/* On IRC the program gives keys to people; a person with a seat has one. */
static bool has_key(struct day_table *table, struct person *person)
{
    struct finding finding = {person->name, person->key};
    if (person->irc)
        person->key[0] = '\0';
    if (person->irc)
        host_each_person(sim_host(), table->network, find_key, &finding);
    return person->key[0] != '\0';
}

static bool is_seated(struct day_table *table, struct session *session, struct person *person)
{
    struct heard heard = {
        .network = table->network, .room = table->room, .key = person->key, .name = person->name};
    return has_key(table, person) && host_is_seated(session, &heard);
}

/* A random one of all, without keeping them. */
struct choice {
    int count;
    char move[TYPED];
};

static bool consider(void *arg, const char *move)
{
    struct choice *choice = arg;
    if (strlen(move) < sizeof choice->move && sim_dice(++choice->count) == 0)
        snprintf(choice->move, sizeof choice->move, "%s", move);
    return true;
}

static bool move_somebody(struct day_table *table, struct session *session)
{
    int first = sim_dice(table->people_count);
    for (int i = 0; i < table->people_count; i++) {
        struct person *person = &table->people[(first + i) % table->people_count];
        struct choice choice = {0};
        if (!has_key(table, person))
            continue;
        struct heard heard = {.network = table->network,
                              .room = table->room,
                              .key = person->key,
                              .name = person->name};
        host_each_move(sim_host(), session, &heard, consider, &choice);
        if (choice.count == 0)
            continue;
        day.figures.moves++;
        say(table, person, choice.move);
        return true;
    }
    return false;
}

static void sit_down(struct day_table *table, struct session *session)
{
    for (int i = 0; i < table->people_count; i++)
        if (!is_seated(table, session, &table->people[i])) {
            say(table, &table->people[i], "join");
            return;
        }
    if (!table->full_since) {
        table->full_since = sim_now();
    } else if (sim_now() - table->full_since > START_MS) {
        table->full_since = 0;
        say(table, &table->people[0], "start");
        return;
    }
    table->act_at = sim_now() + LOOK_MS;
}

static void act(struct day_table *table)
{
    char play[TYPED];
    struct session *session = host_find(sim_host(), table->network, table->room);
    bool is_playing = session && host_is_playing(session);
    day.figures.games += table->was_playing && !is_playing;
    table->was_playing = is_playing;
    if (is_playing) {
        table->full_since = 0;
        if (!move_somebody(table, session))
            table->act_at = sim_now() + LOOK_MS;
    } else if (session) {
        sit_down(table, session);
    } else {
        snprintf(play, sizeof play, "play %s", table->game);
        say(table, &table->people[0], play);
    }
}

static bool is_there(const struct day_table *table)
{
    return table->irc ? sim_irc_has_bot(table->irc, table->room) : standin_is_ready(day.discord, 0);
}

void honest_step(struct day_table *table)
{
    if (table->waiting && sim_now() - table->said_at > DAY_PATIENCE_MS) {
        day.figures.unanswered++;
        fprintf(stderr, "%9.3f unanswered in %s %s: %s: %s\n", (double)sim_now() / 1000,
                table->network, table->room, table->waiting->name, table->said);
        table->waiting = NULL;
        table->act_at = sim_now() + table->think_least;
    }
    if (!table->waiting && sim_now() >= table->act_at && sim_host() && is_there(table))
        act(table);
}
