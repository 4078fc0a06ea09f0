/* The small print about luck: the seal in front of a game, the secret behind it, and what a deal proves to whom. */
#include "fair.h"

#include "prose.h"
#include "seal.h"

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
