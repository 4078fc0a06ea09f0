/* The tables that are open: found by room, person or number, and visited. */
#ifndef TABLES_H
#define TABLES_H

#include "heard.h"

struct host;

/* NULL if none. A private conversation is the room "@key". */
struct session *host_find(struct host *host, const char *network, const char *room);

/* From 0. NULL behind the last. */
struct session *host_table_of(struct host *host, const char *network, const char *key, int i);
/* Of the person's. NULL if there is none. */
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
/* In one go: there may be thousands. `each` may not change the host. */
void host_each_table(struct host *host, void (*each)(void *arg, const struct host_table *table),
                     void *arg);
/* With the number, network and room of `known`. False if the host has no such table. */
bool host_look_at(struct host *host, const struct host_table *known,
                  void (*each)(void *arg, const struct host_table *table), void *arg);
/* In its turn, and tells its room who did it. False if no table has this number. */
bool host_end_table(struct host *host, int64_t number, const char *by, int64_t now);
/* After a repair (a line "repair to=N"): plays it on if it is good now. False if this table is not
   damaged. */
bool host_read_again(struct host *host, int64_t number, int64_t now);

/* That have a table; `each` may call the host. */
void host_each_room(struct host *host, const char *network,
                    void (*each)(void *arg, const char *room), void *arg);
/* That host_room_ready() has something to tell: with a table, also of another process, or one that
   did not come back. A room may come several times. */
void host_each_room_to_tell(struct host *host, const char *network,
                            void (*each)(void *arg, const char *room), void *arg);

/* By key and last name, once for each seat; not those who left. `each` may not change the host. */
void host_each_person(struct host *host, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg);

/* At one table, of one network. */
void host_each_seated(const struct session *session, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg);

#endif
