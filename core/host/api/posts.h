/* What the host tells: posts for everybody in a room, and whispers for one person's eyes. */
#ifndef POSTS_H
#define POSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "prose.h"
#include "tables.h"

struct prose;

enum post_kind {
    /* what happened at a table. While it waits to be sent, a newer one of the same room may take
       over its board and its call; its tale is dropped only where the room is many tales behind */
    POST_PLAY,
    POST_NEWS,   /* lobby and housekeeping */
    POST_RESULT, /* a result: never merged, and dropped only where dozens wait for one room */
    POST_ANSWER  /* the public answer to a command */
};

/* A part that is empty is not shown. */
struct post {
    const char *room;
    int64_t table; /* 0 if none */
    enum post_kind kind;
    const struct prose *tale;
    const struct prose *board; /* how it stands, on one line */
    const struct prose *block; /* the whole board in short lines, for networks that show such */
    const struct prose *next;  /* whom the table waits for */
    const char *const *called;
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
    bool has_hands; /* whom `next` calls reads a hand, and exactly what can be played */
    /* a moment, for what that person does next: where lines are dear, both are one line */
    bool may_wait;
    const char *source; /* whose input caused it (struct heard_source); NULL if nobody's */
};

enum whisper_kind {
    WHISPER_HAND,  /* hand and choices; a newer one for the same table and person takes over */
    WHISPER_ANSWER /* the answer to what this person said */
};

/* As a text of lines. Both are plain: no NUL, no markup. */
struct whisper_file {
    const char *name, *text; /* "mydata.txt"; or HTML, "replay-17.html" */
};

/* Never shown in a room, never sent to anybody else. */
struct whisper {
    const char *person;
    const char *name; /* as last seen */
    const char *room; /* the table's room, or NULL */
    int64_t table;
    bool is_due; /* the table waits for this person */
    bool is_asked;
    /* cannot be asked for again, like a seat word: never dropped. A newer one for the same table
       takes over */
    bool is_kept;
    enum whisper_kind kind;
    /* a hand that is told with the next turn, too: to make right what is on its way now */
    bool may_wait;
    /* holds no secret: where there is no private way, others may see it in `room` */
    bool is_open;
    const char *answers; /* the id of the input that it answers; may be NULL */
    const struct prose *prose;
    int hand_at; /* WHISPER_HAND: where the hand begins in `prose`, behind news for this person */
    /* goes along; NULL if absent, and where host_port.takes_files, or takes_pages, is not set */
    const struct whisper_file *file;
    /* whose input caused it (struct heard_source); NULL if nobody's */
    const char *source;
};

/* ---- panels ---- */

/* What can be pressed or completed at a table of this process, or of another as that has told it
   last, so that adapters draw both in one way. All of it may be seen by whom it is for. */

struct heard;
struct host;

/* Cards of somebody's own hand, equal ones together. */
struct host_card {
    const char *key;     /* names it among them, one short word: "GL" */
    const char *letters; /* how it is called in moves: "d", "d g"; "" where cards have no letters */
    const char *name;    /* "green Ultimate Love" */
    const char *picture; /* the name of its picture, as prose.h has them; or "" */
    int count;
};

/* Moves with one mark for presses, and the cards that they play or could play at another time, in
   an order that does not change with what is legal. host_moves_free() frees what is in it. */
struct host_moves {
    struct press press;
    struct host_choice *list;
    int count, space;
    struct host_card *cards;
    int card_count, card_space;
};
void host_moves_add(struct host_moves *moves, const struct host_choice *choice);
void host_moves_add_card(struct host_moves *moves, const struct host_card *card);
void host_moves_free(struct host_moves *moves);

/* As everybody may know it. */
struct host_board {
    int64_t table;
    char game[HOST_NAME], title[HOST_NAME]; /* its id and its name */
    char room[HOST_ROOM];                   /* its first room on that network; "" if it has none */
    bool is_playing, has_hands, is_over;
    bool is_closed; /* its seats are, and the deal comes: nobody sits down */
};

/* False if the room has no table. */
bool host_board_in(struct host *host, const char *network, const char *room,
                   struct host_board *out);
/* False if they do not sit there. */
bool host_board_of(struct host *host, struct identity who, int64_t table, struct host_board *out);
/* At most `most`, those of this process first. Returns how many. */
enum { HOST_TABLES_EACH = 32 };
int host_tables_of(struct host *host, struct identity who, int64_t tables[HOST_TABLES_EACH]);

/* Under the board of a game without hidden hands; they follow from the public's sight. */
void host_open_moves(struct host *host, const char *network, const char *room,
                     struct host_moves *out);

/* What a seated person needs to play: hand and offer in words, and all legal moves. */
struct host_panel {
    struct prose hand;
    /* the hand alone, which says the same until a card comes or goes; nothing in a game without */
    struct prose cards;
    bool is_coached; /* a coach speaks in `hand` before each move */
    bool can_undo;
    struct host_moves moves;
};
/* NULL if the person does not sit there, the game does not run, or a robot plays for them.
   host_panel_free() takes NULL, too. */
struct host_panel *host_panel_of(struct host *host, struct identity who, int64_t table);
void host_panel_free(struct host_panel *panel);

/* ---- pictures ---- */

/* When pictures come by themselves in a room, as its operators want it. */
enum host_pictures { HOST_PICTURES_OFF, HOST_PICTURES_END, HOST_PICTURES_CALLS };
enum host_pictures host_pictures_in(const struct host *host, const char *network, const char *room);

/* How the room's table stands, with what happened last (may be NULL), for core/picture
   (picture_order.h): as everybody may see it, or in a room of one person's own ("@key") as that
   person may. NULL if the room has none that has begun, or another process
   leads it. */
struct picture_order;
struct picture_order *host_picture_board(struct host *host, const char *network, const char *room,
                                         const struct prose *news);
/* How it ended, at the moment of a POST_RESULT. NULL if it goes on, as within a match. */
struct picture_order *host_picture_result(struct host *host, const char *network, const char *room);

/* The table is over, and was shown in this room. */
bool host_room_offers_again(struct host *host, const char *network, const char *room,
                            int64_t table);

/* An open seat, of whatever process, that the person may take: "join 7". */
struct host_seat {
    int64_t number;
    const char *game; /* its name */
};
/* At most `most`, the first by number. Returns how many. */
int host_open_seats(struct host *host, const struct heard *heard, struct host_seat *out, int most);

/* For adapters/relay and for the functions above: of a table of this process. */
void host_put_board(const struct session *session, const char *network, struct host_board *out);
void host_put_open_moves(const struct session *session, const char *network,
                         struct host_moves *out);
struct host_panel *host_put_panel(const struct session *session, struct identity who);
/* Also those who left it to a robot. */
void host_each_holder(const struct session *session, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg);

void host_each_seated_in(struct host *host, const char *network, const char *room,
                         void (*each)(void *arg, const char *key, const char *name), void *arg);
/* From that table of theirs. */
void host_each_to_kick_at(struct host *host, struct identity who, int64_t table,
                          bool (*each)(void *arg, const char *name), void *arg);

#endif
