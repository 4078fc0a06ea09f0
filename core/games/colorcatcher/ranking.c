/* Who is ahead at Color Catcher: the winner of a round, the result of the game. Everything here
   is public. Rulings: docs/rulings/colorcatcher.md. */
#include "ranking.h"
#include "colorcatcher.h"

int sets_of(const struct table *t, int seat)
{
    int counts[CC_COLOURS], sets = 0;
    count_colours(t, zone_of(seat, CC_SHOWN), counts);
    for (int colour = 0; colour < CC_COLOURS; colour++)
        sets += counts[colour] >= CC_SET_CARDS;
    return sets;
}

int cards_towards_sets(const struct table *t, int seat)
{
    int counts[CC_COLOURS], cards = 0;
    count_colours(t, zone_of(seat, CC_SHOWN), counts);
    for (int colour = 0; colour < CC_COLOURS; colour++)
        cards += counts[colour] < CC_SET_CARDS ? counts[colour] : CC_SET_CARDS;
    return cards;
}

/* Public cards in the colours at this distance from the dominant colour on the circle: one
   colour at distance 0, else two. */
static int cards_at(const struct table *t, int seat, int distance)
{
    int counts[CC_COLOURS], dominant = t->shared[CC_DOMINANT];
    count_colours(t, zone_of(seat, CC_SHOWN), counts);
    int cards = counts[(dominant + distance) % CC_COLOURS];
    return distance == 0 ? cards : cards + counts[(dominant + CC_COLOURS - distance) % CC_COLOURS];
}

/* The criteria that compare seats, one after the other. */
enum criterion {
    BY_SETS,
    BY_CARDS_TOWARDS_SETS,
    BY_CARDS,
    BY_DOMINANT,
    BY_FARTHEST = BY_DOMINANT + CC_COLOURS / 2,
    BY_NOTHING
};

static int standing(const struct table *t, int seat, int criterion)
{
    switch (criterion) {
    case BY_SETS:
        return sets_of(t, seat);
    case BY_CARDS_TOWARDS_SETS:
        return cards_towards_sets(t, seat);
    case BY_CARDS:
        return zone_size(t, zone_of(seat, CC_SHOWN));
    default:
        return cards_at(t, seat, criterion - BY_DOMINANT);
    }
}

static unsigned keep_best(const struct table *t, unsigned seats, int criterion)
{
    unsigned best = 0;
    int most = -1;
    for (int seat = 0; seat < t->seats; seat++) {
        int value = seats >> seat & 1 ? standing(t, seat, criterion) : -1;
        best = value > most ? 0 : best;
        most = value > most ? value : most;
        best |= (unsigned)(value == most && value >= 0) << seat;
    }
    return best;
}

static bool is_one(unsigned seats)
{
    return (seats & (seats - 1)) == 0;
}

/* CC18: successive elimination, from *criterion on until one seat is left. *criterion becomes
   the criterion that decided, BY_NOTHING if none did. */
static unsigned eliminate(const struct table *t, int *criterion)
{
    unsigned seats = (1u << t->seats) - 1;
    for (; *criterion < BY_NOTHING; ++*criterion) {
        seats = keep_best(t, seats, *criterion);
        if (is_one(seats))
            break;
    }
    return seats;
}

/* Round Play 1 and Resolving Ties. CC17: zero cards can be the most, unless zero_wins=no. */
int round_winner(const struct ruleset *rules, const struct table *t, int *distance)
{
    int criterion = BY_DOMINANT, most = 0;
    *distance = 0;
    for (int seat = 0; seat < t->seats; seat++)
        most += cards_at(t, seat, 0);
    if (most == 0 && rules->options[CC_OPTION_ZERO_WINS] == CC_ZERO_WINS_NO)
        return SEAT_NONE;
    unsigned seats = eliminate(t, &criterion);
    *distance = criterion - BY_DOMINANT;
    return is_one(seats) ? __builtin_ctz(seats) : SEAT_NONE;
}

#define LIMIT "The round limit (option rounds, house rule CC23) ended the game: "
static const char *const reasons[] = {
    [BY_SETS] = LIMIT "most sets of three or more decide.",
    [BY_CARDS_TOWARDS_SETS] =
        LIMIT "with equal sets, most cards decide, counted up to three a colour.",
    [BY_CARDS] = LIMIT "with all that equal, most public cards decide.",
    [BY_DOMINANT] = LIMIT "with all that equal, most public cards in the dominant colour decide.",
    [BY_DOMINANT + 1] =
        LIMIT "with all that equal, the two colours next to the dominant one decide.",
    [BY_DOMINANT + 2] =
        LIMIT "with all that equal, the two colours two steps from the dominant one decide.",
    [BY_FARTHEST] =
        LIMIT "with all that equal, the two colours farthest from the dominant one decide.",
    [BY_NOTHING] = LIMIT "they are equal in everything that counts.",
};
#undef LIMIT
#define CARDS "{0} {0|card|cards} "
static const char *const counted[] = {
    [BY_CARDS_TOWARDS_SETS] = CARDS "up to three a colour",
    [BY_CARDS] = CARDS "in all",
    [BY_DOMINANT] = CARDS "in the dominant colour",
    [BY_DOMINANT + 1] = CARDS "in the colours next to it",
    [BY_DOMINANT + 2] = CARDS "in the colours two steps from it",
    [BY_FARTHEST] = CARDS "in the colours farthest from it",
};
#undef CARDS

/* Three sets win (CC5); after the last round (CC23) the seat that is ahead wins. A seat's points
   are its sets. */
void colorcatcher_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    int criterion = BY_SETS;
    (void)rules;
    score_clear(out);
    for (int seat = 0; seat < t->seats; seat++) {
        int counts[CC_COLOURS];
        count_colours(t, zone_of(seat, CC_SHOWN), counts);
        for (int colour = 0; colour < CC_COLOURS; colour++)
            if (counts[colour] >= CC_SET_CARDS)
                score_add(out, seat, "{0:word} x{1}", colour, counts[colour], 1);
    }
    out->winners = eliminate(t, &criterion);
    bool is_won = is_one(out->winners) && out->total[__builtin_ctz(out->winners)] >= CC_SETS;
    for (int seat = 0; seat < t->seats && criterion > BY_SETS && criterion < BY_NOTHING; seat++)
        score_note(out, seat, counted[criterion], standing(t, seat, criterion));
    out->reason = is_won ? NULL : reasons[criterion];
}
