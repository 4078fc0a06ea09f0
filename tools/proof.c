#include "proof.h"

#include <string.h>

#include "seal.h"
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
        fprintf(out, "Persons: all %d who stand beside it are the ones that its lines mean.\n",
                all);
    else
        fprintf(
            out,
            "Persons: %d of %d do not stand beside it any more; the others are the ones that its lines mean.\n",
            forgotten, all);
}

static int put_seal(const struct session *session, const struct proof *proof, FILE *out)
{
    const struct lot *lot = &session->playing->lot;
    if (proof->seal && !lot->is_fixed && strcmp(proof->seal, session->seal) != 0) {
        fprintf(out, "Seal: WRONG. The record was sealed with %s, and you were shown %s.\n",
                session->seal, proof->seal);
        return PROOF_WRONG;
    }
    if (lot->is_fixed) {
        fprintf(
            out,
            lot->lesson
                ? "Seal: none. This is a lesson: its deal is fixed, and proves nothing.\n"
                : "Seal: none. The deal was fixed, for a test or a lesson, and proves nothing.\n");
        return proof->seal ? PROOF_WRONG : PROOF_PARTLY;
    }
    if (!lot->has_secret) {
        fprintf(
            out,
            "Seal: %s. The secret is not shown yet, so neither the seal nor any draw can be checked.\n",
            session->seal);
        return PROOF_PARTLY;
    }
    fprintf(
        out, "Seal: %s. The secret is the one that was sealed%s.\n", session->seal,
        proof->seal
            ? ", and the seal the one that you were shown"
            : "; whether this seal was posted before the deal, only you can say: --seal compares it");
    return PROOF_WHOLE;
}

/* The names of those whose cut counts, the latest last. */
static void put_cutters(const struct session *session, FILE *out)
{
    unsigned left = seal_cuts_after(session, SEAT_NONE);
    for (const char *glue = ""; left; glue = ", then ") {
        int first = 0;
        for (int seat = 0; seat < session->seat_count; seat++) {
            bool is_earlier = session->seats[seat].cut_number < session->seats[first].cut_number;
            if (left >> seat & 1 && (is_earlier || !(left >> first & 1)))
                first = seat;
        }
        left &= ~(1u << first);
        fprintf(out, "%s%s", glue, session->seats[first].name);
    }
}

static void put_cuts(const struct session *session, FILE *out)
{
    const struct lot *lot = &session->playing->lot;
    if (session->playing->game_number == 0 || lot->lesson)
        return;
    if (lot->rules < LUCK_RULES) {
        fprintf(
            out,
            "Cuts: by older rules, in which seats and options could still be chosen after them. They prove nothing "
            "to who does not trust the people at the table.\n");
    } else if (!seal_cuts_after(session, SEAT_NONE)) {
        fprintf(
            out,
            "Cuts: none after the seats were closed, so whoever could read the secret could have chosen this "
            "deal.\n");
    } else {
        fprintf(out, "Cuts: after the seats were closed, by ");
        put_cutters(session, out);
        fprintf(
            out,
            ". The deal is proven to each of them who believes that nobody behind could read the secret.\n");
    }
}

/* A chain shows that its lines belong together, not that they are the ones that were played: who
   can change one line can change all that follow, but not the link that people were shown. */
static int put_chain(const struct session *session, const struct proof *proof, FILE *out)
{
    char link[SEAL_SECRET_HEX];
    seal_write_link(session, link);
    if (!proof->end) {
        fprintf(
            out,
            "Chain: the record agrees with itself. Whether it is the one that was played, its last link tells: "
            "--end compares it with the one that !fair showed.\n");
        return PROOF_WHOLE;
    }
    if (strcmp(proof->end, link) != 0) {
        fprintf(
            out,
            "Chain: WRONG. The record ends in %s, and you were shown %s: it was changed, or goes on.\n",
            link, proof->end);
        return PROOF_WRONG;
    }
    fprintf(
        out,
        "Chain: its last link is the one that you were shown, so no line was changed, left out or put in.\n");
    return PROOF_WHOLE;
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
    fprintf(out, "line %ld: %s, %d player%s, %d game%s, %d move%s%s\n", proof->began,
            session->game->id, session->seat_count, plural(session->seat_count), proof->games,
            plural(proof->games), proof->moves, plural(proof->moves),
            proof->is_ended ? "" : "; the table is not over");
    int chained = put_chain(session, proof, out);
    put_persons(session, out);
    int status = put_seal(session, proof, out);
    status = chained == PROOF_WRONG ? chained : status;
    put_cuts(session, out);
    put_draws(session, proof, out);
    fprintf(out, "Moves: all were legal, and each table is the one that the record says.\n");
    if (session->is_repaired)
        fprintf(out, "Repair: an admin took lines back at its end.\n");
    return status;
}
