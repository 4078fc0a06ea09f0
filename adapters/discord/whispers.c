/* What one person is told in private: in the panel that is open before them, else by direct message. Hands go the way the person
   chose; where a direct message is refused they go into the panel, and the room says so once. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "discord_inside.h"
#include "keep.h"
#include "log.h"
#include "markdown.h"
#include "prose.h"
#include "rest.h"
#include "text.h"
#include "view.h"

enum {
    HELD_MOST = 8, /* texts that wait until a direct message channel is open */
    HINT_MS = 10 * 60 * 1000,
    CODE_UNKNOWN_CHANNEL = 10003,
    CODE_NO_ACCESS = 50001,
    CODE_CANNOT_DM = 50007,
    CODE_NO_PERMISSION = 50013,
    CODE_NO_COMMON_GUILD = 50278
};

/* The message with somebody's hand of one table. The last one of each person is kept. */
struct letter {
    struct letter *next;
    char message[DISCORD_ID], digest[DISCORD_DIGEST];
    char latest[DISCORD_ID]; /* as it was, also when it is not edited any more */
    int64_t table;
    bool is_inherited; /* of the process before, and nothing was said since */
};

/* A text that waits for the person's channel. */
struct held {
    struct held *next;
    int64_t table; /* whose hand it is: a newer one takes its place; 0: nobody's */
    json_t *body;
};

void whispers_drop_held(struct person *person)
{
    while (person->held) {
        struct held *held = person->held;
        person->held = held->next;
        json_decref(held->body);
        free(held);
    }
}

void whispers_forget(struct person *person)
{
    whispers_drop_held(person);
    while (person->letters) {
        struct letter *letter = person->letters;
        person->letters = letter->next;
        free(letter);
    }
}

/* ---- direct messages ---- */

/* Tables that are over need no letters. */
static void forget_letters(const struct discord *discord, struct person *person)
{
    for (struct letter **link = &person->letters; *link;) {
        struct letter *letter = *link;
        if (host_table_numbered(discord->host, discord->network, person->id, letter->table)) {
            link = &letter->next;
            continue;
        }
        *link = letter->next;
        free(letter);
    }
}

static void letter_key(const struct discord *discord, const struct person *person, char key[128])
{
    snprintf(key, 128, "%s:letter:%s", discord->network, person->id);
}

static void keep_letter(struct discord *discord, const struct person *person, struct letter *letter, const char *digest)
{
    char key[128], line[80];
    letter_key(discord, person, key);
    letter->is_inherited = false;
    memcpy(letter->latest, letter->message, sizeof letter->latest);
    snprintf(letter->digest, sizeof letter->digest, "%s", digest);
    snprintf(line, sizeof line, "%" PRId64 " %s %s", letter->table, letter->message, letter->digest);
    keep_put(discord->setup.keep, key, line, NULL, NULL);
}

static void inherit_letter(struct discord *discord, const struct person *person, struct letter *letter)
{
    char key[128], message[DISCORD_ID], digest[DISCORD_DIGEST];
    int64_t table;
    letter_key(discord, person, key);
    const char *line = keep_get(discord->setup.keep, key);
    if (!line || sscanf(line, "%" SCNd64 " %23s %16s", &table, message, digest) != 3 || table != letter->table)
        return;
    memcpy(letter->message, message, sizeof message);
    memcpy(letter->latest, message, sizeof message);
    memcpy(letter->digest, digest, sizeof digest);
    letter->is_inherited = true;
}

static struct letter *letter_of(struct discord *discord, struct person *person, int64_t table)
{
    struct letter *letter = person->letters;
    while (letter && letter->table != table)
        letter = letter->next;
    if (letter)
        return letter;
    forget_letters(discord, person);
    letter = calloc(1, sizeof *letter);
    check(letter);
    letter->table = table;
    inherit_letter(discord, person, letter);
    letter->next = person->letters;
    person->letters = letter;
    return letter;
}

bool whispers_is_latest(struct discord *discord, struct person *person, int64_t table, const char *message)
{
    const char *latest = letter_of(discord, person, table)->latest;
    return !*latest || !message || strcmp(latest, message) == 0;
}

/* A request under way: whose, and the letter that it becomes (0: none). */
struct sent_letter {
    struct discord *discord;
    char person[DISCORD_ID];
    int64_t table;
    char digest[DISCORD_DIGEST];
    bool is_edit;
    json_t *body; /* of an edit: said anew where the message is gone */
};

static void send_body(struct discord *discord, struct person *person, json_t *body, int64_t table);

static void forget_sent(void *arg)
{
    struct sent_letter *sent = arg;
    json_decref(sent->body);
    free(sent);
}

static bool is_closed_to_us(int code)
{
    static const int codes[] = {CODE_CANNOT_DM, CODE_NO_COMMON_GUILD, CODE_NO_ACCESS, CODE_NO_PERMISSION,
                                CODE_UNKNOWN_CHANNEL};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i] == code)
            return true;
    return false;
}

static void sent(void *arg, const struct rest_answer *answer)
{
    struct sent_letter *sent = arg;
    struct discord *discord = sent->discord;
    struct person *person = people_get(discord->people, sent->person);
    struct letter *letter = sent->table ? letter_of(discord, person, sent->table) : NULL;
    const char *id = json_string_value(json_object_get(answer->body, "id"));
    if (letter && answer->outcome == REST_DONE && !sent->is_edit && id && strlen(id) < DISCORD_ID)
        snprintf(letter->message, sizeof letter->message, "%s", id);
    if (letter && answer->outcome == REST_DONE && letter->message[0])
        keep_letter(discord, person, letter, sent->digest);
    if (answer->outcome == REST_REFUSED && is_closed_to_us(answer->code)) {
        people_dm_refused(discord, person);
    } else if (answer->outcome == REST_REFUSED && sent->is_edit && letter) {
        letter->message[0] = '\0';
        json_object_del(sent->body, "nonce");
        send_body(discord, person, json_incref(sent->body), sent->table);
    } else if (answer->outcome != REST_DONE) {
        discord_log_refusal("discord-whisper-not-sent", sent->person, answer);
    }
    forget_sent(sent);
}

static struct sent_letter *sent_new(struct discord *discord, const struct person *person, int64_t table, json_t *body,
                                    bool is_edit)
{
    struct sent_letter *sent = calloc(1, sizeof *sent);
    check(sent);
    sent->discord = discord;
    memcpy(sent->person, person->id, sizeof sent->person);
    sent->table = table;
    discord_digest(json_string_value(json_object_get(body, "content")), sent->digest);
    sent->is_edit = is_edit;
    sent->body = is_edit ? json_incref(body) : NULL;
    return sent;
}

/* A hand is known by its nonce if a kill makes us tell it again: the hands of a table follow one another. */
static void put_nonce(struct discord *discord, struct person *person, json_t *body, int64_t table)
{
    char nonce[DISCORD_NONCE], after[64];
    if (table == 0) {
        discord_add_nonce(discord, body);
        return;
    }
    snprintf(after, sizeof after, "%" PRId64 " %s", table, letter_of(discord, person, table)->latest);
    discord_nonce_of(person->dm_channel, after, json_string_value(json_object_get(body, "content")), nonce);
    discord_put_nonce(body, nonce);
}

static void send_body(struct discord *discord, struct person *person, json_t *body, int64_t table)
{
    put_nonce(discord, person, body, table);
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "POST",
                                                    .route = "/channels/{}/messages",
                                                    .ids = {person->dm_channel},
                                                    .body = body,
                                                    .is_repeatable = true,
                                                    .guild = person->guild,
                                                    .done = sent,
                                                    .arg = sent_new(discord, person, table, body, false),
                                                    .forget = forget_sent});
}

static void edit_body(struct discord *discord, struct person *person, json_t *body, const struct letter *letter)
{
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "PATCH",
                                                    .route = "/channels/{}/messages/{}",
                                                    .ids = {person->dm_channel, letter->message},
                                                    .body = json_incref(body),
                                                    .guild = person->guild,
                                                    .done = sent,
                                                    .arg = sent_new(discord, person, letter->table, body, true),
                                                    .forget = forget_sent});
    json_decref(body);
}

/* At most HELD_MOST; a hand always has its place, for the panel shows no older one. */
static void hold(struct person *person, json_t *body, int64_t table)
{
    struct held **end = &person->held;
    int count = 0;
    while (*end && (table == 0 || (*end)->table != table)) {
        end = &(*end)->next;
        count++;
    }
    if (*end) {
        json_decref((*end)->body);
        (*end)->body = body;
        return;
    }
    if (count >= HELD_MOST) {
        json_decref(body);
        return;
    }
    *end = calloc(1, sizeof **end);
    check(*end);
    (*end)->body = body;
    (*end)->table = table;
}

void whispers_reachable(struct discord *discord, struct person *person)
{
    while (person->held) {
        struct held *held = person->held;
        person->held = held->next;
        send_body(discord, person, held->body, held->table);
        free(held);
    }
}

/* ---- where private answers are, said in public ---- */

static bool may_hint(struct discord *discord, struct person *person)
{
    int64_t now = discord_now(discord);
    if (person->hinted_at > 0 && now - person->hinted_at < HINT_MS)
        return false;
    person->hinted_at = now;
    return true;
}

/* Says nothing of what they were to be told. */
static void hint_in_room(struct discord *discord, struct person *person, const char *room)
{
    struct prose tale;
    if (!room || room[0] == '@' || person->can_use_panel || !may_hint(discord, person))
        return;
    prose_clear(&tale);
    view_string(&tale, STRING_DM_REFUSED, "who", person->name, (char *)0);
    speak_post(discord, &(struct post){.room = room, .kind = POST_NEWS, .tale = &tale});
}

static bool is_waiting(const struct person *person)
{
    bool is_hopeless = person->dm == DM_UNKNOWN; /* too many wait already */
    return is_hopeless || (person->has_waited && (person->dm == DM_WAITING || person->dm == DM_OPENING));
}

/* Unasked once in a while, and then only to who never pressed anything; whoever asks hears it each time. */
static void tell_wait(struct discord *discord, struct person *person, const struct whisper *whisper)
{
    struct prose prose;
    int64_t now = discord_now(discord);
    bool was_told = person->wait_told_at > 0 && now - person->wait_told_at < HINT_MS;
    bool is_asked = whisper->is_asked || whisper->answers;
    if (!is_asked && (was_told || person->can_use_panel))
        return;
    person->wait_told_at = now;
    prose_clear(&prose);
    view_string(&prose, STRING_DM_WAITS, (char *)0);
    public_replies_take(discord, person,
                        &(struct whisper){.room = whisper->room, .answers = whisper->answers, .prose = &prose});
}

void whispers_wait(struct discord *discord, struct person *person)
{
    if (person->held)
        tell_wait(discord, person, &(struct whisper){.room = person->asked_in});
}

/* They are not edited any more. */
static void forget_messages(struct person *person)
{
    for (struct letter *letter = person->letters; letter; letter = letter->next)
        letter->message[0] = '\0';
}

void whispers_refused(struct discord *discord, struct person *person)
{
    struct table_room *table = host_table_of(discord->host, discord->network, person->id, 0);
    const char *room = *person->asked_in ? person->asked_in : table ? host_room_name(table) : NULL;
    whispers_drop_held(person);
    forget_messages(person);
    hint_in_room(discord, person, room);
}

void whispers_said(struct discord *discord, struct person *person, const char *channel)
{
    char room[HOST_ROOM];
    if (!*channel || strlen(channel) >= DISCORD_ID)
        return;
    snprintf(person->dm_channel, sizeof person->dm_channel, "%s", channel);
    if (person->dm != DM_OPEN)
        people_dm_is_open(discord, person);
    forget_messages(person); /* they were pushed up */
    snprintf(room, sizeof room, "@%s", person->id);
    speak_pushed_up_room(discord, room);
}

/* ---- whispers ---- */

/* Sends a body now, or when the channel is open. `table`: whose hand it is, 0: nobody's. */
static void send_or_hold(struct discord *discord, struct person *person, json_t *body, int64_t table)
{
    if (person->dm == DM_OPEN)
        send_body(discord, person, body, table);
    else
        hold(person, body, table);
}

void whispers_send(struct discord *discord, struct person *person, json_t *body)
{
    if (person->dm == DM_UNKNOWN)
        people_open_dm(discord, person);
    if (person->dm == DM_REFUSED)
        json_decref(body);
    else
        send_or_hold(discord, person, body, 0);
}

/* A text longer than a message goes ahead in pieces; the last of them comes back as a body. */
static json_t *send_all_but_last(struct discord *discord, struct person *person, const struct whisper *whisper)
{
    const struct markdown_style style = {.prefix = "", .is_ansi = false};
    char bytes[DISCORD_TEXT], part[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes), piece = text_over(part, sizeof part);
    json_t *last = NULL;
    bool is_in_fence = false;
    markdown_put(whisper->prose, &style, &content);
    for (const char *rest = bytes; *rest; text_clear(&piece)) {
        rest += markdown_piece(rest, DISCORD_CONTENT, &is_in_fence, &piece);
        if (last)
            send_or_hold(discord, person, last, 0);
        last = discord_body(part, NULL, 0);
    }
    return last ? last : discord_body("", NULL, 0);
}

/* Killed and restarted with nothing new in between, the process before has told them already. Only a room that comes back
   tells them so: later it is for what somebody did. */
static bool is_told(const struct discord *discord, struct letter *letter, const json_t *body)
{
    char digest[DISCORD_DIGEST];
    discord_digest(json_string_value(json_object_get(body, "content")), digest);
    bool is_told = discord->is_telling_back && letter->is_inherited && strcmp(digest, letter->digest) == 0;
    letter->is_inherited = false;
    return is_told;
}

static void send_hand(struct discord *discord, struct person *person, const struct whisper *whisper)
{
    struct table_room *room = whisper->room ? host_find(discord->host, discord->network, whisper->room) : NULL;
    json_t *panel = room ? panel_hand(discord, room, person, NULL, NULL, 0) : NULL;
    json_t *body = send_all_but_last(discord, person, whisper);
    struct letter *letter = letter_of(discord, person, whisper->table);
    if (panel)
        json_object_set(body, "components", json_object_get(panel, "components"));
    json_decref(panel);
    if (is_told(discord, letter, body))
        json_decref(body);
    else if (person->dm == DM_OPEN && letter->message[0] && !whisper->is_due)
        edit_body(discord, person, body, letter);
    else
        send_or_hold(discord, person, body, whisper->table);
}

static void send_answer(struct discord *discord, struct person *person, const struct whisper *whisper)
{
    send_or_hold(discord, person, send_all_but_last(discord, person, whisper), 0);
}

void whisper_to(void *self, const struct whisper *whisper)
{
    struct discord *discord = self;
    if (discord->is_stopping || !*whisper->person)
        return;
    struct person *person = people_get(discord->people, whisper->person);
    if (!person->name[0])
        snprintf(person->name, sizeof person->name, "%s", whisper->name);
    bool is_hand = whisper->kind == WHISPER_HAND;
    const char *guild = whisper->room ? places_guild(discord, whisper->room) : NULL;
    snprintf(person->asked_in, sizeof person->asked_in, "%s", whisper->room ? whisper->room : "");
    if (guild)
        snprintf(person->guild, sizeof person->guild, "%s", guild);
    if (interact_takes(discord, whisper)) {
        if (is_hand)
            letter_of(discord, person, whisper->table)->is_inherited = false; /* told otherwise since */
        return;
    }
    if (whisper->is_open && public_replies_take(discord, person, whisper))
        return;
    if (is_hand && (person->hands == HANDS_BY_PANEL || person->dm == DM_REFUSED)) {
        struct table_room *room = whisper->room ? host_find(discord->host, discord->network, whisper->room) : NULL;
        if (room)
            interact_refresh_panel(discord, person, room); /* else the room calls them, and they press */
        return;
    }
    if (person->dm == DM_UNKNOWN)
        people_open_dm(discord, person);
    if (person->dm == DM_REFUSED)
        hint_in_room(discord, person, whisper->room);
    else if (is_hand)
        send_hand(discord, person, whisper);
    else
        send_answer(discord, person, whisper);
    if (is_waiting(person))
        tell_wait(discord, person, whisper);
}
