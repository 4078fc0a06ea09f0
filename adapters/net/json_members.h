/* The members of an object as it lies in its text, of which nothing is made: for who wants a
   look before jansson parses (json.c). */
#ifndef JSON_MEMBERS_H
#define JSON_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct json_member {
    const char *key; /* between the quotes, escapes as they are */
    size_t key_length;
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
    ((member)->key_length == sizeof(literal) - 1 &&                                                \
     memcmp((member)->key, (literal), sizeof(literal) - 1) == 0)

#endif
