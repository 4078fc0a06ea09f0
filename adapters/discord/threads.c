/* Tables in a thread of their own. If the person may open threads there, one is opened with the
   table in it; if we may not, the table opens in the channel. Bounded: OF_PERSON threads for a
   person and OF_GUILD for a guild within WITHIN_MS; a channel that refuses a thread is not asked
   again for REFUSED_MS. */
#include "places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "application.h"
#include "check.h"
#include "host_commands.h"
#include "log.h"
#include "people.h"
#include "posts.h"
#include "private.h"
#include "prose.h"
#include "reply.h"
#include "rest.h"
#include "text.h"
#include "view.h"

enum {
    THREAD_PUBLIC = 11,
    CHANNEL_TEXT = 0,
    CHANNEL_NEWS = 5,
    ARCHIVE_MINUTES = 1440,
    TITLE_MOST = 100, /* characters; Discord's limit */
    OF_PERSON = 3,
    OF_GUILD = 10,
    WITHIN_MS = 10 * 60 * 1000,
    REFUSED_MS = 60 * 60 * 1000,
    ASK_MS = 10 * 1000
};

struct lately {
    struct lately *next;
    char person[DISCORD_ID], guild[DISCORD_ID];
    char channel[DISCORD_ID]; /* "" if a thread was opened */
    int64_t until;
};

struct threads {
    struct lately *lately;
};

struct threads *threads_new(void)
{
    struct threads *threads = calloc(1, sizeof *threads);
    check(threads);
    return threads;
}

void threads_free(struct threads *threads)
{
    while (threads && threads->lately) {
        struct lately *lately = threads->lately;
        threads->lately = lately->next;
        free(lately);
    }
    free(threads);
}

/* ---- how many there were ---- */

static void forget_old(struct threads *threads, int64_t now)
{
    for (struct lately **link = &threads->lately; *link;) {
        struct lately *lately = *link;
        if (lately->until > now) {
            link = &lately->next;
            continue;
        }
        *link = lately->next;
        free(lately);
    }
}

static void note(struct discord *discord, const char *person, const char *guild,
                 const char *channel, int64_t ms)
{
    struct lately *lately = calloc(1, sizeof *lately);
    check(lately);
    snprintf(lately->person, sizeof lately->person, "%s", person);
    snprintf(lately->guild, sizeof lately->guild, "%s", guild);
    snprintf(lately->channel, sizeof lately->channel, "%s", channel);
    lately->until = loop_now(discord->loop) + ms;
    lately->next = discord->threads->lately;
    discord->threads->lately = lately;
}

static bool is_too_much(const struct threads *threads, const char *person, const char *guild)
{
    int of_person = 0, of_guild = 0;
    for (const struct lately *lately = threads->lately; lately; lately = lately->next) {
        of_person += !lately->channel[0] && strcmp(lately->person, person) == 0;
        of_guild += !lately->channel[0] && strcmp(lately->guild, guild) == 0;
    }
    return of_person >= OF_PERSON || of_guild >= OF_GUILD;
}

static bool takes_none(const struct threads *threads, const char *channel)
{
    const struct lately *lately = threads->lately;
    while (lately && strcmp(lately->channel, channel) != 0)
        lately = lately->next;
    return lately != NULL;
}

/* ---- a table that waits for its thread ---- */

struct wanted {
    struct discord *discord;
    char person[DISCORD_ID], name[HOST_NAME], guild[DISCORD_ID], channel[DISCORD_ID],
        room[HOST_ROOM];
    char id[HOST_KEY], game[HOST_NAME], options[HOST_TEXT], title[4 * TITLE_MOST + 1];
    unsigned rank;
    json_t *member;
};

static void free_wanted(void *arg)
{
    struct wanted *wanted = arg;
    json_decref(wanted->member);
    free(wanted);
}

static void open_table(struct wanted *wanted, const char *room)
{
    struct discord *discord = wanted->discord;
    const struct heard heard = {.network = discord->network,
                                .room = room,
                                .group = wanted->guild,
                                .key = wanted->person,
                                .source = {.people = 1},
                                .name = wanted->name,
                                .rank = wanted->rank,
                                .text = "play",
                                .id = wanted->id,
                                .now = loop_now(discord->loop)};
    if (!discord->is_stopping)
        host_open_apart(discord->host, &heard, wanted->game, wanted->options);
    free_wanted(wanted);
}

static void opened(void *arg, const struct rest_answer *answer)
{
    struct wanted *wanted = arg;
    char id[DISCORD_ID], room[HOST_ROOM];
    if (answer->outcome == REST_DONE && field_id(answer->body, "id", id)) {
        places_room_of(id, room);
        places_note(wanted->discord, room, wanted->guild);
        places_note_above(wanted->discord, room, wanted->channel);
        open_table(wanted, room);
        return;
    }
    discord_log_refusal("discord-no-thread", wanted->room, answer);
    if (answer->outcome == REST_REFUSED)
        note(wanted->discord, "", wanted->guild, wanted->channel, REFUSED_MS);
    open_table(wanted, wanted->room);
}

static void open_thread(struct wanted *wanted)
{
    rest_send(wanted->discord->rest,
              &(struct rest_request){.lane = REST_PERSON,
                                     .method = "POST",
                                     .route = "/channels/{}/threads",
                                     .ids = {wanted->channel},
                                     .body = json_pack("{s:s, s:i, s:i}", "name", wanted->title,
                                                       "type", THREAD_PUBLIC,
                                                       "auto_archive_duration", ARCHIVE_MINUTES),
                                     .done = opened,
                                     .arg = wanted,
                                     .forget = free_wanted});
}

/* ---- whether the person may open one ---- */

static bool may_open(uint64_t rights)
{
    const uint64_t needed = RIGHT_PUBLIC_THREADS | RIGHT_IN_THREADS;
    return rights & RIGHT_ADMINISTRATOR || (rights & needed) == needed;
}

static void refuse(struct wanted *wanted)
{
    struct discord *discord = wanted->discord;
    struct prose why;
    prose_open(&why, host_person_language(discord->host, discord->network, wanted->person));
    view_sentence(&why, discord_strings[DISCORD_STRING_THREAD_FORBIDDEN], (char *)0);
    whisper_to(discord, &(struct whisper){.person = wanted->person,
                                          .name = "",
                                          .room = wanted->room,
                                          .kind = WHISPER_ANSWER,
                                          .is_open = true,
                                          .answers = wanted->id,
                                          .prose = &why,
                                          .source = wanted->person});
    free_wanted(wanted);
}

static void on_channel(void *arg, const struct rest_answer *answer)
{
    struct wanted *wanted = arg;
    int64_t type = field_number(answer->body, "type");
    if (answer->outcome != REST_DONE || (type != CHANNEL_TEXT && type != CHANNEL_NEWS)) {
        open_table(wanted, wanted->room); /* no channel that has threads, such as a thread */
        return;
    }
    uint64_t rights =
        places_rights(wanted->discord, wanted->guild, wanted->person, wanted->member, answer->body);
    if (may_open(rights))
        open_thread(wanted);
    else
        refuse(wanted);
}

static void ask(struct wanted *wanted, const char *route, const char *first, const char *second,
                rest_done *done)
{
    rest_send(wanted->discord->rest,
              &(struct rest_request){.lane = REST_PERSON,
                                     .method = "GET",
                                     .route = route,
                                     .ids = {first, second},
                                     .deadline = loop_now(wanted->discord->loop) + ASK_MS,
                                     .done = done,
                                     .arg = wanted,
                                     .forget = free_wanted});
}

static void on_member(void *arg, const struct rest_answer *answer)
{
    struct wanted *wanted = arg;
    if (answer->outcome != REST_DONE) {
        refuse(wanted);
        return;
    }
    wanted->member = json_deep_copy(answer->body);
    ask(wanted, "/channels/{}", wanted->channel, NULL, on_channel);
}

/* ---- in ---- */

/* "Heartcatchers, ann". Both names are UTF-8, and are cut at a character. */
static void put_title(const char *game, const char *name, char *title, size_t size)
{
    struct text text = text_over(title, size);
    char whole[HOST_NAME * 2 + 8];
    int count = 0;
    snprintf(whole, sizeof whole, "%s, %s", game, name);
    for (const char *p = whole; *p && count < TITLE_MOST; count++) {
        unsigned scalar;
        int length = text_utf8(p, (int)strlen(p), &scalar);
        if (length > 0 && scalar >= ' ')
            text_put_bytes(&text, p, length);
        p += length > 0 ? length : 1;
    }
}

static struct wanted *wanted_new(struct discord *discord, const struct heard *heard,
                                 const struct host_apart *table, const char *guild,
                                 const char *channel)
{
    struct wanted *wanted = calloc(1, sizeof *wanted);
    check(wanted);
    wanted->discord = discord;
    wanted->rank = heard->rank;
    snprintf(wanted->person, sizeof wanted->person, "%s", heard->key);
    snprintf(wanted->name, sizeof wanted->name, "%s", heard->name);
    snprintf(wanted->guild, sizeof wanted->guild, "%s", guild);
    snprintf(wanted->channel, sizeof wanted->channel, "%s", channel);
    snprintf(wanted->room, sizeof wanted->room, "%s", heard->room);
    snprintf(wanted->id, sizeof wanted->id, "%s", heard->id ? heard->id : "");
    snprintf(wanted->game, sizeof wanted->game, "%s", table->game);
    snprintf(wanted->options, sizeof wanted->options, "%s", table->options);
    put_title(table->name, heard->name, wanted->title, sizeof wanted->title);
    return wanted;
}

/* An interaction comes with the person's rights; for somebody who typed, we ask for them. */
bool threads_open(void *self, const struct heard *heard, const struct host_apart *table,
                  struct prose *why)
{
    struct discord *discord = self;
    const char *guild = places_guild(discord, heard->room);
    char channel[DISCORD_ID], minutes[12];
    uint64_t rights = 0;
    bool is_told = reply_rights(discord, heard->id, &rights);
    forget_old(discord->threads, loop_now(discord->loop));
    if (!guild || !places_channel_of(heard->room, channel) || (is_told && !may_open(rights))) {
        view_sentence(why, discord_strings[DISCORD_STRING_THREAD_FORBIDDEN], (char *)0);
        return false;
    }
    if (is_too_much(discord->threads, heard->key, guild)) {
        snprintf(minutes, sizeof minutes, "%d", WITHIN_MS / 60000);
        view_sentence(why, discord_strings[DISCORD_STRING_THREAD_TOO_MANY], "minutes", minutes,
                      (char *)0);
        return false;
    }
    if (takes_none(discord->threads, channel)) {
        view_sentence(why, discord_strings[DISCORD_STRING_THREAD_NOT_HERE], (char *)0);
        return false;
    }
    note(discord, heard->key, guild, "", WITHIN_MS);
    struct wanted *wanted = wanted_new(discord, heard, table, guild, channel);
    if (is_told)
        open_thread(wanted);
    else
        ask(wanted, "/guilds/{}/members/{}", guild, wanted->person, on_member);
    return true;
}
