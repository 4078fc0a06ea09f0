/* Lines over a TCP or TLS connection, blocking with a deadline; the floor under irc_person.c.
   Deadlines are points in time of test_now(). */
#ifndef IRC_STREAM_H
#define IRC_STREAM_H

#include <stdbool.h>

struct irc_address;
struct irc_stream;

/* NULL if it cannot, with a sentence in `error`. */
struct irc_stream *irc_stream_open(const struct irc_address *address, long deadline, char *error,
                                   int size);
void irc_stream_close(struct irc_stream *stream);
bool irc_stream_is_open(const struct irc_stream *stream);

/* Sends the line and its end. False if the connection is gone or does not take it within five
   seconds. */
bool irc_stream_send(struct irc_stream *stream, const char *line);

/* One line without its end into `line`; false at the deadline or at the end of the connection. */
bool irc_stream_receive(struct irc_stream *stream, char *line, int size, long deadline);

#endif
