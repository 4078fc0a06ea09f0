/* What follows when people said !again: they and their rooms are told, and a table opens. */
#ifndef AGAIN_OPEN_H
#define AGAIN_OPEN_H

#include "offers.h"
#include "prose.h"
#include "view.h"

/* Tells all rooms of an offer, and those of its people who play by private message. */
void again_tell(struct host *host, const struct offer *offer, const struct prose *tale);
/* The same with a sentence of strings.def. */
#define tell_offer(host, offer, ...)                                                               \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        prose_clear(&sentence_);                                                                   \
        view_string(&sentence_, __VA_ARGS__);                                                      \
        again_tell(host, offer, &sentence_);                                                       \
    } while (0)

/* It begins at that time. */
void again_wait(struct host *host, struct offer *offer, int64_t at);
/* Opens the table for those who said it, or tells why that cannot be. */
void again_start(struct host *host, struct offer *offer);
/* What has become this table. NULL if absent. */
struct offer *again_opened_as(const struct host *host, int64_t table);
/* After a kill: goes on with a table that was opened and has not begun. */
void again_go_on(struct session *session, struct offer *offer);

#endif
