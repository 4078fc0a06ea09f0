/* Cutting the deck with words of one's own, and what a deal proves to whom. Bounded: one person cuts CUTS_MOST times at a table
   before they get up; each cut is a line of the record. What a key is made of: luck.c. */
#include "cut.h"

#include <stdio.h>
#include <string.h>

#include "record.h"
#include "seal.h"
#include "text.h"
#include "lobby.h"
#include "refuse.h"
#include "seats.h"
#include "tell.h"

enum { CUTS_MOST = 10, LINE_BYTES = 256 };

const char *cut_find(const char *words, int *before)
{
    static const char key[] = "cut=";
    for (const char *p = words; (p = strstr(p, key)); p++)
        if (p == words || p[-1] == ' ') {
            *before = (int)(p - words);
            return p + strlen(key);
        }
    *before = (int)strlen(words);
    return NULL;
}

bool cut_is_empty(const char *words)
{
    return words[strspn(words, " ")] == '\0';
}

void cut_add(struct change *change, int seat, const char *words)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    seal_put_cut(seat, words, &line);
    change_add(change, bytes);
}

/* Does not tell the words: a person who knows the secret would know the deal. */
void cut_tell(struct session *session, int seat)
{
    if (luck_has_cut(session->seats[seat].cut))
        tell_room(session, POST_NEWS, STRING_CUT, "who", session->seats[seat].name, (char *)0);
}

static void told_cut(struct change *change)
{
    cut_tell(change->session, change->seat);
    if (change->session->deals_at != INT64_MAX)
        lobby_start_if_full(change->session, &change->heard); /* this may have been the last cut it waits for */
}

void host_cut(struct host *host, struct session *session, const struct heard *heard, const char *words)
{
    char bytes[LINE_BYTES], most[12];
    struct text line = text_over(bytes, sizeof bytes);
    if (host_lacks_table(host, session, heard))
        return;
    int seat = session_seat_of(session, heard);
    snprintf(most, sizeof most, "%d", CUTS_MOST);
    if (session_has_begun(session)) {
        tell_openly(host, heard, STRING_CUT_LATE, (char *)0);
    } else if (seat < 0) {
        tell_openly(host, heard, STRING_NOT_SEATED, (char *)0);
    } else if (cut_is_empty(words)) {
        tell_openly(host, heard, STRING_CUT_WHAT, (char *)0);
    } else if (session->seats[seat].cuts >= CUTS_MOST) {
        tell_openly(host, heard, STRING_CUT_OFTEN, "most", most, (char *)0);
    } else {
        seal_put_cut(seat, words, &line);
        change_commit_line(session, heard, &line, seat, NULL, false, told_cut);
    }
}

/* ---- what is proven ---- */

void cut_put_seal(const struct session *session, struct prose *out)
{
    prose_styled(out, PROSE_BREAK, COLOUR_NONE, " ");
    int begun = prose_begin(out, PROSE_SMALL);
    if (session->playing.lot.is_fixed)
        view_string(out, STRING_SEAL_FIXED, (char *)0);
    else
        view_string(out, STRING_SEAL, "seal", session->seal, (char *)0);
    prose_end(out, begun);
}

void cut_put_secret(const struct lot *lot, struct prose *out)
{
    char hex[SEAL_SECRET_HEX];
    if (lot->is_fixed || !lot->has_secret)
        return;
    seal_write_secret(lot, hex);
    prose_styled(out, PROSE_BREAK, COLOUR_NONE, " ");
    int begun = prose_begin(out, PROSE_SMALL);
    view_string(out, STRING_SECRET, "secret", hex, (char *)0);
    prose_end(out, begun);
}

static bool has_any_cut(const struct session *session)
{
    const struct lot *lot = &session->playing.lot;
    bool has = session->last_cut > 0;
    for (int i = 0; i < lot->seats && session_has_begun(session); i++)
        has |= luck_has_cut(lot->cuts[i]);
    return has;
}

/* The seat of the last person who cut. SEAT_NONE if that person has it no more. */
static int last_cutter(const struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->last_cut > 0 && session->seats[seat].cut_number == session->last_cut)
            return seat;
    return SEAT_NONE;
}

static void put_proof(const struct session *session, struct prose *out)
{
    bool has_begun = session_has_begun(session);
    int seat = last_cutter(session);
    if (session->playing.lot.is_fixed)
        view_string(out, STRING_FAIR_FIXED, (char *)0);
    else if (!has_any_cut(session))
        view_string(out, has_begun ? STRING_FAIR_NOBODY : STRING_FAIR_NOBODY_YET, (char *)0);
    else if (seat == SEAT_NONE)
        view_string(out, STRING_FAIR_GONE, (char *)0);
    else
        view_string(out, has_begun ? STRING_FAIR_LAST : STRING_FAIR_LAST_YET, "who", session->seats[seat].name,
                    (char *)0);
}

void host_show_fair(struct host *host, struct session *session, const struct heard *heard)
{
    struct prose prose;
    struct heard open = *heard;
    prose_clear(&prose);
    if (!session) {
        view_string(&prose, STRING_FAIR_OVER, (char *)0);
    } else {
        put_proof(session, &prose);
        if (!session->playing.lot.is_fixed) {
            prose_put(&prose, " ");
            view_string(&prose, STRING_FAIR_SEAL, "seal", session->seal, (char *)0);
        }
    }
    open.is_open = true;
    host_whisper(host, &open, &prose);
}
