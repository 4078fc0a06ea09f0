/* Private panels that are open, the newest of each person and table: as long as their token lives they are edited when
   something changes, without the person doing anything. Where somebody who gets hands by the panel has none, but a token
   that lives, one is opened with that. What changed several times in a turn of the loop is shown once. */
#ifndef PANEL_H
#define PANEL_H

#include "people.h"
#include "rest.h"

/* Discord's rules for a token: 3 s to the first answer, then 15 minutes. We stay well below both. */
enum { REPLY_FIRST_MS = 3000 };

enum { MESSAGE_EPHEMERAL = 64 };

/* Where the token of an interaction is used. */
#define ROUTE_CALLBACK "/interactions/{}/{}/callback"
#define ROUTE_ORIGINAL "/webhooks/{}/{}/messages/@original"
#define ROUTE_MESSAGE  "/webhooks/{}/{}/messages/{}"
#define ROUTE_FOLLOW   "/webhooks/{}/{}"

/* At a time; without what is just being sent. */
enum { PANELS_OF_PERSON = 8, PANELS_OF_GUILD = 400, PANELS_MOST = 4000 };

struct panel {
    struct panel *next;
    struct discord *discord;
    struct person *person;
    char room[HOST_ROOM];   /* where it is seen */
    char guild[DISCORD_ID]; /* "": none that is known */
    int64_t table;          /* 0: only a token, with which a panel can be opened there */
    int64_t expires;
    char *token;
    char message[DISCORD_ID]; /* "": what the token's interaction was answered with */
    bool is_new;              /* to be said for the first time */
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

/* An answer to this person in this room was taken, by a token that lives until `expires`: it showed the panel of that table, or
   none (0). */
void panel_note(struct discord *discord, struct person *person, const char *room, int64_t table, const char *token,
                int64_t expires);
/* Shows the hand in a panel of the person's that is still open (its token lives). False if none is open. */
bool panel_refresh(struct discord *discord, const struct person *person, const struct session *session);
/* Panels whose token is dead are forgotten. */
void panel_tidy(struct discord *discord);

/* A private message of the person's with the bot, where an answer could not be given. `body` is borrowed. */
void panel_fall_back(struct discord *discord, struct person *person, json_t *body);
/* Makes a message one that only the person sees, or takes that back where it is said already. */
void panel_set_ephemeral(json_t *body, bool is_ephemeral);

#endif
