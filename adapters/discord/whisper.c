/* See whisper.h. Hands go the way the person chose; where a direct message is refused they go into the panel, and the room says
   so once. */
#include "whisper.h"

#include <stdio.h>

#include "discord_strings.h"
#include "panel.h"
#include "places.h"
#include "post.h"
#include "private.h"
#include "prose.h"
#include "public_replies.h"
#include "reply.h"
#include "view.h"

enum { HINT_MS = 10 * 60 * 1000 };

/* ---- where private answers are, said in public ---- */

static bool may_hint(struct discord *discord, struct person *person)
{
    int64_t now = loop_now(discord->loop);
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
    view_sentence(&tale, discord_strings[DISCORD_STRING_DM_REFUSED], "who", person->name, (char *)0);
    post_in_room(discord, &(struct post){.room = room, .kind = POST_NEWS, .tale = &tale});
}

static bool is_waiting(const struct person *person)
{
    bool is_hopeless = person->dm == DM_UNKNOWN; /* too many wait already */
    return is_hopeless || (person->has_waited && (person->dm == DM_WAITING || person->dm == DM_OPENING));
}

/* Unasked it is said once in a while, and only to people who never pressed anything; people who ask hear it each
   time. */
static void tell_wait(struct discord *discord, struct person *person, const struct whisper *whisper)
{
    struct prose prose;
    int64_t now = loop_now(discord->loop);
    bool was_told = person->wait_told_at > 0 && now - person->wait_told_at < HINT_MS;
    bool is_asked = whisper->is_asked || whisper->answers;
    if (!is_asked && (was_told || person->can_use_panel))
        return;
    person->wait_told_at = now;
    prose_clear(&prose);
    view_sentence(&prose, discord_strings[DISCORD_STRING_DM_WAITS], (char *)0);
    public_replies_take(discord, person,
                        &(struct whisper){.room = whisper->room, .answers = whisper->answers, .prose = &prose});
}

static void refused(struct discord *discord, struct person *person)
{
    struct session *table = host_table_of(discord->host, discord->network, person->id, 0);
    const char *room = *person->asked_in ? person->asked_in : table ? host_room_name(table) : NULL;
    private_closed(person);
    hint_in_room(discord, person, room);
}

void whisper_hear_dm(struct discord *discord, struct person *person, enum dm_news news)
{
    if (news == DM_NEWS_OPEN)
        private_send_held(discord, person);
    else if (news == DM_NEWS_REFUSED)
        refused(discord, person);
    else if (news == DM_NEWS_GIVEN_UP)
        people_drop_held(person);
    else if (person->held)
        tell_wait(discord, person, &(struct whisper){.room = person->asked_in});
}

/* ---- whispers ---- */

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
    if (reply_takes(discord, whisper)) {
        if (is_hand)
            private_told_otherwise(discord, person, whisper->table);
        return;
    }
    if (whisper->is_open && public_replies_take(discord, person, whisper))
        return;
    if (is_hand && (person->hands == HANDS_BY_PANEL || person->dm == DM_REFUSED)) {
        struct session *session = whisper->room ? host_find(discord->host, discord->network, whisper->room) : NULL;
        if (session)
            panel_refresh(discord, person, session); /* else the room calls them, and they press */
        return;
    }
    if (person->dm == DM_UNKNOWN)
        dm_open(discord, person);
    if (person->dm == DM_REFUSED)
        hint_in_room(discord, person, whisper->room);
    else if (is_hand)
        private_send_hand(discord, person, whisper);
    else
        private_send_answer(discord, person, whisper);
    if (is_waiting(person))
        tell_wait(discord, person, whisper);
}
