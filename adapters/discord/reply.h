/* The answer to one interaction. What the person is told while the host works is collected; when it is complete, or the time
   for a first answer runs out, something is sent: one request at a time, each after the one before it was taken. Private
   always: a new message is ephemeral, and what is edited in place is a message that nobody else sees. Where Discord takes
   no answer (any more), what was collected goes by direct message. */
#ifndef REPLY_H
#define REPLY_H

#include "markdown.h"
#include "panel.h"
#include "people.h"
#include "text.h"

enum {
    REPLY_DEFER_MS = 2000,
    REPLY_TOKEN_MS = 15 * 60 * 1000,
    REPLY_MARGIN_MS = 20 * 1000,
};

enum reply_place {
    REPLY_NEW,     /* a new private message */
    REPLY_IN_PLACE /* the message that was pressed; only where nobody else sees it */
};

struct reply {
    struct reply *next;
    struct discord *discord;
    struct person *person;
    char interaction[DISCORD_ID], heard[DISCORD_ID + 1]; /* "70", "i70" */
    char *token;
    enum reply_place place;
    char room[HOST_ROOM];   /* where it was pressed or typed */
    char guild[DISCORD_ID]; /* likewise; "": in private */
    uint64_t rights;        /* of the person there; 0: none, or in private */
    bool is_ephemeral;      /* the message that was pressed: edits of it need a token */
    bool is_about_hand;     /* the answer shows the hand */
    bool takes_hand;        /* it does, if one is told meanwhile */
    bool is_aside;          /* it edits a message above the latest hand: a new hand would be overlooked there */
    bool is_complete;       /* nothing more is collected */
    bool is_composed;       /* `message` and `more` are what is left to say */
    bool is_deferred;
    bool is_open;                         /* the first answer was taken */
    bool is_failing;                      /* no answer is taken (any more) */
    bool is_under_way;                    /* REST has a request of ours */
    int64_t first_by, expires, forget_at; /* of the loop's clock */
    int64_t table;                        /* whose hand to show; 0: none */
    char done[HOST_TEXT];                 /* "start": what a command did, said if nothing else is; "" for a press */
    char verb[HOST_NAME];                 /* unfolded in the panel; "" */
    int page;
    bool has_panel;
    json_t *message, *more; /* a body; an array of bodies that follow it */
    struct loop_timer timer;
    struct text said, hand;
    char said_bytes[DISCORD_TEXT], hand_bytes[DISCORD_TEXT];
};

/* All that are open, in the order of their coming. */
struct replies {
    struct reply *first;
};

struct replies *replies_new(void);
void replies_free(struct replies *replies);

/* Begins to answer; it defers by itself when the time has come, and is freed when all is said. */
struct reply *reply_new(struct discord *discord, const json_t *interaction, struct person *person,
                        enum reply_place place);
void reply_free(struct reply *reply);
/* Whether one more of this person's may be answered: REPLIES_OF_PERSON of one, REPLIES_OF_GUILD of a guild ("": none) and
   REPLIES_MOST of all are open at a time. What comes above that is not heard, and Discord says so to who did it. */
enum { REPLIES_OF_PERSON = 12, REPLIES_OF_GUILD = 48, REPLIES_MOST = 400 };
bool reply_has_place(const struct discord *discord, const struct person *person, const char *guild);
/* Says it all, not before the next turn of the loop: host ports may not ask the host anything. */
void reply_complete(struct reply *reply);
/* The same with one sentence. */
void reply_say(struct reply *reply, const char *text);

/* A whisper that belongs to the answer of something this person just pressed or commanded: true if it is shown there. */
bool reply_takes(struct discord *discord, const struct whisper *whisper);
/* What the person may do where they used the interaction with this id, as Discord said with it. False if `id` is no
   interaction. */
bool reply_rights(const struct discord *discord, const char *id, uint64_t *rights);
/* host_port.dealt_with: the answer is complete. */
void reply_dealt_with(void *discord, const char *id);

#endif
