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

bool relay_get(const json_t *object, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(object, key));
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
    return text != NULL;
}

/* NULL if absent, as everywhere in what is read here. */
static const char *get(const json_t *object, const char *key, char *out, size_t size)
{
    return relay_get(object, key, out, size) ? out : NULL;
}

static void put_number(json_t *object, const char *key, int64_t number)
{
    if (number)
        json_object_set_new(object, key, json_integer(number));
}

static int64_t number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* ---- prose ---- */

static void put_prose(json_t *object, const char *key, const struct prose *prose)
{
    json_t *all = json_object(), *spans = json_array();
    if (!prose) {
        json_decref(all);
        json_decref(spans);
        return;
    }
    relay_put(all, "text", prose->text);
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        json_array_append_new(spans, json_pack("[iiiis]", span->at, span->length, (int)span->style,
                                               (int)span->colour, span->picture));
    }
    json_object_set_new(all, "spans", spans);
    json_object_set_new(object, key, all);
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
           style <= PROSE_BOARD;
}

static const struct prose *get_prose(const json_t *object, const char *key, struct prose *prose)
{
    const json_t *from = json_object_get(object, key), *spans = json_object_get(from, "spans");
    prose_clear(prose);
    if (!from)
        return NULL;
    relay_get(from, "text", prose->text, sizeof prose->text);
    prose->length = (int)strlen(prose->text);
    for (size_t i = 0; i < json_array_size(spans) && prose->span_count < PROSE_SPANS; i++)
        prose->span_count +=
            get_span(json_array_get(spans, i), prose->length, &prose->spans[prose->span_count]);
    return prose;
}

/* ---- what was heard ---- */

json_t *relay_put_heard(const struct heard *heard)
{
    json_t *object = json_object();
    relay_put(object, "room", heard->room);
    relay_put(object, "group", heard->group);
    relay_put(object, "key", heard->key);
    relay_put(object, "source", heard->source.id);
    put_number(object, "people", heard->source.people);
    relay_put(object, "name", heard->name);
    put_number(object, "rank", heard->rank);
    put_number(object, "table", heard->table);
    put_number(object, "awaited", heard->is_awaited);
    relay_put(object, "text", heard->text);
    relay_put(object, "id", heard->id);
    if (heard->press)
        json_object_set_new(object, "press",
                            json_pack("[Iiib]", (json_int_t)heard->press->table, heard->press->seat,
                                      heard->press->decision, heard->press->is_undo));
    return object;
}

void relay_get_heard(const json_t *object, struct relay_heard *out)
{
    int is_undo = 0;
    json_int_t table = 0;
    *out = (struct relay_heard){.press = {0}};
    struct heard *heard = &out->heard;
    heard->room = get(object, "room", out->room, sizeof out->room);
    heard->group = get(object, "group", out->group, sizeof out->group);
    relay_get(object, "key", out->key, sizeof out->key);
    heard->key = out->key;
    heard->source.id = get(object, "source", out->source, sizeof out->source);
    heard->source.people = (int)number(object, "people");
    relay_get(object, "name", out->name, sizeof out->name);
    heard->name = out->name;
    heard->rank = (unsigned)number(object, "rank");
    heard->table = number(object, "table");
    heard->is_awaited = number(object, "awaited") != 0;
    relay_get(object, "text", out->text, sizeof out->text);
    heard->text = out->text;
    heard->id = get(object, "id", out->id, sizeof out->id);
    if (json_unpack(json_object_get(object, "press"), "[Iiib]", &table, &out->press.seat,
                    &out->press.decision, &is_undo) != 0)
        return;
    out->press.table = table;
    out->press.is_undo = is_undo != 0;
    heard->press = &out->press;
}

/* ---- what is told ---- */

json_t *relay_put_post(const struct post *post)
{
    json_t *object = json_object();
    relay_put(object, "room", post->room);
    put_number(object, "table", post->table);
    put_number(object, "kind", post->kind);
    put_prose(object, "tale", post->tale);
    put_prose(object, "board", post->board);
    put_prose(object, "block", post->block);
    put_prose(object, "next", post->next);
    if (post->called_count > 0) {
        json_t *called = json_array();
        for (int i = 0; i < post->called_count && i < RELAY_CALLED; i++)
            json_array_append_new(called, packed(post->called[i]));
        json_object_set_new(object, "called", called);
    }
    relay_put(object, "goes_on", post->goes_on);
    put_number(object, "midway", post->is_midway);
    put_number(object, "real_time", post->is_real_time);
    put_number(object, "may_wait", post->may_wait);
    relay_put(object, "source", post->source);
    return object;
}

void relay_get_post(const json_t *object, struct relay_post *out)
{
    struct post *post = &out->post;
    const json_t *called = json_object_get(object, "called");
    *post = (struct post){.room = out->room, .called = out->called};
    relay_get(object, "room", out->room, sizeof out->room);
    post->table = number(object, "table");
    post->kind = (enum post_kind)number(object, "kind");
    post->tale = get_prose(object, "tale", &out->tale);
    post->board = get_prose(object, "board", &out->board);
    post->block = get_prose(object, "block", &out->block);
    post->next = get_prose(object, "next", &out->next);
    for (size_t i = 0; i < json_array_size(called) && i < RELAY_CALLED; i++) {
        json_t *one = json_pack("{sO}", "key", json_array_get(called, i));
        relay_get(one, "key", out->keys[i], HOST_KEY);
        out->called[post->called_count++] = out->keys[i];
        json_decref(one);
    }
    post->goes_on = get(object, "goes_on", out->goes_on, sizeof out->goes_on);
    post->is_midway = number(object, "midway") != 0;
    post->is_real_time = number(object, "real_time") != 0;
    post->may_wait = number(object, "may_wait") != 0;
    post->source = get(object, "source", out->source, sizeof out->source);
}

json_t *relay_put_whisper(const struct whisper *whisper)
{
    json_t *object = json_object();
    relay_put(object, "person", whisper->person);
    relay_put(object, "name", whisper->name);
    relay_put(object, "room", whisper->room);
    put_number(object, "table", whisper->table);
    put_number(object, "due", whisper->is_due);
    put_number(object, "asked", whisper->is_asked);
    put_number(object, "kept", whisper->is_kept);
    put_number(object, "kind", whisper->kind);
    put_number(object, "open", whisper->is_open);
    relay_put(object, "answers", whisper->answers);
    put_prose(object, "prose", whisper->prose);
    relay_put(object, "source", whisper->source);
    return object;
}

void relay_get_whisper(const json_t *object, struct relay_whisper *out)
{
    struct whisper *whisper = &out->whisper;
    *whisper = (struct whisper){.person = out->person, .name = out->name};
    relay_get(object, "person", out->person, sizeof out->person);
    relay_get(object, "name", out->name, sizeof out->name);
    whisper->room = get(object, "room", out->room, sizeof out->room);
    whisper->table = number(object, "table");
    whisper->is_due = number(object, "due") != 0;
    whisper->is_asked = number(object, "asked") != 0;
    whisper->is_kept = number(object, "kept") != 0;
    whisper->kind = (enum whisper_kind)number(object, "kind");
    whisper->is_open = number(object, "open") != 0;
    whisper->answers = get(object, "answers", out->answers, sizeof out->answers);
    whisper->prose = get_prose(object, "prose", &out->prose);
    whisper->source = get(object, "source", out->source, sizeof out->source);
}

/* ---- what can be pressed ---- */

json_t *relay_put_board(const struct host_board *board)
{
    json_t *object = json_object();
    put_number(object, "table", board->table);
    relay_put(object, "game", board->game);
    relay_put(object, "title", board->title);
    relay_put(object, "room", board->room);
    put_number(object, "playing", board->is_playing);
    put_number(object, "hands", board->has_hands);
    put_number(object, "over", board->is_over);
    put_number(object, "closed", board->is_closed);
    return object;
}

bool relay_get_board(const json_t *object, struct host_board *out)
{
    *out = (struct host_board){.table = number(object, "table")};
    relay_get(object, "game", out->game, sizeof out->game);
    relay_get(object, "title", out->title, sizeof out->title);
    relay_get(object, "room", out->room, sizeof out->room);
    out->is_playing = number(object, "playing") != 0;
    out->has_hands = number(object, "hands") != 0;
    out->is_over = number(object, "over") != 0;
    out->is_closed = number(object, "closed") != 0;
    return out->table != 0;
}

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

json_t *relay_put_moves(const struct host_moves *moves)
{
    const struct press *press = &moves->press;
    json_t *verbs = json_array(), *list = json_array();
    for (int i = 0; i < moves->count; i++) {
        const struct host_choice *choice = &moves->list[i];
        int verb = number_of_verb(verbs, choice);
        json_array_append_new(list, json_pack("[ioooo]", verb, packed(choice->move),
                                              packed(choice->label), packed(choice->detail),
                                              packed(choice->picture)));
    }
    json_t *object = json_pack("{s:[Iii], s:o, s:o}", "mark", (json_int_t)press->table, press->seat,
                               press->decision, "verbs", verbs, "list", list);
    check(object);
    return object;
}

/* One text of a row; cut where it is longer than any of ours. */
static const char *get_at(const json_t *row, size_t i, char out[HOST_TEXT])
{
    json_t *one = json_object();
    json_object_set(one, "text", json_array_get(row, i));
    relay_get(one, "text", out, HOST_TEXT);
    json_decref(one);
    return out;
}

static void get_move(const json_t *row, const json_t *verbs, struct host_moves *out)
{
    char texts[6][HOST_TEXT];
    const json_t *verb = json_array_get(verbs, (size_t)json_integer_value(json_array_get(row, 0)));
    host_moves_add(out, &(struct host_choice){.verb = get_at(verb, 0, texts[0]),
                                              .help = get_at(verb, 1, texts[1]),
                                              .move = get_at(row, 1, texts[2]),
                                              .label = get_at(row, 2, texts[3]),
                                              .detail = get_at(row, 3, texts[4]),
                                              .picture = get_at(row, 4, texts[5])});
}

void relay_get_moves(const json_t *object, struct host_moves *out)
{
    json_int_t table = 0;
    const json_t *list = json_object_get(object, "list"), *verbs = json_object_get(object, "verbs"),
                 *row;
    size_t i;
    *out = (struct host_moves){.count = 0};
    if (json_unpack(json_object_get(object, "mark"), "[Iii]", &table, &out->press.seat,
                    &out->press.decision) != 0)
        return;
    out->press.table = table;
    json_array_foreach(list, i, row)
    {
        get_move(row, verbs, out);
    }
}

json_t *relay_put_panel(const struct host_panel *panel)
{
    json_t *object = json_object();
    put_prose(object, "hand", &panel->hand);
    put_number(object, "undo", panel->can_undo);
    json_object_set_new(object, "moves", relay_put_moves(&panel->moves));
    return object;
}

struct host_panel *relay_get_panel(const json_t *object)
{
    if (!json_is_object(object))
        return NULL;
    struct host_panel *panel = calloc(1, sizeof *panel);
    check(panel);
    get_prose(object, "hand", &panel->hand);
    panel->can_undo = number(object, "undo") != 0;
    relay_get_moves(json_object_get(object, "moves"), &panel->moves);
    return panel;
}

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
