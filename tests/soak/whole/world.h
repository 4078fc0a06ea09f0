/* A whole world at random around the whole program (tests/sim/sim.h): IRC networks of several
   kinds and Discord, people who play all games there, fate that breaks wires, disk, clock and
   process, and laws that hold whatever happens. world.c is the course of one seed, people.c what
   people do, rooms.c how they bring tables into other rooms and link themselves, fate.c what
   goes wrong, laws.c what must hold at every moment, shared.c what must hold of tables in
   several rooms and of people on several networks, course.c of what rooms show, after.c what
   must hold after a restart and in the end, seen.c what arrives at people's clients, hung.c a
   process that stands still. */
#ifndef WORLD_H
#define WORLD_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "room.h"
#include "sim.h"

enum {
    NETS = 4, /* the last one is Discord */
    DISCORD = NETS - 1,
    ROOMS = 3, /* of a network */
    HUMANS = 20,
    HANDS = 12,   /* remembered of a seat */
    HAND = 512,   /* bytes */
    TALES = 16,   /* of a room, on their way */
    TABLES = 512, /* of a seed */
    IDS = 8192,   /* of messages of a seed that are looked at */
    TABLE_PEOPLE = 12,
    STATES = 24, /* of a table, the latest that were told */
    STATE = 640, /* bytes of a board without blanks */
    CODE = 9,
    CODES = 8,            /* of invitations, the latest */
    PATIENCE_MS = 150000, /* until an input must be answered, and a room told */
    SILENCED_MS = 75000
};

/* The counts: kinds of faults first, then what happened to rooms and people, then laws. */
enum count {
    /* faults */
    FAULT_KILL,
    FAULT_POWER_CUT,
    FAULT_STOP,
    FAULT_RELOAD,
    FAULT_HUNG,
    FAULT_DISK_EIO,
    FAULT_DISK_FULL,
    FAULT_DISK_SHORT,
    FAULT_DISK_FLUSH,
    FAULT_DISK_SLOW,
    FAULT_SERVER_AWAY,
    FAULT_SERVER_BROKE_OFF,
    FAULT_SERVER_PROMOTED,
    FAULT_CLOCK,
    FAULT_DROP,
    FAULT_SILENCE,
    FAULT_DOWN,
    FAULT_LAG,
    FAULT_REPEAT,
    FAULT_SAME_ID,
    FAULT_REPLAY,
    FAULT_SERVER_CLOCK,
    FAULT_SPLIT,
    FAULT_PERSON_GONE,
    FAULT_PERSON_RENAMED,
    FAULT_BOT_KICKED,
    FAULT_GATEWAY_DROP,
    FAULT_GATEWAY_REPEAT,
    FAULT_GATEWAY_REORDER,
    FAULT_GATEWAY_SESSION,
    FAULT_REST_LOST,
    FAULT_REST_REFUSED,
    FAULT_REST_SLOW,
    FAULT_ABSENT_NETWORK,
    FAULT_ROOM_LOST,
    /* deeds */
    DEED_GUEST,    /* a table came into one more room */
    DEED_FAR,      /* of another network than its home */
    DEED_REMOVED,  /* a room is not its any more */
    DEED_HOME,     /* the home was lost, and another room took over */
    DEED_APART,    /* somebody sat down in private */
    DEED_LINKED,   /* two were told that they are one */
    DEED_UNLINKED, /* somebody was told to be one no more */
    DEED_MOVED,    /* a seat went to another identity */
    /* laws */
    LAW_LASTS,          /* told things are there after a restart */
    LAW_ONCE,           /* no input is applied twice */
    LAW_SECRET,         /* in the host's words */
    LAW_SECRET_ARRIVED, /* in what arrives */
    LAW_SEAT,           /* who plays a seat is who sat down there */
    LAW_REACHABLE,      /* every open record is a table that answers */
    LAW_ANSWERED,
    LAW_ROOM_TOLD,
    LAW_PERSON_TOLD,
    LAW_MANNERS, /* servers would have punished */
    LAW_ALIVE,   /* nobody ends the process */
    LAW_HUNG,    /* but when it hangs, and then soon */
    LAW_MEMORY,
    LAW_COURSE,   /* what a room shows is a part of what happened, in this order */
    LAW_EQUAL,    /* in the end all rooms of a table show the same */
    LAW_LINES,    /* nobody is told a hand twice because there are more rooms */
    LAW_HOLDER,   /* a hand goes to the identity that holds the seat */
    LAW_FOLLOWED, /* the seat goes to the identity that spoke last */
    LAW_CODE,     /* a code is told to one person */
    LAW_ROOMS,    /* rooms are what they were before a restart */
    LAW_LINKS,    /* so are links; codes are void */
    COUNTS
};
extern const char *const count_names[COUNTS];

struct room_seen {
    char name[HOST_ROOM];  /* as the host has it */
    char shown[HOST_ROOM]; /* as people type it */
    uint64_t channel;      /* on Discord */
    int64_t heard_at;      /* the bot said something there */
    /* since when the host's words there have been seen by nobody; 0 if all were */
    int64_t owed_at;
    struct tale {
        char start[32]; /* without blanks */
        int64_t at;
    } tales[TALES]; /* of moves, on their way; on IRC */
    int tale_count;
    char tail[4096], last[64]; /* the latest lines without blanks; how the last one began */
    int64_t last_at;
    int64_t table;     /* that is shown there; 0 before the first */
    long told, posted; /* the states of it that the host told last, whole and at all */
    int64_t told_at;
    long seen_state;    /* the state that people saw last */
    uint64_t seen_in;   /* the newest message with a state; on Discord */
    char course[STATE]; /* the line before, on IRC */
};

struct host;
struct net {
    struct sim_irc *irc; /* NULL on Discord */
    char title[HOST_NETWORK], network[HOST_NETWORK];
    struct room_seen rooms[ROOMS];
    bool is_configured;
    int64_t trouble_at; /* the last time that something was wrong with it */
    int64_t up_since;   /* since when the bot has been in all rooms; 0 if it is not */
    int64_t wrong_until;
    int seen; /* how much of what the stand-in has shown */
    int violations;
};

struct human {
    int net;
    struct sim_person *irc;
    uint64_t user;
    char name[HOST_NAME], key[HOST_KEY]; /* as the host knows them; "" until it does */
    char account[HOST_KEY];              /* the key of the account; "" without one */
    /* the key before the bot left a room: something may be on its way to it */
    char ended_key[HOST_KEY];
    int64_t named_at;
    char former_name[HOST_NAME]; /* before the latest change; "" when they came since */
    char word[16];
    bool is_out;
    int64_t back_at;
    int64_t said_at, asked_at; /* asked_at is 0 if nothing has to be answered */
    int asked_room;            /* -1 in private */
    char asked[HOST_TEXT];
    int64_t heard_at, owed_at, silent_until;
    int64_t known_at;    /* they were to be told what they read already */
    int64_t heard_by_at; /* the program heard something of theirs */
    char owed[160];
    bool has_wish, has_link_wish; /* they were asked, and have not answered */
    char link[CODE];              /* the latest code that they were given; "" if none */
    int64_t link_at;
    int partner; /* with whom they are linked, as they were told; -1 for nobody */
    bool is_partner_unsure;
};

/* A table as it was last told of. */
struct known {
    int64_t id, told_line; /* so many lines less one were told of */
    bool is_ended;
    unsigned char hash[32];
    int64_t hash_line;
    int room_count, rooms_seen;
    struct known_room {
        int net;
        char name[HOST_ROOM];
    } rooms[SESSION_SHOWN]; /* the home first */
    int seat_count;
    struct known_seat {
        int net;
        char key[HOST_KEY], name[HOST_NAME];
        int former_net; /* the identity that held the seat before */
        char former_key[HOST_KEY];
        bool keeps_name, is_apart;
        char hands[HANDS][HAND];
        int next_hand;
        int leaver_net; /* who held it before somebody else did, and the hands until then */
        char leaver_key[HOST_KEY], leaver_hands[HANDS][HAND];
        uint64_t hand; /* the hash of what was whispered last, and at which line and time */
        int64_t hand_line, hand_at;
        int hand_posts; /* so many posts before it at that time */
        bool was_back;  /* a room had come back just before */
        int speaker;    /* who spoke last there, and when; -1 if nobody */
        int64_t spoke_at, spoke_before;
        long spoke_faults; /* of the disk so far */
    } seats[TABLE_PEOPLE];
    int64_t posted_at; /* the time of the latest posts, and how many there were on each network */
    int posts[NETS];
    int64_t back_at; /* a room was told that the table is back */
    bool had_rooms, had_link,
        /* it was shown in two rooms; somebody there is linked; a network of it was gone */
        had_death;
    long state; /* the number of the latest one */
    struct known_state {
        long number;
        uint64_t key;
        char board[STATE], block[STATE], table[STATE]; /* table: rows that belong to nobody */
    } states[STATES];
    int state_count;
};

struct world {
    uint64_t seed;
    struct net nets[NETS];
    struct standin *discord;
    uint64_t guild;
    struct human humans[HUMANS];
    struct known *known[TABLES];
    int known_count;
    unsigned char ids[IDS]; /* the networks on which a message of that number was heard, as bits */
    int64_t restart_at;     /* the process is down until then; 0 if it runs */
    int64_t calm_until;     /* nothing goes wrong before */
    int64_t started_at, trouble_at, disk_slow_until, jumped_at;
    int64_t spoilt_at;         /* the disk began to fail */
    char codes[CODES][CODE];   /* of !invite */
    int code_count, code_uses; /* so often the latest one shall still be said */
    struct {
        const struct known_seat *seat; /* was told a hand once more; NULL if none was */
        int64_t at;
        char how[HAND];
    } repeat;
    bool unchecked_start, is_ending;
    long inputs, moves, tables;
    int64_t memory_before;
    char broken[2048]; /* the first law that did not hold, and how; "" */
};

extern struct world w;
/* a server of PostgreSQL keeps the tables, and no disk of ours fails */
extern bool world_has_server;
extern long counts[COUNTS];

void world_break(enum count law, const char *format, ...) __attribute__((format(printf, 2, 3)));
void world_configure(void);
void world_let_pass(int64_t ms);

/* people.c */
void people_act(void);
struct human *human_of_irc(const struct sim_person *person);
struct human *human_of_key(const char *network, const char *key);
void human_say(struct human *human, int room, const char *text); /* room is -1 in private */
bool human_is_there(const struct human *human);                  /* in the first room at least */
void human_enter(struct human *human);                           /* all rooms; on IRC */

/* rooms.c */
bool rooms_say_code(struct human *human); /* of an invitation; false if nobody was invited */
bool rooms_act(void);                     /* false if nobody did anything */

/* fate.c */
void fate_strike(void);
void fate_mend(void);  /* everything is well from now on */
void fate_tick(void);  /* ends what has lasted long enough */
void trouble(int net); /* -1 for everywhere */

/* laws.c */
void laws_post(void *arg, const struct host_port *port, const struct post *post);
void laws_whisper(void *arg, const struct host_port *port, const struct whisper *whisper);
void laws_heard(void *arg, const struct heard *heard);
/* Nobody on a network that is away counts as gone (outage.c). */
void outage_note(void);
void outage_check(const struct host *host);
/* hung.c: the process stands still, or its whole machine does; and who watches over it ends it
   if it must, or not. */
void hung_open(void);
void hung_strike(void);
void hung_check(void);
void laws_tick(void);
/* `human` is NULL in the room; `message` is its id on Discord. */
void laws_arrived(struct human *human, int net, int room, const char *text, uint64_t message);
/* what was to be told stood before their eyes then */
void laws_known(struct human *human, int64_t at);
int net_of(const char *network);
int room_of(int net, const char *name);
bool has_readers(int net, int room);
struct known *known_of(int64_t table, bool makes);
struct session *session_of(int64_t table); /* NULL if it is over, or the program is down */

/* shared.c */
void shared_note(struct session *session,
                 struct known *known); /* its rooms and who sits there, when anything is told */
bool shared_is_on(const struct known *known, int net);
void shared_post(struct session *session, struct known *known, int net, const struct post *post);
void shared_whisper(struct session *session, struct known *known, int net,
                    const struct whisper *whisper);
void shared_heard(const struct heard *heard, struct human *human, bool is_new);
void shared_told(struct human *human, const char *text); /* by the host, in private */
/* codes and questions, as they arrive */
void shared_take_in(struct human *human, const char *text);
void shared_codes(const struct human *human, const char *text); /* human is NULL in a room */
void shared_check_seats(struct session *session);
void shared_check_lines(void);
/* after a restart */
void shared_check_same(const struct known *known, const struct session *session);
void shared_check_links(void);

/* course.c */
void course_post(struct session *session, struct known *known, int net, const struct post *post);
void course_arrived(int net, int room, const char *text, uint64_t message);
bool course_has_arrived(struct session *session); /* each of its rooms shows what it was told */
void course_check_end(struct session *session);

/* after.c */
void after_exit(void);  /* main() has returned */
void after_start(void); /* some time after the process came back */
void after_all(void);   /* everything is well and quiet */

/* seen.c */
void seen_irc(void *arg, struct sim_person *person, const char *channel, const char *text);
void seen_discord(void);

#endif
