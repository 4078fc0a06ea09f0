/* A host with people who press and type on Discord, and a REST that writes down what it is asked
   and answers on order. The rest of the adapter is faked; interactions, panels and commands are
   the real ones. */
#ifndef FAKES_H
#define FAKES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "application.h"
#include "in_words.h"
#include "people.h"
#include "rest.h"
#include "testing.h"

enum { SENT = 400, TOLD = 256 * 1024 };

struct sent {
    char method[8], route[64], first[DISCORD_ID], token[64], message[DISCORD_ID];
    enum rest_lane lane;
    int64_t at;
    uint64_t ticket;
    json_t *body; /* ours */
    rest_done *done;
    void *arg;
    bool is_answered, is_dropped;
};

struct namesake;

struct world {
    struct discord discord;
    struct faulty_store *faulty;
    struct store *store;
    struct commands *commands;
    struct namesake *namesake; /* of 7 and 8 in <#50>, on another network */
    struct person people[8];
    int person_count;
    unsigned rank;
    int next_id;
    /* Discord's clock minus ours, and how long an interaction is under way to us; ms */
    int64_t clock, way;
    struct sent sent[SENT];
    int sent_count;
    bool is_rest_held;   /* answers nothing */
    int refuse_code;     /* the next request is refused with it; 0: taken */
    char posts[TOLD];    /* what rooms were told */
    char whispers[TOLD]; /* "to 7: ...": what went by direct message, as it was not taken */
    char noted[HOST_ROOM];
};

extern struct world world;

void world_open(void);
void world_close(void);
test_fixture(world_opened);
test_fixture(world_closed);
#define with_world(name) cmocka_unit_test_setup_teardown(name, world_opened, world_closed)

/* Lets the disk, REST and the clock catch up. */
void world_settle(void);
void world_wait(int64_t ms);
void world_forget(void); /* what was sent and told so far */

/* Interactions, as Discord sends them; all return the id. `more` is taken and replaces fields;
   it may be NULL. */
int world_press(const char *user, const char *custom_id, const char *value, bool is_private,
                json_t *more);
int world_command(const char *user, const char *name, json_t *options, json_t *more);
int world_type(const char *user, const char *name, json_t *options);
int world_dm_press(const char *user, const char *custom_id, const char *value);

/* The i-th request of the interaction that was said last (0 is its callback); fails the test if
   absent. */
const struct sent *world_sent(int interaction, int i);
int world_count(int interaction);
/* Its message: data of a callback, or the body. */
const json_t *world_message(const struct sent *sent);
const char *world_content(const struct sent *sent);
bool world_is_private(const struct sent *sent); /* one person alone sees it */
int world_callback(const struct sent *sent);    /* its type; -1 if not a callback */
/* Custom id of the first component whose id begins so; NULL: none. */
const char *world_find(const json_t *message, const char *begin);
/* The value of the first option of the first menu; NULL: none. */
const char *world_option(const json_t *message);
/* Plays on until ann is due in "<#50>" between ann (7) and bob (8). */
void world_deal(const char *game);
/* Who can move there now: "7" or "8". */
const char *world_due(void);
/* Of ann and bob. */
const char *world_other(const char *user);
int64_t world_table(void);

#define assert_says(text, part)                                                                    \
    do {                                                                                           \
        if (!strstr(text, in_words(part)))                                                         \
            fail_msg("no \"%s\" in: %s", in_words(part), text);                                    \
    } while (0)
#define assert_no(text, part)                                                                      \
    do {                                                                                           \
        if (strstr(text, in_words(part)))                                                          \
            fail_msg("\"%s\" in: %s", in_words(part), text);                                       \
    } while (0)

/* The tests of offers.c: how many failed. */
int run_offer_tests(void);

#endif
