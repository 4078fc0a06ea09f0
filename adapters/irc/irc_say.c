/* What the host and we ourselves have to say: into the outbox it goes. Next: irc_speak.c (how it leaves the outbox). */
#include "irc_network.h"
#include "irc_reach.h"
#include "irc_say.h"
#include "outbox.h"
#include "prose.h"

void irc_post(void *self, const struct post *post)
{
    struct irc *irc = self;
    if (irc->is_stopping)
        return;
    outbox_post(irc->outbox, post);
    irc_pump_soon(irc);
}

void irc_whisper(void *self, const struct whisper *whisper)
{
    struct irc *irc = self;
    if (irc->is_stopping)
        return;
    /* What was asked for in private takes its turn with its table, too. */
    struct whisper own = *whisper;
    struct session *table =
        own.table && !own.room ? host_table_numbered(irc->host, irc->network, own.person, own.table) : NULL;
    if (table)
        own.room = host_room_name(table);
    irc_reach_queued(irc, own.person);
    outbox_whisper(irc->outbox, &own);
    irc_pump_soon(irc);
}

void irc_tell(struct irc *irc, const char *key, const char *sentence)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, sentence);
    irc_whisper(irc, &(struct whisper){.person = key, .name = "", .kind = WHISPER_ANSWER, .prose = &prose});
}

/* A table waits for what becomes of it. */
static void tell_cards_come(struct irc *irc, const struct member *member)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, "Your cards will come to you here.");
    irc_whisper(
        irc, &(struct whisper){
                 .person = member->key, .name = member->nick, .is_due = true, .kind = WHISPER_ANSWER, .prose = &prose});
}

enum host_reach irc_reach(void *self, const char *key)
{
    struct irc *irc = self;
    struct member *member = irc->members ? members_by_key(irc->members, key) : NULL;
    if (!member || member->reach == REACH_NO)
        return HOST_UNREACHED;
    member->is_reach_wanted = true;
    if (member->reach == REACH_UNKNOWN)
        tell_cards_come(irc, member);
    return member->reach == REACH_YES ? HOST_REACHED : HOST_REACH_ASKED;
}
