/* See application.h. */
#include "application.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "emoji.h"
#include "json.h"
#include "log.h"
#include "rest.h"

#ifndef TABLETALK_VERSION
#define TABLETALK_VERSION "0"
#endif

enum {
    FLAG_CONTENT = 1 << 18 | 1 << 19 /* of an application: Message Content was approved, or its
                                        owner has switched it on */
};

const char discord_user_agent[] = "DiscordBot (https://tabletalk.example, " TABLETALK_VERSION ")";

/* JSON members that nothing here reads, and that grow with a server or that any person can make
   large. A number other than 0 drops the member only at that depth or deeper:
   permission_overwrites are read in a single channel, not in a list of channels. Of the message
   that another one answers only its id and its author's are read. */
const struct sieve_key discord_unread[] = {
    {"activity_instances", 0},
    {"attachments", 0},
    {"author", SIEVE_KEPT_INSIDE},
    {"available_tags", 0},
    {"avatar", 0},
    {"avatar_decoration_data", 0},
    {"banner", 0},
    {"collectibles", 0},
    {"color", 0},
    {"colors", 0},
    {"deaf", 0},
    {"default_auto_archive_duration", 0},
    {"discriminator", 0},
    {"embedded_activities", 0},
    {"embeds", 0},
    {"emojis", 0},
    {"features", 0},
    {"guild_scheduled_events", 0},
    {"hoist", 0},
    {"icon", 0},
    {"icon_emoji", 0},
    {"id", SIEVE_KEPT_INSIDE},
    {"interaction_metadata", 0},
    {"joined_at", 0},
    {"last_message_id", 0},
    {"managed", 0},
    {"member_count", 0},
    {"members", 0},
    {"mentionable", 0},
    {"message_count", 0},
    {"message_snapshots", 0},
    {"mute", 0},
    {"nsfw", 0},
    {"pending", 0},
    {"permission_overwrites", 4},
    {"poll", 0},
    {"position", 0},
    {"premium_since", 0},
    {"presences", 0},
    {"primary_guild", 0},
    {"public_flags", 0},
    {"rate_limit_per_user", 0},
    {"reactions", 0},
    {"referenced_message", SIEVE_NARROWED},
    {"soundboard_sounds", 0},
    {"stage_instances", 0},
    {"sticker_items", 0},
    {"stickers", 0},
    {"thread_metadata", 0},
    {"topic", 0},
    {"total_message_sent", 0},
    {"unicode_emoji", 0},
    {"version", 0},
    {"voice_states", 0},
    {NULL, 0},
};

bool discord_may_read(const json_t *application)
{
    return (field_number(application, "flags") & FLAG_CONTENT) != 0;
}

void discord_note_id(const json_t *object, char out[DISCORD_ID])
{
    const char *id = json_string_value(json_object_get(object, "id"));
    if (id && strlen(id) < DISCORD_ID)
        snprintf(out, DISCORD_ID, "%s", id);
}

void discord_log_refusal(const char *what, const char *where, const struct rest_answer *answer)
{
    char code[16];
    snprintf(code, sizeof code, "%d", answer->code ? answer->code : answer->status);
    log_event(LOG_WARN, what, "where", where, "code", code, "why",
              answer->message ? answer->message : "", (char *)0);
}

/* ---- what people are told ---- */

const char *const discord_strings[] = {
#define STRING(id, text) [DISCORD_STRING_##id] = (text),
#include "strings.def"
#undef STRING
};

const struct host_help discord_help[] = {
    {"set",
     "WORDS: dm or panel, which is where your hand is shown; push dm or push room, which message rings at your turn; "
     "nudge, to be told in private when it is your turn, or nudge off; or look and plain, colours, symbols, emoji or reader (for a screen reader), narrow, wide or width 60, for what only "
     "you see."},
    {"settings",
     "Whoever may manage the channel or the server sets them, also threads (whether each table gets one); whoever may manage the "
     "server does so for all its channels at once, too: !settings server guests no. open can be a role."},
    {"ban", "NAME can be a mention of anybody, or a user id, too."},
    {NULL, NULL},
};

bool discord_doubts_emoji(struct discord *discord, const struct rest_answer *answer)
{
    bool is_doubted = answer->outcome == REST_REFUSED && answer->code == CODE_BAD_FORM &&
                      discord->emoji && emoji_confirm(discord->emoji, NULL);
    if (is_doubted)
        loop_timer_set(&discord->emoji_again, 0);
    return is_doubted;
}
