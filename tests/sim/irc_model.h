/* A simulated IRC network of one server, inside: irc_server.c (bytes, limits, registration),
   irc_commands.c (what bots may say), nicks.c (people, who have no wire, and what happens
   to the network). A person and a bot's connection are the same struct: one has a transport, the
   other a pair of ears. */
#ifndef SIM_IRC_H
#define SIM_IRC_H

#include "inside.h"

enum { NICK = 64, CHANNEL = 64, LINE = 1024, SAID = 600, HISTORY = 24, TARGETS = 10 };

enum irc_cap {
    IRC_ACCOUNT_NOTIFY = 1,
    IRC_ACCOUNT_TAG = 2,
    IRC_BATCH = 4,
    IRC_EXTENDED_JOIN = 8,
    IRC_LABELS = 16,
    IRC_TAGS = 32,
    IRC_TIME = 64,
    IRC_MULTI_PREFIX = 128,
    IRC_USERHOST = 256
};

/* The limits of a server of that software, as shipped. */
struct irc_software {
    const char *name; /* how 004 begins */
    int64_t line_ms, kilobyte_ms, ahead_ms;
    /* until a further person may be written to, when TARGETS are used up; 0 without a limit */
    int64_t person_ms;
    int refusal; /* the numeric for that */
    int queue;   /* lines that may wait; then it closes */
    const char *caps;
};

struct said {
    struct said *next;
    int length;
    char text[];
};

struct past {
    char source[3 * NICK], account[NICK], text[SAID], msgid[24];
    int64_t time;
};

struct irc_channel_state {
    struct irc_channel_state *next;
    char name[CHANNEL];
    struct sim_person **members;
    bool *are_operators;
    int count;
    bool is_moderated, has_no_colours, bans_bots;
    struct past past[HISTORY];
    int past_count;
};

struct sim_person {
    struct sim_person *next;
    struct sim_irc *irc;
    char nick[NICK], user[NICK], host[NICK], account[NICK];
    bool is_online;

    /* of a bot's connection */
    struct transport *transport;
    bool is_registered, is_negotiating, has_user, is_gone, was_recognised;
    unsigned caps;
    char bytes[LINE * 8];
    int length;
    struct said *waiting, **last_waiting;
    int waiting_count;
    int64_t paid_at;
    struct loop_timer timer;
    char label[64];
    bool was_answered;
    struct sim_person *targets[TARGETS];
    int64_t target_at[TARGETS];
    char watched[16][NICK];
    int watched_count;

    /* of a person */
    sim_heard_fn *heard;
    void *arg;
    char *last;
    int refusal;
    char said[SAID], said_to[CHANNEL], said_id[24];
    int64_t said_at;
};

struct sim_irc {
    struct sim_irc *next;
    struct sim_irc_options options;
    char name[NICK], server[NICK + 8];
    const struct irc_software *software;
    struct sim_line line;
    struct sim_person *people;
    struct irc_channel_state *channels;
    bool replays;
    int repeats, ids, violations;
    int64_t clock; /* is ahead so much */
    long lines;
    char violation[512];
};

/* irc_server.c */
void net_violate(struct sim_irc *irc, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A line of the server to a bot, without CR LF; a person is told nothing. */
void net_tell(struct sim_person *bot, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void net_numeric(struct sim_person *bot, int number, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with the tags that belong to what somebody says at some time. */
void net_tell_said(struct sim_person *bot, const struct past *past, const char *batch,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));
void net_close(struct sim_person *bot, const char *why);
struct sim_person *net_by_nick(struct sim_irc *irc, const char *nick);
struct irc_channel_state *net_channel(struct sim_irc *irc, const char *name, bool makes);
/* -1 if not there */
int net_place(const struct irc_channel_state *channel, const struct sim_person *person);
void net_leave(struct irc_channel_state *channel, const struct sim_person *person);
void net_source(const struct sim_person *person, char source[3 * NICK]);
int64_t net_wall(const struct sim_irc *irc); /* the server's clock */
/* To every bot that shares a channel with the person, and to the bot that it is. */
void net_tell_sharers(struct sim_person *person, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* irc_commands.c */
void net_obey(struct sim_person *bot, char *line);
void net_enter(struct sim_person *person, const char *name);
void net_watch_news(struct sim_person *person, bool is_online); /* MONITOR */

/* nicks.c */
void net_tell_person(struct sim_person *person, const char *channel, const char *text);

#endif
