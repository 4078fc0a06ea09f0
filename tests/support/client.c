/* See client.h. On Discord the stand-in is asked again and again for what came next. */
#include "client.h"
#include "in_words.h"

#include <jansson.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "child.h"
#include "irc_person.h"
#include "pressing.h"
#include "standin_child.h"
#include "testing.h"

/* FULL: a line of so many bytes, colours and all, can go on in the next one: it was cut where
   the next word did not fit. */
enum { LOOK_MS = 20, FULL = 400, EPHEMERAL = 64 };

static const char bot[] = "tabletalk";

struct client client_on_irc(const char *network, const char *room, struct irc_person *person)
{
    return (struct client){.network = network, .room = room, .irc = person};
}

struct client client_on_discord(const char *network, const char *room,
                                struct standin_child *discord, const char *name)
{
    struct client client = {.network = network, .room = room, .on = discord};
    snprintf(client.name, sizeof client.name, "%s", name);
    snprintf(client.room_id, sizeof client.room_id, "%s",
             standin_child_ask(discord, "id %s", room));
    return client;
}

void client_fini(struct client *client)
{
    free(client->transcript);
    client->transcript = NULL;
}

/* ---- reading ---- */

/* The number behind "<@" becomes the name. */
static const char *put_name(const struct client *client, const char *from, char **to)
{
    char number[24];
    snprintf(number, sizeof number, "%.*s", (int)strspn(from + 2, "0123456789"), from + 2);
    *to += sprintf(*to, "%s", standin_child_ask(client->on, "name %s", number));
    return from + strcspn(from, ">") + 1;
}

/* Without marks, and blanks of no width. */
static void put_plain(struct client *client, const char *from)
{
    static const char blank[] = "\xe2\x80\x8b";
    char *to = client->text;
    check(strlen(from) < CLIENT_TEXT / 2);
    while (*from) {
        bool is_escaped = client->on && *from == '\\' && from[1];
        if (client->on && strncmp(from, "<@", 2) == 0) {
            from = put_name(client, from, &to);
        } else if (client->on && strchr("*`", *from)) {
            from++;
        } else if (strncmp(from, blank, strlen(blank)) == 0) {
            from += strlen(blank);
        } else {
            from += is_escaped;
            *to++ = *from++;
        }
    }
    *to = '\0';
}

static void note(struct client *client, bool is_private)
{
    size_t length = client->transcript ? strlen(client->transcript) : 0,
           more = strlen(client->text) + 16;
    client->transcript = realloc(client->transcript, length + more);
    check(client->transcript);
    char *line = client->transcript + length;
    snprintf(line, more, "%s: %s", is_private ? "private" : "room", client->text);
    for (; *line; line++)
        *line = *line == '\n' ? ' ' : *line;
    snprintf(line, 2, "\n");
}

/* Whether there was one; whether it was the bot's, is for the caller. */
static bool take_received(struct client *client, bool *is_of_bot, bool *is_private)
{
    const char *text = standin_child_ask(client->on, "next %s %d", client->name, client->received);
    client->received = atoi(text);
    json_t *message = json_loads(text + strcspn(text, " "), 0, NULL);
    const char *content = json_string_value(json_object_get(message, "content"));
    const char *channel = json_string_value(json_object_get(message, "channel_id"));
    char *kept = strdup(content ? content : "");
    check(kept);
    *is_of_bot =
        content && json_is_true(json_object_get(json_object_get(message, "author"), "bot"));
    *is_private = !channel || strcmp(channel, client->room_id) != 0 ||
                  json_integer_value(json_object_get(message, "flags")) & EPHEMERAL;
    bool is_there = message != NULL;
    json_decref(message);
    if (*is_of_bot)
        put_plain(client, kept);
    free(kept);
    return is_there;
}

static const char *next_on_discord(struct client *client, bool *is_private, int milliseconds)
{
    bool is_of_bot;
    long end = test_now() + milliseconds;
    for (;;) {
        if (take_received(client, &is_of_bot, is_private)) {
            if (!is_of_bot)
                continue;
            note(client, *is_private);
            return client->text;
        }
        if (test_now() >= end || (client->is_gone && client->is_gone()))
            return NULL;
        test_sleep(LOOK_MS);
    }
}

static const char *hear_on_discord(struct client *client, bool is_private, const char *pattern,
                                   int milliseconds)
{
    regex_t regex;
    bool is_one_private, has_matched = false;
    const char *text;
    long end = test_now() + milliseconds;
    check(regcomp(&regex, in_words_as_pattern(pattern), REG_EXTENDED | REG_NOSUB) == 0);
    while (!has_matched &&
           (text = next_on_discord(client, &is_one_private, (int)(end - test_now()))))
        has_matched = is_one_private == is_private && regexec(&regex, text, 0, NULL, 0) == 0;
    regfree(&regex);
    return has_matched ? client->text : NULL;
}

static const char *keep_irc(struct client *client, const char *text)
{
    if (!text)
        return NULL;
    client->is_cut = strlen(irc_person_line(client->irc)) >= FULL;
    put_plain(client, text);
    return client->text;
}

const char *client_next(struct client *client, bool *is_private, int milliseconds)
{
    const char *raw;
    if (client->on)
        return next_on_discord(client, is_private, milliseconds);
    return keep_irc(client, irc_person_next(client->irc, bot, is_private, &raw, milliseconds));
}

const char *client_hear(struct client *client, bool is_private, const char *pattern,
                        int milliseconds)
{
    if (client->on)
        return hear_on_discord(client, is_private, pattern, milliseconds);
    return keep_irc(client, irc_person_hear(client->irc, bot, is_private ? NULL : client->room,
                                            pattern, milliseconds));
}

/* ---- saying ---- */

void client_say(struct client *client, bool in_public, const char *text)
{
    char line[1024];
    snprintf(line, sizeof line, "!%s", text);
    if (client->on && in_public)
        standin_child_ask(client->on, "say %s %s %s", client->name, client->room, line);
    else if (client->on)
        standin_child_ask(client->on, "dm %s %s", client->name, text);
    else if (in_public)
        irc_person_say(client->irc, client->room, line);
    else
        irc_person_whisper(client->irc, bot, text);
}

bool client_press_move(struct client *client, unsigned *dice, char *move, size_t size)
{
    char pressed[PRESSING_MOVE] = "";
    json_t *letter =
        client->on ? json_loads(standin_child_ask(client->on, "letter %s", client->name), 0, NULL)
                   : NULL;
    bool is_pressed = letter && pressing_move(client->on, client->name, letter, dice, pressed);
    if (is_pressed)
        snprintf(move, size, "%s", pressed);
    json_decref(letter);
    return is_pressed;
}

bool client_press_button(struct client *client, const char *end)
{
    json_t *table =
        client->on ? json_loads(standin_child_ask(client->on, "table %s", client->room), 0, NULL)
                   : NULL;
    bool is_pressed = table && pressing_button(client->on, client->name, table, end);
    json_decref(table);
    return is_pressed;
}

const char *client_transcript(const struct client *client)
{
    return client->irc          ? irc_person_transcript(client->irc)
           : client->transcript ? client->transcript
                                : "";
}

bool client_shares_room(const struct client *client, const struct client *other)
{
    return strcmp(client->network, other->network) == 0 && strcmp(client->room, other->room) == 0;
}
