/* What commands do at the host. Each answers for itself. */
#ifndef HOST_COMMANDS_H
#define HOST_COMMANDS_H

#include <stdbool.h>

struct command;
struct commands;
struct heard;
struct host;
struct prose;
struct session;

/* One command whose turn has come. */
struct call {
    struct host *host;       /* which carries it out */
    struct session *session; /* NULL without a table */
    const struct heard *heard;
    const char *words; /* the text after the command, trimmed; may be "" */
    /* of commands/: the host does not look at them */
    struct commands *commands;
    const struct command *command;
};
/* A row of commands.def names one. */
typedef void host_command(struct host *host, const struct call *call);

void host_open(struct host *host, const struct heard *heard, const char *game, const char *options);
/* Opens a lesson: a first game with explanations, on a fixed deal, in private. Somebody in one
   hears its step again. */
void host_learn(struct host *host, const struct call *call);
/* What open_apart() was asked for, in the room that `heard` names now. */
void host_open_apart(struct host *host, const struct heard *heard, const char *game,
                     const char *options);
void host_join(struct host *host, struct session *session, const struct heard *heard);
/* The same with "cut=WORDS" among the words, or with the code of an invitation. */
void host_join_with(struct host *host, const struct call *call);
/* Mixes a person's words into the deal, until it is dealt; and says what the deal proves to
   whom. */
void host_cut(struct host *host, const struct call *call);
/* words: "" or the number of a table that is over. */
void host_show_fair(struct host *host, const struct call *call);
/* "join" with these words is about the table of an invitation, wherever it is said. */
bool host_is_code(const char *words);
/* "": a code for "join CODE". "yes" or "no" answers a channel that wants to show the table. */
void host_invite(struct host *host, const struct call *call);
/* "": the code ends. A room: the table is not shown there any more. */
void host_uninvite(struct host *host, const struct call *call);
/* Shows the words in the other rooms of the table. */
void host_say(struct host *host, const struct call *call);
void host_leave(struct host *host, const struct call *call);
/* Words: a level, a number of robots, both or nothing. */
void host_add_robot(struct host *host, const struct call *call);
void host_start(struct host *host, const struct call *call);
void host_kick(struct host *host, const struct call *call);
/* Stopping or leaving would end a game for good, and the person may do it: ask first. False when
   the same person asks again within a minute. */
bool host_must_ask(struct session *session, const struct heard *heard, bool leaves);
/* words: "no" for a no to somebody who wants to stop the game; all others want to stop it, or
   agree. */
void host_stop(struct host *host, const struct call *call);
/* Stopping it takes the yes of others. */
bool host_stop_needs_others(const struct session *session, const struct heard *heard);
/* Gives the seat of an absent person to a robot, until the person says something there. */
void host_away(struct host *host, const struct call *call);
/* Sets a table aside if none of its players is present, so that another one can be opened. */
void host_set_aside(struct host *host, const struct call *call);
/* Gives the others more time; stops the table when all people there want it, for a day at most. */
void host_extend(struct host *host, const struct call *call);
void host_pause(struct host *host, const struct call *call);
/* Tells somebody who plays in that room, too, that nobody has paused. False: nothing was told. */
bool host_unpause(struct host *host, struct session *session, const struct heard *heard);
/* Goes on, in this room, with a table that was set aside: the one of this number, or the
   person's only one. */
void host_resume(struct host *host, const struct call *call);
/* Another game for the people of a table that is over: the one of this number, or what was
   played here last (""). `session` is the table that is here now; may be NULL. */
void host_again(struct host *host, const struct call *call);
/* Puts somebody without a seat in the line for the next game: of a match, or of what follows a
   table that is over; "off" takes it back. The number of a table means that one. "swap" wants
   the seat of a robot, of any or of the one named. */
void host_next(struct host *host, const struct call *call);
void host_swap(struct host *host, const struct call *call);
/* Changes options of the table; "" or the name of a game lists what is possible, the latter also
   without a table. */
void host_set_options(struct host *host, const struct call *call);
void host_move(struct host *host, struct session *session, const struct heard *heard,
               const char *text);
/* Takes the person's latest step back; "yes" and "no" answer somebody who asks. */
void host_undo(struct host *host, const struct call *call);
/* A move in advance, "off", or nothing: what is kept. */
void host_then(struct host *host, const struct call *call);
/* What a hard robot would play in the person's place, and why; "yes" also where the game is
   rated no more then. */
void host_hint(struct host *host, const struct call *call);
void host_claim(struct host *host, const struct call *call);
/* Tells whether the person's seats need a seat word. A person who is surely the same gets a new
   word. */
void host_show_seat(struct host *host, const struct call *call);

/* Makes several identities one person. "": a code for the other identity, which says it here;
   then the first says "yes" or "no". */
void host_link(struct host *host, const struct call *call);
void host_unlink(struct host *host, const struct call *call);
/* Which identities the person has, and where the person sits. */
void host_show_self(struct host *host, const struct call *call);

/* What came of the games that a person finished: "" for the own ones; "on" and "off" let others
   see them or not; the name of somebody, of a game, or both. */
void host_show_stats(struct host *host, const struct call *call);
/* The best at a game in this room: "heartcatchers", then "house" for everywhere, "month" or
   "2026-11". */
void host_show_top(struct host *host, const struct call *call);
/* How the last game in this room ended. */
void host_show_last(struct host *host, const struct call *call);
/* Shows a game that is over, step by step: "17" the first steps of table 17, "17 9" those from
   step 9 on. In a room where it was played, as everybody saw it; in private, to somebody who sat
   there, as that person saw it. */
void host_show_replay(struct host *host, const struct call *call);

void host_show_hand(struct host *host, const struct call *call);
/* How the game stands; with words, what lies where: "all" of it, a seat's by name, or the
   "legend". */
void host_show_board(struct host *host, const struct call *call);
void host_show_moves(struct host *host, const struct call *call);
/* Whom the table waits for; the points that everybody can see; who sits there. Holds no secret. */
void host_show_turn(struct host *host, const struct call *call);
void host_show_score(struct host *host, const struct call *call);
void host_show_who(struct host *host, const struct call *call);
void host_show_rules(struct host *host, const struct call *call);
void host_show_games(struct host *host, const struct call *call);
/* Somebody said the name of a game and nothing else: says how to open a table of it, or what
   table is here. */
void host_show_game(struct host *host, struct session *session, const struct heard *heard,
                    const char *name);

/* "coloretto": a private word when such a table opens in the room. "quiet 22-8 +1", "off", "":
   quiet hours, an end, a list. */
void host_notify(struct host *host, const struct call *call);

/* Sets how a person wants to read us, in the network's own words. */
void host_prefer(struct host *host, const struct call *call);

/* Answers the person, alone or where it was said. */
void host_whisper(struct host *host, const struct heard *heard, const struct prose *prose);
void host_answer(struct host *host, const struct heard *heard, const struct prose *prose);

#endif
