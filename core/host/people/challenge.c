/* "challenge": a line in the room says that somebody would like to play with somebody else, at the
   table that is open there, or at one that is opened for it. Nobody is called, and nothing is sent
   in private. Bounded: CHALLENGES_MOST of a person in an hour (shares.h). People
   who are banned there cannot be asked, nor people who block the one who asks, or are blocked
   (session/blocks.h): all are refused like somebody whom we have never heard. */
#include <stdio.h>
#include <string.h>

#include "ban.h"
#include "blocks.h"
#include "game.h"
#include "games.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "policy.h"
#include "room.h"
#include "seat.h"
#include "shares.h"
#include "strings/seek.def"
#include "tell.h"
#include "text.h"
#include "turn.h"

enum { CHALLENGES_MOST = 3 };

/* What was typed: whom, and behind it the game with its options ("" if absent). */
struct challenge {
    char typed[HOST_NAME], game[HOST_NAME];
    const char *options;
    struct meant meant;
};

static const char *take_word(const char *words, char *out, size_t size)
{
    int length = (int)strcspn(words, " ");
    snprintf(out, size, "%.*s", length, words);
    return words + length + strspn(words + length, " ");
}

static void read_challenge(struct host *host, const struct heard *heard, const char *words,
                           struct challenge *out)
{
    words = take_word(words, out->typed, sizeof out->typed);
    out->options = take_word(words, out->game, sizeof out->game);
    out->meant = ban_meant(host, heard->network, heard->room, out->typed);
}

static bool is_oneself(const struct host *host, const struct heard *heard,
                       const struct challenge *challenge)
{
    return challenge->meant.count > 0 &&
           identity_same(host, challenge->meant.who, identity_of(heard));
}

static bool can_be_asked(struct host *host, const struct heard *heard,
                         const struct challenge *challenge)
{
    const struct meant *meant = &challenge->meant;
    return meant->count == 1 && !bans_has(host, meant->who) &&
           !bans_room_has(host, host_port_of(host, heard->network), heard->room, meant->who,
                          meant->source) &&
           !blocks_between(host, identity_of(heard), meant->who);
}

static bool is_seated(struct session *session, const struct challenge *challenge)
{
    struct heard heard = heard_about(challenge->meant.who, challenge->meant.name, 0);
    return challenge->meant.count == 1 && session_seat_of(session, &heard) >= 0;
}

/* A table is there. True, with the reason told, if nobody can be asked to it. */
static bool is_no_place(struct session *session, const struct heard *heard,
                        const struct challenge *challenge)
{
    struct host *host = session->host;
    const struct game *game = challenge->game[0] ? game_find(challenge->game) : session->game;
    bool is_late = session_has_fixed_seats(session) || session_has_no_seat(session);
    if (is_late || game != session->game)
        tell_openly(host, heard, is_late ? STRING_CHALLENGE_LATE : STRING_CHALLENGE_OTHER, "game",
                    session->game->name, (char *)0);
    else if (is_seated(session, challenge))
        tell_openly(host, heard, STRING_CHALLENGE_SEATED, "who", challenge->meant.name, (char *)0);
    else
        return guests_refuse(session, heard);
    return true;
}

/* The same words are heard once more when the table is there: not as the same message, which the
   opening has in its record. */
static void open_first(struct host *host, const struct heard *heard,
                       const struct challenge *challenge)
{
    struct heard again = *heard;
    again.id = NULL;
    host_open(host, heard, challenge->game, challenge->options);
    struct session *session = host_find(host, heard->network, heard->room);
    if (session && session->change)
        input_queue_again(session, &again);
}

static void ask(struct session *session, const struct heard *heard,
                const struct challenge *challenge)
{
    shares_note_wrong(&session->host->words.challenges, shares_speaker(heard), heard->now);
    tell_room(session, POST_NEWS, STRING_CHALLENGE, "who", heard->name, "by", challenge->meant.name,
              "game", session->game->name, (char *)0);
}

void host_challenge(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    struct challenge challenge;
    int asked = shares_tried(&host->words.challenges, shares_speaker(heard), heard->now);
    if (!heard->room || !*call->words) {
        tell_openly(host, heard, heard->room ? STRING_CHALLENGE_WHOM : STRING_CHALLENGE_ROOM,
                    (char *)0);
        return;
    }
    read_challenge(host, heard, call->words, &challenge);
    if (is_oneself(host, heard, &challenge))
        tell_openly(host, heard, STRING_CHALLENGE_SELF, (char *)0);
    else if (session && is_no_place(session, heard, &challenge))
        return;
    else if (!can_be_asked(host, heard, &challenge))
        tell_openly(host, heard, STRING_CHALLENGE_NOBODY, "typed",
                    challenge.meant.count == 1 ? challenge.meant.name : challenge.typed, (char *)0);
    else if (asked >= CHALLENGES_MOST)
        tell_openly(host, heard, STRING_CHALLENGE_MANY, (char *)0);
    else if (session)
        ask(session, heard, &challenge);
    else if (challenge.game[0])
        open_first(host, heard, &challenge);
    else
        tell_openly(host, heard, STRING_CHALLENGE_GAME, (char *)0);
}
