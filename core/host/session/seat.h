/* Who sits where at a table, and what the host knows of them there. */
#ifndef SEAT_H
#define SEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "robot.h"
#include "seal.h"

struct host_port;

enum { SESSION_HASH = 32 };

/* A question to a person who typed what can mean several moves: they can answer with the number
   of one. It is forgotten with the process. */
struct question {
    char typed[28]; /* what was asked about; "": no question */
    uint32_t moves; /* the hash of those moves */
};

enum seat_kind { SEAT_PERSON, SEAT_ROBOT };
enum { ROBOT_PACE_MS = 4000 }; /* between two cards of a robot, in games of real time */
extern const char *const robot_levels[ROBOT_LEVELS];
/* "greedy", as it once was, is easy. -1 if unknown. */
int seat_robot_level(const char *word);

/* In the lobby seats stand in the order of joining, from the first game on in the order of play. */
struct seat {
    enum seat_kind kind;
    enum robot_level level; /* of a robot, also of one that plays for a person who left */
    /* the person has sat down a moment ago, and the room does not know yet */
    bool is_untold;
    bool is_left; /* the person left; a robot plays until they return */
    /* others gave the seat to the robot: the person's first word takes it back */
    bool is_given;
    bool is_opener;
    bool begins;   /* the table chose that this seat begins the first game */
    bool is_apart; /* plays by private message, and is told there what the rooms are told */
    bool is_ready;
    bool knows_prefix; /* was told how to type a move */
    /* went out of sight without proof of who comes back: the seat waits for its word */
    bool is_detached;
    short columns; /* how the person reads, while session_ask_looks() keeps it; else 0 */
    char language; /* likewise: 1 + an enum language */
    /* the person plays on under another identity, whose name is nobody's business here */
    bool keeps_name;
    bool has_word;
    /* the word before still counts: the person may not have been told the new one */
    bool has_old_word;
    int person;                   /* SEAT_PERSON: the number in the record */
    const struct host_port *port; /* SEAT_PERSON: the network of the person */
    /* who it is; ends with the connection where keys do not last */
    char key[HOST_KEY];
    char called[HOST_NAME];           /* the network's name for the person, or ours for a robot */
    char name[HOST_NAME];             /* unique at this table */
    char next_name[HOST_NAME];        /* not saved yet; or "" */
    char next_key[HOST_KEY];          /* likewise */
    unsigned char word[SESSION_HASH]; /* hash of the seat word */
    unsigned char old_word[SESSION_HASH];
    unsigned char cut[LUCK_CUT]; /* the hash of the person's cut; see seal_luck_has_cut() */
    int cut_number;              /* counts the table's cuts from 1 */
    int cuts;
    /* when the person last said or pressed something here, or sat down; a restart forgets it */
    int64_t heard_at;
    int64_t gone_at; /* when the person was last out of our sight; is_detached: since when */
    int64_t
        moves_until; /* each move to another identity adds its cost to this time (input_queue.c) */
    /* the line that keeps a move in advance, whose words stand beside it (record.h); 0: none */
    int64_t ahead_line;
    int ahead_count;    /* such lines since the seat moved */
    bool is_ahead_told; /* it could not be played, and the person knows */
    int first_decision;
    /* the game in which the person left, after each seat had decided some times in it; else 0 */
    int left_game;
    int hint_game;       /* the latest game in which the person got a hint (outcome.h); 0: none */
    int hint_turn;       /* the turn of that hint */
    uint64_t hint_sight; /* the hash of what the person saw then */
    /* the game in which the person was asked before the first hint; a restart forgets it */
    int hint_asked;
    struct question question; /* the latest one */
    int64_t word_at; /* when the person asked for a new seat word; 0 if not since the restart */
};

static inline bool seat_is_read(const struct seat *seat)
{
    return seat->kind == SEAT_PERSON && !seat->is_left && !seat->is_detached;
}

/* What was said in advance counts no more. */
static inline void seat_forget_ahead(struct seat *seat)
{
    seat->ahead_line = 0;
    seat->ahead_count = 0;
    seat->is_ahead_told = false;
}

static inline bool seat_is_robots(const struct seat *seat)
{
    return seat->kind == SEAT_ROBOT || seat->is_left;
}

struct session;
struct text;

/* The session knows whether it is still true. */
struct sitting {
    struct sitting *next, **from; /* in its bucket; what points to it */
    struct session *session;
    unsigned bucket;
};

/* Who says the word of a seat gets it back. */
void seat_word_new(char word[16], unsigned char hash[SESSION_HASH], int64_t table);
void seat_word_hash(const char *word, int64_t table, unsigned char hash[SESSION_HASH]);
void seat_word_put_line(int seat, const unsigned char hash[SESSION_HASH], struct text *line);

/* Under whichever of the linked identities. -1 if absent; a detached seat has no person. */
int session_seat_of(const struct session *session, const struct heard *heard);
/* This identity alone. */
int session_seat_held(const struct session *session, struct identity who);
/* Call it whenever another key has a seat. */
void seat_people_index(struct session *session);
void seat_people_forget(struct session *session);
/* The person is absent. NULL: any name. -1 if there is no such seat. */
int session_seat_waiting(const struct session *session, const char *network, const char *name);
int session_opener_seat(const struct session *session);
bool session_obeys(const struct session *session, const struct heard *heard);
/* How many may play with these options: "a junior game is for 2 to 4". */
void session_seats(const struct session *session, int *least, int *most);
bool session_is_alone(const struct session *session);
int session_only_person(const struct session *session);    /* -1 unless there is exactly one */
bool seats_are_alone(const struct seat *seats, int count); /* one person at most has one */
/* For one who leaves a robot plays in the same seat. */
bool session_has_fixed_seats(const struct session *session);
bool session_has_no_seat(const struct session *session); /* these, or it is full */
/* If it ended now, cards that the host could know already would be thrown away. */
bool session_is_undealt(const struct session *session);
/* With line ends between, as view_string() takes several people. */
#define session_people(session, seats)                                                             \
    session_put_people(session, seats, (char[TABLE_SEATS * HOST_NAME]){0})
const char *session_put_people(const struct session *session, unsigned seats,
                               char out[TABLE_SEATS * HOST_NAME]);
unsigned session_all_seats(const struct session *session);
/* The button is not of this table and seat, or the seat has decided since. */
bool session_is_old_press(const struct session *session, const struct press *press, int seat);
/* That the person may play for. -1 if none; `session` may be NULL. */
int session_acting_seat(const struct session *session, const struct heard *heard);
/* After a gap (NULL: of all): seats whose keys do not last wait for their words, and the table
   loses such an opener. */
void session_detach(struct session *session, const struct host_port *port);
void seat_detach(const struct session *session, struct seat *seat);
bool seat_key_lasts(const struct host_port *port, const char *key);
/* Also while it waits for its word. */
bool seat_belongs(const struct seat *seat, struct identity who);
/* The person is a number from now on. True if a seat was theirs. */
bool seat_forget_all(struct session *session, struct identity who);
bool session_was_opened_by(const struct session *session, struct identity who);

/* Call it whenever somebody sits down, gets up or is renamed. */
void seat_names_tell_apart(struct session *session);
/* of seats that no session has yet */
void seat_names_tell_seats_apart(struct seat *seats, int count);
/* Bits that a typed name can mean. */
unsigned seat_names_find(const struct session *session, const char *typed);
/* "bob@libera", who has that name on that network, becomes "bob-2". */
void seat_names_put_unique(const struct session *session, const char *typed, struct text *out);
/* Nobody at the table has it (NULL: one with robots alone). `number` (0 at first) says which was
   given last. */
void seat_names_for_robot(const struct session *session, enum robot_level level, int *number,
                          char name[HOST_NAME]);

/* ---- what somebody missed ---- */

/* The public sentences while a robot played for somebody, a line from each move of that robot to
   its next one; in memory alone. */

struct prose;

enum { MISSED_ROUNDS = 6, MISSED_LINE = 320 /* bytes; a longer line is cut, and says so */ };

struct missed {
    struct missed *next;
    int seat, rounds;
    char lines[MISSED_ROUNDS][MISSED_LINE]; /* a ring */
};

/* What everybody was told; `begins` if the robot of this seat moved. */
void seat_missed_note(struct missed **list, int seat, const char *text, bool begins);
/* The oldest first. Returns how many rounds there were. */
int seat_missed_take(struct missed **list, int seat, struct prose *out);
void seat_missed_free(struct missed *list);

#endif
