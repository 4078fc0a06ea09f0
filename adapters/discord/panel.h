/* Private panels that are open, the newest of each person and table: as long as their token lives they are edited when
   something changes, without the person doing anything. Where somebody who gets hands by the panel has none, but a token
   that lives, one is opened with that. What changed several times in a turn of the loop is shown once. */
#ifndef PANEL_H
#define PANEL_H

#include "people.h"

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

#endif
