/* What the host tells: posts for everybody in a room, and whispers for one person's eyes. */
#ifndef POSTS_H
#define POSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "choices.h"
#include "heard.h"
#include "prose.h"

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

/* ---- panels ---- */

/* What can be pressed or completed at a table, as values: of a table that this process leads, or
   of another process's, as that has told it last (host.h). So adapters draw both in one
   way. All of it may be seen by whom it is for: everybody in the room, or that person. */

struct host;

/* Moves with one mark for presses. host_moves_free() frees what is in it. */
struct host_moves {
    struct press press;
    struct host_choice *list;
    int count, space;
};
void host_moves_add(struct host_moves *moves, const struct host_choice *choice); /* copies it */
void host_moves_free(struct host_moves *moves);

/* A table, as everybody may know it. */
struct host_board {
    int64_t table;
    char game[HOST_NAME], title[HOST_NAME]; /* its id and its name */
    char room[HOST_ROOM];                   /* its first room on that network; "" if it has none */
    bool is_playing, has_hands, is_over;
    bool is_closed; /* its seats are, and the deal comes: nobody sits down */
};

/* The table of a room. False if it has none. */
bool host_board_in(struct host *host, const char *network, const char *room,
                   struct host_board *out);
/* The person's table with this number. False if they do not sit there. */
bool host_board_of(struct host *host, const char *network, const char *key, int64_t table,
                   struct host_board *out);
/* The numbers of the tables where the person sits, at most `most`: those of this process first.
   Returns how many. */
enum { HOST_TABLES_EACH = 32 };
int host_tables_of(struct host *host, const char *network, const char *key,
                   int64_t tables[HOST_TABLES_EACH]);

/* The moves that a game without hidden hands offers under its board, in that room. They follow
   from the public's sight. */
void host_open_moves(struct host *host, const char *network, const char *room,
                     struct host_moves *out);

/* What a seated person needs to play: hand and offer in words, and all legal moves. */
struct host_panel {
    struct prose hand;
    bool can_undo;
    struct host_moves moves;
};
/* NULL if the person does not sit there, the game does not run, or a robot plays for them.
   host_panel_free() takes NULL, too. */
struct host_panel *host_panel_of(struct host *host, const char *network, const char *key,
                                 int64_t table);
void host_panel_free(struct host_panel *panel);

/* The people of the table with this number, which is over and was shown in this room, can say
   that they want another game. */
bool host_room_offers_again(struct host *host, const char *network, const char *room,
                            int64_t table);

/* What this process alone knows of a table of its own, for adapters/relay and for the functions
   above. */
void host_put_board(const struct session *session, const char *network, struct host_board *out);
void host_put_open_moves(const struct session *session, const char *network,
                         struct host_moves *out);
struct host_panel *host_put_panel(const struct session *session, const char *network,
                                  const char *key);
/* Visits the people of that network who have a seat, also those who left it to a robot. */
void host_each_holder(const struct session *session, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg);

/* The people of the network who sit at the room's table. */
void host_each_seated_in(struct host *host, const char *network, const char *room,
                         void (*each)(void *arg, const char *key, const char *name), void *arg);
/* Names that the person may want to kick from that table of theirs. */
void host_each_to_kick_at(struct host *host, const char *network, const char *key, int64_t table,
                          bool (*each)(void *arg, const char *name), void *arg);

#endif
