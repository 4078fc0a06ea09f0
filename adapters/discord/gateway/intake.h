/* Makes payloads of the messages of a gateway's web socket: inflated, sieved, and bounded in
   what they cost. What does not fit into this turn of the loop waits for a later one; meanwhile
   the web socket is not read. One for each connection. Knows nothing of what payloads say. */
#ifndef INTAKE_H
#define INTAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct budget;
struct intake;
struct loop;
struct sieve_key;

enum { ENVELOPE_TYPE = 64, ENVELOPE_NO_OP = -1 };

struct envelope {
    int64_t op; /* ENVELOPE_NO_OP if absent or not a number */
    bool has_sequence;
    int64_t sequence;
    char type[ENVELOPE_TYPE]; /* "" : null, absent, or longer than any name of Discord's */
    const char *data;         /* the text of d within the payload, or "null" */
    size_t length;
};

/* False if the text is no JSON object, or ends too early. Keys may come in any order, escaped,
   and more than once (the last counts); numbers may be in quotes. */
bool intake_envelope_read(const char *text, size_t length, struct envelope *envelope);

/* Looks only at what stands before "d", and takes all the rest for that: as Discord writes it,
   where it is JSON at all. False if not all else stands before. */
bool intake_envelope_glance(const char *text, size_t length, struct envelope *envelope);

enum {
    INTAKE_PAYLOAD =
        16 * 1024 *
        1024 /* bytes of one payload, compressed or not; a server of 500 channels needs 7 MB */
};

struct intake_events {
    /* `text` is borrowed. `is_cut`: its "d" was more than json.h lets through, and is null. */
    void (*payload)(void *arg, const char *text, size_t length, bool is_cut);
    /* Over a limit, or not zlib: no more payloads come; end the connection. */
    void (*broken)(void *arg, const char *why);
    /* Stop reading the web socket, or go on. */
    void (*pause)(void *arg, bool is_paused);
};

/* `budget` is shared by all connections of one bot. */
struct intake *intake_new(struct loop *loop, struct budget *budget, const struct sieve_key *unread,
                          bool inflates, const struct intake_events *events, void *arg);
void intake_free(struct intake *intake); /* not inside its events. NULL is fine */

/* A message of the web socket (copied); binary ones are compressed. */
void intake_take(struct intake *intake, const char *bytes, size_t length, bool is_binary);

/* Drops all that waits; no more payloads come. Also inside its events. NULL is fine. */
void intake_stop(struct intake *intake);

#endif
