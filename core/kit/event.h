/* What happened, as data. Moves of cards emit their events themselves, with the audience of the
   zones; a game adds its own sentences by event_say(). Viewers get events only through
   event_sight(), which removes faces that the viewer may not see. The view puts events into
   words. */
#ifndef EVENT_H
#define EVENT_H

#include <stdbool.h>

struct play;
struct ruleset;

enum { EVENTS_MAX = 192, EVENT_ARGS = 4 };

enum event_kind {
    EVENT_MOVED,     /* one card: face, from, to */
    EVENT_MOVED_ALL, /* `count` cards, from, to */
    EVENT_SWAPPED,   /* two zones: from, to */
    EVENT_SHUFFLED,  /* zone `to` */
    EVENT_MARKED,    /* a card of zone `to`: face and args[0], the mark */
    EVENT_REVEALED,  /* a register of a seat: seat, to (the register) and args[0], its number */
    EVENT_SAID,      /* one of the game's sentences: say, seat, args */
    EVENT_MOMENT     /* the words of one of the game's big moments: say, seat, args */
};

struct event {
    enum event_kind kind;
    int say;      /* EVENT_SAID, EVENT_MOMENT: index into the game's sentences or moments */
    int seat;     /* the same: the seat that it is about */
    int from, to; /* zones */
    /* how many cards; EVENT_SAID: how many events before it belong to its {cards} */
    int count;
    int face;             /* of a single card; a back for viewers who are not in `shown` */
    unsigned shown;       /* viewers (bits) that may see the face */
    unsigned heard;       /* viewers that get the event at all */
    int args[EVENT_ARGS]; /* public numbers for the sentence: seats, counts, words */
};

struct events {
    int count;
    struct event list[EVENTS_MAX];
};

/* Adds a sentence that everybody hears. Its {cards} are the cards moved since the sentence
   before, as each viewer may see them; so the caller passes no face. */
void event_say(struct play *play, int say, int seat, int arg0, int arg1, int arg2);
/* The same, only for the viewers in `heard`. */
void event_whisper(struct play *play, unsigned heard, int say, int seat, int arg0, int arg1,
                   int arg2);

/* What `viewer` (a seat or SEAT_PUBLIC) gets of an event. False if nothing. */
bool event_sight(const struct ruleset *rules, const struct event *event, int viewer,
                 struct event *out);

/* For the kit's own movers: room for one more event. NULL if nobody listens. */
struct event *event_add(struct play *play, enum event_kind kind);

#endif
