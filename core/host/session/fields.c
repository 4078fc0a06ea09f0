/* What each line of a record may hold, field by field. Nothing of a line is used before it was
   checked here. apply.c decides whether a line has its place where it stands, and what it does. */
#include <string.h>

#include "pace.h"
#include "record.h"
#include "seat.h"
#include "text.h"

enum field_kind {
    FIELD_NUMBER, /* the range depends on the table: the code that uses it checks */
    FIELD_NAME,
    FIELD_ROOM,
    FIELD_NETWORK,
    FIELD_GROUP,
    FIELD_HASH,
    FIELD_ID,
    FIELD_SEAL,
    FIELD_WORD, /* one of a few words */
    FIELD_PACE, /* as pace_word() writes it */
    FIELD_PICKS /* numbers with commas between; each is checked when it is drawn */
};

static const char *const levels = " easy medium hard random greedy ";
static const char *const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
static const char *const reasons = " finished stopped left silent aside undealt ";

struct field {
    const char *key;
    enum field_kind kind;
    bool is_needed;
    const char *words; /* FIELD_WORD: the allowed ones, between blanks */
};

#define MUST(key, kind)                                                                            \
    {                                                                                              \
        key, kind, true, NULL                                                                      \
    }
#define MAY(key, kind)                                                                             \
    {                                                                                              \
        key, kind, false, NULL                                                                     \
    }
#define NUMBER(key) MUST(key, FIELD_NUMBER)
#define HASH(key)   MUST(key, FIELD_HASH)

enum { FIELDS = 10 };
static const struct shape {
    const char *kind;
    bool has_words; /* words stand in front of its fields */
    struct field fields[FIELDS];
} shapes[] = {
    {"ahead", false, {NUMBER("seat"), {"kept", FIELD_WORD, true, " no yes "}}},
    {"aside", false, {NUMBER("at"), {"way", FIELD_WORD, false, " yes "}}},
    {"away", false, {NUMBER("seat"), {"why", FIELD_WORD, false, " clock left rescue "}}},
    {"back", false, {NUMBER("seat")}},
    {"bind",
     false,
     {NUMBER("seat"), NUMBER("person"), MAY("who", FIELD_HASH), MAY("called", FIELD_HASH)}},
    {"claim",
     false,
     {NUMBER("seat"), NUMBER("person"), MAY("who", FIELD_HASH), MAY("called", FIELD_HASH),
      HASH("word")}},
    {"close", false, {NUMBER("first")}},
    {"clock", false, {MUST("pace", FIELD_PACE)}},
    {"cut", false, {NUMBER("seat"), HASH("sum")}},
    {"end", false, {{"reason", FIELD_WORD, true, reasons}}},
    {"face", true, {MUST("code", FIELD_NAME)}},
    {"faces", false, {NUMBER("version"), NUMBER("count")}},
    {"first", false, {NUMBER("seat")}},
    {"hint", false, {NUMBER("seat")}},
    {"kick", false, {NUMBER("seat")}},
    {"move",
     true,
     {MAY("picks", FIELD_PICKS),
      {"ahead", FIELD_WORD, false, " yes "},
      MAY("ended", FIELD_NUMBER)}},
    {"name", false, {NUMBER("person"), HASH("called")}},
    {"pause", false, {NUMBER("at")}},
    {"record",
     false,
     {NUMBER("version"),
      MUST("game", FIELD_NAME),
      NUMBER("rules"),
      MUST("id", FIELD_ID),
      NUMBER("person"),
      HASH("who"),
      HASH("called"),
      MAY("group", FIELD_GROUP),
      {"robots", FIELD_WORD, false, " low "}}},
    {"repair", false, {NUMBER("to"), HASH("sum")}},
    {"resume", false, {{NULL, FIELD_NUMBER, false, NULL}}},
    {"reveal", false, {HASH("secret")}},
    {"room",
     false,
     {NUMBER("number"), MUST("network", FIELD_NETWORK), MAY("room", FIELD_ROOM),
      MAY("person", FIELD_NUMBER)}},
    {"seal",
     false,
     {MUST("value", FIELD_SEAL), MAY("deal", FIELD_NUMBER), MAY("luck", FIELD_NUMBER)}},
    {"sit",
     false,
     {NUMBER("seat"),
      MAY("person", FIELD_NUMBER),
      MAY("who", FIELD_HASH),
      MAY("called", FIELD_HASH),
      MAY("robot", FIELD_WORD),
      MAY("name", FIELD_NAME),
      MAY("word", FIELD_HASH),
      {"apart", FIELD_WORD, false, " yes "}}},
    {"start", false, {NUMBER("game"), NUMBER("first"), MAY("picks", FIELD_PICKS)}},
    {"swap",
     false,
     {NUMBER("seat"), NUMBER("person"), MAY("who", FIELD_HASH), MAY("called", FIELD_HASH),
      MAY("word", FIELD_HASH)}},
    {"undo", false, {NUMBER("to")}},
    {"unpause", false, {{NULL, FIELD_NUMBER, false, NULL}}},
    {"unroom", false, {NUMBER("number")}},
    {"unsit", false, {NUMBER("seat")}},
    {"vote",
     false,
     {{"for", FIELD_WORD, true, " pause undo "},
      NUMBER("seat"),
      {"says", FIELD_WORD, true, " no yes "},
      MAY("at", FIELD_NUMBER)}},
    {"word", false, {NUMBER("seat"), HASH("word")}},
};

/* At least `least` and less than `size` bytes, none of which would break a line
   (input_set_name() removes those). */
static bool is_text(const char *value, size_t least, size_t size)
{
    size_t length = strlen(value);
    for (const char *p = value; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            return false;
    return length >= least && length < size;
}

static bool is_one_of(const char *value, const char *words)
{
    size_t length = strlen(value);
    for (const char *at = words; length > 0 && (at = strstr(at, value)); at++)
        if (at > words && at[-1] == ' ' && at[length] == ' ' && !strchr(value, ' '))
            return true;
    return false;
}

static bool fits(const struct record_line *line, const struct field *field, const char *value)
{
    unsigned char bytes[SESSION_HASH];
    long long number;
    switch (field->kind) {
    case FIELD_NUMBER:
        return record_get_number(line, field->key, &number);
    case FIELD_NAME:
        return is_text(value, 0, HOST_NAME);
    case FIELD_ROOM:
        return is_text(value, 1, HOST_ROOM);
    case FIELD_NETWORK:
        return is_text(value, 1, HOST_NETWORK);
    case FIELD_GROUP:
        return is_text(value, 1, HOST_GROUP);
    case FIELD_HASH:
        return record_get_bytes(line, field->key, bytes, SESSION_HASH);
    case FIELD_ID:
        return record_get_bytes(line, field->key, bytes, LUCK_ID);
    case FIELD_SEAL:
        return strcmp(value, "fixed") == 0 || strcmp(value, "lesson") == 0 ||
               (strlen(value) == LUCK_SEAL - 1 && strspn(value, base32) == strlen(value));
    case FIELD_WORD:
        return is_one_of(value, field->words ? field->words : levels);
    case FIELD_PACE:
        return pace_of(value) >= 0 && strcmp(pace_word((enum pace)pace_of(value)), value) == 0;
    case FIELD_PICKS:
        return strspn(value, "0123456789,") == strlen(value);
    }
    return false;
}

static const struct shape *shape_of(const char *kind)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(shapes[i].kind, kind) == 0)
            return &shapes[i];
    return NULL;
}

static const struct field *field_of(const struct shape *shape, const char *key)
{
    for (int i = 0; i < FIELDS && shape->fields[i].key; i++)
        if (strcmp(shape->fields[i].key, key) == 0)
            return &shape->fields[i];
    return NULL;
}

static bool is_field_right(const struct record_line *line, const struct shape *shape, int at,
                           struct text *why)
{
    const char *key = line->keys[at];
    for (int i = 0; i < at; i++)
        if (strcmp(line->keys[i], key) == 0) {
            text_putf(why, "'%s' says %s twice", line->kind, key);
            return false;
        }
    if (strcmp(key, "hash") == 0)
        return true; /* every line has it; apply.c checks it */
    const struct field *field = field_of(shape, key);
    if (field && field->kind == FIELD_HASH && !fits(line, field, line->values[at])) {
        text_putf(why, "'%s' has no %s of %d hex digits", line->kind, key, 2 * SESSION_HASH);
        return false;
    }
    if (!field || !fits(line, field, line->values[at])) {
        text_putf(why, field ? "the %s of '%s' cannot be that" : "there is no %s in '%s'", key,
                  line->kind);
        return false;
    }
    return true;
}

/* Fields of options belong to the game: option_set() checks them. */
bool fields_are_right(const struct record_line *line, struct text *why)
{
    const struct shape *shape = shape_of(line->kind);
    if (!shape)
        return true;
    if (!shape->has_words && *line->words) {
        text_putf(why, "'%s' has words that it cannot have", line->kind);
        return false;
    }
    for (int i = 0; i < line->count; i++)
        if (!is_field_right(line, shape, i, why))
            return false;
    for (int i = 0; i < FIELDS && shape->fields[i].key; i++)
        if (shape->fields[i].is_needed && !record_get(line, shape->fields[i].key)) {
            text_putf(why, "'%s' lacks its %s", line->kind, shape->fields[i].key);
            return false;
        }
    return true;
}
