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

struct call {
    struct host *host;
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
/* A first game with explanations, on a fixed deal, in private. Somebody in one hears its step
   again. */
void host_learn(struct host *host, const struct call *call);
/* "": the deals of the day; the name of a game deals it; "share" posts a result. */
void host_daily(struct host *host, const struct call *call);
/* What open_apart() was asked for, in the room that `heard` names now. */
void host_open_apart(struct host *host, const struct heard *heard, const char *game,
                     const char *options);
void host_join(struct host *host, struct session *session, const struct heard *heard);
/* With "cut=WORDS" among the words, or the code of an invitation. */
void host_join_with(struct host *host, const struct call *call);
/* Until it is dealt; and says what the deal proves to whom. */
void host_cut(struct host *host, const struct call *call);
/* words: "" or the number of a table that is over. */
void host_show_fair(struct host *host, const struct call *call);
/* It is about the table of an invitation or of an open seat, wherever it is said. */
bool host_is_code(const char *words);
/* "": a code for "join CODE". "yes" or "no" answers a channel that wants to show the table. */
void host_invite(struct host *host, const struct call *call);
/* "": the code ends. A room: the table leaves it. */
void host_uninvite(struct host *host, const struct call *call);
/* The table here looks for players in the whole house; "off": no more. */
void host_seek(struct host *host, const struct call *call);
void host_show_seeks(struct host *host, const struct call *call);
/* "": lists whom the person can block, and blocks. "bob", "2". "off bob": as unblock. */
void host_block(struct host *host, const struct call *call);
void host_unblock(struct host *host, const struct call *call);
/* "bob", "bob coloretto match=3": asks somebody in the room to sit down. */
void host_challenge(struct host *host, const struct call *call);
void host_say(struct host *host, const struct call *call);
void host_leave(struct host *host, const struct call *call);
/* A level, a number, both or nothing. */
void host_add_robot(struct host *host, const struct call *call);
void host_start(struct host *host, const struct call *call);
void host_kick(struct host *host, const struct call *call);
/* It would end a game for good: ask first. False when the same person asks again within a
   minute. */
bool host_must_ask(struct session *session, const struct heard *heard, bool leaves);
/* words: "no" for a no to somebody who wants to stop the game; all others want to stop it, or
   agree. */
void host_stop(struct host *host, const struct call *call);
/* Stopping it takes the yes of others. */
bool host_stop_needs_others(const struct session *session, const struct heard *heard);
/* Of an absent person, until they say something there. */
void host_away(struct host *host, const struct call *call);
/* If none of its players is present. */
void host_set_aside(struct host *host, const struct call *call);
/* When all people there want it, for a day at most. */
void host_extend(struct host *host, const struct call *call);
void host_pause(struct host *host, const struct call *call);
/* Nobody has paused; the person plays in that room, too. False: nothing was told. */
bool host_unpause(struct host *host, struct session *session, const struct heard *heard);
/* The table of this number, or the person's only one, goes on in this room. */
void host_resume(struct host *host, const struct call *call);
/* For the people of the table of this number that is over, or what was played here last ("").
   `session` may be NULL. */
void host_again(struct host *host, const struct call *call);
/* Who has no seat comes into the line for the next game; "off" takes it back. The number of a table
   means that one. "swap" wants the seat of a robot, of any or of the one named. */
void host_next(struct host *host, const struct call *call);
void host_swap(struct host *host, const struct call *call);
/* "" or the name of a game lists what is possible, the latter also without a table. */
void host_set_options(struct host *host, const struct call *call);
void host_move(struct host *host, struct session *session, const struct heard *heard,
               const char *text);
/* "yes" and "no" answer somebody who asks. */
void host_undo(struct host *host, const struct call *call);
/* A move in advance, "off", or nothing: what is kept. */
void host_then(struct host *host, const struct call *call);
/* "yes" also where the game is rated no more then. */
void host_hint(struct host *host, const struct call *call);
void host_coach(struct host *host, const struct call *call);
void host_claim(struct host *host, const struct call *call);
/* Who is surely the same person gets a new word. */
void host_show_seat(struct host *host, const struct call *call);

/* "": a code for the other identity, which says it here; then the first says "yes" or "no". */
void host_link(struct host *host, const struct call *call);
void host_unlink(struct host *host, const struct call *call);
void host_show_self(struct host *host, const struct call *call);

/* "": the own ones; "on" and "off" let others see them; the name of somebody, of a game, or
   both. */
void host_show_stats(struct host *host, const struct call *call);
/* "heartcatchers", then "house" for everywhere, "month" or "2026-11". */
void host_show_top(struct host *host, const struct call *call);
void host_show_last(struct host *host, const struct call *call);
/* As a picture, to everybody in the room: how the table of this number ended, or ("") the last one
   there. */
void host_show_result(struct host *host, const struct call *call);
/* "17": the first steps of table 17, "17 9": those from step 9 on. As the room, or that person, saw
   it. */
void host_show_replay(struct host *host, const struct call *call);

void host_show_hand(struct host *host, const struct call *call);
/* With words, what lies where: "all", a seat's by name, or the "legend". */
void host_show_board(struct host *host, const struct call *call);
void host_show_moves(struct host *host, const struct call *call);
/* And points that everybody can see, and who sits there. Holds no secret. */
void host_show_turn(struct host *host, const struct call *call);
void host_show_score(struct host *host, const struct call *call);
void host_show_who(struct host *host, const struct call *call);
void host_show_rules(struct host *host, const struct call *call);
void host_show_games(struct host *host, const struct call *call);
/* Nothing but the name of a game was said: how to open a table of it, or what table is here. */
void host_show_game(struct host *host, struct session *session, const struct heard *heard,
                    const char *name);

/* "coloretto": a private word when such a table opens in the room. "quiet 22-8 +1", "off", "". */
void host_notify(struct host *host, const struct call *call);

/* In the network's own words. */
void host_prefer(struct host *host, const struct call *call);

/* Alone, or where it was said. */
void host_whisper(struct host *host, const struct heard *heard, const struct prose *prose);
void host_answer(struct host *host, const struct heard *heard, const struct prose *prose);

#endif
