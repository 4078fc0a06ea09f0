/* "play heartcatchers thread=yes": a table in a thread of its own. The thread is opened first, and what was said is then heard
   in it; where none can be opened, it is heard where it was said. Knows of the word thread=, and of nothing else in a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "discord_inside.h"
#include "rest.h"
#include "text.h"

enum { THREAD_PUBLIC = 11, ARCHIVE_MINUTES = 1440, NAME_MOST = 90 };

static const char wish[] = "thread=";

/* What waits for its thread. */
struct waiting_play {
    struct discord *discord;
    char person[DISCORD_ID], room[HOST_ROOM], id[HOST_KEY], line[HOST_TEXT];
    unsigned rank;
};

/* Takes "thread=yes" out of the words of a play; true if it was there. Other values are taken out, too. */
static bool take_wish(const char *text, char line[HOST_TEXT])
{
    bool is_wanted = false;
    struct text out = text_over(line, HOST_TEXT);
    for (const char *word = text + strspn(text, " "); *word; word += strspn(word, " ")) {
        int length = (int)strcspn(word, " ");
        bool is_wish = strncmp(word, wish, sizeof wish - 1) == 0;
        if (is_wish)
            is_wanted = strncmp(word + sizeof wish - 1, "yes", 3) == 0;
        else if (out.length > 0)
            text_put(&out, " ");
        if (!is_wish)
            text_put_bytes(&out, word, length);
        word += length;
    }
    return is_wanted;
}

static void hear_waiting(struct waiting_play *play, const char *room)
{
    struct discord *discord = play->discord;
    hear_here(discord, people_get(discord->people, play->person), room, play->rank, play->line, play->id, NULL);
    free(play);
}

static void opened(void *arg, const struct rest_answer *answer)
{
    struct waiting_play *play = arg;
    const char *id = json_string_value(json_object_get(answer->body, "id"));
    const char *guild = json_string_value(json_object_get(answer->body, "guild_id"));
    char room[HOST_ROOM];
    if (answer->outcome != REST_DONE || !id || strlen(id) >= DISCORD_ID) {
        discord_log_refusal("discord-no-thread", play->room, answer);
        hear_waiting(play, play->room);
        return;
    }
    room_of_channel(id, room);
    if (guild)
        places_note(play->discord, room, guild);
    hear_waiting(play, room);
}

/* "heartcatchers, ann" */
static void put_name(const char *line, const struct person *person, char name[4 * NAME_MOST])
{
    const char *game = line + strcspn(line, " ");
    game += strspn(game, " ");
    snprintf(name, 4 * NAME_MOST, "%.*s, %s", (int)strcspn(game, " "), game, person->name);
}

static void open_thread(struct discord *discord, struct waiting_play *play_take, const char *channel,
                        const struct person *person)
{
    char name[4 * NAME_MOST];
    put_name(play_take->line, person, name);
    rest_send(discord->rest,
              &(struct rest_request){.lane = REST_PERSON,
                                     .method = "POST",
                                     .route = "/channels/{}/threads",
                                     .ids = {channel},
                                     .body = json_pack("{s:s, s:i, s:i}", "name", name, "type", THREAD_PUBLIC,
                                                       "auto_archive_duration", ARCHIVE_MINUTES),
                                     .done = opened,
                                     .arg = play_take,
                                     .forget = free});
}

bool threads_take(struct discord *discord, struct person *person, const char *room, unsigned rank, const char *text,
                  const char *id)
{
    char line[HOST_TEXT], channel[DISCORD_ID];
    bool is_play = strncmp(text, "play ", 5) == 0 && strstr(text, wish);
    if (!is_play || !room || strlen(text) >= HOST_TEXT || !channel_of_room(room, channel))
        return false;
    bool is_wanted = take_wish(text, line);
    struct waiting_play *play = calloc(1, sizeof *play);
    check(play);
    play->discord = discord;
    play->rank = rank;
    snprintf(play->person, sizeof play->person, "%s", person->id);
    snprintf(play->room, sizeof play->room, "%s", room);
    snprintf(play->id, sizeof play->id, "%s", id ? id : "");
    snprintf(play->line, sizeof play->line, "%s", line);
    if (!is_wanted) {
        hear_waiting(play, room);
        return true;
    }
    open_thread(discord, play, channel, person);
    return true;
}
