/* The one log. A line is a level, an event word and pairs of a key and a value, as key=value or
   as one object of JSON; values are escaped, so that no nick or topic can forge a line. Never
   pass a card face, a token, a password or a private text. */
#ifndef LOG_H
#define LOG_H

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR };
enum log_format { LOG_PAIRS, LOG_JSON };

/* The level called "debug", "info", "warn" or "error"; LOG_INFO for any other word. */
enum log_level log_level_named(const char *word);

/* Lines below `level` are dropped; the default is LOG_INFO. Lines go to `fd` (default: standard
   error; -1: nowhere). */
void log_setup(enum log_level level, int fd);
void log_use_level(enum log_level level);    /* and where they go stays */
void log_use_format(enum log_format format); /* LOG_PAIRS until then */

/* log_event(LOG_INFO, "irc-joined", "network", "libera", "channel", "#games", (char *)0): pairs
   of strings ended by a null pointer. Blocks only as long as one write(2) of one line does. Any
   thread may call it. */
void log_event(enum log_level level, const char *event, ...) __attribute__((sentinel));

#endif
