/* Pictures that are drawn beside the loop: one at a time, and one that waits for each room, where a
   newer one takes its place. What was drawn is kept for a while by its hash, and costs nothing the
   next time. A room may take so much processor time in a minute. All functions belong to the loop's
   thread, and none blocks. */
#ifndef EASEL_H
#define EASEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct easel;
struct picture_order;
struct thinker;

enum {
    EASEL_ROOM_MS = 600,  /* of processor time, in any minute that the loop's clock counts */
    EASEL_CHARGED_MS = 20 /* at once, when a drawing begins: one that is cancelled is not free */
};

/* The PNG is the easel's, until the function returns. NULL if it could not be drawn; the log says
   why. */
struct easel_picture {
    uint64_t hash; /* picture_order_hash() */
    const void *png;
    size_t size;
};
/* Called by thinker_dispatch(), never by easel_ask(). It may ask and cancel. */
typedef void easel_done(void *arg, const struct easel_picture *picture);

/* Draws on the threads of this thinker, which must outlive it. */
struct easel *easel_new(struct thinker *thinker);
/* Waits for a drawing that is on its way to stop: the faces of orders may go then. Calls nobody any
   more. NULL is fine. */
void easel_free(struct easel *easel);

enum easel_answer {
    EASEL_TAKEN, /* `done` is called, once, unless it is cancelled or a newer order takes over */
    EASEL_SPENT, /* the room has had what it may take; ask again later */
    EASEL_NONE   /* nothing can be drawn here: there is no cairo, as the log says */
};
/* Copies the order. The room is any text that names it, with its network. An order of the room that
   waits or is being drawn is dropped, also if the answer is not EASEL_TAKEN. `now`: ms of the
   loop's clock. */
enum easel_answer easel_ask(struct easel *easel, const char *room,
                            const struct picture_order *order, int64_t now, easel_done *done,
                            void *arg);
/* Nobody is called for this room any more. A thread that draws for it stops soon. */
void easel_cancel(struct easel *easel, const char *room);
bool easel_has(const struct easel *easel, const char *room); /* an order of it is on its way */

#endif
