/* A person on IRC, for tests: a small blocking client with time limits, over plain TCP or TLS.
   It keeps a transcript of every line it sent and received, so that a test can also say what
   somebody was never told. PING is answered while it waits. Not for the product: adapters/irc
   is. Next: ircd.h for the server. */
#ifndef IRC_PERSON_H
#define IRC_PERSON_H

#include <stdbool.h>

struct irc_address {
    const char *host; /* an address: nothing is looked up */
    int port;
    const char *ca_file;  /* TLS with this authority; NULL: plain */
    const char *tls_name; /* the name its certificate must have; NULL: localhost */
    const char *password; /* of the server, or NULL */
};

struct irc_person;

/* Connects and registers; blocks until the server's welcome (at most TEST_SOON_MS). NULL if it
   cannot, with the reason in `error` (size >= 1). The strings are not kept. */
struct irc_person *irc_person_connect(const struct irc_address *address, const char *nick,
                                      char *error, int size);

/* Closes the connection without a word, as a broken network would. NULL is allowed. */
void irc_person_free(struct irc_person *person);

/* QUIT, waits until the server has closed (at most TEST_SOON_MS), frees. */
void irc_person_quit(struct irc_person *person);

/* One line, without its end, as printf makes it. False if the connection is gone. */
bool irc_person_send(struct irc_person *person, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* waits until the names have been listed */
bool irc_person_join(struct irc_person *person, const char *channel);
bool irc_person_part(struct irc_person *person, const char *channel);
/* waits for the change; false if refused */
bool irc_person_nick(struct irc_person *person, const char *nick);
bool irc_person_say(struct irc_person *person, const char *channel, const char *text);
bool irc_person_whisper(struct irc_person *person, const char *nick, const char *text);

/* Reads until a line matches the extended regular expression and returns that line, valid until
   the next call; NULL when the time is over or the connection gone. Lines before it count as
   read: the next call goes on after the match. */
const char *irc_person_expect(struct irc_person *person, const char *pattern, int milliseconds);

/* As irc_person_expect, over the texts of PRIVMSGs: `from` a nick, `to` a channel, or NULL for
   "privately to me". Returns the text, formatting codes removed. */
const char *irc_person_hear(struct irc_person *person, const char *from, const char *to,
                            const char *pattern, int milliseconds);

/* Reads until the next PRIVMSG from that nick to anywhere; its text as of irc_person_hear().
 *raw is the whole line. NULL when the time is over, the connection gone or the nick has quit. */
const char *irc_person_next(struct irc_person *person, const char *from, bool *is_private,
                            const char **raw, int milliseconds);
/* The last such nick has quit, and was not heard of again. */
bool irc_person_misses(const struct irc_person *person);

/* Reads what comes for this long. */
void irc_person_listen(struct irc_person *person, int milliseconds);

/* The line that was read last, as it was received. */
const char *irc_person_line(const struct irc_person *person);

/* How many received lines of the whole transcript match. Reads nothing. */
int irc_person_count(const struct irc_person *person, const char *pattern);

/* Every line so far, "<- " received and "-> " sent, as one text; for failure messages. */
const char *irc_person_transcript(const struct irc_person *person);

bool irc_person_is_connected(const struct irc_person *person);

#endif
