/* Says whom the table waits for, and what they can type. Takes the public's sight alone: in a
   game with hands it names the verbs of moves that are likely legal, however the unseen cards
   lie; what depends on a hand is told in private. */
#include "view.h"

#include "chance.h"
#include "check.h"
#include "game.h"
#include "prose.h"
#include "speak.h"

enum {
    VERBS = 32, /* of a game, at most */
    WORLDS = 5, /* ways in which the unseen cards could lie */
    /* bytes of an offer that a public line has room for; then verbs alone are said */
    OFFER_MOST = 40,
    VERBS_CALLED = 4, /* so many of them to a person who is called */
    VERBS_NEXT = 1    /* and to one who goes on */
};

static void put_verb(const char *word, struct prose *out)
{
    prose_styled(out, PROSE_MOVE, COLOUR_NONE, "!");
    prose_put(out, word);
}

static unsigned verbs_of(const struct view *view, const struct sight *world, int seat)
{
    struct moves moves;
    unsigned verbs = 0;
    view->game->legal(view->rules, world, seat, &moves);
    for (int i = 0; i < moves.count; i++)
        verbs |= 1u << moves.list[i].verb;
    return verbs;
}

/* The verbs that all these seats can play in this world. */
static unsigned common_verbs(const struct view *view, const struct sight *world, unsigned due)
{
    unsigned common = ~0u;
    for (int seat = 0; seat < world->seen.seats; seat++)
        if (due >> seat & 1)
            common &= verbs_of(view, world, seat);
    return common;
}

/* In how many worlds a verb has to be possible: in most; where it is the name of one card, in
   all, for somebody who does not hold that card would wonder. */
static int worlds_needed(const struct view *view, int verb)
{
    return verb < view->rules->verb_count && view->rules->verbs[verb].card ? WORLDS
                                                                           : WORLDS / 2 + 1;
}

/* The verbs that they can likely play. Looks at no more worlds than it takes to be sure. Without
   hands, all that decides is in sight. */
static unsigned likely_verbs(const struct view *view, const struct sight *public, unsigned due)
{
    struct chance_seed luck = {1};
    int worlds[VERBS] = {0};
    unsigned likely = 0, open = ~0u;
    if (view->game->hand < 0)
        return common_verbs(view, public, due);
    for (int seen = 1; seen <= WORLDS && open; seen++) {
        struct chance chance;
        struct sight world;
        chance_init(&chance, chance_seeded, &luck);
        sight_imagine(view->rules, public, &chance, &world);
        unsigned common = common_verbs(view, &world, due);
        open = 0;
        for (int verb = 0; verb < VERBS; verb++) {
            worlds[verb] += (int)(common >> verb & 1);
            int lacking = worlds_needed(view, verb) - worlds[verb];
            likely |= (unsigned)(lacking <= 0) << verb;
            open |= (unsigned)(lacking > 0 && lacking <= WORLDS - seen) << verb;
        }
    }
    return likely;
}

/* "!draw · !take 1 2 3": of a seat without hidden cards whole moves, else some verbs, and at
   least "!moves". */
static void put_choices(const struct view *view, const struct sight *public, unsigned due, int most,
                        struct prose *out)
{
    struct prose offer;
    int said = 0;
    prose_clear(&offer);
    for (int seat = 0; view->game->hand < 0 && seat < public->seen.seats; seat++)
        if (due == 1u << seat) {
            struct moves moves;
            view->game->legal(view->rules, public, seat, &moves);
            view_offer(view, &moves, &offer);
        }
    if (offer.length == 0 || offer.length > OFFER_MOST) {
        unsigned verbs = likely_verbs(view, public, due);
        prose_clear(&offer);
        for (int verb = 0; verb < view->rules->verb_count; verb++)
            if ((verbs >> verb & 1) && said++ < most) {
                prose_put(&offer, offer.length > 0 ? view_piece_end(view) : "");
                put_verb(view->rules->verbs[verb].word, &offer);
            }
    }
    if (offer.length > 0)
        prose_append(out, &offer);
    else
        view_string(out, STRING_DUE_MOVES, (char *)0);
}

void view_due_moves(const struct view *view, const struct sight *public, unsigned due,
                    struct prose *out)
{
    put_choices(view, public, due, VERBS_CALLED, out);
}

void view_due(const struct view *view, const struct sight *public, unsigned due, bool goes_on,
              struct prose *out)
{
    bool is_anybody =
        (due & (due - 1)) && view->game->is_real_time && view->game->is_real_time(view->rules);
    check(view->rules->verb_count <= VERBS);
    char names[SEATS_BYTES];
    if (due == 0)
        return;
    name_seats(view, due, names);
    if (goes_on)
        view_string(out, STRING_NEXT_STEP, (char *)0);
    else if (is_anybody) /* a call to everybody at every card would be noise */
        view_string(out, STRING_DUE_ANYBODY, (char *)0);
    else
        view_string(out, STRING_DUE, "call", names, (char *)0);
    prose_put(out, " ");
    put_choices(view, public, due, goes_on ? VERBS_NEXT : VERBS_CALLED, out);
}
