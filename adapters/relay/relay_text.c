/* See relay_text.h. A byte that is not part of well-formed UTF-8 becomes a character of its own,
   U+F700 and the byte; so does each byte of such a character that stood in the text before. */
#include "relay_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "text.h"

enum { RAW_FIRST = 0xF700, RAW_LAST = 0xF7FF };

/* ---- texts ---- */

static bool is_raw(unsigned scalar)
{
    return scalar >= RAW_FIRST && scalar <= RAW_LAST;
}

static json_t *packed(const char *text)
{
    size_t length = strlen(text);
    char *bytes = malloc(3 * length + 1), *out = bytes;
    check(bytes);
    for (size_t at = 0; at < length;) {
        unsigned scalar;
        int whole = text_utf8(text + at, (int)(length - at), &scalar);
        if (whole > 0 && !is_raw(scalar)) {
            memcpy(out, text + at, (size_t)whole);
            out += whole;
            at += (size_t)whole;
            continue;
        }
        unsigned byte = (unsigned char)text[at++];
        *out++ = (char)0xEF;
        *out++ = (char)(0x9C | byte >> 6);
        *out++ = (char)(0x80 | (byte & 0x3F));
    }
    json_t *string = json_stringn(bytes, (size_t)(out - bytes));
    free(bytes);
    check(string);
    return string;
}

void relay_put(json_t *object, const char *key, const char *text)
{
    if (text)
        json_object_set_new(object, key, packed(text));
}

/* Cut to `size`; "" if it is no text. */
static void unpack(const json_t *string, char *out, size_t size)
{
    const char *text = json_string_value(string);
    struct text bytes = text_over(out, size);
    size_t length = text ? strlen(text) : 0;
    for (size_t at = 0; at < length && !bytes.cut;) {
        unsigned scalar = 0;
        int whole = text_utf8(text + at, (int)(length - at), &scalar);
        char raw = (char)(scalar - RAW_FIRST);
        whole = whole > 0 ? whole : 1;
        text_put_bytes(&bytes, is_raw(scalar) ? &raw : text + at, is_raw(scalar) ? 1 : whole);
        at += (size_t)whole;
    }
}

bool relay_get(const json_t *object, const char *key, char *out, size_t size)
{
    const json_t *string = json_object_get(object, key);
    unpack(string, out, size);
    return json_is_string(string);
}

int64_t relay_get_number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* On the heap. */
static char *unpacked(const json_t *string, size_t most)
{
    size_t size = json_string_length(string) + 1;
    size = size < most ? size : most;
    char *text = malloc(size);
    check(text);
    unpack(string, text, size);
    return text;
}

/* ---- fields ---- */

/* How a value that is more than a text or a number is written. */
struct field_form {
    json_t *(*put)(const void *value);
    bool (*get)(const json_t *from, void *value); /* false if it cannot be read */
};

static json_t *put_list(const struct field *field, const void *value)
{
    const char *const *list = fields_pointer(field, value);
    int count = fields_listed(field, value);
    json_t *texts = count > 0 ? json_array() : NULL;
    for (int i = 0; i < count; i++)
        json_array_append_new(texts, packed(list[i]));
    return texts;
}

/* NULL: it is left out, like all that is nothing. */
static json_t *put_field(const struct field *field, const void *value)
{
    const char *at = (const char *)value + field->offset;
    switch (field->kind) {
    case FIELD_TEXT:
    case FIELD_OPTION:
        at = fields_pointer(field, value);
        return at ? packed(at) : NULL;
    case FIELD_CHARS:
        return packed(at);
    case FIELD_INT:
    case FIELD_LONG:
    case FIELD_BOOL:
        return fields_number(field, value) ? json_integer(fields_number(field, value)) : NULL;
    case FIELD_VALUE:
        at = fields_pointer(field, value);
        return at ? field->form->put(at) : NULL;
    case FIELD_PART:
        return field->form->put(at);
    case FIELD_LIST:
        return put_list(field, value);
    case FIELD_STAYS:
        break;
    }
    return NULL;
}

json_t *relay_write(const struct fields *fields, const void *value)
{
    json_t *object = json_object();
    for (int i = 0; i < fields->count; i++) {
        json_t *one = put_field(&fields->list[i], value);
        if (one)
            json_object_set_new(object, fields->list[i].name, one);
    }
    return object;
}

static void get_list(const struct field *field, const json_t *from, void *value)
{
    size_t size = json_array_size(from);
    int count = size < FIELDS_LISTED ? (int)size : FIELDS_LISTED;
    char **list = count > 0 ? calloc((size_t)count, sizeof *list) : NULL;
    check(list || count == 0);
    for (int i = 0; i < count; i++)
        list[i] = unpacked(json_array_get(from, (size_t)i), field->most);
    fields_set_list(field, value, list, count);
}

static void *get_value(const struct field *field, const json_t *from)
{
    void *value = calloc(1, field->most);
    check(value);
    if (field->form->get(from, value))
        return value;
    free(value);
    return NULL;
}

static void get_field(const struct field *field, const json_t *from, void *value)
{
    char *at = (char *)value + field->offset;
    switch (field->kind) {
    case FIELD_TEXT:
        fields_set_pointer(field, value, unpacked(from, field->most));
        break;
    case FIELD_OPTION:
        fields_set_pointer(field, value, json_is_string(from) ? unpacked(from, field->most) : NULL);
        break;
    case FIELD_CHARS:
        unpack(from, at, field->most);
        break;
    case FIELD_INT:
    case FIELD_LONG:
    case FIELD_BOOL:
        fields_set_number(field, value, json_integer_value(from));
        break;
    case FIELD_VALUE:
        fields_set_pointer(field, value, get_value(field, from));
        break;
    case FIELD_PART:
        field->form->get(from, at);
        break;
    case FIELD_LIST:
        get_list(field, from, value);
        break;
    case FIELD_STAYS:
        break;
    }
}

void relay_read(const struct fields *fields, const json_t *object, void *out)
{
    memcpy(out, fields->empty, fields->size);
    for (int i = 0; i < fields->count; i++)
        get_field(&fields->list[i], json_object_get(object, fields->list[i].name), out);
}

/* ---- prose ---- */

static json_t *put_prose(const void *value)
{
    const struct prose *prose = value;
    json_t *all = json_object(), *spans = json_array();
    relay_put(all, "text", prose->text);
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        json_array_append_new(spans, json_pack("[iiiis]", span->at, span->length, (int)span->style,
                                               (int)span->colour, span->picture));
    }
    json_object_set_new(all, "spans", spans);
    return all;
}

static bool get_span(json_t *from, int length, struct prose_span *span)
{
    int style = 0, colour = 0;
    const char *picture = "";
    if (json_unpack(from, "[iiiis]", &span->at, &span->length, &style, &colour, &picture) != 0)
        return false;
    span->style = (enum prose_style)style;
    span->colour = (enum colour)colour;
    snprintf(span->picture, sizeof span->picture, "%s", picture);
    return span->at >= 0 && span->length >= 0 && span->at + span->length <= length && style >= 0 &&
           style <= PROSE_VOICE;
}

static bool get_prose(const json_t *from, void *value)
{
    struct prose *prose = value;
    const json_t *spans = json_object_get(from, "spans");
    prose_clear(prose);
    relay_get(from, "text", prose->text, sizeof prose->text);
    prose->length = (int)strlen(prose->text);
    for (size_t i = 0; i < json_array_size(spans) && prose->span_count < PROSE_SPANS; i++)
        prose->span_count +=
            get_span(json_array_get(spans, i), prose->length, &prose->spans[prose->span_count]);
    return from != NULL;
}

static const struct field_form prose_form = {put_prose, get_prose};

/* ---- presses and moves ---- */

static json_t *put_press(const void *value)
{
    const struct press *press = value;
    return json_pack("[Iiib]", (json_int_t)press->table, press->seat, press->decision,
                     press->is_undo);
}

static bool get_press(const json_t *from, void *value)
{
    int seat = 0, decision = 0, is_undo = 0;
    json_int_t table = 0;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): json_unpack() changes nothing */
    if (json_unpack((json_t *)(uintptr_t)from, "[Iiib]", &table, &seat, &decision, &is_undo) != 0)
        return false;
    *(struct press *)value = (struct press){table, seat, decision, is_undo != 0};
    return true;
}

static const struct field_form press_form = {put_press, get_press};

/* Its place in the list of verbs, which it enters with its help. */
static int number_of_verb(json_t *verbs, const struct host_choice *choice)
{
    json_t *word = packed(choice->verb);
    size_t i = 0;
    while (i < json_array_size(verbs) &&
           !json_equal(json_array_get(json_array_get(verbs, i), 0), word))
        i++;
    if (i == json_array_size(verbs))
        json_array_append_new(verbs, json_pack("[Oo]", word, packed(choice->help)));
    json_decref(word);
    return (int)i;
}

json_t *relay_put_moves(const void *value)
{
    const struct host_moves *moves = value;
    const struct press *press = &moves->press;
    json_t *verbs = json_array(), *list = json_array(), *cards = json_array();
    for (int i = 0; i < moves->count; i++) {
        const struct host_choice *choice = &moves->list[i];
        int verb = number_of_verb(verbs, choice);
        json_array_append_new(list, json_pack("[ioooooo]", verb, packed(choice->move),
                                              packed(choice->label), packed(choice->detail),
                                              packed(choice->picture), packed(choice->card),
                                              packed(choice->target)));
    }
    for (int i = 0; i < moves->card_count; i++) {
        const struct host_card *card = &moves->cards[i];
        json_array_append_new(cards, json_pack("[ioooo]", card->count, packed(card->key),
                                               packed(card->letters), packed(card->name),
                                               packed(card->picture)));
    }
    json_t *object =
        json_pack("{s:[Iii], s:o, s:o, s:o}", "mark", (json_int_t)press->table, press->seat,
                  press->decision, "verbs", verbs, "list", list, "cards", cards);
    check(object);
    return object;
}

/* One text of a row; cut where it is longer than any of ours. */
static const char *get_at(const json_t *row, size_t i, char out[HOST_TEXT])
{
    unpack(json_array_get(row, i), out, HOST_TEXT);
    return out;
}

static void get_move(const json_t *row, const json_t *verbs, struct host_moves *out)
{
    char texts[8][HOST_TEXT];
    const json_t *verb = json_array_get(verbs, (size_t)json_integer_value(json_array_get(row, 0)));
    host_moves_add(out, &(struct host_choice){get_at(verb, 0, texts[0]), get_at(verb, 1, texts[1]),
                                              get_at(row, 1, texts[2]), get_at(row, 2, texts[3]),
                                              get_at(row, 3, texts[4]), get_at(row, 4, texts[5]),
                                              get_at(row, 5, texts[6]), get_at(row, 6, texts[7])});
}

static void get_card(const json_t *row, struct host_moves *out)
{
    char texts[4][HOST_TEXT];
    host_moves_add_card(
        out, &(struct host_card){.key = get_at(row, 1, texts[0]),
                                 .letters = get_at(row, 2, texts[1]),
                                 .name = get_at(row, 3, texts[2]),
                                 .picture = get_at(row, 4, texts[3]),
                                 .count = (int)json_integer_value(json_array_get(row, 0))});
}

bool relay_get_moves(const json_t *from, void *value)
{
    struct host_moves *out = value;
    json_int_t table = 0;
    const json_t *list = json_object_get(from, "list"), *verbs = json_object_get(from, "verbs"),
                 *row;
    size_t i;
    *out = (struct host_moves){.count = 0};
    if (json_unpack(json_object_get(from, "mark"), "[Iii]", &table, &out->press.seat,
                    &out->press.decision) != 0)
        return false;
    out->press.table = table;
    json_array_foreach(list, i, row)
    {
        get_move(row, verbs, out);
    }
    json_array_foreach(json_object_get(from, "cards"), i, row)
    {
        get_card(row, out);
    }
    return true;
}

static const struct field_form moves_form = {relay_put_moves, relay_get_moves};

/* ---- what is written ---- */

/* What somebody said or pressed. */
#define FIELDS_OF    heard
#define FIELDS_TABLE relay_heard
#define FIELDS_ROWS                                                                                \
    FIELD(STAYS, network, NULL, 0, NULL)                                                           \
    FIELD(OPTION, room, "room", HOST_ROOM, NULL)                                                   \
    FIELD(OPTION, group, "group", HOST_GROUP, NULL)                                                \
    FIELD(TEXT, key, "key", HOST_KEY, NULL)                                                        \
    FIELD(OPTION, source.id, "source", HOST_SOURCE, NULL)                                          \
    FIELD(INT, source.people, "people", 0, NULL)                                                   \
    FIELD(TEXT, name, "name", HOST_NAME, NULL)                                                     \
    FIELD(STAYS, own_name, NULL, 0, NULL)                                                          \
    FIELD(INT, rank, "rank", 0, NULL)                                                              \
    FIELD(LONG, table, "table", 0, NULL)                                                           \
    FIELD(BOOL, is_awaited, "awaited", 0, NULL)                                                    \
    FIELD(BOOL, is_addressed, "addressed", 0, NULL)                                                \
    FIELD(STAYS, is_open, NULL, 0, NULL)                                                           \
    FIELD(TEXT, text, "text", HOST_TEXT, NULL)                                                     \
    FIELD(OPTION, id, "id", RELAY_ID, NULL)                                                        \
    FIELD(VALUE, press, "press", sizeof(struct press), &press_form)                                \
    FIELD(STAYS, now, NULL, 0, NULL)
#include "fields.def"

/* A post for a room. */
#define FIELDS_OF    post
#define FIELDS_TABLE relay_post
#define FIELDS_ROWS                                                                                \
    FIELD(TEXT, room, "room", HOST_ROOM, NULL)                                                     \
    FIELD(LONG, table, "table", 0, NULL)                                                           \
    FIELD(INT, kind, "kind", 0, NULL)                                                              \
    FIELD(VALUE, tale, "tale", sizeof(struct prose), &prose_form)                                  \
    FIELD(VALUE, board, "board", sizeof(struct prose), &prose_form)                                \
    FIELD(VALUE, block, "block", sizeof(struct prose), &prose_form)                                \
    FIELD(VALUE, next, "next", sizeof(struct prose), &prose_form)                                  \
    FIELD(LIST, called, "called", HOST_KEY, NULL)                                                  \
    FIELD(OPTION, goes_on, "goes_on", HOST_KEY, NULL)                                              \
    FIELD(BOOL, is_midway, "midway", 0, NULL)                                                      \
    FIELD(BOOL, is_real_time, "real_time", 0, NULL)                                                \
    FIELD(STAYS, has_hands, NULL, 0, NULL)                                                         \
    FIELD(BOOL, may_wait, "may_wait", 0, NULL)                                                     \
    FIELD(OPTION, source, "source", HOST_SOURCE, NULL)
#include "fields.def"

/* A whisper for one person; its file stays, because host_port.takes_files is not set. */
#define FIELDS_OF    whisper
#define FIELDS_TABLE relay_whisper
#define FIELDS_ROWS                                                                                \
    FIELD(TEXT, person, "person", HOST_KEY, NULL)                                                  \
    FIELD(TEXT, name, "name", HOST_NAME, NULL)                                                     \
    FIELD(OPTION, room, "room", HOST_ROOM, NULL)                                                   \
    FIELD(LONG, table, "table", 0, NULL)                                                           \
    FIELD(BOOL, is_due, "due", 0, NULL)                                                            \
    FIELD(BOOL, is_asked, "asked", 0, NULL)                                                        \
    FIELD(BOOL, is_kept, "kept", 0, NULL)                                                          \
    FIELD(INT, kind, "kind", 0, NULL)                                                              \
    FIELD(BOOL, may_wait, "may_wait", 0, NULL)                                                     \
    FIELD(BOOL, is_open, "open", 0, NULL)                                                          \
    FIELD(OPTION, answers, "answers", RELAY_ID, NULL)                                              \
    FIELD(VALUE, prose, "prose", sizeof(struct prose), &prose_form)                                \
    FIELD(INT, hand_at, "hand_at", 0, NULL)                                                        \
    FIELD(STAYS, file, NULL, 0, NULL)                                                              \
    FIELD(OPTION, source, "source", HOST_SOURCE, NULL)
#include "fields.def"

/* A table, as everybody may know it. */
#define FIELDS_OF    host_board
#define FIELDS_TABLE relay_board
#define FIELDS_ROWS                                                                                \
    FIELD(LONG, table, "table", 0, NULL)                                                           \
    FIELD(CHARS, game, "game", 0, NULL)                                                            \
    FIELD(CHARS, title, "title", 0, NULL)                                                          \
    FIELD(CHARS, room, "room", 0, NULL)                                                            \
    FIELD(BOOL, is_playing, "playing", 0, NULL)                                                    \
    FIELD(BOOL, has_hands, "hands", 0, NULL)                                                       \
    FIELD(BOOL, is_over, "over", 0, NULL)                                                          \
    FIELD(BOOL, is_closed, "closed", 0, NULL)
#include "fields.def"

/* What one seated person can press. */
#define FIELDS_OF    host_panel
#define FIELDS_TABLE relay_panel
#define FIELDS_ROWS                                                                                \
    FIELD(PART, hand, "hand", 0, &prose_form)                                                      \
    FIELD(PART, cards, "cards", 0, &prose_form)                                                    \
    FIELD(BOOL, is_coached, "coached", 0, NULL)                                                    \
    FIELD(BOOL, can_undo, "undo", 0, NULL)                                                         \
    FIELD(PART, moves, "moves", 0, &moves_form)
#include "fields.def"

/* ---- names ---- */

void relay_add_name(json_t *names, const char *name)
{
    json_array_append_new(names, packed(name));
}

void relay_each_name(const json_t *names, bool (*each)(void *arg, const char *name), void *arg)
{
    char name[HOST_TEXT];
    for (size_t i = 0; i < json_array_size(names) && each(arg, get_at(names, i, name)); i++)
        ;
}
