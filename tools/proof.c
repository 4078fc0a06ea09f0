#include "proof.h"

#include <string.h>

#include "session.h"
#include "text.h"

static const char *plural(long count)
{
    return count == 1 ? "" : "s";
}

static void put_persons(const struct session *session, FILE *out)
{
    int forgotten = 0, all = session->persons.count;
    for (int i = 0; i < all; i++)
        forgotten += session->persons.list[i].is_forgotten;
    if (forgotten == 0)
        fprintf(out, "Persons: all %d who stand beside it are the ones that its lines mean.\n", all);
    else
        fprintf(out,
                "Persons: %d of %d do not stand beside it any more; the others are the ones that its lines mean.\n",
                forgotten, all);
}

static int put_seal(const struct session *session, const struct proof *proof, FILE *out)
{
    const struct lot *lot = &session->playing->lot;
    if (proof->seal && !lot->is_fixed && strcmp(proof->seal, session->seal) != 0) {
        fprintf(out, "Seal: WRONG. The record was sealed with %s, and you were shown %s.\n", session->seal,
                proof->seal);
        return PROOF_WRONG;
    }
    if (lot->is_fixed) {
        fprintf(out, lot->lesson ? "Seal: none. This is a lesson: its deal is fixed, and proves nothing.\n"
                                 : "Seal: none. The deal was fixed, for a test or a lesson, and proves nothing.\n");
        return proof->seal ? PROOF_WRONG : PROOF_PARTLY;
    }
    if (!lot->has_secret) {
        fprintf(out, "Seal: %s. The secret is not shown yet, so neither the seal nor any draw can be checked.\n",
                session->seal);
        return PROOF_PARTLY;
    }
    fprintf(out, "Seal: %s. The secret is the one that was sealed%s.\n", session->seal,
            proof->seal ? ", and the seal the one that you were shown"
                        : "; whether this seal was posted before the deal, only you can say: --seal compares it");
    return PROOF_WHOLE;
}

/* Names of the people who cut, the latest last; only counts people who gave up their seats. */
static void put_cuts(const struct session *session, FILE *out)
{
    const struct lot *lot = &session->playing->lot;
    int count = 0;
    for (int i = 0; i < lot->seats; i++)
        count += luck_has_cut(lot->cuts[i]);
    if (session->playing->game_number == 0 || lot->lesson)
        return;
    if (count == 0) {
        fprintf(out, "Cuts: none. Nobody cut, so the host could have chosen this deal.\n");
        return;
    }
    const char *last = "somebody who has left";
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat].cut_number == session->last_cut)
            last = session->seats[seat].name;
    fprintf(
        out,
        "Cuts: %d, the last one by %s. The deal is proven to everybody who cut after all those who could read the secret.\n",
        count, last);
}

static void put_draws(const struct session *session, const struct proof *proof, FILE *out)
{
    if (session->playing->lot.has_secret)
        fprintf(out, "Draws: all %ld follow from the secret and the cuts.\n", proof->picks);
    else
        fprintf(out, "Draws: %ld, not checked without the secret.\n", proof->picks);
}

int proof_put(const struct session *session, const struct proof *proof, FILE *out)
{
    fprintf(out, "line %ld: %s, %d player%s, %d game%s, %d move%s%s\n", proof->began, session->game->id,
            session->seat_count, plural(session->seat_count), proof->games, plural(proof->games), proof->moves,
            plural(proof->moves), proof->is_ended ? "" : "; the table is not over");
    fprintf(
        out,
        "Chain: every line follows from the one before and from the table; none was changed, left out or put in.\n");
    put_persons(session, out);
    int status = put_seal(session, proof, out);
    put_cuts(session, out);
    put_draws(session, proof, out);
    fprintf(out, "Moves: all were legal, and each table is the one that the record says.\n");
    if (session->is_repaired)
        fprintf(out, "Repair: an admin took lines back at its end.\n");
    return status;
}
