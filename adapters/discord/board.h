/* One room: the queue of what is to be said there, and the message of its table. States of tables
   merge while they wait; results and answers are messages of their own. A state edits the table's
   message while that is the last one in the room. It becomes a new message if somebody has written
   since, after an hour, or to call somebody, because edits notify nobody. */
#ifndef BOARD_H
#define BOARD_H

#include "application.h"
#include "attachment.h"
#include "inbox.h"
#include "list.h"
#include "markdown.h"
#include "place.h"
#include "shelf.h"

struct person;
struct rest_answer;

struct saying {
    struct saying *next;
    bool is_state; /* otherwise a message of its own */
    /* the table whose result it is; after it the next state is a new message. 0: none */
    int64_t result;
    struct picture_order *picture; /* of that result; NULL: none */
    struct markdown_text *text;
};

/* An answer to one person, said in public: whisper.c. */
struct public_reply {
    struct public_reply *next;
    char person[DISCORD_ID], name[HOST_NAME];
    char message[DISCORD_ID]; /* the message that it answers; "" if unknown */
    bool is_taken;
    char content[];
};

struct board {
    struct shelf_item item;       /* first */
    struct shelf_item by_channel; /* of a private conversation */
    struct discord *discord;
    char room[HOST_ROOM], channel[DISCORD_ID];

    struct place table;          /* the table's message */
    struct saying *queue;        /* the first is under way or next */
    struct markdown_text *shown; /* what the message says */
    int64_t posted_at, reposted_at;
    bool is_last;              /* no other message came after it */
    bool wants_new;            /* the next state is a new message */
    bool is_gathering;         /* the timer waits for more steps of a turn */
    int64_t gathers_until;     /* and no longer than this */
    char nonce[DISCORD_NONCE]; /* of the message that is being created */
    char echo[DISCORD_ID];     /* its id, if the gateway has reported it */
    bool is_repeat;            /* the message may exist already */
    bool is_mending;           /* a thread is being opened again */
    int mends;                 /* for the first saying */

    bool is_lost;       /* we may not write there */
    int64_t lost_until; /* until then we do not try */
    int64_t lost_ms;    /* each refusal doubles it */
    int64_t tried_at;   /* when a change of rights made us try; 0: never */
    bool was_told;      /* the people at the table know that the room is lost */

    struct attachments pictures;

    struct place answers; /* to one person each: whisper.c, as what follows */
    struct public_reply *replies;
    bool is_reply_referring;
    bool takes_no_replies; /* we may not read messages there, so none can refer to one */
    int64_t reply_at;      /* when the last one was sent */

    struct callees awaited; /* whom the table waits for: lost.c, as what follows */
    /* who is or was in a time-out, until when in ms since 1970 */
    struct callees timed_out;
    int64_t timed_out_until[ROOM_CALLED];
    bool says_timeout;
    int64_t timeout_ms, timeout_ask; /* between two questions; when the next one is due */
    int64_t timeout_turn;            /* when the message was posted that calls them */

    RING(BRIDGE_ANSWERS) relayed; /* when people behind a bridge were answered: hear.c */
};

void board_list_init(struct discord *discord);
void board_list_each(struct discord *discord, void (*each)(void *arg, struct board *board),
                     void *arg);

/* Of a room, created if new; the same, NULL if absent; of a channel, NULL if absent. */
struct board *board_of(struct discord *discord, const char *room);
struct board *board_find(const struct discord *discord, const char *room);
/* A private conversation's channel is known once its person has written to us. */
bool board_find_channel(struct board *board);
/* Whether something may be said there: the room is not lost, or may be tried again. */
bool board_is_open(struct board *board);
struct host_board;
bool board_table(const struct board *board, struct host_board *out);
struct markdown_style board_style(const struct board *board);
void board_drop_replies(struct board *board);

/* The table's message is not the last one any more. */
void board_pushed_up(struct discord *discord, const char *channel);
void board_pushed_up_private(struct discord *discord, const struct person *person);

void board_post(void *discord, const struct post *post);
/* Somebody there looks at what to do next, so that more steps of a turn are to come. */
void board_may_go_on(struct discord *discord, const char *room);
/* The gateway has sent us our own message, with the nonce it was created with. */
void board_echo(struct discord *discord, const char *channel, const char *message,
                const char *nonce);
/* A message was deleted; a table's own is posted anew. */
void board_message_deleted(struct discord *discord, const char *channel, const char *message);
/* host_port.show_board */
void board_show_own(void *discord, const char *key, const struct picture_order *picture);
/* host_port.show_result */
bool board_show_result(void *discord, const char *room, int64_t table,
                       const struct picture_order *picture, struct prose *why);
void board_channel_gone(struct discord *discord, const char *channel);
void board_removed(struct discord *discord, const char *room);
/* Unless something newer is to be said. */
void board_say_again(struct board *board);
/* In a new session, after which events may be missing. */
void board_list_refresh(struct discord *discord);
void board_list_resume(struct discord *discord);
void board_lose(struct board *board, const struct rest_answer *answer);

/* ---- where somebody cannot write: lost.c ---- */

/* Tells the people at its table why. `code` is Discord's. */
void lost_room_begin(struct discord *discord, const char *room, int code);
/* Tells a post of that room to the people whom it concerns. */
void lost_room_post(struct discord *discord, const struct post *post);
void lost_room_say(struct discord *discord, const char *room, struct markdown_text *text);
void lost_room_close(struct discord *discord, const char *room);
/* Rights have changed: the room is tried again, at most once in a while. */
void lost_room_may_try(struct discord *discord, const char *room);
void lost_room_may_try_in(struct discord *discord, const char *guild);

/* Guilds that removed us while tables were in play there. Their tables wait for a day, also across
   a restart. If nobody invites us again by then, they are stopped. */

void lost_guild_begin(struct discord *discord, const char *guild);
void lost_guild_return(struct discord *discord, const char *guild);
/* How many tables there were. */
int lost_guild_leave(struct discord *discord, const char *guild);
/* READY lists our guilds; the others have removed us. */
void lost_guild_on_ready(struct discord *discord, const json_t *data);
void lost_guild_tidy(struct discord *discord);

/* Time-outs of a server, of which Discord tells a bot nothing: it asks about people who were called
   and have done nothing for a minute, and again with longer and longer pauses. While one lasts, the
   board offers its person no moves and says how they can play. */

/* Once a minute. A board where a time-out has begun or ended is said once more. */
void lost_look_at_timeouts(struct discord *discord);
/* Adds what is to be said of time-outs. True if the people whom the board waits for can press
   nothing there. */
bool lost_put_timeouts(struct board *board, const struct markdown_text *text, struct text *out);

#endif
