/* Fields of what a server sends, whatever form they come in: null where they should be absent, numbers as strings, and the
   other way round. Knows nothing of what they mean. */
#ifndef JSON_FIELDS_H
#define JSON_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* NULL where it is no text. */
const char *field_text(const json_t *object, const char *key);
/* 0 where it is no number. */
int64_t field_number(const json_t *object, const char *key);
/* Cut to what lies between `least` and `most`; `otherwise` where it is no number. */
int field_between(const json_t *object, const char *key, int least, int most, int otherwise);

/* An id: a text of digits, or a number. Otherwise false and "". */
enum { FIELD_ID = 24 /* bytes of one with its NUL */ };
bool field_id(const json_t *object, const char *key, char id[FIELD_ID]);

#endif
