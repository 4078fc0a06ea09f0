/* Pictures in a room: how its table stands, as an attachment of the table's message; how it ended,
   as one of the result or as a message of its own; and in a conversation with one person how a
   table stands as that person may see it, as a message behind the words that were asked for. A
   picture follows by a request of its own that no text waits for (rest.h: an extra), and what fails
   is dropped.

   No state is ever shown with the picture of another state. So a picture goes only to a message
   that says how the table stands now. A newer state drops what has not gone out; it is a new
   message while a picture is on its way, or may be. Every other edit takes away what the message
   may have (place.h). */
#ifndef ATTACHMENT_H
#define ATTACHMENT_H

#include "application.h"
#include "markdown.h"

struct board;
struct picture_order;
struct post;

enum attachment_wish {
    ATTACHMENT_NONE,
    ATTACHMENT_BY_RULE, /* of this state, when it has stood still for a while */
    ATTACHMENT_ASKED    /* of this state or the next one, at once */
};

/* One picture, from its order to the answer of Discord. */
struct attachment {
    struct board *board;
    bool is_drawn;            /* at this moment */
    uint64_t ticket;          /* of its request; 0: none */
    int cancelled;            /* requests whose end is still to be told */
    char *alt;                /* what is drawn, in words */
    char message[DISCORD_ID]; /* where it goes; "": it becomes a message */
    bool is_own;              /* what one person asked to see of a table */
    int64_t table;            /* whose result it is; 0: none */
};

struct attachments {
    struct attachment of_board, of_result, of_own;
    struct loop_timer timer;
    enum attachment_wish wish;
    bool is_current;  /* the table's message says how it stands */
    bool is_shown;    /* as a picture, too */
    bool had_picture; /* before this one was sent */
    int credit; /* for those that come by themselves: a state gives one, a picture costs two */
    int64_t not_before;
    int64_t forbidden_until; /* we may not attach files there; 0: nobody knows */
    int64_t result_at;       /* not before this one more result is shown as a message of its own */
    int64_t own_at;          /* likewise what a person may see */
};

void attachment_init(struct board *board);
/* Nothing more is drawn. Once before the easel goes. */
void attachment_fini(struct board *board);
bool attachment_is_busy(const struct board *board);

/* A state is to be shown there. NULL: the same once more. */
void attachment_on_state(struct board *board, const struct post *post);
/* A state was shown. */
void attachment_on_shown(struct board *board);
/* All is said. */
void attachment_on_quiet(struct board *board);
/* One is on its way to the table's message, and cannot be held any more. */
bool attachment_is_on_its_way(const struct board *board);

/* Pictures can be had there, as far as is known. */
bool attachment_is_possible(const struct board *board);
/* Also of the table that stands there: this process leads it. Then there is a button for it. */
bool attachment_is_offered(const struct board *board);
/* Pictures could be had there, but the table is led by another process. */
bool attachment_is_elsewhere(const struct board *board);
/* Somebody asks for one of the board. False if files may not be attached there. */
bool attachment_ask(struct board *board);
/* What an interaction says of our rights there. */
void attachment_note_rights(struct board *board, bool may);

/* Follows the words that the person of this conversation asked for; nothing if that cannot be, or
   one came just now. */
void attachment_show_own(struct board *board, const struct picture_order *picture);

/* A result was posted in a message. Takes the order. */
void attachment_of_result(struct board *board, int64_t table, const char *message,
                          struct picture_order *order_take);
/* Posts one; false, with the reason, if it is there or cannot be. */
bool attachment_show_result(struct board *board, int64_t table, const struct picture_order *picture,
                            struct prose *why);

#endif
