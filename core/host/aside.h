/* A table that was set aside, as aside.c keeps it and resume.c takes it up again. */
#ifndef ASIDE_H
#define ASIDE_H

#include "room.h"

struct aside_seat {
    bool is_person, is_detached, has_word, has_old_word;
    char key[HOST_KEY], name[HOST_NAME];
    unsigned char word[ROOM_HASH], old_word[ROOM_HASH];
};

struct aside {
    struct aside *next;
    struct host *host; /* NULL: it is gone, and what is being saved is told to nobody */
    int64_t id, next_line;
    int64_t ends_at; /* by the host's clock; INT64_MAX: not set aside in its record before its room has heard of it */
    const struct host_port *port;
    char room[HOST_ROOM]; /* where it was */
    const struct game *game;
    bool is_untold;
    bool is_saving, is_resumed; /* one of them: nothing else is done with it meanwhile */
    bool has_payer;
    unsigned char payer[ROOM_PAYER];
    int seat_count;
    struct aside_seat seats[];
};

void aside_forget(struct aside *aside); /* frees it: it is in play or over */
bool aside_is_busy(const struct aside *aside);
struct aside *aside_numbered(const struct host *host, int64_t number); /* NULL: none */

#endif
