/* JSON of a server. Before it is parsed it is inflated where it is compressed (zlib-stream: one zlib stream for a whole
   connection, cut into payloads by flushes), and sieved: text goes in piece by piece, and comes out without the members that
   nobody reads, never longer than parsing may cost. The owner says which keys nobody reads; jansson judges whether it is JSON
   at all. All of this spends from the budget of a turn of the loop. When it is parsed, its fields are read here, whatever form
   they have. Knows no network's words. */
#ifndef JSON_H
#define JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bytes.h"
#include "loop.h"

struct inflater;

/* How much one turn of the loop may cost by what others send. What is above it waits for a later turn. A unit is about 10 ns: a
   byte that is inflated and sieved, half a byte that is parsed. */
enum {
    BUDGET_TURN = 1600 * 1024, /* about 16 ms */
    BUDGET_PARSE = 2,          /* for each byte that jansson gets */
    BUDGET_EVENT = 5000        /* for what an event may set off */
};

struct budget {
    struct loop_timer renewal;
    size_t spent;
    bool is_seen; /* the renewal has waited for the end of the turn in which it was set */
};

void budget_init(struct budget *budget, struct loop *loop);
void budget_fini(struct budget *budget);

void budget_spend(struct budget *budget, size_t units);
/* Something is left for this turn. */
bool budget_is_left(const struct budget *budget);
/* So much is left, or all that there ever is: what cannot be cut goes in a turn of its own. */
bool budget_allows(const struct budget *budget, size_t units);

enum inflate_result {
    INFLATE_PART,  /* there is more in this message */
    INFLATE_MORE,  /* the message is used up; the payload goes on in the next */
    INFLATE_WHOLE, /* the message is used up, and the payload ends here */
    INFLATE_BROKEN /* no zlib: end the connection */
};

struct inflater *inflater_new(void);
void inflater_free(struct inflater *inflater); /* NULL is fine */

/* The next message of the web socket; borrowed until inflater_next() says that it is used up. */
void inflater_feed(struct inflater *inflater, const char *bytes, size_t length);

/* Writes at most `room` bytes (> 0) of what it says; `made`: how many. */
enum inflate_result inflater_next(struct inflater *inflater, char *out, size_t room, size_t *made);

enum {
    SIEVE_BYTES = 640 * 1024, /* kept of one text */
    SIEVE_VALUES = 24000,     /* keys and values kept of one text: jansson takes 13 ms and 7 MB for them at most */
    SIEVE_REST = 4096,        /* bytes left for what follows "d" */
    SIEVE_DEPTH = 60,         /* of lists and objects in one another; what lies deeper is too much */
    SIEVE_KEY = 32
};

/* A member that nobody reads, `from` this depth on. */
struct sieve_key {
    const char *key; /* NULL: the end of the list */
    unsigned from;
};

struct sieve {
    const struct sieve_key *unread; /* NULL: everything is read. Set by the owner */
    struct bytes kept;
    int values; /* kept */
    unsigned depth;
    uint64_t are_objects; /* by depth: what is open is an object, not a list */
    bool is_in_string, is_escaped, is_key, is_in_word, awaits_key;
    char key[SIEVE_KEY];
    size_t key_length;     /* >= SIEVE_KEY: longer than any of ours */
    size_t key_at;         /* where it begins in `kept` */
    unsigned dropped_from; /* the depth of the member that is being dropped; 0: none */
    bool has_dropped;      /* the last thing was such a member, whose comma may have to go */
    bool is_in_data;       /* the member "d" of the outermost object */
    size_t data_at;        /* where its value begins in `kept` */
    int values_before;
    bool is_too_much;  /* nothing more is kept, until the end of "d" or of all */
    bool is_too_deep;  /* and that is why: it would be so with less of it, too */
    bool has_cut_data; /* "d" was too much, and is null */
};

/* All zero but `unread` is empty. Frees and empties. */
void sieve_fini(struct sieve *sieve);
void sieve_clear(struct sieve *sieve);

void sieve_put(struct sieve *sieve, const char *bytes, size_t length);

/* What is left is in sieve->kept. True: sieve->is_too_much, and what is kept is of no use. */
bool sieve_is_lost(const struct sieve *sieve);

/* ---- fields of parsed JSON: null counts as absent, a number may be a text, and an id a number ---- */

/* NULL if it is not a text. */
const char *field_text(const json_t *object, const char *key);
/* 0 if it is not a number. */
int64_t field_number(const json_t *object, const char *key);
/* The number, at least `least` and at most `most`; `otherwise` if it is not a number. */
int field_between(const json_t *object, const char *key, int least, int most, int otherwise);

enum { FIELD_ID = 24 /* bytes of an id with its NUL */ };
/* An id: a text of digits, or a number. Otherwise false and "". */
bool field_id(const json_t *object, const char *key, char id[FIELD_ID]);

#endif
