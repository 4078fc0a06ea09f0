/* The product itself in a test: the program TABLETALK_BINARY with a configuration and a data
   folder of its own, started, killed, started again. Next: ircd.h for the server, players.h for
   people who play. */
#ifndef BOT_H
#define BOT_H

#include <stdbool.h>
#include <sys/types.h>

struct bot;

/* An empty data folder; `config` is the text of the irc sections. Nothing runs yet. */
struct bot *bot_new(const char *config);

/* Another configuration, in two pieces, for the next start or for SIGHUP: it is there as a whole
   at once. */
void bot_write_config(const struct bot *bot, const char *config, const char *more);

/* Starts the program; `log` begins anew for bot_logged(). */
void bot_start(struct bot *bot);

/* Until it has come so far that SIGTERM ends it in order: before that, it would be the kernel
   that ends it. */
void bot_wait_for_ears(const struct bot *bot);

/* At once (kill -9), or by SIGTERM: true if it ended by itself, with status 0, within so many
   milliseconds. */
void bot_kill(struct bot *bot);
bool bot_stop(struct bot *bot, int milliseconds);
/* Another process kills it after so long, and nobody sees it come; for waitpid(). */
pid_t bot_arm(const struct bot *bot, long microseconds);
/* Its exit status once it has ended by itself, waiting for that at most so long; -1: it has not,
   or by a signal. */
int bot_wait(struct bot *bot, int milliseconds);
/* Ends it by a signal that leaves a core file; whether one was left. */
bool bot_dumps_core(struct bot *bot);
bool bot_is_running(struct bot *bot);
pid_t bot_pid(const struct bot *bot);
/* The process that serves this network now, where each has one, as the log says; 0 if none ever
   did. */
pid_t bot_unit_pid(const struct bot *bot, const char *unit);

/* Whether a line of the log of this run holds the text, waiting for it at most so long. */
bool bot_logged(struct bot *bot, const char *text, int milliseconds);
int bot_log_count(const struct bot *bot, const char *text); /* lines of all runs that hold it */
void bot_print_log(const struct bot *bot);                  /* of all runs, to standard error */

/* Kills it if it runs and removes its folder. */
void bot_free(struct bot *bot);
const char *bot_folder(const struct bot *bot);

#endif
