/* "fair": what is proven about a deal, and to whom. Of the table that is open here, or of one
   that is over: that is read back from its record, so a restart forgets nothing; session/last.h
   knows which was the last one of a room. What makes it true is in docs/fairness.md, and the
   lines in session/seal.h. Bounded: as asking.h says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asking.h"
#include "change.h"
#include "check.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "last.h"
#include "offers.h"
#include "outcome.h"
#include "reading.h"
#include "record.h"
#include "seal.h"
#include "seats.h"
#include "tell.h"
#include "text.h"

/* ---- what is said ---- */

/* How a deal of this game can be proven though nobody has cut. */
static void put_way(const struct session *session, struct prose *out)
{
    prose_put(out, " ");
    view_string(out, session_is_alone(session) ? STRING_FAIR_ALONE : STRING_FAIR_NEXT, "id",
                session->game->id, (char *)0);
}

static void put_nobody(const struct session *session, struct prose *out)
{
    view_string(out, STRING_FAIR_NOBODY, (char *)0);
    put_way(session, out);
}

/* What the cuts prove to this seat; SEAT_NONE: to somebody who does not sit there. */
static void put_cuts(const struct session *session, int seat, struct prose *out)
{
    bool is_dealt = session_has_begun(session) && !session->closing.is_closed;
    unsigned all = seal_cuts_after(session, SEAT_NONE);
    bool counts = seat >= 0 && seal_cut_counts(session, seat);
    unsigned after = counts ? seal_cuts_after(session, seat) : all;
    if (!all && is_dealt)
        put_nobody(session, out);
    else if (!all)
        view_string(out, STRING_FAIR_NOBODY_YET, (char *)0);
    else if (counts && !after)
        view_string(out, is_dealt ? STRING_FAIR_LAST : STRING_FAIR_LAST_YET, (char *)0);
    else if (counts)
        view_string(out, STRING_FAIR_AFTER, "who", session_people(session, after), (char *)0);
    else
        view_string(out, is_dealt ? STRING_FAIR_OTHERS : STRING_FAIR_OTHERS_YET, "who",
                    session_people(session, all), (char *)0);
}

static void put_open(const struct session *session, struct prose *out)
{
    view_string(out, STRING_FAIR_OPEN, (char *)0);
    if (session_is_alone(session) && !session->closing.waits_for_cut)
        put_way(session, out);
}

static void put_proof(const struct session *session, const struct heard *heard, struct prose *out)
{
    const struct lot *lot = &session->playing->lot;
    if (lot->lesson)
        view_string(out, STRING_FAIR_LESSON, (char *)0);
    else if (lot->is_fixed)
        view_string(out, STRING_FAIR_FIXED, (char *)0);
    else if (lot->rules < LUCK_RULES)
        view_string(out, STRING_FAIR_OLD, (char *)0);
    else if (!session_has_fixed_seats(session))
        put_open(session, out);
    else
        put_cuts(session, session_seat_of(session, heard), out);
    if (lot->is_fixed)
        return;
    prose_put(out, " ");
    view_string(out, STRING_FAIR_SEAL, "seal", session->seal, (char *)0);
}

static void put_undealt(long long count, struct prose *out)
{
    if (count == 0)
        return;
    prose_put(out, " ");
    view_string(out, STRING_FAIR_UNDEALT, "n", text_number(count), (char *)0);
}

static void answer(struct host *host, const struct heard *heard, const struct prose *prose)
{
    struct heard open = *heard;
    open.is_open = true;
    host_whisper(host, &open, prose);
}

/* ---- a table that is over ---- */

struct reread {
    struct asking *asking;
    int64_t table;
    bool is_theirs, is_over;
};

static bool begins(void *arg, const struct session *session, char *const *lines, const bool *counts,
                   int count)
{
    struct reread *reread = arg;
    struct heard heard = input_heard(reread->asking->input);
    reread->is_theirs = reading_is_theirs(session, &heard, lines, counts, count);
    reread->is_over = strncmp(lines[count - 1], "end ", 4) == 0;
    return reread->is_theirs && reread->is_over;
}

static bool played(void *arg, const struct session *session, const char *line)
{
    (void)arg;
    (void)session;
    (void)line;
    return true;
}

static void dropped(void *arg)
{
    struct reread *reread = arg;
    asking_drop(reread->asking);
}

static void finish(void *arg, const struct read_back *back)
{
    struct reread *reread = arg;
    struct host *host = reread->asking->host;
    struct heard heard = input_heard(reread->asking->input);
    struct prose prose;
    prose_clear(&prose);
    if (back->session && reread->is_theirs && reread->is_over) {
        struct session *session = back->session;
        view_string(&prose, STRING_FAIR_TABLE, "number", text_number(reread->table), "game",
                    session->game->name, (char *)0);
        prose_put(&prose, " ");
        put_proof(session, &heard, &prose);
        outcome_put_proof(session, &prose);
        put_undealt(last_find(host, &session->home).undealt, &prose);
    } else {
        enum string why = reread->is_theirs && !reread->is_over ? STRING_FAIR_NOT_YET
                          : reread->is_theirs                   ? STRING_REPLAY_FAILED
                          : heard.room                          ? STRING_REPLAY_NOT_HERE
                                                                : STRING_REPLAY_NOT_YOURS;
        view_string(&prose, why, "number", text_number(reread->table), (char *)0);
    }
    answer(host, &heard, &prose);
    if (back->session)
        session_remove(back->session);
    asking_end(reread->asking);
}

static void reread_table(struct host *host, const struct heard *heard, int64_t table)
{
    static const struct reading_follower follower = {
        .begins = begins, .played = played, .dropped = dropped};
    if (asking_refuses_record(host, heard))
        return;
    struct asking *asking = asking_new(host, heard);
    if (!asking)
        return;
    struct reread *reread = malloc(sizeof *reread);
    check(reread);
    *reread = (struct reread){.asking = asking, .table = table};
    asking->is_replay = true;
    reading_follow(host, table, &follower, finish, reread);
}

/* ---- the question ---- */

/* The room of who asks has no table now: the seal of the next one, while people say !again, else
   the last table. */
static void show_room(struct host *host, const struct heard *heard)
{
    struct showing home = {.port = host_port_of(host, heard->network)};
    struct prose prose;
    snprintf(home.name, sizeof home.name, "%s%s", heard->room ? "" : "@",
             heard->room ? heard->room : heard->key);
    const struct offer *offer = offers_in(host, heard->network, home.name);
    struct last_table last = last_find(host, &home);
    prose_clear(&prose);
    if (offer && offer->lot.has_secret) {
        char seal[LUCK_SEAL];
        luck_seal(offer->lot.secret, offer->lot.id, seal);
        view_string(&prose, STRING_FAIR_OFFER, "seal", seal, "number", text_number(offer->table),
                    (char *)0);
    } else if (last.table > 0) {
        reread_table(host, heard, last.table);
        return;
    } else {
        view_string(&prose, STRING_FAIR_OVER, (char *)0);
    }
    answer(host, heard, &prose);
}

void host_show_fair(struct host *host, struct session *session, const struct heard *heard,
                    const char *words)
{
    const char *end;
    long long table;
    struct prose prose;
    prose_clear(&prose);
    if (*words && record_read_number(words, &end, &table) && !*end && table > 0) {
        reread_table(host, heard, table);
    } else if (*words) {
        view_string(&prose, STRING_FAIR_WORDS, "typed", words, (char *)0);
        answer(host, heard, &prose);
    } else if (!session) {
        show_room(host, heard);
    } else {
        struct last_table last = last_find(host, &session->home);
        put_proof(session, heard, &prose);
        if (!session_has_begun(session) && last.table > 0) {
            prose_put(&prose, " ");
            view_string(&prose, STRING_FAIR_BEFORE, "number", text_number(last.table), (char *)0);
        }
        put_undealt(last.undealt, &prose);
        answer(host, heard, &prose);
    }
}
