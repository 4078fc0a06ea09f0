/* JSON from a server. The inflater unpacks zlib-stream: one zlib stream for a whole connection, cut
   into payloads by flushes. The sieve takes text piece by piece and drops the members that nobody
   reads, so that parsing the rest costs a bounded time. The budget bounds what all this costs in a
   turn of the loop. Knows no network's words. */
#ifndef JSON_H
#define JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "list.h"
#include "loop.h"

struct inflater;

/* How much work one turn of the loop may do. A unit is about 10 ns: one byte inflated and sieved,
   or half a byte parsed. */
enum {
    BUDGET_TURN = 1600 * 1024, /* about 16 ms */
    BUDGET_PARSE = 2,          /* for each byte that jansson parses */
    BUDGET_EVENT = 5000        /* for what an event may set off */
};

struct budget {
    const struct loop *loop;
    int64_t turn; /* in which that was spent */
    size_t spent;
};

void budget_init(struct budget *budget, const struct loop *loop);

void budget_spend(struct budget *budget, size_t units);
bool budget_is_left(const struct budget *budget);
/* True also if nothing is spent yet: work that cannot be cut gets a turn of its own. */
bool budget_allows(const struct budget *budget, size_t units);

enum inflate_result {
    INFLATE_PART,  /* there is more in this message */
    INFLATE_MORE,  /* the payload goes on in the next */
    INFLATE_WHOLE, /* the payload ends here */
    INFLATE_BROKEN /* end the connection */
};

struct inflater *inflater_new(void);
void inflater_free(struct inflater *inflater); /* NULL is fine */

/* Borrowed until inflater_next() says that it is used up. */
void inflater_feed(struct inflater *inflater, const char *bytes, size_t length);

/* At most `room` (> 0) bytes; `made` gets how many. */
enum inflate_result inflater_next(struct inflater *inflater, char *out, size_t room, size_t *made);

enum {
    SIEVE_BYTES = 640 * 1024, /* kept of one text */
    /* jansson takes 13 ms and 7 MB for them at most */
    SIEVE_VALUES = 24000,
    SIEVE_REST = 4096, /* for what follows "d" */
    SIEVE_DEPTH = 60,  /* what lies deeper is too much */
    SIEVE_KEY = 32
};

/* Beyond every depth: of a member that is narrowed only what is kept inside stays. */
enum { SIEVE_NARROWED = 1000, SIEVE_KEPT_INSIDE };

/* A member that nobody reads, at the depth `from` or deeper. */
struct sieve_key {
    const char *key; /* NULL ends the list */
    unsigned from;
};

struct sieve {
    const struct sieve_key *unread; /* NULL: every member is read */
    struct bytes kept;
    int values; /* kept */
    unsigned depth;
    uint64_t are_objects; /* one bit for each depth: an object is open there, not a list */
    bool is_in_string, is_escaped, is_key, is_in_word, awaits_key;
    char key[SIEVE_KEY];
    size_t terminal_key_length; /* if >= SIEVE_KEY, longer than any key of `unread` */
    size_t key_at;              /* where the key begins in `kept` */
    unsigned dropped_from;      /* the depth of the member that is being dropped; 0 if none */
    unsigned narrowed_from;     /* the depth of the member that is being narrowed; 0 if none */
    /* the last member was dropped, and the comma before it may have to go */
    bool has_dropped;
    bool is_in_data; /* in the member "d" of the outermost object */
    size_t data_at;  /* where the value of "d" begins in `kept` */
    int values_before;
    bool is_too_much;  /* nothing more is kept, until "d" or the whole text ends */
    bool is_too_deep;  /* the depth is why, so a shorter text would be too much, too */
    bool has_cut_data; /* "d" was too much and became null */
};

/* A sieve that is all zero but for `unread` is empty. Both functions empty it; sieve_fini also
   frees its memory. */
void sieve_fini(struct sieve *sieve);
void sieve_clear(struct sieve *sieve);

void sieve_put(struct sieve *sieve, const char *bytes, size_t length);

/* True if the text was too much, so that sieve->kept is useless. Otherwise sieve->kept is the
   text to parse. */
bool sieve_is_lost(const struct sieve *sieve);

/* ---- fields of parsed JSON: null counts as absent, a number may be a text, and an id a number
   ---- */

/* NULL if it is not a text. */
const char *field_text(const json_t *object, const char *key);
/* 0 if it is not a number. */
int64_t field_number(const json_t *object, const char *key);
/* The number, at least `least` and at most `most`; `otherwise` if it is not a number. */
int field_between(const json_t *object, const char *key, int least, int most, int otherwise);

enum { FIELD_ID = 24 /* bytes of an id with its NUL */ };
/* Puts an id, which is a text of digits or a number. False and "" if the field is neither. */
bool field_id(const json_t *object, const char *key, char id[FIELD_ID]);

/* ---- members ---- */

/* The members of an object as it lies in its text, of which nothing is made: for who wants a
   look before jansson parses. */

struct json_member {
    const char *key; /* between the quotes, escapes as they are */
    size_t terminal_key_length;
    const char *value, *end; /* the text of the value */
};

struct json_members {
    const char *at, *end;
    bool is_open, is_first, is_closed;
};

/* The text from `text` on, up to `end`; spaces may stand before. */
void json_members_begin(struct json_members *members, const char *text, const char *end);
/* The next member. False behind the last one, or if the text is no object from here on. */
bool json_members_next(struct json_members *members, struct json_member *member);
/* The same in two steps: its key and where its value begins; then where that ends. */
bool json_members_key(struct json_members *members, struct json_member *member);
bool json_members_value(struct json_members *members, struct json_member *member);
/* After the last one: true if the object was whole, and nothing but spaces follows. */
bool json_members_are_all(struct json_members *members);
/* `literal` is a string literal without escapes. */
#define json_member_is(member, literal)                                                            \
    ((member)->terminal_key_length == sizeof(literal) - 1 &&                                       \
     memcmp((member)->key, (literal), sizeof(literal) - 1) == 0)

#endif
