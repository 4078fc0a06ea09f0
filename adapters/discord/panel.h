/* Open private panels, the newest for each person and table. While its token lives, a panel is
   edited whenever something changes. Somebody who gets hands by the panel and has none open gets
   one with a token that still lives. Several changes in one turn of the loop make one edit. */
#ifndef PANEL_H
#define PANEL_H

#include "people.h"
#include "rest.h"

/* Discord's rules for a token: 3 s to the first answer, then 15 minutes. We stay below both. */
enum { REPLY_FIRST_MS = 3000 };

enum { MESSAGE_EPHEMERAL = 64 };

/* Where the token of an interaction is used. */
#define ROUTE_CALLBACK "/interactions/{}/{}/callback"
#define ROUTE_ORIGINAL "/webhooks/{}/{}/messages/@original"
#define ROUTE_MESSAGE  "/webhooks/{}/{}/messages/{}"
#define ROUTE_FOLLOW   "/webhooks/{}/{}"

/* Open at a time. */
enum { PANELS_OF_PERSON = 8, PANELS_OF_GUILD = 400, PANELS_MOST = 4000 };

struct host_board;

struct panel {
    struct panel *next;
    struct discord *discord;
    struct person *person;
    char room[HOST_ROOM];   /* where it is seen */
    char guild[DISCORD_ID]; /* "" if unknown */
    int64_t table;          /* 0: only a token to open a panel with */
    int64_t expires;
    char *token;
    char message[DISCORD_ID]; /* "": the answer to the token's interaction */
    bool is_new;              /* not sent yet */
    bool is_dirty, is_gone;
    uint64_t ticket; /* of the request that waits or is under way; 0: none */
};

/* All of them, the newest first. */
struct panels {
    struct discord *discord;
    struct panel *first;
    struct loop_timer refresh;
};

struct panels *panels_new(struct discord *discord);
void panels_free(struct panels *panels);

/* Discord took an answer to this person, with a token that lives until `expires`. It showed the
   panel of that table; 0: none. */
void panel_note(struct discord *discord, struct person *person, const char *room, int64_t table,
                const char *token, int64_t expires);
/* Shows the hand of that table in the person's open panel. False if none is open. */
bool panel_refresh(struct discord *discord, const struct person *person,
                   const struct host_board *table);
/* Panels whose token is dead are forgotten. */
void panel_tidy(struct discord *discord);
/* Makes a message visible only to the person, or takes that flag out again. */
void panel_set_ephemeral(json_t *body, bool is_ephemeral);

#endif
