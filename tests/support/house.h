/* A host in a test: one network "net" with people who say things in rooms, a store, and
   everything that was told kept as text. A restart is a new host on the same store. Lines are
   "#room: tale | board | next" for posts and "to NAME: ..." for whispers, "dealt with ID" behind
   what a message with an id led to. */
#ifndef HOUSE_H
#define HOUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "host.h"
#include "in_words.h"
#include "port.h"

struct commands;
struct namesake;
struct namesake_of;
struct post;
struct store;

enum {
    HOUSE_TOLD = 256 * 1024,
    HOUSE_AWAY = 8,
    HOUSE_PLACES = 256,
    HOUSE_PLACE = HOST_ROOM + HOST_NETWORK + 16
};

struct house {
    struct store *store;
    struct host *host;
    /* of ann and bob in "#g", on a network of their own; NULL if absent */
    struct namesake *namesake;
    /* there is a second network, "far", whose rooms and people are told as "far #x" */
    bool has_far;
    const char *bridged; /* what a bridge joins to "#lounge" there: "net #a"; or NULL */
    struct house_chosen {
        char place[HOUSE_PLACE], row[HOST_CHOICES];
        bool is_put; /* by the host, into the store: it is kept if that was saved */
        /* of rooms: "settings net #a" and "guests=no"; kept over restarts */
    } chosen[HOUSE_PLACES];
    const char *above_room, *above; /* what one room lies in, or NULL */
    const char *network;            /* of all that is said; NULL: "net" */
    /* of its robots (house_let_think()); NULL: they answer at once */
    struct thinker *thinker;
    struct commands *commands; /* reads what is said; NULL: house.c reads a few words itself */
    bool is_lasting;           /* every key; else those that begin with '$' */
    bool has_dear_lines;       /* the network "net"; set before house_restart() */
    bool reports_sent;         /* the network "net" */
    bool far_reports_sent;     /* the network "far"; else it is told at once */
    /* a full table is not waited for: somebody may still cut or say start */
    bool is_cutting;
    /* of a board, as the network says; set before house_restart(). 0: it says nothing */
    int columns, far_columns;
    /* the key of somebody with a screen reader, whatever `columns` says */
    const char *reader;
    const char *german; /* what reads German: a room, or "@key"; or NULL */
    /* called with each post; may be NULL */
    void (*hears_post)(bool is_far, const struct post *post);
    /* of posts, also the part, the block, and who goes on */
    bool tells_all;
    /* the network says who is out of sight; set before house_restart() */
    bool knows_sight;
    const char *away[HOUSE_AWAY]; /* who is; "far bob" on the network "far" */
    const char *seen;             /* a name that somebody on "net" has whom nobody knows */
    int64_t away_since[HOUSE_AWAY];
    /* whom the network cannot whisper to; the person whom it does not know yet */
    const char *unreached, *asked;
    const char *renamed, *called; /* whom both networks call otherwise by now, and how; or NULL */
    uint64_t seed;
    int64_t now;
    struct heard_source source;  /* of all that is said; its id NULL: the key */
    const char *group;           /* likewise; or NULL */
    char look[16], look_key[16]; /* what `look_key` chose or was given last, on any network */
    /* the key of somebody who is told of turns in private, and how; NULL if nobody is */
    const char *nudged;
    enum host_nudge nudge;
    const char *name;    /* what the speaker is called; NULL: as the key */
    int posts, whispers; /* since house_forget() */
    int kept;            /* those of the whispers that are never left out */
    int opens;           /* those of the whispers that others may see */
    bool takes_pages;
    char *page; /* the latest that came along */
    int length;
    char told[HOUSE_TOLD];
};

/* Keeps the store; does not own it. A seed of 0: the luck is drawn, as everywhere else. */
void house_open(struct house *house, struct store *store, bool is_lasting, uint64_t seed);
void house_close(struct house *house);
/* Before anything is said there: opens the table of the namesake. house_close() looks whether it
   was touched. */
/* NULL: of ann, bob, $ann, $bob in "#g" */
void house_open_namesake(struct house *house, const struct namesake_of *of);
/* As after a kill: what was not saved is gone. Returns how many tables came back, without that
   of the namesake. */
int house_restart(struct house *house);

/* Its robots think, and take their time; it has no table yet. Keeps the thinker, also over
   restarts. */
void house_let_think(struct house *house, struct thinker *thinker);

/* The network "far" is configured while the house runs. */
void house_open_far(struct house *house);

/* `who` says something in a room, or in private (room NULL), and everything that follows is
   waited for. */
void house_say(struct house *house, const char *room, const char *who, const char *text);
/* The same by an operator, with a message id. */
void house_say_as(struct house *house, const char *room, const char *who, unsigned rank,
                  const char *id, const char *text);
/* The same in private, by pressing something that offered the move `text`. */
void house_press(struct house *house, const char *who, const struct press *press, const char *id,
                 const char *text);
/* Lets the store and the clock catch up; then lets time pass. */
void house_settle(struct house *house);
void house_wait(struct house *house, int64_t ms);

/* Somebody goes out of sight or is back (knows_sight). Keeps `who`. */
void house_goes(struct house *house, const char *who);
void house_comes(struct house *house, const char *who);

/* The operators of a room want this: "guests=no". */
void house_choose(struct house *house, const char *room, const char *row);
void house_forget(struct house *house);
int house_count(const struct house *house, const char *part); /* how often it was told */
bool house_was_told(const struct house *house, const char *part);
/* The seat of somebody shown by that name, from 0; -1: none. */
int house_seat(const struct house *house, const char *room, const char *name);
struct session *house_table(const struct house *house, const char *room);
int house_table_count(const struct house *house); /* without that of the namesake */

#define house_expect(house, part)                                                                  \
    do {                                                                                           \
        if (!house_was_told(house, part))                                                          \
            fail_msg("not told: \"%s\"; but this was:\n%s", in_words(part), (house)->told);        \
    } while (0)
#define house_expect_not(house, part)                                                              \
    do {                                                                                           \
        if (house_was_told(house, part))                                                           \
            fail_msg("told: \"%s\" in:\n%s", part, (house)->told);                                 \
    } while (0)

#endif
