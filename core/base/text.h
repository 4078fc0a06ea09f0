/* Bounded text: a view of the caller's bytes. It always ends in NUL, never overruns and never
   ends inside a UTF-8 sequence. `cut` tells the caller that something did not fit. */
#ifndef TEXT_H
#define TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *bytes;
    int size;   /* of `bytes`, with room for the NUL */
    int length; /* bytes written, without the NUL */
    bool cut;
};

/* For a large variable that is written before it is read, as far as a length or a NUL in it
   says: our compilers would clear all of it first. */
#if defined(__has_attribute) && __has_attribute(uninitialized)
#define TEXT_UNCLEARED __attribute__((uninitialized))
#else
#define TEXT_UNCLEARED
#endif

/* An empty text over `size` bytes of the caller's (size >= 1). */
struct text text_over(char *bytes, size_t size);

void text_clear(struct text *text);
void text_put(struct text *text, const char *string);
void text_put_bytes(struct text *text, const char *bytes, int length);
void text_putf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vputf(struct text *text, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* A number in digits, valid to the end of the enclosing block. */
#define text_number(number) text_put_number((char[24]){0}, number)
const char *text_put_number(char bytes[24], long long number);

/* The length of the UTF-8 sequence at `bytes`, of which at most `length` bytes are read. 0 if
   ill-formed; overlong forms, surrogates and values above U+10FFFF are ill-formed, too. `scalar`
   may be NULL. */
int text_utf8(const char *bytes, int length, unsigned *scalar);

/* The largest n <= limit so that the first n bytes do not end inside a UTF-8 sequence. */
int text_utf8_floor(const char *bytes, int limit);

/* Both compare ASCII without case, for our own words (commands, verbs, option names), not for
   people's names. */
bool text_same_word(const char *a, const char *b);
bool text_is_prefix(const char *prefix, const char *word);

/* The same for names, by the rule of a network: each character from 'A' to `last` ('Z' to '^')
   counts as the one 32 places after it. text_fold cuts a name that does not fit into `folded`,
   and is then false. */
bool text_fold(unsigned last, const char *name, char *folded, size_t size);
bool text_is_same_folded(unsigned last, const char *a, const char *b);

bool text_has_control(const char *text);

/* Edit distance of two words without ASCII case (insert, delete, change, swap neighbours), at
   most `limit` + 1. A word longer than 63 bytes counts as `limit` + 1. */
int text_distance(const char *a, const char *b, int limit);

/* ---- what can be seen ---- */

/* Every place that cleans text from outside asks here. */

/* A control, a line or paragraph separator, or a character that cannot be seen or changes how
   the text around it reads. */
bool text_is_hidden(unsigned scalar);
/* A space of any kind, also one that counts as a letter or a sign. */
bool text_is_blank(unsigned scalar);
/* The text behind the spaces, of any kind, that it begins with. */
const char *text_behind_blanks(const char *text);
bool text_is_shown(const char *text);
/* Appends what is not hidden; for a control, and for a byte that is not UTF-8, '?'. */
void text_put_shown(struct text *out, const char *bytes);

/* ---- JSON ---- */

/* Puts the string in quotes, well-formed whatever its bytes are, and leaves `spare` bytes of the
   text free: what is too long for that loses its end. A byte that is not UTF-8 is put as the four
   characters \xNN. Puts nothing if not even two quotes fit. */
void text_put_json(struct text *text, const char *string, int spare);

/* ---- hashes ---- */

/* A hash of texts (FNV-1a), for tables and for what was seen before. Anybody can make two texts
   with the same hash, so a hash must decide nothing that somebody could gain from. */

#define HASH_START UINT64_C(14695981039346656037)

/* `hash` continued by this text and its NUL, so that "ab", "c" differs from "a", "bc". */
uint64_t text_hash(uint64_t hash, const char *text);
uint64_t text_hash_bytes(uint64_t hash, const void *bytes, size_t count);

#endif
