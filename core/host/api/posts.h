/* What the host tells: posts for everybody in a room, and whispers for one person's eyes. */
#ifndef POSTS_H
#define POSTS_H

#include <stdbool.h>
#include <stdint.h>

struct prose;

enum post_kind {
    /* what happened at a table. While it waits to be sent, a newer one of the same room may take
       over its board and its call; its tale is dropped only where the room is many tales behind */
    POST_PLAY,
    POST_NEWS,   /* lobby and housekeeping */
    POST_RESULT, /* a result: never merged, and dropped only where dozens wait for one room */
    POST_ANSWER  /* the public answer to a command */
};

/* For everybody in a room. A part that is empty is not shown. */
struct post {
    const char *room;
    int64_t table; /* 0 if none */
    enum post_kind kind;
    const struct prose *tale;  /* what happened */
    const struct prose *board; /* how it stands, on one line */
    const struct prose *block; /* the whole board in short lines, for networks that show such */
    const struct prose *next;  /* whom the table waits for */
    const char *const *called; /* the keys of the people that `next` calls */
    int called_count;
    /* who has just moved and goes on: `next` calls nobody; NULL if it is somebody else's turn */
    const char *goes_on;
    /* that person goes on, or robots do: where lines are dear, the board comes when they are
       done */
    bool is_midway;
    bool
        /* anybody may play at any time: where lines are dear, people's rows of the board are not
           shown each time */
        is_real_time;
    /* a moment, for what that person does next: where lines are dear, both are one line */
    bool may_wait;
    const char *source; /* whose input caused it (struct heard_source); NULL if nobody's */
};

enum whisper_kind {
    WHISPER_HAND,  /* hand and choices; a newer one for the same table and person takes over */
    WHISPER_ANSWER /* the answer to what this person said */
};

/* What is too long to be said, as a text of lines. Both are plain: no NUL, no markup. */
struct whisper_file {
    const char *name, *text; /* "mydata.txt" */
};

/* For one person's eyes: never shown in a room, never sent to anybody else. */
struct whisper {
    const char *person; /* the key */
    const char *name;   /* as last seen */
    const char *room;   /* the table's room, or NULL */
    int64_t table;
    bool is_due; /* the table waits for this person */
    /* the answer to a player who asked at the table just now: a hand, what can be played */
    bool is_asked;
    /* cannot be asked for again, like a seat word: never dropped. A newer one for the same table
       takes over */
    bool is_kept;
    enum whisper_kind kind;
    /* holds no secret: where there is no private way, others may see it in `room` */
    bool is_open;
    const char *answers; /* the id of the input that it answers; may be NULL */
    const struct prose *prose;
    /* goes along; NULL if absent, and where host_port.takes_files is not set */
    const struct whisper_file *file;
    /* whose input caused it (struct heard_source); NULL if nobody's */
    const char *source;
};

#endif
