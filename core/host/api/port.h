/* A network as the host calls it; an adapter fills it in. What it calls is in host.h and below. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "language.h"

struct host_elsewhere;
struct picture_order;
struct post;
struct prose;
struct text;
struct whisper;

enum host_reach {
    HOST_REACHED,
    HOST_UNREACHED,
    HOST_REACH_ASKED /* the network is finding out, in bounded time: host_reach_known() follows */
};

/* Who asked for a private word when their turn comes. */
enum host_nudge {
    HOST_NO_NUDGE,
    HOST_NUDGE,       /* where no hand is told then: a hand is such a word */
    HOST_NUDGE_ALWAYS /* hands are shown where nothing rings */
};

/* Everything asked for is right. */
struct host_apart {
    const char *game, *name; /* "heartcatchers", "Heartcatchers" */
    const char *options;     /* "match=3", or "" */
};

/* Once, at once or later: whether what somebody chose is durable. */
typedef void host_chosen(void *arg, bool is_durable);

/* How somebody wants to read us. `words` in the network's own words; "" asks how it is. */
struct host_wish {
    const char *words;
    struct prose *answer;
    host_chosen *done;
    void *arg;
};

/* What a network adds to the help of a command: {"ban", "NAME can be an account ($bob), too."} */
struct host_help {
    const char *command, *text;
};

/* These functions must not block, change the host (asking is fine) or keep the pointers. */
struct host_port {
    const char *network;
    const char *group; /* the network's word for heard.group: "server"; may be NULL */
    /* docs/adapters.md; may be NULL */
    bool (*widen)(const char *source, int step, char wider[HOST_SOURCE]);
    const struct host_help *help; /* a row without a command ends it; may be NULL */
    /* everybody sits at one screen: no clock runs that nobody asked for */
    bool is_one_keyboard;
    bool takes_files;    /* a whisper may bring a file */
    bool takes_pages;    /* one that a browser shows, "replay-17.html" */
    bool is_unwatched;   /* nobody looks on, a script reads: robots answer at once */
    bool has_dear_lines; /* a person reads a hand once a turn, when it is to be played */
    /* people are shown with a hand what they can press: who typed a move reads it once a turn, who
       pressed one within the answer */
    bool draws_panels;
    /* calls host_sent(), so that clocks of games start when people can read what they are asked */
    bool reports_sent;
    /* How many columns a board may have in a room, or ("@key") in private: VIEW_ALOUD where a
       screen reader reads, VIEW_LINE where boards are lines, VIEW_MESSAGE. NULL: VIEW_COLUMNS in a
       room, as on a phone, and lines in private. */
    int (*columns)(void *self, const char *room);
    /* What is read in a room, or ("@key") by a person: 1 + an enum language; 0: nobody has said.
       NULL if nobody can. */
    int (*language)(void *self, const char *room);
    void (*post)(void *self, const struct post *post);
    void (*whisper)(void *self, const struct whisper *whisper);
    /* The key names a person for good (an account). Other seats need their word after a gap.
       NULL if all keys last. */
    bool (*is_lasting)(void *self, const char *key);
    /* Asked before hands are dealt: nobody is dealt a hand that they could not get. NULL if
       everybody is reached. */
    enum host_reach (*reach)(void *self, const char *key);
    /* In ms of the loop's clock: 0 if in sight, -1 if the network cannot tell. NULL if it never
       can: then the host goes by what the person last said or pressed. */
    int64_t (*absent_since)(void *self, const char *key);
    /* NULL if it never can tell */
    bool (*sees)(void *self, const char *name);
    /* What the person is called now, for tables that come back later than their network and
       heard of no change; NULL if out of sight. Valid until the next call. NULL if people are
       called as they were when they sat down. */
    const char *(*called)(void *self, const char *key);
    /* Nobody in this room, or in the conversation with "@key", can hear us or be heard now.
       Asked when somebody has taken too long. NULL if host_network_gone() tells it. */
    bool (*is_away)(void *self, const char *room);
    /* How a person, or their room, reads us. Puts the answer, then does it. True if that is kept:
       nobody is told the answer before wish->done is called. NULL if there is no choice. */
    bool (*prefer)(void *self, const struct heard *heard, const struct host_wish *wish);
    /* The channel of a thread, or "group:77", which has no place above it. NULL if nothing. Valid
       until the next call. NULL if no room lies in another. */
    const char *(*above)(void *self, const char *place);
    /* As words for `prefer` behind "channel". NULL if rooms have no look of their own. */
    void (*room_look)(void *self, const char *room, struct text *out);
    /* The id of a role of that group, as typed ("<@&123>"). False if unknown. NULL if the
       network has no roles: there people have a voice in a room, or not. */
    bool (*find_role)(void *self, const char *group, const char *typed, char id[HOST_GROUP]);
    /* Of a person whom the network has a word for ("<@123>"), and a name to show, until the next
       call. NULL if the words are none. NULL if people are typed by name alone. */
    const char *(*find_person)(void *self, const char *typed, const char **name);
    /* In private, that a turn is theirs. NULL if nobody is. */
    enum host_nudge (*nudge)(void *self, const char *key);
    /* What the person with this lasting key has chosen, as words for `prefer`: "symbols nudge on";
       and makes it so, for a person who chose it on another network. Both NULL if there is no
       choice. */
    void (*look)(void *self, const char *key, struct text *out);
    void (*wear)(void *self, const char *key, const char *look);
    /* What they chose and how they were called. NULL if nothing is in memory. */
    void (*forget)(void *self, const char *key);
    /* Shows everybody in the room the picture of how this table ended, unless it is there. False,
       with the reason, if it cannot be shown, or where it is. NULL if no pictures are shown. */
    bool (*show_result)(void *self, const char *room, int64_t table,
                        const struct picture_order *picture, struct prose *why);
    /* Shows a person, in their conversation with us, how a table stands as they may see it, if it
       can: they have read it in words. NULL if no pictures are shown. */
    void (*show_board)(void *self, const char *key, const struct picture_order *picture);
    /* The option of "play" that asks for a room of its own ("thread") beside the one where it
       was typed; may be NULL. open_apart() opens the room, if this person may, and calls
       host_open_apart(), later perhaps; else false, with the reason in `why`. */
    const char *apart;
    bool (*open_apart)(void *self, const struct heard *heard, const struct host_apart *table,
                       struct prose *why);
    /* What it changed is safe and told, or it was refused. May be NULL. */
    void (*dealt_with)(void *self, const char *id);
    /* The network and room, "discord:club <#50>", that a bridge joins to this room: a table in
       both is posted in one. NULL if none. May be NULL. */
    const char *(*bridged_with)(void *self, const char *room);
    /* of another process that serves the network; NULL if this one does */
    const struct host_elsewhere *elsewhere;
    void *self;
};

/* What is read in a room: by its house rules, or else the network; and by a person. */
enum language host_room_language(const struct host *host, const char *network, const char *room);
enum language host_person_language(const struct host *host, const char *network, const char *key);

/* ---- what an adapter tells of rooms, people and keys ---- */

/* Who is there follows from it: presence.h. */

struct host;

/* It can be posted to: a recovered table says there, once, that it is back. */
void host_room_ready(struct host *host, const char *network, const char *room, int64_t now);
/* It could not be posted to for a while: its table says how it stands, as after a restart. */
void host_room_back(struct host *host, const char *network, const char *room, int64_t now);
/* Somebody's private table, where only a person's word shows that they can be reached. Nothing if
   their key does not last: it may be somebody else's by now. */
void host_person_ready(struct host *host, struct identity who, int64_t now);

/* Until it is ready again. */
void host_room_lost(struct host *host, const char *network, const char *room, int64_t now);
/* For ever: its table goes on in its other rooms, or is stopped, in its turn. */
void host_room_gone(struct host *host, const char *network, const char *room, int64_t now);

/* The same people are in it: its rules, bans and table go with it, whichever process leads that;
   unless the other name is that of a table. */
void host_room_renamed(struct host *host, const char *network, const char *from, const char *to,
                       int64_t now);

/* All that was posted there (networks with reports_sent). */
void host_sent(struct host *host, const char *network, const char *room, int64_t now);

/* Still there under another name. */
void host_renamed(struct host *host, struct identity who, const char *name, int64_t now);

/* A key that does not last ends here, and its seats wait for their words. */
void host_gone(struct host *host, struct identity who, int64_t now);
/* Many at once. Says nothing: the adapter has told the rooms itself. */
void host_lost(struct host *host, struct identity who, int64_t now);
/* Surely the same: gets the seats back, and is told the hands. */
void host_returned(struct host *host, struct identity who, int64_t now);
/* The person goes by the lasting key from now on. Says nothing. */
void host_bound(struct host *host, struct identity who, const char *lasting, int64_t now);
/* Its clocks stand until `until`; then, or if that is not later than now, clocks of games run anew,
   in full. */
void host_hold(struct host *host, const char *network, const char *room, int64_t until,
               int64_t now);
/* A game that waited for what reach() says begins. */
void host_reach_known(struct host *host, struct identity who, int64_t now);
/* And everybody on it. */
void host_network_gone(struct host *host, const char *network, int64_t now);

#endif
