/* A real PostgreSQL (Debian's) on loopback, for one test program: own folder, own port, no root.
   It does not flush to the disk, because what a power cut does to PostgreSQL is not ours to
   test. */
#ifndef POSTGRES_SERVER_H
#define POSTGRES_SERVER_H

#include <stdbool.h>
#include <stdint.h>

struct postgres_server;

/* Starts the server and returns when it answers. NULL with the reason on standard error if it
   cannot. `settings`: more lines of its configuration, or NULL. */
struct postgres_server *postgres_server_start(const char *settings);

/* Stops it and removes its folder. NULL is allowed. */
void postgres_server_stop(struct postgres_server *server);

/* kill -9 of the server itself; its processes follow by themselves. */
void postgres_server_kill(struct postgres_server *server);
/* Stops it in good order. */
void postgres_server_halt(struct postgres_server *server);
/* Starts it again on the same port. */
bool postgres_server_again(struct postgres_server *server);
bool postgres_server_answers(struct postgres_server *server);
void postgres_server_wait(struct postgres_server *server); /* until it answers */
/* A second server that follows the first and has all that it has. The first one does not answer
   a COMMIT before the second has it, until it is killed or postgres_server_alone(). */
struct postgres_server *postgres_server_copy(struct postgres_server *of);
void postgres_server_alone(struct postgres_server *server);
/* The copy becomes a server that can be written to. */
void postgres_server_promote(struct postgres_server *copy);
/* From now on it offers TLS, with a certificate for that name that ca.pem of its folder has
   signed; other.pem has not. */
bool postgres_server_secure(struct postgres_server *server, const char *name);
/* A tablespace "small" on a disk of so many megabytes; again with more: the disk grows. False
   where that is not allowed; the disk belongs to the process that has called
   unshare(CLONE_NEWNS). */
bool postgres_server_small_disk(struct postgres_server *server, int megabytes);
/* Sends a signal to the server's processes that serve tabletalk. Returns how many there were. */
int postgres_server_signal(struct postgres_server *server, int signal);

/* The option postgres for this server: as the user tabletalk, in a schema of that name, which is
   made if absent. Valid until the next call. */
const char *postgres_server_line(struct postgres_server *server, const char *schema);

/* Runs statements as the server's admin; aborts if they fail. Returns the first column of the
   last row as a number. */
int64_t postgres_server_do(struct postgres_server *server, const char *sql);

/* All rows, a line each: their columns with blanks between. To free. */
char *postgres_server_text(struct postgres_server *server, const char *sql);

/* A session of the admin's that has run these statements, and stays open until it ends. */
struct postgres_session;
struct postgres_session *postgres_server_begin(struct postgres_server *server, const char *sql);
void postgres_server_end(struct postgres_session *session);
/* likewise, and what it wrote stays */
void postgres_server_commit(struct postgres_session *session);

int postgres_server_port(const struct postgres_server *server);
const char *postgres_server_folder(const struct postgres_server *server);

#endif
