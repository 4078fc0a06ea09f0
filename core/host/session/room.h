/* Inside the host: a room's table and everything that belongs to it. Only core/host sees this file.

   session.c  finds rooms
   queue.c    queues inputs (input.c) and runs them, one after the other
   change.c   commits changes to the store, and then tells them; append.c: whether they are there
   edition.c  the faces that games are played with, where an admin may correct them
   record.c   one line of a record: writing, reading, the chain of hashes
   persons.c  the persons of a record, who stand beside its lines
   history.c  what the table was some moves ago, while a record is read
   opening.c  opening, options
   lobby.c    sitting down, robots, starting; begin.c: a start that waits for who cannot be reached yet
   leave.c    getting up, kicking, stopping
   deal.c     the deal, a move, the end of a game: the same for play and replay
   work.c     a table played on on the side: moves, forced steps, robots, results, matches
   turn.c     what was typed -> work -> store -> told
   tell.c     posts and whispers
   outcome.c  the words of a beginning and of a result
   pages.c    texts that are longer than one message
   people.c   who sits where, seat words, whose word counts
   names.c    people of one name told apart
   bans.c     who is not heard
   shares.c   how many tables are open for whom
   presence.c names that change, people who go and come back
   apply.c    a record line -> what it does to a room; apply_people.c: to its people; fields.c: what it may hold
   latest.c   what the latest input of a record brought about
   recover.c  records -> rooms, when the program starts or a network comes; reading.c: one record, in slices
   faults.c   records that cannot be played again, and their repair
   clock.c    alarms and robots that take their time
   absent.c   who is not there
   aside.c    tables that were set aside; resume.c: the way back to them
   luck.c     chance that anybody can check; secret.c: where its secret comes from; seal.c: its lines in a record
   tools/     simulate and replay: tables without people, records read back */
#ifndef ROOM_H
#define ROOM_H

#include "game.h"
#include "heap.h"
#include "host.h"
#include "input.h"
#include "luck.h"
#include "pages.h"
#include "persons.h"
#include "prose.h"
#include "ring.h"
#include "seat.h"
#include "view.h"

enum {
    SESSION_QUEUE = 64,    /* inputs that wait while the disk works */
    SESSION_ROOMS = 31,    /* that one table is shown in, one after the other or at once */
    SESSION_PAYER = 16,    /* bytes of the salted hash of a source */
    SESSION_IDS = 64,      /* the latest ids, none of which is applied again */
    ARRIVE_MS = 1000,      /* what has left us may still be lost on its way, if we die */
    SEND_MOST_MS = 120000, /* a room that is never told anything does not stop clocks for ever */
    HOST_RETRY_MS = 5000,  /* after a failed save of something nobody typed */
    HOST_TABLES_MOST = 20000,
    HOST_TICK_SESSIONS = 64,  /* so many do something by the clock in one turn of the loop; the others in the next */
    ROBOT_MOVES_ALONE = 2000, /* without a word of anybody who sits there; then the table pauses */
    MOVES_IN_MESSAGE = 8      /* separated by ';' */
};

/* What is played: everything that a move changes, and so what a piece of work copies. */
struct playing {
    int game_number; /* of the match, from 1; 0: not begun */
    int begins;      /* who began this game */
    int seats;
    int wins[TABLE_SEATS];      /* of the match; shared wins count for each */
    int points[TABLE_SEATS];    /* of the match */
    int decisions[TABLE_SEATS]; /* moves of each seat, in all games */
    bool is_over;               /* the match */
    struct lot lot;
    unsigned char key[LUCK_KEY]; /* of this game's luck */
    uint64_t draws;              /* of this game so far */
    struct ruleset rules;
    struct table table; /* last: copies stop at the used part */
};

/* What the latest start or move of a record was, for who reads records (tools/). */
struct step {
    int seat; /* SEAT_NONE: a start */
    struct move move;
    struct chance chance;
    struct events events;
};

struct change;
struct history;
struct edition;
struct faces;
struct latest;

/* That somebody may have a seat at a table: found by the person's key. Who has one says the room. */
struct sitting {
    struct sitting *next;
    struct session *session;
    unsigned bucket;
};

struct session {
    struct session *next_in_bucket;
    struct host *host;
    const struct host_port *port;
    char name[HOST_ROOM]; /* "#games", "@key" for a private conversation */
    int64_t id;           /* of the table, and of its record */
    int64_t next_line;
    unsigned char link[ROOM_HASH]; /* of the latest line */
    struct persons persons;
    int rooms;               /* that it has been shown in so far */
    unsigned shown;          /* bits of those where it is shown now; the lowest is its home */
    struct history *history; /* while it is read; else NULL */
    const struct game *game;
    char opener[HOST_KEY]; /* "" once nobody can be known to be the opener any more */
    char opener_name[HOST_NAME];
    bool has_payer, is_counted;
    unsigned char payer[SESSION_PAYER]; /* the hash of the source that opened it */
    char group[HOST_GROUP];             /* "": none */
    int64_t since;                      /* opened, or brought back */
    int seat_count;
    struct seat seats[TABLE_SEATS];
    struct sitting sittings[TABLE_SEATS + 1]; /* of the persons in the seats, and of the opener */
    int sitting_count;
    struct playing playing;
    char seal[LUCK_SEAL];     /* "fixed" if nobody drew its secret; "" in front of its line */
    bool is_revealed;         /* the secret was shown: only the end follows */
    int last_cut;             /* the number of the latest cut that counts; 0: nobody cut */
    struct faces *faces_read; /* those that its record tells, until its first game starts; NULL: none so far */
    long long faces_told;     /* so many are to come */
    struct step *step;        /* gets what room_apply_line() plays; NULL: nobody asks */
    bool has_told_end;        /* the result of the match was told; its record is about to end */
    struct latest *latest;    /* since its record was read back; NULL: something was played since, or nothing ever */
    bool is_recovered;        /* has not told yet that it is back: until then nothing happens by the clock */
    bool is_linked;           /* found by its name and its people; else it is being read */
    bool is_aside;            /* it was set aside */
    bool is_repaired;         /* its latest line is an admin's repair */
    int64_t aside_at;         /* in seconds since 1970 */
    bool is_closing;
    int robot_moves; /* since the last word of somebody who sits there; by its record after a restart */
    bool has_told_pause;
    bool has_told_full; /* that its record is */
    bool is_stuck;      /* what nobody typed could not be saved, and the room knows: tell when it works again */
    struct input *queue, **queue_end;
    int queue_length;
    struct change *change; /* what is being saved; NULL: free for the next input */
    int64_t alarm_at;      /* INT64_MAX: no alarm */
    bool alarm_waits;      /* it starts when what was posted has left */
    int64_t held_until;    /* no clock runs before */
    struct move alarm_move;
    int64_t play_on_at;     /* when to try again what nobody typed */
    int64_t watch_at;       /* when to look who is still there; INT64_MAX: nothing depends on it */
    int64_t heard_at;       /* the last word of anybody here */
    struct heap_item due;   /* when it has something to do by the clock; never later than it really is */
    bool is_start_wanted;   /* it begins when all can be reached */
    int64_t deals_at;       /* when a full table deals even if people could still cut; INT64_MAX: no such time runs */
    unsigned unreached;     /* seats of those who cannot be, as the room has heard */
    struct input *starters; /* who asked for the start, and has not heard yet that it waits (begin.c bounds them) */
    int64_t starts_told_at; /* when they hear; INT64_MAX: nobody is to */
    RING(SESSION_IDS) ids;  /* hashes of the latest messages' ids */
};

enum {
    HOST_BUCKETS = 4096,
    HOST_PORTS = 32,
    HOST_ENDED = 64, /* tables whose ids are known after a restart, though they have ended */
    HOST_ENDED_IDS = HOST_ENDED * SESSION_IDS,
    CLAIM_TRIES = 5,
    CLAIMERS = 64
};

/* Somebody who said wrong seat words. */
struct claimer {
    char network[HOST_NETWORK], key[HOST_KEY];
    int wrong;
    int64_t since;
};

/* What becomes of the tables of a network that was added. */
enum port_state { PORT_IS_NEW, PORT_IS_READ, PORT_IS_READY };

struct host {
    struct store *store;
    host_execute *execute;
    void *arg;
    struct host_port ports[HOST_PORTS];
    enum port_state port_states[HOST_PORTS];
    int port_count;
    struct recovery *recovery;
    struct reader *readings; /* records that are read back, the first one first */
    struct append *appends;  /* that are being saved */
    int unknown_appends;     /* of them, those of which the store is to be asked again */
    struct aside *asides;    /* tables that were set aside, by when they end */
    int aside_count;
    int64_t lines_most;   /* of one record: RECORD_LINES_MOST, except in tests */
    struct fault *faults; /* records that cannot be played again */
    int fault_count;
    int untold; /* of both, those whose room has not heard of it */
    struct session *buckets[HOST_BUCKETS];
    struct sitting *sittings[HOST_BUCKETS]; /* by who sits */
    int session_count;
    int saving;         /* rooms that wait for the disk */
    bool has_committed; /* what is being executed has something to save */
    int64_t next_table;
    int64_t now; /* the latest time that was passed in */
    int64_t next_tick;
    struct heap due; /* of sessions that have something to do by the clock */
    host_wake *wake;
    void *wake_arg;
    struct edition *editions;
    struct claimer claimers[CLAIMERS];
    int next_claimer;
    RING(HOST_ENDED_IDS) ended_ids; /* hashes of ids that ended tables have applied */
    struct host_limits limits;
    struct share *shares[HOST_BUCKETS]; /* how many tables are open, by whose share they are */
    unsigned char salt[ROOM_HASH];
    bool has_salt; /* for good */
    struct bans *bans;
    int64_t (*wall)(void *arg); /* NULL: as the loop's clock */
    void *wall_arg;
    struct chance_seed robots; /* robots' thoughts */
    bool has_fixed_seed;       /* tests: deals follow from it */
    struct chance_seed fixed_seed, fixed_salts;
};

/* ---- session.c, queue.c ---- */

/* Where something of that name on that network is found. */
unsigned room_bucket(const char *network, const char *name);
const struct host_port *host_port_of(const struct host *host, const char *network);
struct session *session_new(struct host *host, const struct host_port *port, const char *name, const struct game *game);
/* One that is only read: nobody finds it before room_link(). */
struct session *session_new_apart(struct host *host, const struct host_port *port, const char *name,
                                  const struct game *game);
void session_link(struct session *session);
/* Whether a table is there, or what moves one there is being saved. */
bool room_is_taken(const struct host *host, const char *network, const char *name);
void session_remove(struct session *session);
void session_rename(struct session *session, const char *name);
bool session_has_begun(const struct session *session);
struct view session_view(const struct session *session, struct naming *naming);
void session_naming(const struct session *session, struct naming *out);
void session_push(struct session *session, struct input *input_take);
/* Messages that were applied are not applied again, also not to the next table; a record brings their ids back. */
void session_note_id(struct session *session, const char *network, const char *id);
void host_note_ended_id(struct host *host, const char *network, const char *id);
/* What is being executed is about this table, too, which waits for the disk: it is heard again in its turn there. */
void queue_again(struct session *session, const struct heard *heard);
/* Runs queued inputs until one has to wait for the disk. */
void session_run(struct session *session);

/* ---- change.c ---- */

/* What is to be saved, and what follows when it is. */
typedef void change_done(struct change *change);
struct change {
    struct session *session;
    struct heard heard; /* who caused it; its strings live in `input` */
    struct input *input;
    char **lines;
    int line_count;
    unsigned char link[ROOM_HASH]; /* of the latest line */
    struct person *persons;        /* new ones, and those of another name */
    int person_count;
    bool ends;       /* the record ends with it */
    bool hands_over; /* it takes the table from its opener */

    bool leaves;           /* it is set aside with it */
    char place[HOST_ROOM]; /* the room where the table is from then on; "": where it was */
    bool applies_lines;    /* the lines themselves say what changes (lobby): recover.c applies them */
    struct work *work;     /* a table played on on the side takes the place of the room's */
    change_done *told;     /* called when it is safe; may be NULL */
    change_done *given_up; /* called when it can never be saved; NULL: it is tried again */
    struct prose *refusal; /* what the person is told besides: why the rest of a message was not played; or NULL */
    int seat;              /* for `told` */
    char note[HOST_NAME];  /* for `told` */
};

/* A change that `heard` caused (NULL: nobody typed anything; its input is then INPUT_PLAY_ON). */
struct change *change_new(struct session *session, const struct heard *heard);
/* Its line gives the seat to another key: a private conversation moves to whoever has that. */
void change_put_key(struct change *change, const char *key);
/* A line without its link: that is put behind it here. */
void change_add(struct change *change, const char *line);
/* Puts into a line who of the room's network that is: "person=N", and what a reader needs where the person is new or called
   otherwise. False: the record has seen too many people. */
bool change_put_person(struct change *change, const char *key, const char *name, struct text *line);
/* Nothing came of it: nothing is saved. */
void change_free(struct change *change);
/* Hands it to the store; the room waits. When it fails nothing has changed: whoever typed it is told so, and what nobody
   typed is tried again by the clock. Lines that could not be applied are never saved: it fails at once then, and the room
   does not wait. */
void change_commit(struct change *change_take);
void change_commit_line(struct session *session, const struct heard *heard, const struct text *line, int seat,
                        const char *note, bool ends, change_done *told);
/* The line of a change that one line says; `seat` and `note` are for `told`. */
void change_put(struct change *change, const struct text *line, int seat, const char *note, change_done *told);

/* ---- secret.c ---- */

void secret_draw(struct host *host, struct lot *lot);
/* Bytes that nobody can guess, for anything but draws. */
void secret_salt(struct host *host, unsigned char *bytes, size_t count);

/* ---- tell.c ---- */

void tell_post(const struct session *session, enum post_kind kind, const struct prose *tale);
void tell_pages(const struct session *session, enum post_kind kind, const struct pages *tale);
/* With the board, and whom the table waits for. */
void tell_standing(const struct session *session, enum post_kind kind, const struct prose *tale);
void tell_play(const struct session *session, enum post_kind kind, const struct pages *tale);
/* The hand and what can be played, to its owner; `tale`, which may be NULL, comes first. */
void tell_hand(const struct session *session, int seat, const struct pages *tale);
/* Where the table stands, for its people: the room, or in private the game. */
const char *tell_place(const struct session *session);
/* A sentence with a seat word, to its owner: it is never left out, however much there is to say. */
void tell_word(const struct session *session, const struct heard *heard, enum string id, const char *word);
void tell_word_of(const struct host_port *port, int64_t table, const char *place, const struct heard *heard,
                  enum string id, const char *word); /* of a table without a room */
/* One sentence of strings.def, in private, to whoever said something. */
#define tell_person(host, heard, ...)                                                                                  \
    do {                                                                                                               \
        struct prose sentence_;                                                                                        \
        prose_clear(&sentence_);                                                                                       \
        view_string(&sentence_, __VA_ARGS__);                                                                          \
        host_whisper(host, heard, &sentence_);                                                                         \
    } while (0)
/* The same, where the sentence and its values hold no secret, whatever was said. */
#define tell_openly(host, said, ...)                                                                                   \
    do {                                                                                                               \
        struct heard open_ = *(said);                                                                                  \
        open_.is_open = true;                                                                                          \
        tell_person(host, &open_, __VA_ARGS__);                                                                        \
    } while (0)
/* The same, for everybody in the room. */
#define tell_room(session, kind, ...)                                                                                  \
    do {                                                                                                               \
        struct prose sentence_;                                                                                        \
        prose_clear(&sentence_);                                                                                       \
        view_string(&sentence_, __VA_ARGS__);                                                                          \
        tell_post(session, kind, &sentence_);                                                                          \
    } while (0)
/* The same, as the last sentence about a table: behind it stands the secret, where cards were dealt. */
#define tell_end(session, ...)                                                                                         \
    do {                                                                                                               \
        struct prose sentence_;                                                                                        \
        prose_clear(&sentence_);                                                                                       \
        view_string(&sentence_, __VA_ARGS__);                                                                          \
        if (session_has_begun(session))                                                                                \
            cut_put_secret(&(session)->playing.lot, &sentence_);                                                       \
        tell_post(session, POST_NEWS, &sentence_);                                                                     \
    } while (0)
/* Events are told sentence by sentence: where the one that begins at `begin` ends, and what `viewer` hears of it; false:
   nothing. */
int tell_sentence_end(const struct events *events, int begin);
bool tell_sentence(const struct view *view, const struct events *events, int begin, int viewer, struct prose *out);
/* All sentences of a move that the public hears; those that sound different to a seat. */
void tell_tale(const struct view *view, const struct events *events, struct pages *out);
void tell_own(const struct view *view, const struct events *events, int seat, struct pages *out);
/* What a seat holds and may do, behind what it is told. */
void tell_put_hand(const struct session *session, int seat, struct prose *out);
/* Whom the table waits for; says so where one of them is not there. */
void tell_put_next(const struct view *view, const struct session *session, struct prose *out);
/* outcome.c: that the first, or the next game of the match begins; the result of the one that is over, and how the match
   stands. */
void tell_started(const struct view *view, const struct playing *playing, struct pages *out);
void tell_next_game(const struct view *view, const struct playing *playing, struct pages *out);
void tell_outcome(const struct view *view, const struct playing *playing, struct pages *out);
/* Why nothing can be played yet. */
void tell_not_begun(const struct session *session, const struct heard *heard);
unsigned session_due(const struct session *session);
bool session_legal(const struct session *session, int seat, struct sight *sight, struct moves *moves);
/* Names of the seats in the bits, separated by line ends, as view_string() takes several people. */
void session_people(const struct session *session, unsigned seats, struct text *out);
unsigned session_all_seats(const struct session *session);

/* ---- people.c ---- */

int session_seat_of(const struct session *session,
                    const struct heard *heard); /* -1: none; detached seats are nobody's */
/* Who may sit at the table, for finding it by them; to be called whenever another key has a seat. */
void people_index(struct session *session);
void people_forget(struct session *session);
/* It is somebody's private table, and whoever has this key has another, or is about to. */
bool session_has_private_twin(const struct session *session, const char *key);
int session_seat_waiting(const struct session *session,
                         const char *name);             /* of somebody called so who is out of sight; or -1 */
int session_opener_seat(const struct session *session); /* -1: the opener sits there no more */
bool session_obeys(const struct session *session, const struct heard *heard);
bool session_refuses(struct session *session, const struct heard *heard, const char *command); /* says so, if it does */
/* Likewise, with a sentence of the caller about who may ({who}); of nobody in particular if `id` has no who. */
bool session_refuses_with(struct session *session, const struct heard *heard, enum string id, const char *command);
bool host_lacks_table(struct host *host, struct session *session, const struct heard *heard); /* likewise */
/* Says to somebody why nobody there sits, or a sentence of the caller about those who do ({who}, {game}). */
void tell_not_seated(struct session *session, const struct heard *heard, enum string id);
bool session_is_alone(const struct session *session);   /* at most one person sits there */
bool session_has_people(const struct session *session); /* somebody who did not leave */
/* A line that gives the seat to whoever caused the change; false: the record has seen too many people. */
bool people_put_claim(struct change *change, int seat, const unsigned char word[ROOM_HASH], struct text *line);
void word_new(char word[16], unsigned char hash[ROOM_HASH], int64_t table);
void word_hash(const char *word, int64_t table, unsigned char hash[ROOM_HASH]);
/* A line that takes the seat's word from it, and gives it another. */
void word_put_line(int seat, const unsigned char hash[ROOM_HASH], struct text *line);

/* ---- names.c ---- */

/* Gives each seat a name that no other has; to be called whenever somebody sits down, gets up, or is called otherwise. */
void names_tell_apart(struct session *session);
/* The seats that a typed name can mean: none, one, or several that are called so. */
unsigned names_find(const struct session *session, const char *typed);
/* The seat of that name, or SEAT_NONE. True: it fits several, and whoever typed it was asked which. */
bool names_ask(struct session *session, const struct heard *heard, const char *typed, const char *command, int *seat);

/* ---- presence.c ---- */

bool room_key_lasts(const struct host_port *port, const char *key);
/* After a gap: seats whose keys do not last wait for their words, and such an opener is nobody. */
void session_detach(struct session *session);
void gaps_detach(const struct session *session, struct seat *seat);
/* Saves one name or key that is not saved yet; false if there is none. */
bool gaps_save_again(struct session *session);
void gaps_run_renamed(struct session *session, const struct input *input);
void gaps_run_bound(struct session *session, const struct input *input);
void gaps_run_gone(struct session *session, const struct input *input);
void gaps_run_returned(struct session *session, const struct input *input);

/* ---- latest.c ---- */

/* Right after a start or a move of a record was applied. */
void latest_note(struct session *session, const struct step *step);
void latest_forget(struct session *session);
/* What the public was to be told of it, behind `begin`; with the board, unless the match is over. */
void latest_tell(const struct session *session, const struct prose *begin);
/* A hand, behind what its seat alone was to be told; just the hand once something else was played. */
void latest_tell_hand(const struct session *session, int seat);

/* ---- apply.c ---- */

/* Applies one line; false with a sentence if it does not fit, or its link is not the next one of the chain. */
bool session_apply_line(struct session *session, const char *line, struct text *why);
/* Of what is played there, as the chain takes it. */
void session_table_hash(const struct session *session, unsigned char hash[ROOM_HASH]);
/* Whether the lines of a change would, one after the other; of lines without faces. Nothing changes. */
bool session_would_apply(const struct session *session, const struct change *change, struct text *why);

/* ---- leave.c ---- */

/* Gets up from a seat by a line of this kind; the last person ends the table. `heard` NULL: it comes by the clock. */
void leave_get_up(struct session *session, const struct heard *heard, int seat, const char *line_kind,
                  change_done *told);
void leave_tell_heir(struct change *change); /* who has the table now that its opener got up */
void leave_end(struct session *session, const struct input *input);

int64_t host_wall(const struct host *host); /* ms since 1970 */

/* ---- turn.c, lobby.c, clock.c ---- */

void turn_start(struct session *session, const struct heard *heard); /* heard NULL: it starts by itself */
void turn_play_on(struct session *session); /* robots and forced steps, after somebody left or a save failed */
void turn_alarm(struct session *session);
bool session_is_paused(const struct session *session); /* robots have played alone for too long */
/* Somebody who sits there said something: a table that paused goes on. */
void turn_note_word(struct session *session);
void turn_end_record(struct session *session); /* its result was told */
/* Lines of a record: the first one, one that seats a robot, and one of those with all options before the start. */
bool lobby_put_record(struct change *change, const char *key, const char *name, struct text *line);
void lobby_name_robot(const struct session *session, char name[HOST_NAME]); /* that nobody at the table has */
void lobby_put_robot(int seat, enum robot_level level, const char *name, struct text *line);
void turn_put_option(const struct session *session, int option, struct text *line);
int robot_level_of(const char *word); /* -1: there are no such robots */
/* A full table begins by itself: at once when everybody is ready or only one person sits there, else 10 s after its last
   seat was taken. If its options do not fit so many seats, the room hears why it does not. */
void lobby_start_if_full(struct session *session, const struct heard *heard); /* who filled it, or NULL */
/* Likewise, and one that waits for somebody to be reached begins when that is so. */
void lobby_play_on(struct session *session);
/* After a restart: what one can do at a table that has not begun. */
void lobby_put_back(const struct session *session, struct prose *tale);
void clock_set_alarm(struct session *session);
void clock_play_on_at(struct session *session, int64_t at); /* robots and forced steps at that time */
void clock_alarm_at(struct session *session, int64_t at);
void clock_call(struct host *host, int64_t at); /* host_tick() has to be called then */
void clock_wake(struct session *session);       /* it is free again for what is due by the clock */

#endif
