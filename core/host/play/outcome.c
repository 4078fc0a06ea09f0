/* The words of a beginning and of a result: a game starts, how it was scored, how its match
   stands or who won it. Takes what is played; does not know who is told. */
#include <stdio.h>

#include "deal.h"
#include "outcome.h"
#include "room_rules.h"
#include "seal.h"
#include "seats.h"
#include "text.h"

static void put_page(void *arg, const char *glue, const struct prose *piece)
{
    pages_put(arg, glue, piece);
}

static void put_winners(const struct view *view, unsigned winners, struct prose *out)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        if (winners >> seat & 1)
            text_putf(&who, "%s%s", who.length ? "\n" : "", view->naming->names[seat]);
    view_string(out, winners & (winners - 1) ? STRING_MATCH_SHARED : STRING_MATCH_WON, "who", names,
                (char *)0);
}

static void put_standing(const struct view *view, const struct playing *playing, struct prose *out)
{
    prose_put(out, " ");
    view_standing(view, view->game->match == MATCH_SUM ? playing->points : playing->wins,
                  playing->seats, out);
}

void outcome_put_standing(const struct view *view, const struct playing *playing, int played,
                          struct prose *out)
{
    int length = game_match_length(view->game, playing->rules.options);
    view_string(out, STRING_MATCH_STANDING, "played", text_number(played), "most",
                text_number(length), (char *)0);
    put_standing(view, playing, out);
}

/* Puts the standing of a match, or who won it. */
static void put_match(const struct view *view, const struct playing *playing, struct pages *out)
{
    struct prose standing;
    prose_clear(&standing);
    if (playing->shared_in_row > 0) {
        view_string(&standing, STRING_MATCH_DRAWN, (char *)0);
        prose_put(&standing, " ");
    }
    if (playing->is_over) {
        put_winners(view, deal_match_winners(playing, view->game), &standing);
        put_standing(view, playing, &standing);
    } else {
        outcome_put_standing(view, playing, deal_counted(playing), &standing);
    }
    pages_put(out, "\n", &standing);
}

void tell_outcome(const struct view *view, const struct playing *playing, struct pages *out)
{
    struct score score;
    struct prose sentence;
    int length = game_match_length(view->game, playing->rules.options);
    deal_score(playing, view->game, &score);
    prose_clear(&sentence);
    view_string(&sentence, STRING_RESULT, "game", view->game->name, (char *)0);
    prose_put(&sentence, "\n");
    pages_put(out, "", &sentence);
    view_result_pieces(view, &score, put_page, out);
    if (length > 1)
        put_match(view, playing, out);
}

void tell_started(const struct view *view, const struct playing *playing, struct pages *out)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    struct prose sentence;
    for (int seat = 0; seat < playing->seats; seat++)
        text_putf(&who, "%s%s", who.length ? "\n" : "", view->naming->names[seat]);
    prose_clear(&sentence);
    view_string(&sentence, STRING_STARTED, "who", names, "game", view->game->name, (char *)0);
    if (view->game->hand >= 0) {
        prose_put(&sentence, " ");
        view_string(&sentence, STRING_HANDS_SENT, (char *)0);
    }
    pages_put(out, " ", &sentence);
}

void tell_next_game(const struct view *view, const struct playing *playing, struct pages *out)
{
    struct prose sentence;
    prose_clear(&sentence);
    view_string(&sentence, STRING_MATCH_NEXT, "next", text_number(deal_counted(playing)), "most",
                text_number(game_match_length(view->game, playing->rules.options)), "who",
                view->naming->names[playing->begins], (char *)0);
    pages_put(out, pages_is_empty(out) ? "" : " ", &sentence);
}

/* ---- the small print about luck ---- */

void outcome_put_seal(const struct lot *lot, struct prose *out)
{
    char seal[LUCK_SEAL];
    prose_styled(out, PROSE_BREAK, COLOUR_NONE, " ");
    int begun = prose_begin(out, PROSE_SMALL);
    luck_seal(lot->secret, lot->id, seal);
    if (lot->is_fixed)
        view_string(out, STRING_SEAL_FIXED, (char *)0);
    else
        view_string(out, STRING_SEAL, "seal", seal, (char *)0);
    prose_end(out, begun);
}

void outcome_put_proof(const struct session *session, struct prose *out)
{
    const struct lot *lot = &session->playing->lot;
    char secret[SEAL_SECRET_HEX], link[SEAL_SECRET_HEX];
    if (lot->is_fixed || !lot->has_secret)
        return;
    seal_write_secret(lot, secret);
    seal_write_link(session, link);
    prose_styled(out, PROSE_BREAK, COLOUR_NONE, " ");
    int begun = prose_begin(out, PROSE_SMALL);
    view_string(out, STRING_PROOF, "secret", secret, "link", link, (char *)0);
    prose_end(out, begun);
}

void outcome_put_end(const struct session *session, struct prose *out)
{
    const struct showing *home = &session->home;
    if (session_is_undealt(session) ||
        (session_has_begun(session) &&
         room_rule_is(session->host, home->port, home->name, RULE_PROOF, "yes")))
        outcome_put_proof(session, out);
}
