/* Seat words as people say them: a person who says the word of a seat gets the seat, and a new
   word unless an account said it. Bounded: TRIES_MOST wrong words of one person in an hour, and
   one new word of a seat in a minute. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "aside.h"
#include "change.h"
#include "choices.h"
#include "deadline.h"
#include "elsewhere.h"
#include "guests.h"
#include "host_commands.h"
#include "host_state.h"
#include "input_queue.h"
#include "latest.h"
#include "posts.h"
#include "room.h"
#include "seat.h"
#include "shares.h"
#include "strings/seatword.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"

enum { WORD_AGAIN_MS = 60 * 1000 };

/* Tells the new word to the owner, even if another person said the old one. An owner who is gone
   gets the next word when the seat is taken back. */
static void told_new_word(struct change *change)
{
    struct session *session = change->session;
    const struct seat *seat = &session->seats[change->seat];
    struct heard owner = {.network = seat->port->network, .key = seat->key, .name = seat->called};
    if (seat->is_detached) {
        tell_person(session->host, &change->heard, STRING_SEAT_WORD_PUBLIC, (char *)0);
        return;
    }
    tell_person(session->host, &change->heard, STRING_SEAT_WORD_PUBLIC_HELD, (char *)0);
    tell_word(session, &owner, STRING_SEAT_WORD, change->note);
}

static void told_word_again(struct change *change)
{
    tell_word(change->session, &change->heard, STRING_SEAT_WORD_NEW, change->note);
}

/* Makes the old word void: others have read it, or its owner has lost it. */
static void replace_word(struct session *session, int seat, const struct heard *heard,
                         change_done *told)
{
    unsigned char hash[SESSION_HASH];
    char fresh[16];
    struct change *change = change_new(session, heard);
    seat_word_new(fresh, hash, session->id);
    change_put_word(change, seat, hash);
    change_commit_lines(change, seat, fresh, told);
}

/* The owner has read the new word, so the spoken one is used up. Before, a kill would leave the
   owner without a word. */
static void forget_old_word(struct session *session, int seat)
{
    struct change *change = change_new(session, NULL);
    change_put_word(change, seat, session->seats[seat].word);
    change_commit_lines(change, seat, NULL, NULL);
}

static void told_claimed(struct change *change)
{
    struct session *session = change->session;
    struct seat *seat = &session->seats[change->seat];
    bool has_word = change->note[0] != '\0';
    tell_word(session, &change->heard, has_word ? STRING_SEAT_WORD_RIGHT : STRING_SEAT_WORD_LAST,
              change->note);
    bool is_private = showing_is_private(&session->home);
    struct prose tale;
    prose_clear(&tale);
    view_string(&tale, STRING_ATTACHED, "who", seat->name, (char *)0);
    if (is_private && session_has_begun(session))
        tell_standing(session, POST_NEWS, &tale);
    else
        tell_post(session, POST_NEWS, &tale);
    if (session_has_begun(session))
        latest_tell_hand(session, change->seat);
    if (is_private) {
        session->home.is_untold = session->state.is_recovered =
            false; /* nobody else reports that the session can be posted to again */
        deadline_absent_begin(session);
        clock_play_on_at(session, session->host->now);
    }
    if (has_word)
        forget_old_word(session, change->seat);
}

/* The word was right: binds the seat to the person who spoke it. */
static void claim(struct session *session, int seat, const struct heard *heard)
{
    char word[16];
    struct change *change = change_new(session, heard);
    if (change_put_claim(change, seat, word)) {
        change_put_key(change, &session->seats[seat], heard->key);
        change_commit_lines(change, seat, word, told_claimed);
        return;
    }
    tell_person(session->host, heard, STRING_JOIN_TOO_MANY_PEOPLE, (char *)0);
    change_free(change);
}

static int seat_with_word(const struct session *session, const char *network, const char *word)
{
    unsigned char hash[SESSION_HASH];
    seat_word_hash(word, session->id, hash);
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        bool is_right = (s->has_word && sodium_memcmp(hash, s->word, SESSION_HASH) == 0) ||
                        (s->has_old_word && sodium_memcmp(hash, s->old_word, SESSION_HASH) == 0);
        if (is_right && strcmp(s->port->network, network) == 0)
            return seat;
    }
    return -1;
}

/* The table of the network where a seat has this word. NULL if none has. *waiting counts the
   seats that wait for a word. */
static struct session *session_of_word(struct host *host, const char *network, const char *word,
                                       int *out_seat, int *waiting)
{
    struct session *found = NULL;
    *waiting = 0;
    for (struct session *session = host->tables.first; session; session = session->next) {
        for (int seat = 0; seat < session->seat_count; seat++)
            *waiting += session->seats[seat].is_detached &&
                        strcmp(session->seats[seat].port->network, network) == 0;
        int seat = found ? -1 : seat_with_word(session, network, word);
        if (seat >= 0) {
            found = session;
            *out_seat = seat;
        }
    }
    return found;
}

/* The word is right. If others have read it and the seat cannot be had by it, the word becomes
   void. */
static void take_seat(struct session *session, int seat, const struct heard *heard)
{
    bool is_seated = session_seat_of(session, heard) >= 0,
         is_held = !session->seats[seat].is_detached;
    bool is_taken = session_has_private_twin(session, &session->seats[seat], heard->key);
    if (heard->room && (is_held || is_seated || is_taken))
        replace_word(session, seat, heard, told_new_word);
    else if (is_seated)
        tell_person(session->host, heard, STRING_SEAT_WORD_HELD, "room",
                    tell_place(session, session->seats[seat].port), (char *)0);
    else if (is_taken)
        tell_person(session->host, heard, STRING_SEAT_WORD_TABLE_OPEN, (char *)0);
    else if (!guests_refuse(session, heard))
        claim(session, seat, heard);
}

/* Of tables of other processes nobody here knows whether a seat waits there: all of these were
   asked for the word. */
static bool is_all_here(const struct host *host)
{
    for (int i = 0; i < host->networks.count; i++)
        if (!port_is_here(&host->networks.ports[i]))
            return false;
    return true;
}

/* Hears a right word in its table's turn, so that a word that others read is void even while the
   disk works. */
void host_claim(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *word = call->words;
    int waiting, seat = -1;
    bool is_locked = shares_is_locked(&host->words.tries, shares_speaker(heard), heard->now);
    if (is_locked && !heard->room) { /* before a look through all tables */
        tell_person(host, heard, STRING_SEAT_WORD_LOCKED, (char *)0);
        return;
    }
    struct session *session = session_of_word(host, heard->network, word, &seat, &waiting);
    bool is_strangers = session && !heard->room && !session->seats[seat].is_detached &&
                        session_seat_of(session, heard) != seat;
    if (session && session->change)
        input_queue_again(session, heard);
    else if (is_locked && !session)
        tell_person(host, heard, STRING_SEAT_WORD_LOCKED, (char *)0);
    else if (session && !is_strangers)
        take_seat(session, seat, heard);
    else if (!session && aside_claim(host, heard, word))
        return;
    else if (waiting == 0 && host->asides.count == 0 && is_all_here(host))
        tell_person(host, heard, STRING_SEAT_WORD_NO_SEAT, (char *)0);
    else
        tell_person(
            host, heard, STRING_SEAT_WORD_WRONG, "left",
            text_number(shares_note_wrong(&host->words.tries, shares_speaker(heard), heard->now)),
            (char *)0);
}

bool host_knows_word(struct host *host, const struct heard *heard)
{
    int waiting, seat;
    return session_of_word(host, heard->network, heard->text, &seat, &waiting) != NULL;
}

/* Gives a new word, one a minute at most: each is a line of the record. */
static void give_word(struct session *session, int seat, const struct heard *heard)
{
    struct seat *s = &session->seats[seat];
    if (seat_key_lasts(s->port, s->key)) {
        tell_person(session->host, heard, STRING_SEAT_WORD_NOT_NEEDED, "room",
                    tell_place(session, session->seats[seat].port), (char *)0);
    } else if (s->word_at && heard->now - s->word_at < WORD_AGAIN_MS) {
        tell_person(session->host, heard, STRING_SEAT_WORD_SOON, "room",
                    tell_place(session, session->seats[seat].port), (char *)0);
    } else {
        s->word_at = heard->now;
        replace_word(session, seat, heard, told_word_again);
    }
}

/* Who changed the name in a gap cannot be told from a stranger: in the table's room anybody may
   be the owner. */
bool host_awaits(const struct session *session, const struct heard *heard)
{
    return session_seat_waiting(session, heard->network, heard->room ? NULL : heard->name) >= 0;
}

bool host_awaits_key(const struct host *host, const char *network, const char *key)
{
    const struct sitting *sitting = host->tables.sittings[host_bucket(network, key)];
    for (; sitting; sitting = sitting->next)
        for (int seat = 0; seat < sitting->session->seat_count; seat++)
            if (sitting->session->seats[seat].is_detached &&
                seat_belongs(&sitting->session->seats[seat], identity(network, key)))
                return true;
    return false;
}

struct session *host_table_awaiting(const struct host *host, const struct heard *heard)
{
    struct session *session = host->tables.first;
    while (session && session_seat_waiting(session, heard->network, heard->name) < 0)
        session = session->next;
    return session;
}

void host_show_seat(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    struct session *session;
    int count = 0;
    for (int i = 0; (session = host_table_of(host, heard->network, heard->key, i)); i++) {
        int seat = session_seat_of(session, heard);
        if (session->change) { /* hears it in its turn */
            input_queue_again(session, heard);
            return;
        }
        if (seat < 0 || session->seats[seat].is_detached || session->seats[seat].is_left)
            continue;
        count++;
        give_word(session, seat, heard);
    }
    if (count == 0)
        tell_person(host, heard,
                    host_table_awaiting(host, heard) ? STRING_SEAT_WORD_MISSING
                                                     : STRING_SEAT_WORD_NO_SEAT,
                    (char *)0);
}
