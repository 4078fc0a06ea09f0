/* The host: tables in play. Adapters and commands see this header and nothing behind it.

   An adapter is a *network* to the host. It has a name ("irc:libera"), rooms ("#games") and people: each a name to
   show, and a key that stays the same as long as it is surely the same person. An adapter hands over what it heard,
   through commands.h, and gets posts and whispers. The host runs on one thread, never blocks, and tells nothing before
   the store has it safe. Time is an argument, in ms of the loop's clock. */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stdint.h>

struct heard;
struct host;
struct prose;
struct store;
struct session;

/* Bytes of names, with their NUL: no adapter hands over a longer one. HOST_ROOM has room for "@key". */
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
    POST_PLAY,   /* what happened at a table. While it waits to be sent, a newer one of the same room may take over its
                  board and its call; its tale is dropped only where the room is many tales behind */
    POST_NEWS,   /* lobby and housekeeping */
    POST_RESULT, /* a result: never merged, and dropped only where dozens wait for one room */
    POST_ANSWER  /* the public answer to a command */
};

/* For everybody in a room. A part that is empty is not shown. */
struct post {
    const char *room;
    int64_t table; /* 0 if none */
    enum post_kind kind;
    const struct prose *tale;  /* what happened */
    const struct prose *board; /* how it stands, on one line */
    const struct prose *block; /* the same in short lines, for networks that show such */
    const struct prose *next;  /* whom the table waits for */
    const char *const *called; /* the keys of the people that `next` calls */
    int called_count;
    const char *source; /* whose input caused it (struct heard_source); NULL if nobody's */
};

enum whisper_kind {
    WHISPER_HAND,  /* hand and choices; a newer one for the same table and person takes over */
    WHISPER_ANSWER /* the answer to what this person said */
};

/* For one person's eyes: never shown in a room, never sent to anybody else. */
struct whisper {
    const char *person; /* the key */
    const char *name;   /* as last seen */
    const char *room;   /* the table's room, or NULL */
    int64_t table;
    bool is_due;   /* the table waits for this person */
    bool is_asked; /* the answer to a player who asked at the table just now: a hand, what can be played */
    bool is_kept;  /* cannot be asked for again, like a seat word: never dropped. A newer one for the same table takes
                    over */
    enum whisper_kind kind;
    bool is_open;        /* holds no secret: where there is no private way, others may see it in `room` */
    const char *answers; /* the id of the input that it answers; may be NULL */
    const struct prose *prose;
    const char *source; /* whose input caused it (struct heard_source); NULL if nobody's */
};

/* Can a person be told something in private? */
enum host_reach {
    HOST_REACHED,
    HOST_UNREACHED,
    HOST_REACH_ASKED /* the network is finding out, in bounded time: host_reach_known() follows */
};

/* A table that is wanted in a room of its own; everything asked for is right. */
struct host_apart {
    const char *game, *name; /* "heartcatchers", "Heartcatchers" */
    const char *options;     /* "match=3", or "" */
};

/* What a network adds to the help of a command: {"ban", "NAME can be an account ($bob), too."} */
struct host_help {
    const char *command, *text;
};

/* A network as the host calls it. These functions must not block, call back into the host or keep the pointers. */
struct host_port {
    const char *network;
    const char *group;            /* the network's word for heard.group: "server"; may be NULL */
    const struct host_help *help; /* a row without a command ends it; may be NULL */
    bool reports_sent; /* calls host_sent(), so that clocks of games start when people can read what they are asked */
    /* How many columns a board may have there; NULL: VIEW_COLUMNS, as on a phone. */
    int (*columns)(void *self, const char *room);
    void (*post)(void *self, const struct post *post);
    void (*whisper)(void *self, const struct whisper *whisper);
    /* The key names a person for good (an account). Other seats need their word after every gap. NULL if all keys
       last. */
    bool (*is_lasting)(void *self, const char *key);
    /* Asked before hands are dealt: nobody is dealt a hand that they could not get. NULL if everybody is reached. */
    enum host_reach (*reach)(void *self, const char *key);
    /* Since when the person is out of sight, in ms of the loop's clock: 0 if in sight, -1 if the network cannot tell.
       NULL if it never can: then the host goes by what the person last said or pressed. */
    int64_t (*absent_since)(void *self, const char *key);
    /* A person says how they, or their room, want to read us; "" asks how it is. Does it and puts the answer. NULL if
       there is no choice. */
    void (*prefer)(void *self, const struct heard *heard, const char *words, struct prose *answer);
    /* The option of "play" that asks for a room of its own ("thread") beside the one where it was typed. NULL if the
       network has no such rooms. open_apart() opens the room, if this person may, and calls host_open_apart(). False
       with the reason in `why`. */
    const char *apart;
    bool (*open_apart)(void *self, const struct heard *heard, const struct host_apart *table, struct prose *why);
    /* The input with this id is dealt with: what it changed is safe and told, or it was refused. May be NULL. */
    void (*dealt_with)(void *self, const char *id);
    void *self;
};

/* ---- what is heard ---- */

/* An operator of the room; an admin of the whole house; somebody at the host's own terminal, where every line is meant
   for the host and nobody says too much. */
enum { RANK_OPERATOR = 1, RANK_ADMIN = 2, RANK_LOCAL = 4 };

/* A move offered as a button. It is stale once its seat has decided something since. */
struct press {
    int64_t table;
    int seat;     /* from 0 */
    int decision; /* decisions of the seat at this table, before this one */
};

/* Who pays for an input: every limit counts by source. A source outlives reconnects and new nicks: an account or user
   id, else the host, cloak or /64 that a person connects from. */
struct heard_source {
    const char *id; /* NULL for the key */
    int people;     /* that it stands for: 1 for an account or id, HOST_SOURCE_PEOPLE for a host */
};
enum { HOST_SOURCE_PEOPLE = 4 };

struct heard {
    const char *network;
    const char *room;  /* NULL in private */
    const char *group; /* a part of the network with a share of its own: the guild on Discord; may be NULL */
    const char *key;   /* of the person */
    struct heard_source source;
    const char *name;
    unsigned rank;
    bool is_open;              /* the direct answer to it holds no secret; set by commands/, not by adapters */
    const char *text;          /* without a prefix */
    const char *id;            /* the message's own id, so that it is never applied twice; NULL if the network has
                                  none */
    const struct press *press; /* `text` is the move of a button; NULL if it was typed */
    int64_t now;
};

/* Runs an input when its turn has come (commands.h). `session` is NULL if there is no table. */
typedef void host_execute(void *arg, struct host *host, struct session *session, const struct heard *heard);

/* ---- life ---- */

/* Keeps the store and the execute function; owns neither. */
struct host *host_new(struct store *store, host_execute *execute, void *arg);
void host_free(struct host *host); /* the store finishes what is being saved, and nobody is told */
void host_add_port(struct host *host,
                   const struct host_port *port); /* copied; its network name must outlive the host */

/* How many tables may be open at once. People of one source (struct heard_source) share one limit. */
struct host_limits {
    int person;  /* opened by one person */
    int group;   /* in one guild */
    int network; /* 0 for an equal part of what the host takes */
};
void host_limit(struct host *host, const struct host_limits *limits); /* 3, 100 and 0 until then */

/* Reads the host's own settings from the store: how sources are hashed, and who is banned. Blocks; call it before
   anything is heard. False if they cannot be read. */
bool host_read_settings(struct host *host);

/* Begins to bring open tables back from the store, for the networks there are, and later for each one that comes.
   host_tick() goes on with it, a slice in each turn of the loop. Calls `ready` for a network when its tables are back:
   only then may the network be heard. False, with a line on the log, if the store cannot be read. Tells no room
   anything; host_room_ready() does. */
typedef void host_recovered(void *arg, const char *network);
void host_on_recovered(struct host *host, host_recovered *ready, void *arg);
bool host_begin_recovery(struct host *host);
bool host_is_recovered(const struct host *host); /* the tables of every network are back */
/* Records are on their way from the store: nobody else may write into one that is not in play. */
bool host_is_reading(const struct host *host);

/* The same at once, for tools and tests. Blocks. Returns how many tables are in play, or -1. */
int host_recover(struct host *host);

/* The adapter can now post to this room: a recovered table says there, once, that it is back. */
void host_room_ready(struct host *host, const char *network, const char *room, int64_t now);

/* Everything posted to this room so far has left (networks with reports_sent). */
void host_sent(struct host *host, const char *network, const char *room, int64_t now);

/* Does what is due by the clock. Returns when to call again, in ms of the same clock; INT64_MAX if nothing is
   planned. */
int64_t host_tick(struct host *host, int64_t now);

/* Called when host_tick() has to come earlier than it said: set a timer, do not call back. */
typedef void host_wake(void *arg, int64_t at);
void host_on_deadline(struct host *host, host_wake *wake, void *arg);

/* ---- hearing ---- */

/* Puts an input into the queue of its session, and runs it at once unless the disk works there. In private, `session`
   may be one of the person's tables (host_table_of). */
void host_hear(struct host *host, struct session *session, const struct heard *heard);

/* Ends an input that the caller has refused with a reason: host_port.dealt_with follows all the same. */
void host_dismiss(struct host *host, const struct heard *heard);

/* The person is still there under another name. */
void host_renamed(struct host *host, const char *network, const char *key, const char *name, int64_t now);

/* The person is out of sight. A key that does not last ends here, and its seats wait for their words. */
void host_gone(struct host *host, const char *network, const char *key, int64_t now);
/* The same for many at once. Says nothing: the adapter has told the rooms itself. */
void host_lost(struct host *host, const char *network, const char *key, int64_t now);
/* A person who was out of sight is there again, surely the same: gets the seats back, and is told the hands. */
void host_returned(struct host *host, const char *network, const char *key, int64_t now);
/* The person has proven to have a lasting key, and goes by it from now on. Says nothing. */
void host_bound(struct host *host, const char *network, const char *key, const char *lasting, int64_t now);
/* Stops the clocks of this room until `until`; then, or if `until` is not later than now, clocks of games run anew, in
   full. */
void host_hold(struct host *host, const char *network, const char *room, int64_t until, int64_t now);
/* What reach() says of this person may have changed: a game that waited for it begins. */
void host_reach_known(struct host *host, const char *network, const char *key, int64_t now);
/* The whole network is out of sight, and so is everybody on it. */
void host_network_gone(struct host *host, const char *network, int64_t now);

/* ---- rooms and tables ---- */

/* The room's table. NULL if none. A private conversation is the room "@key". */
struct session *host_find(struct host *host, const char *network, const char *room);

/* The i-th table (0, 1, ...) where the person has a seat. NULL behind the last. */
struct session *host_table_of(struct host *host, const char *network, const char *key, int i);
/* The person's table with this number. NULL if the person has no such table. */
struct session *host_table_numbered(struct host *host, const char *network, const char *key, int64_t table);
int64_t host_table_number(const struct session *session);
const char *host_room_name(const struct session *session);
bool host_is_seated(const struct session *session, const struct heard *heard);
bool host_is_playing(const struct session *session);
bool host_is_setting_up(const struct session *session, const struct heard *heard); /* the opener, before the game */
bool host_has_hands(const struct session *session);                                /* its game deals hidden hands */
const char *host_game_name(const struct session *session);
const char *host_opener(const struct session *session); /* the key; "" if unsure */

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
    int line;      /* HOST_TABLE_DAMAGED: the wrong line of the record; all lines before it are good */
    const char *why;
};
/* Visits all tables in one go: there may be thousands. `each` may not change the host. */
void host_each_table(struct host *host, void (*each)(void *arg, const struct host_table *table), void *arg);
/* Visits the table with the number, network and room of `known`. False if the host has no such table. */
bool host_look_at(struct host *host, const struct host_table *known,
                  void (*each)(void *arg, const struct host_table *table), void *arg);
/* Ends a table, in its turn, and tells its room who did it. False if no table has this number. */
bool host_end_table(struct host *host, int64_t number, const char *by, int64_t now);
/* A damaged record was repaired (by a line "repair to=N"): reads it again, and plays it on if it is good now. False if
   this table is not damaged. */
bool host_read_again(struct host *host, int64_t number, int64_t now);

/* The words are the name of a game, or an alias. */
bool host_is_game(const char *words);

/* The id that pays for an input: its source, or else its key. */
const char *host_source(const struct heard *heard);

/* Visits the network's rooms that have a table; `each` may call the host. */
void host_each_room(struct host *host, const char *network, void (*each)(void *arg, const char *room), void *arg);
/* Visits the rooms that host_room_ready() has something to tell: those with a table, and those whose table did not come
   back. A room may come several times. */
void host_each_room_to_tell(struct host *host, const char *network, void (*each)(void *arg, const char *room),
                            void *arg);

/* Visits the people at tables of the network, each by key and last name, once for each seat; not those who left. `each`
   may not change the host. */
void host_each_person(struct host *host, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg);

/* The same for one table. */
void host_each_seated(const struct session *session, void (*each)(void *arg, const char *key, const char *name),
                      void *arg);

/* Visits what a game can be played with: "layout", "dealt", "what it means". Stops when `each` returns false. */
void host_each_option(const char *game,
                      bool (*each)(void *arg, const char *option, const char *value, const char *help), void *arg);

/* Visits the topics of its rules. */
void host_each_topic(const char *game, bool (*each)(void *arg, const char *topic), void *arg);

/* Visits the ids of all games, for completion. Stops when `each` returns false. */
void host_each_game(bool (*each)(void *arg, const char *id), void *arg);

/* What a word of the game at this table means: "hide CARD under them1: ...". NULL if the game has no such move. */
const char *host_verb_help(const struct session *session, const char *word);

/* Visits the verbs of the game at this table: "take", with its help "take 2: take row 2". Stops when `each` returns
   false. */
void host_each_verb(const struct session *session, bool (*each)(void *arg, const char *verb, const char *help),
                    void *arg);

/* Visits the people whom host_kick() would remove for this person, in the order of their seats. Stops when `each`
   returns false. */
void host_each_to_kick(const struct session *session, const struct heard *heard,
                       bool (*each)(void *arg, const char *name), void *arg);

/* A line that nobody addressed to us looks like a move: it begins with a verb of the game and goes on, and the table waits
   for this person, as everybody can see. Reads no more of it than the verb, which it copies. */
bool host_is_bare_move(const struct session *session, const struct heard *heard, char verb[HOST_NAME]);
/* Tells a person, once at a table, how to type such a move. */
void host_explain_prefix(struct session *session, const struct heard *heard, const char *verb);

/* The person can play this now; of several moves, the first. */
bool host_is_move(struct session *session, const struct heard *heard, const char *text);

/* Everything heard is answered: nothing waits for the disk, or for a robot whose turn it is now. */
bool host_is_settled(const struct host *host);

/* ---- bans, of the whole house ---- */

/* Sets the wall clock, in ms since 1970, for what lasts days. Before, it is the loop's clock. */
void host_on_wall(struct host *host, int64_t (*wall)(void *arg), void *arg);

/* Call it first for everything that is heard. True if the person is banned: they were told (once a day), robots get
   their seats, and the input is dismissed. Also notes who was heard lately, so that a name can be banned. */
bool host_turns_away(struct host *host, const struct heard *heard);

struct host_ban_order {
    const char *network, *room; /* room: people of its table are meant first; may be NULL */
    const char *who;            /* a name, or an account ("$ann"), an id, a host */
    int days;                   /* 0 for good */
    const char *by;
};
/* Puts a sentence. True if done. */
bool host_ban(struct host *host, const struct host_ban_order *order, struct prose *answer);
/* Takes the number of the ban, or a name or key. Puts a sentence. True if done. */
bool host_unban(struct host *host, const char *typed, struct prose *answer);

struct host_ban {
    int number;
    const char *network, *name, *key, *by, *until; /* key: "" if only a hash is kept; until: in words */
};
void host_each_ban(struct host *host, void (*each)(void *arg, const struct host_ban *ban), void *arg);

/* ---- what commands do; each answers for itself ---- */

void host_open(struct host *host, const struct heard *heard, const char *game, const char *options);
/* What open_apart() was asked for, in the room that `heard` names now. */
void host_open_apart(struct host *host, const struct heard *heard, const char *game, const char *options);
/* For an adapter whose room is gone: stops its table, in its turn. `session` may be NULL. */
void host_stop_apart(struct host *host, struct session *session, const struct heard *heard);
void host_join(struct host *host, struct session *session, const struct heard *heard);
/* The same with "cut=WORDS" among the words. */
void host_join_with(struct host *host, struct session *session, const struct heard *heard, const char *words);
/* Mixes a person's words into the deal, until it is dealt; and says what the deal proves to whom. */
void host_cut(struct host *host, struct session *session, const struct heard *heard, const char *words);
void host_show_fair(struct host *host, struct session *session, const struct heard *heard);
void host_leave(struct host *host, struct session *session, const struct heard *heard);
/* Words: a level, a number of robots, both or nothing. */
void host_add_robot(struct host *host, struct session *session, const struct heard *heard, const char *words);
void host_start(struct host *host, struct session *session, const struct heard *heard);
void host_kick(struct host *host, struct session *session, const struct heard *heard, const char *name);
/* Stopping or leaving would end a game for good, and the person may do it: ask first. False when the same person asks
   again within a minute. */
bool host_must_ask(struct session *session, const struct heard *heard, bool leaves);
void host_stop(struct host *host, struct session *session, const struct heard *heard);
/* Gives the seat of an absent person to a robot, until the person says something there. */
void host_away(struct host *host, struct session *session, const struct heard *heard, const char *name);
/* Sets a table aside if none of its players is present, so that another one can be opened. */
void host_set_aside(struct host *host, struct session *session, const struct heard *heard);
/* Goes on, in this room, with a table that was set aside: the one of this number, or the person's only one. */
void host_resume(struct host *host, const struct heard *heard, const char *number);
void host_set_options(struct host *host, struct session *session, const struct heard *heard, const char *options);
void host_move(struct host *host, struct session *session, const struct heard *heard, const char *text);
void host_claim(struct host *host, const struct heard *heard, const char *word);
/* Tells whether the person's seats need a seat word. A person who is surely the same gets a new word. */
void host_show_seat(struct host *host, const struct heard *heard);

void host_show_hand(struct host *host, struct session *session, const struct heard *heard);
/* How the game stands; with words, what lies where: "all" of it, a seat's by name, or the "legend". */
void host_show_board(struct host *host, struct session *session, const struct heard *heard, const char *words);
void host_show_moves(struct host *host, struct session *session, const struct heard *heard);
void host_show_rules(struct host *host, struct session *session, const struct heard *heard, const char *words);
void host_show_games(struct host *host, const struct heard *heard);
/* Somebody said the name of a game and nothing else: says how to open a table of it, or what table is here. */
void host_show_game(struct host *host, struct session *session, const struct heard *heard, const char *name);

/* Visits the legal moves of a seated person as canonical texts, for completion. Stops when `each` returns false. */
void host_each_move(struct host *host, struct session *session, const struct heard *heard,
                    bool (*each)(void *arg, const char *move), void *arg);

/* What a seated person needs to play: hand and offer in words, and the mark for presses. False if the person has no
   seat in a running game, or a robot plays it. */
bool host_panel(const struct session *session, const struct heard *heard, struct press *press, struct prose *prose);

/* A legal move to press. */
struct host_choice {
    const char *verb, *help; /* "hide", "hide CARD under STACK: ..." */
    const char *move;        /* canonical, whatever people are called: what a press says */
    const char *label;       /* "hide d GL them2" */
    const char *detail;      /* what its cards are: "green Ultimate Love"; or "" */
};
void host_each_choice(const struct session *session, const struct heard *heard,
                      bool (*each)(void *arg, const struct host_choice *choice), void *arg);

/* What the network adds to the help of this command. NULL if nothing. */
const char *host_help(struct host *host, const char *network, const char *command);

/* Sets how a person wants to read us, in the network's own words. */
void host_prefer(struct host *host, const struct heard *heard, const char *words);

/* Answers the person, alone or where it was said. */
void host_whisper(struct host *host, const struct heard *heard, const struct prose *prose);
void host_answer(struct host *host, const struct heard *heard, const struct prose *prose);

/* For the admin's log and for tests. */
int host_table_count(const struct host *host);

/* Tests only: every deal and every robot's choice follows from the seed. */
void host_fix_luck(struct host *host, uint64_t seed);

#endif
