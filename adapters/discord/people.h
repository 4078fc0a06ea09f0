/* Who somebody is on Discord, and how they are reached in private. A person is a user id, for ever;
   names are only shown. */
#ifndef PEOPLE_H
#define PEOPLE_H

#include "application.h"
#include "look.h"

enum dm_state {
    DM_UNKNOWN,
    DM_WAITING, /* waits for its turn to be opened */
    DM_OPENING, /* or the first message there is under way */
    DM_OPEN,
    DM_REFUSED /* tried again after a while, once they do something */
};

/* What became of somebody's channel, the less final first. */
enum dm_news {
    DM_NEWS_ABSENT,
    DM_NEWS_WAITS,    /* no game waits for it */
    DM_NEWS_GIVEN_UP, /* what waits for it has waited too long */
    DM_NEWS_REFUSED,  /* the person takes no direct messages */
    DM_NEWS_OPEN      /* what waits for the channel can be sent */
};

enum { REFUSALS_MOST = 8 }; /* in a row, that are counted */

enum hands_by { HANDS_BY_DM, HANDS_BY_PANEL };

struct place;

struct held {
    struct held *next;
    int64_t table; /* the table whose hand it is: a newer hand replaces it; 0: no hand */
    json_t *body;  /* NULL: the hand as it is when the channel is open */
};

struct person {
    struct shelf_item item; /* first */
    int pins;               /* holders of a pointer beyond a turn of the loop */
    char id[DISCORD_ID];
    char name[HOST_NAME]; /* as last seen */
    /* by Discord; else it is that of their seat */
    bool is_named;
    enum dm_state dm;
    bool has_waited; /* no game waits for their channel any more */
    char dm_channel[DISCORD_ID];
    char asked_in[HOST_ROOM]; /* of the last line to them */
    /* where they were heard last */
    char guild[DISCORD_ID];
    enum hands_by hands;
    /* their turn rings by the private message, not by the mention in the room */
    bool wants_push_by_dm;
    struct look look; /* of what only they see */
    int locale;       /* what Discord says they read: 1 + an enum language; 0: not known */
    /* the panel can show hands */
    bool can_use_panel;
    /* what they did last was no typed message: then a hand needs no words of what can be typed */
    bool presses;
    int refusals; /* in a row */
    /* ms since 1970 */
    int64_t next_try;
    /* where to find what cannot be sent; 0: never */
    int64_t told_at;
    /* the table of which they heard where the hand is; 0: none */
    int64_t told_of;
    struct place *shown_hands;     /* the last message with the hand of each table */
    struct held *held;             /* for private.c, too */
    enum dm_news news;             /* that nobody has read yet */
    struct person *next_with_news; /* private.c */
};

void people_init(struct discord *discord);
/* Created if new; lasts until discord_tidy(), and longer while it is pinned. */
struct person *people_get(struct discord *discord, const char *id);
/* NULL if they are not known. */
struct person *people_find(const struct discord *discord, const char *id);
/* The person of a user object and its member object (or NULL), with their shown name as one word.
   NULL if it is no user. */
struct person *people_meet(struct discord *discord, const json_t *user, const json_t *member);
void people_drop_held(struct person *person);
void people_say_reach(struct discord *discord, const struct person *person);
/* A closed channel may be tried again. */
void people_acted(struct discord *discord, struct person *person, bool with_interaction);
/* Otherwise it comes silently, and the call in the room rings. */
bool people_rings_by_dm(const struct person *person);
/* No game waits for their direct messages. */
bool people_waits(const struct person *person);
/* In private panels: by choice, or because direct messages do not arrive, or not yet. */
bool people_gets_hands(const struct person *person);
bool people_is_seated(const struct discord *discord, const struct person *person);
/* The first of them. False if they sit at none. */
struct host_board;
bool people_table(const struct discord *discord, const struct person *person,
                  struct host_board *out);

/* ---- what is kept of people: their choices, and how they are reached ---- */

/* It holds at once; `wish` (may be NULL) is told when it is kept. */
void people_choose_hands(struct discord *discord, struct person *person, enum hands_by hands,
                         const struct host_wish *wish);
void people_choose_push(struct discord *discord, struct person *person, bool by_dm,
                        const struct host_wish *wish);
void people_choose_look(struct discord *discord, struct person *person, const struct look *look,
                        const struct host_wish *wish);

extern const struct look_widths people_widths;
/* look_take() for all that people choose here. */
enum look_change people_take_look(struct look *look, const char **words, char wrong[LOOK_WORD]);
void people_forget_choices(struct discord *discord, const char *key);
/* For struct host_port. */
void people_look(void *discord, const char *key, struct text *out);
enum host_nudge people_nudge(void *discord, const char *key);
void people_wear(void *discord, const char *key, const char *words);
int people_columns(void *discord, const char *room);
int people_language(void *discord, const char *room);
/* "de", "pt-BR": a language as Discord names it; may be NULL. Unchanged if we do not write it. */
void people_note_locale(const char *locale, int *language);

void people_keep_dm(struct discord *discord, const struct person *person);

/* ---- people as they are typed: "<@7>" is the person with that id, who need not have said anything
   yet ---- */

/* The id in a mention, and the name of that person, or the mention if we know none. NULL if it is
   no mention. Valid until the next call. */
const char *people_mentioned(void *discord, const char *typed, const char **name);

#endif
