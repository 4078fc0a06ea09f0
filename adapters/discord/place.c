/* See place.h. */
#include "place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "board.h"
#include "check.h"
#include "keep.h"
#include "people.h"
#include "text.h"

static void on_time(void *arg)
{
    struct place *place = arg;
    place->kind->on_time(place);
}

void place_init(struct place *place, const struct place_kind *kind, struct discord *discord)
{
    *place = (struct place){.kind = kind, .discord = discord};
    loop_timer_init(&place->timer, discord->loop, on_time, place);
}

void place_fini(struct place *place)
{
    loop_timer_stop(&place->timer);
    json_decref(place->body);
    json_decref(place->newer);
}

struct place *place_new(const struct place_kind *kind, struct discord *discord,
                        struct person *person)
{
    struct place *place = calloc(1, sizeof *place);
    check(place);
    place_init(place, kind, discord);
    place->person = person;
    return place;
}

/* ---- the message that is shown ---- */

static void put_key(const struct place *place, char key[128])
{
    snprintf(key, 128, "%s:%s:%s", place->discord->network, place->kind->drawer,
             place->board ? place->board->room : place->person->id);
}

void place_inherit(struct place *place)
{
    char key[128];
    put_key(place, key);
    const char *row = keep_get(place->discord->setup.keep, key);
    place->is_inherited = row && place->kind->read_row(place, row);
    place->has_picture = place->message[0] != '\0';
}

void place_keep(struct place *place, const char *message, const char *digest)
{
    char key[128], bytes[128];
    struct text row = text_over(bytes, sizeof bytes);
    place->is_inherited = false;
    place->has_picture &= strcmp(place->message, message) == 0;
    memmove(place->message, message, strlen(message) + 1);
    snprintf(place->digest, sizeof place->digest, "%s", digest);
    if (*message)
        memcpy(place->latest, place->message, sizeof place->latest);
    put_key(place, key);
    place->kind->put_row(place, &row);
    keep_put(place->discord->setup.keep, key, *place->latest ? bytes : NULL, NULL, NULL);
}

bool place_has_said(struct place *place, const json_t *body)
{
    char digest[DISCORD_DIGEST];
    markdown_body_digest(body, digest);
    bool has_said = place->is_inherited && strcmp(digest, place->digest) == 0;
    place->is_inherited &= !has_said;
    return has_said;
}

/* ---- requests ---- */

static void note_body(struct place *place, json_t *body)
{
    markdown_body_digest(body, place->sent);
    json_decref(place->body);
    place->body = place->person ? json_incref(body) : NULL;
}

static void address(struct place *place, json_t *body)
{
    if (place->kind->address)
        place->kind->address(place, body);
    else
        markdown_body_add_nonce(place->discord, body);
}

/* What an edit does not mention stays. */
static void take_picture_away(const struct place *place, json_t *body)
{
    if (place->is_edit && place->has_picture)
        check(json_object_set_new(body, "attachments", json_array()) == 0);
}

static void free_brief(struct place *place)
{
    place_fini(place);
    free(place);
}

static void forget(void *arg)
{
    struct place *place = arg;
    if (place->person)
        place->person->pins--;
    if (place->kind->is_brief)
        free_brief(place);
}

void place_on_answer(void *arg, const struct rest_answer *answer)
{
    struct place *place = arg;
    if (place->person)
        place->person->pins--;
    if (answer->outcome == REST_DROPPED && place->cancelled > 0) {
        place->cancelled--;
        return;
    }
    place->ticket = 0;
    if (place->is_edit && answer->outcome == REST_DONE)
        place->has_picture = false;
    snprintf(place->holds, sizeof place->holds, "%s",
             answer->outcome == REST_DONE && !place->newer ? place->newest : "");
    place->kind->done(place, answer);
    if (!place->ticket) { /* it need not go otherwise any more */
        json_decref(place->body);
        place->body = NULL;
    }
    if (place->kind->is_brief)
        free_brief(place);
}

void place_send(struct place *place, json_t *body, bool is_edit)
{
    const struct place_kind *kind = place->kind;
    const char *channel = place->board ? place->board->channel : place->person->dm_channel;
    bool has_channel = strstr(kind->route, "{}") != NULL;
    struct rest_request request = {
        .lane = kind->lane,
        .method = is_edit ? "PATCH" : "POST",
        .route = is_edit ? "/channels/{}/messages/{}" : kind->route,
        .ids = {has_channel ? channel : NULL, is_edit ? place->message : NULL},
        .body = body,
        .is_repeatable = true,
        .guild = place->person ? place->person->guild : NULL,
        .done = place_on_answer,
        .arg = place,
        .forget = kind->is_private ? forget : NULL};
    place->is_edit = is_edit;
    take_picture_away(place, body);
    note_body(place, body);
    if (!(kind->joins && kind->joins(place, &request)) && !is_edit && has_channel)
        address(place, body);
    if (place->person)
        place->person->pins++;
    place->ticket = rest_send(place->discord->rest, &request);
}

/* Takes it if true is returned. */
static bool replaces(struct place *place, json_t *body)
{
    json_t *copy = json_deep_copy(body);
    check(copy);
    if (!place->is_edit)
        address(place, copy);
    take_picture_away(place, copy);
    if (!rest_replace(place->discord->rest, place->ticket, copy)) {
        json_decref(copy);
        return false;
    }
    note_body(place, body);
    json_decref(body);
    return true;
}

bool place_cancel(struct place *place)
{
    if (!place->ticket || !rest_cancel(place->discord->rest, place->ticket))
        return false;
    place->cancelled++;
    place->ticket = 0;
    return true;
}

void place_show(struct place *place, json_t *body, bool is_new)
{
    bool is_edit = place->message[0] && !is_new;
    place_drop_newer(place);
    if (place->is_edit && !is_edit)
        place_cancel(place);
    if (!place->ticket) {
        place_send(place, body, is_edit);
    } else if (!replaces(place, body)) {
        place->newer = body;
        place->is_newer_new = is_new;
    }
}

void place_show_hand(struct place *place, json_t *body, bool is_new, const char *holds)
{
    place->holds[0] = '\0';
    snprintf(place->newest, sizeof place->newest, "%s", holds);
    place_show(place, body, is_new);
}

bool place_holds(const struct place *place, const char *holds)
{
    return *holds && place->message[0] && !place->ticket && strcmp(place->holds, holds) == 0;
}

void place_set_hand(struct place *place, const char *holds)
{
    bool is_settled = !place->ticket && !place->newer;
    snprintf(place->holds, sizeof place->holds, "%s", is_settled ? holds : "");
    if (!is_settled)
        place->newest[0] = '\0';
}

void place_show_newer(struct place *place)
{
    json_t *body = place->newer;
    place->newer = NULL;
    if (body)
        place_show(place, body, place->is_newer_new);
}

void place_drop_newer(struct place *place)
{
    json_decref(place->newer);
    place->newer = NULL;
}

/* ---- what an answer means ---- */

enum { OF_ROOM = 1, OF_ANSWERS = 2, OF_PERSON = 4, OF_ALL = 7 };

enum place_end place_end_of(const struct place *place, const struct rest_answer *answer)
{
    static const struct {
        int code;
        enum place_end end;
        unsigned of;
    } refusals[] = {
        {CODE_NO_ACCESS, PLACE_CLOSED, OF_ALL},
        {CODE_NO_PERMISSION, PLACE_CLOSED, OF_ALL},
        {CODE_UNKNOWN_CHANNEL, PLACE_CLOSED, OF_ALL},
        {CODE_LOCKED, PLACE_CLOSED, OF_ROOM},
        {CODE_CANNOT_DM, PLACE_CLOSED, OF_PERSON},
        {CODE_NO_COMMON_GUILD, PLACE_CLOSED, OF_PERSON},
        {CODE_UNKNOWN_MESSAGE, PLACE_GONE, OF_ROOM},
        {CODE_OLD_EDITS, PLACE_TOO_OLD, OF_ROOM},
        {CODE_ARCHIVED, PLACE_ARCHIVED, OF_ROOM},
    };
    unsigned of = place->kind->is_private ? OF_PERSON : place->kind->drawer ? OF_ROOM : OF_ANSWERS;
    if (answer->outcome != REST_REFUSED)
        return answer->outcome == REST_DONE     ? PLACE_SAID
               : answer->outcome == REST_FAILED ? PLACE_UNSURE
                                                : PLACE_UNSAID;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (refusals[i].code == answer->code && refusals[i].of & of)
            return refusals[i].end;
    return PLACE_REFUSED;
}
