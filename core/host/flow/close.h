/* The end of a session in memory. */
#ifndef CLOSE_H
#define CLOSE_H

struct session;

void session_remove(struct session *session);

#endif
