/* The host: tables in play. Adapters and commands see this header and nothing behind it.

   An adapter is a *network* to the host: it has a name ("irc:libera"), rooms ("#games") and people (a key that stays the same
   as long as it is surely the same person, and a name to show). It hands over what it heard, through commands.h, and is
   handed posts and whispers. The host runs on one thread, never blocks, and tells nothing before the store has it safe.
   Time is an argument, in ms of the loop's clock. */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stdint.h>

struct heard;
struct host;
struct prose;
struct store;
struct session;

/* Bytes of names with their NUL; an adapter hands over none that is longer. HOST_ROOM has room for "@key". */
enum {
    HOST_NETWORK = 40,
    HOST_ROOM = 80,
    HOST_KEY = 72,
    HOST_NAME = 64,
    HOST_TEXT = 512,
    HOST_SOURCE = 128,
    HOST_GROUP = 24
};

/* ---- what is told ---- */

enum post_kind {
    POST_PLAY, /* what happened at a table. While it waits to be sent, a newer one of the same room may take over its board
                    and its call; its tale is dropped only where the room is many tales behind */
    POST_NEWS,   /* lobby and housekeeping */
    POST_RESULT, /* a result: never merged, and dropped only where dozens wait for one room */
    POST_ANSWER  /* the public answer to a command */
};

/* Public: what everybody in a room may read. A part that is empty is not shown. */
struct post {
    const char *room;
    int64_t table; /* 0: none */
    enum post_kind kind;
    const struct prose *tale;  /* what happened */
    const struct prose *board; /* how it stands, on one line */
    const struct prose *block; /* the same as a block of short lines, for networks that show such */
    const struct prose *next;  /* whom it waits for */
    const char *const *called; /* the keys of those whom `next` calls */
    int called_count;
    const char *source; /* whose input caused it (struct heard_source); NULL: nobody's in particular */
};

enum whisper_kind {
    WHISPER_HAND,  /* hand and choices: a newer one for the same table and person takes over */
    WHISPER_ANSWER /* the answer to what this person said */
};

/* Private: for one person's eyes. Never shown in a room, never sent to anybody else. */
struct whisper {
    const char *person; /* key */
    const char *name;   /* as last seen */
    const char *room;   /* the table's room, or NULL */
    int64_t table;
    bool is_due;   /* the table waits for this person */
    bool is_asked; /* what a player asked for at the table just now: a hand, what can be played */
    bool
        is_kept; /* it cannot be asked for again, as a seat word: never dropped. A newer one for the same table takes over */
    enum whisper_kind kind;
    bool is_open;        /* it holds no secret: where there is no private way, others may see it in `room` */
    const char *answers; /* the id of the input that it answers; NULL: of none that has one */
    const struct prose *prose;
    const char *source; /* whose input caused it (struct heard_source); NULL: nobody's in particular */
};

/* Whether somebody can be told something in private. */
enum host_reach {
    HOST_REACHED,
    HOST_UNREACHED,
    HOST_REACH_ASKED /* it is being found out, in bounded time: host_reach_known() follows */
};

/* A table that is wanted in a room of its own: everything asked for is right. */
struct host_apart {
    const char *game, *name; /* "heartcatchers", "Heartcatchers" */
    const char *options;     /* "match=3", or "" */
};

/* What a network adds to the help of a command: {"ban", "NAME can be an account ($bob), too."} */
struct host_help {
    const char *command, *text;
};

/* A network, as the host calls it. None of these may block, call back into the host or keep the pointers. */
struct host_port {
    const char *network;
    const char *group;            /* what it calls the heard.group of somebody: "server"; NULL: it has none */
    const struct host_help *help; /* ended by a row without a command; NULL: it adds nothing */
    bool reports_sent; /* calls host_sent(), so that clocks of games start when people can read what they are asked */
    void (*post)(void *self, const struct post *post);
    void (*whisper)(void *self, const struct whisper *whisper);
    /* Whether the key names a person for good (an account); else a seat needs its word after every gap. NULL: all do. */
    bool (*is_lasting)(void *self, const char *key);
    /* Asked before hands are dealt: nobody is dealt one who could not get it. NULL: everybody is reached. */
    enum host_reach (*reach)(void *self, const char *key);
    /* Since when the person is out of sight, in ms of the loop's clock; 0: in sight; -1: the network cannot tell. NULL: it
       never can, and the host goes by what the person last said or pressed. */
    int64_t (*absent_since)(void *self, const char *key);
    /* Somebody says how they, or their room, want to read us ("" asks how it is): does it, and puts the answer. NULL if
       there is no choice. */
    void (*prefer)(void *self, const struct heard *heard, const char *words, struct prose *answer);
    /* The option of "play" that asks for a room of its own beside the one where it was said ("thread"); NULL if the network
       has no such rooms. open_apart() opens it, where this person may, and calls host_open_apart(); false: `why` says why not. */
    const char *apart;
    bool (*open_apart)(void *self, const struct heard *heard, const struct host_apart *table, struct prose *why);
    /* What was heard with this id is dealt with: what it changed is safe and told, or it was refused. May be NULL. */
    void (*dealt_with)(void *self, const char *id);
    void *self;
};

/* ---- what is heard ---- */

/* Of the room; of the whole host; at the host's own terminal, where every word is meant for it and none is too much. */
enum { RANK_OPERATOR = 1, RANK_ADMIN = 2, RANK_LOCAL = 4 };

/* A move that was offered to be pressed, not typed. It is stale once its seat has decided something since. */
struct press {
    int64_t table;
    int seat;     /* from 0 */
    int decision; /* how many the seat had made at this table */
};

/* Who bears the cost of an input: every limit counts by source. It outlives reconnects and changes of nick: the account or
   user id, else the host, cloak or /64 that somebody connects from. */
struct heard_source {
    const char *id; /* NULL: the key */
    int people;     /* how many people it may be: 1 for an account, HOST_SOURCE_PEOPLE for a host; 0 counts as 1 */
};
enum { HOST_SOURCE_PEOPLE = 4 };

struct heard {
    const char *network;
    const char *room;  /* NULL: in private */
    const char *group; /* a part of the network that has a share of its own: the guild on Discord; NULL: none */
    const char *key;   /* who */
    struct heard_source source;
    const char *name;
    unsigned rank;
    bool is_open;              /* what answers it at once holds no secret; set by commands/, not by adapters */
    const char *text;          /* without prefix */
    const char *id;            /* the message's own id, so that it is never applied twice; NULL: the network has none */
    const struct press *press; /* the text is the move of something pressed; NULL: it was typed */
    int64_t now;
};

/* What runs an input when its turn in the queue of its room has come (commands.c). `room` is NULL if there is no table. */
typedef void host_execute(void *arg, struct host *host, struct session *session, const struct heard *heard);

/* ---- life ---- */

/* Keeps the store and the execute function, owns neither. */
struct host *host_new(struct store *store, host_execute *execute, void *arg);
void host_free(struct host *host); /* what is still being saved is finished by the store, and told to nobody */
void host_add_port(struct host *host,
                   const struct host_port *port); /* copied; its network name must outlive the host */

/* How many tables may be open at once; people of one source (struct heard_source) share what they all may have. */
struct host_limits {
    int person;  /* opened by one person */
    int group;   /* in one guild */
    int network; /* 0: an equal part of what the host takes */
};
void host_limit(struct host *host, const struct host_limits *limits); /* until then 3, 100 and 0 */

/* Reads what the host itself keeps in the store's settings: how sources are hashed, and who is banned. Blocks; only before
   anything is heard. False if they cannot be read. */
bool host_read_settings(struct host *host);

/* Begins to bring open tables back from the store: those of the networks that were added, and later those of each that comes.
   It goes on in host_tick(), a slice in each turn of the loop, and `ready` is called for a network when its tables are
   there: only then it may be heard. False, with a line for the admin on the log, if the store cannot be read. Tells
   nothing yet: host_room_ready() does. */
typedef void host_recovered(void *arg, const char *network);
void host_on_recovered(struct host *host, host_recovered *ready, void *arg);
bool host_begin_recovery(struct host *host);
bool host_is_recovered(const struct host *host); /* of every network that was added so far */
/* Records are on their way from the store: nobody else may write into one that is not in play. */
bool host_is_reading(const struct host *host);

/* The same at once, for tools and tests: blocks. Returns how many tables are in play, or -1. */
int host_recover(struct host *host);

/* The adapter can now post to this room: a recovered table tells it that it is back, once. */
void host_room_ready(struct host *host, const char *network, const char *room, int64_t now);

/* Everything posted to this room so far has left (networks with reports_sent). */
void host_sent(struct host *host, const char *network, const char *room, int64_t now);

/* Plays what is due by the clock. Returns when to call again, in ms of the same clock; INT64_MAX: nothing is planned. */
int64_t host_tick(struct host *host, int64_t now);

/* Called whenever host_tick() has to be called earlier than it said last: set a timer, do not call back. */
typedef void host_wake(void *arg, int64_t at);
void host_on_deadline(struct host *host, host_wake *wake, void *arg);

/* ---- hearing ---- */

/* Puts an input into the queue of its room; it runs at once if nothing waits for the disk there. In private, `room` may
   name one of the person's tables (host_table_of). */
void host_hear(struct host *host, struct session *session, const struct heard *heard);

/* What was heard goes no further, and the caller has said why: host_port.dealt_with follows all the same. */
void host_dismiss(struct host *host, const struct heard *heard);

/* The person is still there under another name. */
void host_renamed(struct host *host, const char *network, const char *key, const char *name, int64_t now);

/* The person is out of sight: if the key does not last, it ends here and their seats wait for the seat word. */
void host_gone(struct host *host, const char *network, const char *key, int64_t now);
/* The same of many at once. Says nothing: the adapter has told the rooms itself. */
void host_lost(struct host *host, const char *network, const char *key, int64_t now);
/* Somebody who was out of sight is there again, surely the same: their seats are theirs, and they are given their hands. */
void host_returned(struct host *host, const char *network, const char *key, int64_t now);
/* The person has proven to have a lasting key, and goes by it from now on. Nothing is said. */
void host_bound(struct host *host, const char *network, const char *key, const char *lasting, int64_t now);
/* Nothing happens by the clock in this room before `until`; then, or when `until` is not later than now, clocks of games
   run anew, in full. */
void host_hold(struct host *host, const char *network, const char *room, int64_t until, int64_t now);
/* What reach() says of this person may have changed: a game that waited for it begins. */
void host_reach_known(struct host *host, const char *network, const char *key, int64_t now);
/* The whole network is out of sight: so is everybody on it. */
void host_network_gone(struct host *host, const char *network, int64_t now);

/* ---- rooms and tables ---- */

/* The room's table; NULL: none. A private conversation is the room "@key". */
struct session *host_find(struct host *host, const char *network, const char *room);

/* The i-th table (0, 1, ...) at which the person has a seat; NULL: no more. */
struct session *host_table_of(struct host *host, const char *network, const char *key, int i);
/* The one of the person's tables that has this number; NULL: none. */
struct session *host_table_numbered(struct host *host, const char *network, const char *key, int64_t table);
int64_t host_table_number(const struct session *session);
const char *host_room_name(const struct session *session);
bool host_is_seated(const struct session *session, const struct heard *heard);
bool host_is_playing(const struct session *session);
bool host_is_setting_up(const struct session *session, const struct heard *heard); /* the opener, before the game */
bool host_has_hands(const struct session *session);                                /* its game deals hidden hands */
const char *host_game_name(const struct session *session);
const char *host_opener(const struct session *session); /* the key; "" where nobody surely is */

/* A table, for admins. */
enum host_table_state {
    HOST_TABLE_LOBBY,
    HOST_TABLE_PLAYED,
    HOST_TABLE_ASIDE,
    HOST_TABLE_DAMAGED /* its record cannot be played again; it is kept */
};
struct host_table {
    int64_t number;
    const char *network, *room, *game, *opener; /* opener: a name */
    int seats;                                  /* that are taken */
    enum host_table_state state;
    int64_t since; /* when it was opened or brought back, in ms of the loop's clock */
    int line;      /* HOST_TABLE_DAMAGED: of its record; all before it are good */
    const char *why;
};
/* `each` may not change the host. All tables in one go: there may be thousands. */
void host_each_table(struct host *host, void (*each)(void *arg, const struct host_table *table), void *arg);
/* Shows the one with the number, network and room of `known`; false if the host has none such. */
bool host_look_at(struct host *host, const struct host_table *known,
                  void (*each)(void *arg, const struct host_table *table), void *arg);
/* Ends a table, in its turn, and tells its room who did it. False if no table has this number. */
bool host_end_table(struct host *host, int64_t number, const char *by, int64_t now);
/* A damaged record was repaired (a line "repair to=N" was appended): it is read again, and played on if it is good now. False if
   this table is not damaged. */
bool host_read_again(struct host *host, int64_t number, int64_t now);

/* Whether the words are the name of a game, or one of its aliases. */
bool host_is_game(const char *words);

/* The id of who bears the cost of an input: its source, or else its key. */
const char *host_source(const struct heard *heard);

/* Names of the network's rooms that have a table; `each` may call the host. */
void host_each_room(struct host *host, const char *network, void (*each)(void *arg, const char *room), void *arg);
/* Likewise of the rooms that host_room_ready() has something to tell: those, and rooms whose table did not come back. One may
   come several times. */
void host_each_room_to_tell(struct host *host, const char *network, void (*each)(void *arg, const char *room),
                            void *arg);

/* Whose seats are their own: the key and the last name of each person at a table of the network; twice who sits twice. Not
   of those who left. `each` may not change the host. */
void host_each_person(struct host *host, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg);

/* The same of one table. */
void host_each_seated(const struct session *session, void (*each)(void *arg, const char *key, const char *name),
                      void *arg);

/* Everything a game can be played with: "layout", "dealt", "what it means". Stops early if `each` returns false. */
void host_each_option(const char *game,
                      bool (*each)(void *arg, const char *option, const char *value, const char *help), void *arg);

/* Ids of all games, for completion; stops early if `each` returns false. */
void host_each_game(bool (*each)(void *arg, const char *id), void *arg);

/* What a word of the game at this table means, "hide CARD under them1: ..."; NULL if it has no such move. */
const char *host_verb_help(const struct session *session, const char *word);

/* Names of those whom host_kick() would make get up for this person, in the order of their seats; stops early if `each`
   returns false. */
void host_each_to_kick(const struct session *session, const struct heard *heard,
                       bool (*each)(void *arg, const char *name), void *arg);

/* Whether the person could play this now; of several moves, the first of them. */
bool host_is_move(struct session *session, const struct heard *heard, const char *text);

/* Whether everything heard is answered: nothing waits for the disk, or for a robot whose turn it is now. */
bool host_is_settled(const struct host *host);

/* ---- bans, of the whole house ---- */

/* The wall clock, in ms since 1970, for what lasts days. Until it is set, it is the loop's clock. */
void host_on_wall(struct host *host, int64_t (*wall)(void *arg), void *arg);

/* To be asked before anything else with everything that is heard: whether this person is banned. If so, they were told (once a
   day), their seats pass to robots, and the input is dismissed. Also notes who was heard lately, so that a name can be banned. */
bool host_turns_away(struct host *host, const struct heard *heard);

struct host_ban_order {
    const char *network, *room; /* room: of a table whose people's names are meant first; or NULL */
    const char *who;            /* a name, or an account ("$ann"), an id, a host */
    int days;                   /* 0: for good */
    const char *by;
};
/* Puts a sentence; true if it is done. */
bool host_ban(struct host *host, const struct host_ban_order *order, struct prose *answer);
/* By the number of the ban, or by name or key. Puts a sentence; true if it is done. */
bool host_unban(struct host *host, const char *typed, struct prose *answer);

struct host_ban {
    int number;
    const char *network, *name, *key, *by, *until; /* key: "" where only a hash is kept; until: in words */
};
void host_each_ban(struct host *host, void (*each)(void *arg, const struct host_ban *ban), void *arg);

/* ---- what commands do; each answers for itself ---- */

void host_open(struct host *host, const struct heard *heard, const char *game, const char *options);
/* What open_apart() was asked for, in the room that `heard` names now. */
void host_open_apart(struct host *host, const struct heard *heard, const char *game, const char *options);
void host_join(struct host *host, struct session *session, const struct heard *heard);
/* The same with "cut=WORDS" among the words. */
void host_join_with(struct host *host, struct session *session, const struct heard *heard, const char *words);
/* Mixes words of a person into the deal, until it is dealt; and says what the deal proves to whom. */
void host_cut(struct host *host, struct session *session, const struct heard *heard, const char *words);
void host_show_fair(struct host *host, struct session *session, const struct heard *heard);
void host_leave(struct host *host, struct session *session, const struct heard *heard);
void host_add_robot(struct host *host, struct session *session, const struct heard *heard, const char *level);
void host_start(struct host *host, struct session *session, const struct heard *heard);
void host_kick(struct host *host, struct session *session, const struct heard *heard, const char *name);
void host_stop(struct host *host, struct session *session, const struct heard *heard);
/* Gives the seat of somebody who is absent to a robot, until the person says something there. */
void host_away(struct host *host, struct session *session, const struct heard *heard, const char *name);
/* Sets a table aside where nobody who sits there is present, so that another one can be opened. */
void host_set_aside(struct host *host, struct session *session, const struct heard *heard);
/* Goes on with a table that was set aside, in the room where it is said: the one of this number, or the person's only one. */
void host_resume(struct host *host, const struct heard *heard, const char *number);
void host_set_options(struct host *host, struct session *session, const struct heard *heard, const char *options);
void host_move(struct host *host, struct session *session, const struct heard *heard, const char *text);
void host_claim(struct host *host, const struct heard *heard, const char *word);
/* Tells whether the person's seats need a seat word. Somebody who is surely the same person gets a new word. */
void host_show_seat(struct host *host, const struct heard *heard);

void host_show_hand(struct host *host, struct session *session, const struct heard *heard);
void host_show_board(struct host *host, struct session *session, const struct heard *heard);
void host_show_moves(struct host *host, struct session *session, const struct heard *heard);
void host_show_rules(struct host *host, struct session *session, const struct heard *heard, const char *words);
void host_show_games(struct host *host, const struct heard *heard);

/* Canonical texts of the legal moves of a seated person, for completion; stops early if `each` returns false. */
void host_each_move(struct host *host, struct session *session, const struct heard *heard,
                    bool (*each)(void *arg, const char *move), void *arg);

/* What a seated person needs before the eyes to play: hand and offer in words, and how a press has to be marked. False:
   no seat in a running game, or a robot plays it. */
bool host_panel(const struct session *session, const struct heard *heard, struct press *press, struct prose *prose);

/* A legal move to be pressed. */
struct host_choice {
    const char *verb, *help; /* "hide", "hide CARD under STACK: ..." */
    const char *move;        /* canonical, whatever people are called: what a press says */
    const char *label;       /* "hide d GL them2" */
    const char *detail;      /* what its cards are: "green Ultimate Love"; or "" */
};
void host_each_choice(const struct session *session, const struct heard *heard,
                      bool (*each)(void *arg, const struct host_choice *choice), void *arg);

/* What the network adds to the help of this command; NULL: nothing. */
const char *host_help(struct host *host, const char *network, const char *command);

/* How somebody wants to read us, in words of the network's own. */
void host_prefer(struct host *host, const struct heard *heard, const char *words);

/* Answers: to the person alone, or where it was said. */
void host_whisper(struct host *host, const struct heard *heard, const struct prose *prose);
void host_answer(struct host *host, const struct heard *heard, const struct prose *prose);

/* For the admin's log and for tests. */
int host_table_count(const struct host *host);

/* Tests only: every deal and every robot's whim follows from the seed. */
void host_fix_luck(struct host *host, uint64_t seed);

#endif
