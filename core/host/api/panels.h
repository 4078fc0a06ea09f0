/* What can be pressed or completed at a table, as values: of a table that this process leads, or
   of another process's, as that has told it last (host.h). So adapters draw both in one
   way. All of it may be seen by whom it is for: everybody in the room, or that person. */
#ifndef PANELS_H
#define PANELS_H

#include "choices.h"
#include "heard.h"
#include "prose.h"

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
