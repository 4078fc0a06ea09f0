/* See reply_body.h. */
#include "reply_body.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "commands.h"
#include "controls.h"
#include "panel.h"
#include "panel_body.h"
#include "panels.h"
#include "posts.h"
#include "rest.h"

json_t *reply_message(const char *content, json_t *components)
{
    json_t *body = body_new(content, NULL, 0);
    check(body &&
          json_object_set_new(body, "components", components ? components : json_array()) == 0);
    return body;
}

json_t *reply_make_private(json_t *body)
{
    panel_set_ephemeral(body, true);
    return body;
}

void reply_put_line(struct text *out, const char *text)
{
    if (*text)
        text_putf(out, "%s%s", out->length > 0 ? "\n" : "", text);
}

/* The room of the person's latest table. False if it is where the answer is, or absent. */
static bool is_elsewhere(const struct reply *reply, struct host_board *out)
{
    const struct discord *discord = reply->discord;
    int64_t tables[HOST_TABLES_EACH], latest = 0;
    int count = host_tables_of(discord->host, discord->network, reply->person->id, tables);
    for (int i = 0; i < count && i < HOST_TABLES_EACH; i++)
        latest = tables[i] > latest ? tables[i] : latest;
    return latest &&
           host_board_of(discord->host, discord->network, reply->person->id, latest, out) &&
           strcmp(out->room, reply->room) != 0 && out->room[0] == '<';
}

/* It was passed over, because the person said too much. */
static bool is_unread(const struct reply *reply)
{
    struct heard heard = controls_heard(reply->discord, reply->person);
    return reply->is_heard && reply->said.length == 0 &&
           commands_ignores(reply->discord->setup.commands, &heard);
}

/* The words if the host told nothing. That says nothing of what came of it: it may have been
   passed over, refused aloud or done. A press needs none. */
static void put_nothing(const struct reply *reply, bool is_over, struct text *out)
{
    struct host_board table;
    if (is_over) {
        text_put(out, discord_strings[DISCORD_STRING_GAME_OVER]);
    } else if (reply->place == REPLY_IN_PLACE) {
        text_put(out, discord_strings[DISCORD_STRING_NOTHING_TO_PRESS]);
    } else if (reply->done[0]) {
        bool is_apart = is_elsewhere(reply, &table);
        text_put(out, discord_strings[DISCORD_STRING_READ]);
        markdown_put_foreign(reply->done, out);
        text_putf(out, "%s%s", is_apart ? discord_strings[DISCORD_STRING_TABLE_IS_IN] : ". ",
                  is_apart ? table.room : discord_strings[DISCORD_STRING_NOTHING_TOLD]);
        text_put(out, is_apart ? "." : "");
    } else if (reply->is_deferred) {
        text_put(out, discord_strings[DISCORD_STRING_NOTHING_TOLD]);
    }
}

static json_t *panel_of(const struct reply *reply)
{
    bool is_wanted =
        reply->is_about_hand || reply->hand.length > 0 || reply->place == REPLY_IN_PLACE;
    if (!reply->table || !is_wanted || (reply->is_of_board && reply->said.length == 0))
        return NULL;
    return panel_body(reply->discord, reply->table, reply->person, reply->verb, reply->page);
}

/* Cuts the text into messages. A panel comes with the last one. */
static void cut(struct reply *reply, const char *whole, json_t *components)
{
    char bytes[4 * DISCORD_CONTENT + 1];
    struct text piece = text_over(bytes, sizeof bytes);
    bool is_in_fence = false;
    for (int length = 0;
         (length = markdown_piece(whole, DISCORD_CONTENT, &is_in_fence, &piece)) > 0;
         whole += length) {
        json_t *body = reply_message(bytes, NULL);
        if (!reply->message) {
            reply->message = body;
        } else if (components) {
            json_array_append_new(reply->more, reply_make_private(reply->message));
            reply->message = body;
        } else {
            json_array_append_new(reply->more, reply_make_private(body));
        }
        text_clear(&piece);
    }
    if (reply->message && components)
        json_object_set(reply->message, "components", components);
    if (reply->message && reply->files)
        json_object_set(reply->message, REST_FILES, reply->files);
    if (reply->message && reply->place == REPLY_NEW)
        reply_make_private(reply->message);
}

void reply_compose_words(struct reply *reply)
{
    json_decref(reply->message);
    reply->message = NULL;
    json_array_clear(reply->more);
    if (!reply->has_panel)
        reply_put_line(&reply->said, reply->hand.bytes);
    cut(reply, reply->said.bytes, NULL);
    if (!reply->message)
        return;
    json_array_insert_new(reply->more, 0, reply->message);
    reply->message = NULL;
    if (reply->controls)
        json_object_set(json_array_get(reply->more, json_array_size(reply->more) - 1), "components",
                        reply->controls);
}

void reply_compose(struct reply *reply)
{
    struct discord *discord = reply->discord;
    size_t size = 3 * (size_t)DISCORD_TEXT;
    char *bytes = malloc(size);
    check(bytes);
    struct text whole = text_over(bytes, size);
    struct host_board table = {.table = 0};
    if (reply->table)
        host_board_of(discord->host, discord->network, reply->person->id, reply->table, &table);
    json_t *panel = panel_of(reply);
    reply_put_line(&whole,
                   is_unread(reply) ? discord_strings[DISCORD_STRING_TOO_MUCH] : reply->said.bytes);
    reply_put_line(&whole, reply->hand.bytes);
    if (panel && !(reply->hand.length > 0 && table.has_hands))
        reply_put_line(&whole, field_text(panel, "content"));
    if (whole.length == 0)
        put_nothing(reply, table.is_over, &whole);
    cut(reply, bytes, reply->controls ? reply->controls : json_object_get(panel, "components"));
    reply->has_panel = panel != NULL;
    reply->is_composed = true;
    json_decref(panel);
    free(bytes);
}
