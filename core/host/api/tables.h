/* The tables that are open: found by room, person or number, and visited. */
#ifndef TABLES_H
#define TABLES_H

#include "heard.h"

struct host;

/* The room's table. NULL if none. A private conversation is the room "@key". */
struct session *host_find(struct host *host, const char *network, const char *room);

/* The i-th table (0, 1, ...) where the person has a seat. NULL behind the last. */
struct session *host_table_of(struct host *host, const char *network, const char *key, int i);
/* The person's table with this number. NULL if the person has no such table. */
struct session *host_table_numbered(struct host *host, const char *network, const char *key,
                                    int64_t table);
int64_t host_table_number(const struct session *session);
const char *host_room_name(const struct session *session,
                           const char *network); /* its first room there; "" if it has none */
/* If that room of it is gone, the table goes on in others. */
bool host_goes_on_without(const struct session *session, const char *network, const char *room);
bool host_is_seated(const struct session *session, const struct heard *heard);
bool host_is_playing(const struct session *session);
bool host_is_over(const struct session *session); /* its last game was played to the end */
/* the opener, before the game */
bool host_is_setting_up(const struct session *session, const struct heard *heard);
/* its game deals hidden hands */
bool host_has_hands(const struct session *session);
const char *host_game_name(const struct session *session);
const char *host_game_id(const struct session *session); /* one word */

/* A table, as admins see it. */
enum host_table_state {
    HOST_TABLE_LOBBY,
    HOST_TABLE_PLAYED,
    HOST_TABLE_ASIDE,
    HOST_TABLE_DAMAGED /* the record cannot be replayed; it is kept */
};
struct host_table {
    int64_t number;
    const char *network, *room, *game, *opener; /* opener: a name */
    int seats;                                  /* taken ones */
    enum host_table_state state;
    int64_t since; /* opened or brought back then, in ms of the loop's clock */
    /* HOST_TABLE_DAMAGED: the wrong line of the record; all lines before it are good */
    int line;
    const char *why;
};
/* Visits all tables in one go: there may be thousands. `each` may not change the host. */
void host_each_table(struct host *host, void (*each)(void *arg, const struct host_table *table),
                     void *arg);
/* Visits the table with the number, network and room of `known`. False if the host has no such
   table. */
bool host_look_at(struct host *host, const struct host_table *known,
                  void (*each)(void *arg, const struct host_table *table), void *arg);
/* Ends a table, in its turn, and tells its room who did it. False if no table has this number. */
bool host_end_table(struct host *host, int64_t number, const char *by, int64_t now);
/* A damaged record was repaired (by a line "repair to=N"): reads it again, and plays it on if it
   is good now. False if this table is not damaged. */
bool host_read_again(struct host *host, int64_t number, int64_t now);

/* Visits the network's rooms that have a table; `each` may call the host. */
void host_each_room(struct host *host, const char *network,
                    void (*each)(void *arg, const char *room), void *arg);
/* Visits the rooms that host_room_ready() has something to tell: those with a table, and those
   whose table did not come back; also those that show a table of another process. A room may
   come several times. */
void host_each_room_to_tell(struct host *host, const char *network,
                            void (*each)(void *arg, const char *room), void *arg);

/* Visits the people at tables of the network, each by key and last name, once for each seat; not
   those who left. `each` may not change the host. */
void host_each_person(struct host *host, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg);

/* The same for one table, and its people of one network. */
void host_each_seated(const struct session *session, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg);

#endif
