/* Words from one room of a table to the others: talk is not relayed, but what a seated person
   says with !say is. No record keeps it. In a room whose operators said no, nothing is sent from
   and nothing shown; a private message is no such room. Bounded: a person says SAYS_OF_ONE
   things in SAYS_MS at one table, a host as many for each of its people, and a table says SAYS
   in all. A room shows one table, so no room reads more than that. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "guests.h"
#include "host_state.h"
#include "posts.h"
#include "refuse.h"
#include "room_rules.h"
#include "seats.h"
#include "session_rooms.h"
#include "session_view.h"
#include "tell.h"
#include "text.h"

enum { SAY_LETTERS = 200, SAYS = 24, SAYS_OF_ONE = 4, SAYS_MS = 60 * 1000 };

struct said {
    struct {
        uint64_t who;
        int64_t at; /* 0 for nothing yet */
    } latest[SAYS];
    int next;
};

static bool is_off(const struct session *session, const struct showing *showing)
{
    return room_rule_is(session->host, showing->port, showing->name, RULE_SAY, "no");
}

/* ---- how much is said ---- */

/* The seconds until a person, or the table, may say something again; 0 if that is now. */
static int seconds_left(const struct said *said, const uint64_t *who, int most, int64_t now)
{
    int64_t oldest = INT64_MAX;
    int count = 0;
    for (int i = 0; i < SAYS; i++) {
        bool is_counted = said->latest[i].at && now - said->latest[i].at < SAYS_MS;
        if (!is_counted || (who && said->latest[i].who != *who))
            continue;
        count++;
        oldest = said->latest[i].at < oldest ? said->latest[i].at : oldest;
    }
    return count < most ? 0 : (int)((oldest + SAYS_MS - now + 999) / 1000);
}

/* Says so, if it is too much; else counts it. */
static bool is_too_much(struct session *session, const struct heard *heard)
{
    uint64_t who = text_hash(text_hash(HASH_START, heard->network), host_source(heard));
    int people = heard->source.people > 1 ? heard->source.people : 1;
    struct said *said = session->said ? session->said : calloc(1, sizeof *said);
    check(said);
    session->said = said;
    int own = seconds_left(said, &who, SAYS_OF_ONE * people, heard->now);
    int all = seconds_left(said, NULL, SAYS, heard->now);
    if (own || all) {
        tell_openly(session->host, heard, own ? STRING_SAY_OFTEN : STRING_SAY_MUCH, "seconds",
                    text_number(own ? own : all), (char *)0);
        return true;
    }
    said->latest[said->next].who = who;
    said->latest[said->next].at = heard->now;
    said->next = (said->next + 1) % SAYS;
    return false;
}

/* ---- saying it ---- */

static int count_letters(const char *words)
{
    int count = 0;
    for (; *words; words++)
        count += (*words & 0xc0) != 0x80;
    return count;
}

/* A bridge repeats in `to` all that is typed in `from`. */
static bool reads(const struct session *session, const struct showing *from,
                  const struct showing *to)
{
    return to != from && !(from && showings_are_bridged(session->host, from, to)) &&
           tell_reaches(session, to) && !is_off(session, to);
}

/* To the rooms and the people without a room who are to read it; without `prose` it only counts
   them. */
static int send_words(const struct session *session, const struct showing *from, int speaker,
                      const char *source, const struct prose *prose)
{
    int count = 0;
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *to = session_showing(session, i);
        struct post post = {.room = to->name,
                            .table = session->id,
                            .kind = POST_ANSWER,
                            .tale = prose,
                            .source = source};
        if (!reads(session, from, to))
            continue;
        count++;
        if (prose)
            to->port->post(to->port->self, &post);
    }
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        struct whisper whisper = {.person = s->key,
                                  .name = s->called,
                                  .table = session->id,
                                  .kind = WHISPER_ANSWER,
                                  .prose = prose,
                                  .source = source};
        if (seat == speaker || !seat_is_apart(session, seat))
            continue;
        count++;
        if (prose)
            s->port->whisper(s->port->self, &whisper);
    }
    return count;
}

static void say(struct session *session, const struct heard *heard, const struct showing *from,
                int seat, const char *words)
{
    char bytes[HOST_SOURCE];
    /* on another network the same id is somebody else */
    struct text source = text_over(bytes, sizeof bytes);
    struct prose prose;
    text_putf(&source, "%s %s", heard->network, host_source(heard));
    prose_clear(&prose);
    view_string(&prose, from ? STRING_SAID : STRING_SAID_APART, "who", session->seats[seat].name,
                "room", guests_word(heard->room ? heard->room : ""), "network", heard->network,
                "said", words, (char *)0);
    send_words(session, from, seat, bytes, &prose);
    tell_openly(session->host, heard, STRING_SAY_DONE, (char *)0);
}

void host_say(struct host *host, struct session *session, const struct heard *heard,
              const char *words)
{
    if (host_lacks_table(host, session, heard))
        return;
    int seat = session_seat_of(session, heard);
    const struct showing *from =
        heard->room ? guests_find(session, heard->network, heard->room) : NULL;
    if (seat < 0 || session->seats[seat].is_left)
        tell_not_seated(session, heard,
                        session_has_begun(session) ? STRING_NOT_SEATED_RUNNING : STRING_NOT_SEATED);
    else if (!*words)
        tell_openly(host, heard, STRING_SAY_WHAT, (char *)0);
    else if (count_letters(words) > SAY_LETTERS)
        tell_openly(host, heard, STRING_SAY_LONG, "most", text_number(SAY_LETTERS), (char *)0);
    else if (from && is_off(session, from))
        tell_openly(host, heard, STRING_SAY_OFF, (char *)0);
    else if (send_words(session, from, seat, NULL, NULL) == 0)
        tell_openly(host, heard, STRING_SAY_NOBODY, (char *)0);
    else if (!is_too_much(session, heard))
        say(session, heard, from, seat, words);
}
