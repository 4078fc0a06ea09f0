/* Who somebody is on Discord, how they are reached in private, in which room and guild they are, and what they may do there. A
   person is a user id, for ever; names are only shown. What Discord says of guilds: guilds.c. How private channels are opened:
   dm.c. */
#ifndef PEOPLE_H
#define PEOPLE_H

#include "application.h"
#include "shelf.h"

enum dm_state {
    DM_UNKNOWN,
    DM_WAITING, /* for its turn to be opened */
    DM_OPENING, /* or the first message there is under way */
    DM_OPEN,
    DM_REFUSED /* closed by the person: until a while has passed, and the person does something */
};

enum { REFUSALS_MOST = 8 }; /* that are counted */

enum hands_by { HANDS_BY_DM, HANDS_BY_PANEL };

/* The message with somebody's hand of one table. The last one of each person is kept. */
struct hand_message {
    struct hand_message *next;
    char message[DISCORD_ID], digest[DISCORD_DIGEST];
    char latest[DISCORD_ID]; /* as it was, also when it is not edited any more */
    int64_t table;
    bool is_inherited; /* of the process before, and nothing was said since */
};

/* A text that waits for the person's channel. */
struct held {
    struct held *next;
    int64_t table; /* whose hand it is: a newer one takes its place; 0: nobody's */
    json_t *body;
};

struct person {
    struct shelf_item item; /* first */
    int pins;               /* of those who keep a pointer beyond a turn of the loop */
    char id[DISCORD_ID];
    char name[HOST_NAME]; /* as last seen */
    enum dm_state dm;
    bool has_waited; /* DM_WAITING, DM_OPENING: no game waits for it any more */
    char dm_channel[DISCORD_ID];
    char asked_in[HOST_ROOM]; /* the room of what they were told last; "": none */
    char guild[DISCORD_ID];   /* where they were heard or dealt with last: it pays for what they are sent; "": none */
    enum hands_by hands;      /* what the person chose */
    bool
        can_use_panel; /* has pressed or commanded something since the bot runs: gets hands by the panel if not by DM */
    int refusals;      /* in a row */
    int64_t next_try;  /* DM_REFUSED: not before, ms since 1970 */
    int64_t hinted_at; /* when a room was last told where their private answers are; 0: never */
    int64_t wait_told_at;               /* when they last heard, unasked, that these come later; 0: never */
    struct hand_message *hand_messages; /* private.c */
    struct held *held;                  /* likewise */
};

struct people *people_new(struct discord *discord);
void people_free(struct people *people);
void people_tidy(struct people *people);
size_t people_count(const struct people *people);
/* The person with this id, created if new. Never NULL; lasts until people_tidy(), and longer while it is pinned. */
struct person *people_get(struct people *people, const char *id);
/* The same, if the person is known already; else NULL. */
struct person *people_find(const struct people *people, const char *id);
/* From a user object, and its member object or NULL: display name by nick, global name, user name, as one word. NULL if it
   is no user. */
struct person *people_meet(struct people *people, const json_t *user, const json_t *member);
/* What waits for the channel to be opened. */
void people_drop_held(struct person *person);
void people_say_reach(struct discord *discord, const struct person *person);
/* They did something: what was refused may be tried again. */
void people_acted(struct discord *discord, struct person *person, bool with_interaction);
void people_choose_hands(struct discord *discord, struct person *person, enum hands_by hands);
/* Whether somebody gets hands in private panels: by choice, or because direct messages do not arrive. */
bool people_gets_hands(const struct person *person);
bool people_is_seated(const struct discord *discord, const struct person *person);
/* What is known of the direct message channel is kept. */
void people_keep_dm(struct discord *discord, const struct person *person);

/* ---- rooms, and the guilds they belong to ---- */

/* "<#50>" and back; false if the room is not a channel. A direct message channel is no room. */
void room_of_channel(const char *channel, char room[HOST_ROOM]);
bool channel_of_room(const char *room, char channel[DISCORD_ID]);

struct places *places_new(void);
void places_free(struct places *places);
void places_tidy(struct discord *discord);
/* The guild of a room, where it is known; else NULL. Lasts until places_tidy(). */
const char *places_guild(struct discord *discord, const char *room);
/* The same of a channel; "": not known. */
const char *places_guild_of(void *discord, const char *channel);
/* Remembers which guild a room belongs to. */
void places_note(struct discord *discord, const char *room, const char *guild);
/* The same beyond a restart: there is a table. */
void places_keep(struct discord *discord, const char *room);
void places_unkeep(struct discord *discord, const char *room); /* it is forgotten */
size_t places_count(const struct discord *discord);
/* Whether something may be said there now: not in an outage, not after we were removed. */
bool places_is_open(struct discord *discord, const char *room);
/* RANK_OPERATOR, RANK_ADMIN: of a member object (with "permissions" in interactions, with roles in messages). `id` NULL: in
   private. */
unsigned guilds_rank(struct discord *discord, const char *id, const char *user, const json_t *member);

#endif
